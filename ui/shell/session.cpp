// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/session.h"

#include "ui/shell/page.h"
#include "ui/shell/settings.h"

#include <QSplitter>

namespace fullscope::ui::session {

namespace {

// `take` is given the splitter and the key of its state.
template <typename Take>
void eachSplitter(const QList<Page*>& pages, Take take)
{
    for (const Page* page : pages) {
        int number = 0;
        for (QSplitter* splitter : page->findChildren<QSplitter*>())
            take(splitter, QStringLiteral("%1/%2").arg(page->objectName()).arg(number++));
    }
}

} // namespace

void saveSplitters(const QList<Page*>& pages, Settings& settings)
{
    eachSplitter(pages, [&](const QSplitter* splitter, const QString& key) {
        // What was never shown has no sizes of its own.
        if (splitter->testAttribute(Qt::WA_WState_Created) || splitter->property("restored").toBool())
            settings.setSplitter(key, splitter->saveState());
    });
}

void restoreSplitters(const QList<Page*>& pages, const Settings& settings)
{
    eachSplitter(pages, [&](QSplitter* splitter, const QString& key) {
        if (const QByteArray state = settings.splitter(key); !state.isEmpty())
            splitter->setProperty("restored", splitter->restoreState(state));
    });
}

} // namespace fullscope::ui::session
