// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of the guide: pictures WORKSPACE FOLDER en|zh_CN draws each page of the real window, without a display,
// as FOLDER/PAGE-LANGUAGE.png; of a page with tabs each as PAGE-TAB-LANGUAGE.png. tests/ui/pictures/make runs it.
#include "ui/document/document.h"
#include "ui/document/strings.h"
#include "ui/shell/dialogs.h"
#include "ui/shell/main_window.h"
#include "ui/shell/page.h"
#include "ui/shell/pages.h"
#include "ui/shell/settings.h"
#include "ui/shell/translation.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTableView>
#include <QTest>

using namespace fullscope;

namespace {

constexpr int kLook_ms = 1'500; // computing is debounced, drawing follows
constexpr int kMostLooks = 40;

// What no longer changes. Of 256 colours: text and lines look the same, the file is a third.
bool draw(ui::MainWindow& window, const QString& path)
{
    QImage before;
    for (int look = 0, same = 0; look < kMostLooks && same < 3; ++look) {
        QTest::qWait(kLook_ms);
        const QImage now = window.grab().toImage();
        same = now == before ? same + 1 : 0;
        before = now;
    }
    return before.convertToFormat(QImage::Format_Indexed8, Qt::ThresholdDither).save(path);
}

bool drawPage(ui::MainWindow& window, const ui::Page& page, const QString& folder, const QString& language)
{
    const QString name = QString(page.objectName()).remove(QStringLiteral("_page"));
    auto* tabs = page.findChild<QTabWidget*>();
    if (!tabs || tabs->count() < 2 || !tabs->isVisible())
        return draw(window, QStringLiteral("%1/%2-%3.png").arg(folder, name, language));
    for (int i = 0; i < tabs->count(); ++i) {
        tabs->setCurrentIndex(i);
        if (!draw(window, QStringLiteral("%1/%2-%3-%4.png").arg(folder, name).arg(i + 1).arg(language)))
            return false;
    }
    return true;
}

} // namespace

int main(int argc, char** argv)
{
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    QApplication::setStyle(QStringLiteral("Fusion"));
    const QStringList words = QApplication::arguments();
    if (words.size() != 4) {
        qCritical("pictures WORKSPACE FOLDER en|zh_CN");
        return 1;
    }
    ui::dialogs::takeShown(); // from here on no dialog opens
    ui::Settings settings;
    ui::Translation translation;
    ui::Document document;
    const auto language = words[3] == QLatin1String("zh_CN") ? words::Language::zh_CN : words::Language::en;
    document.setLanguage(language);
    translation.use(language);
    if (!document.open(words[1]).ok() || !QDir().mkpath(words[2]))
        return 1;
    const QList<ui::Page*> pages = ui::makePages(document);
    ui::MainWindow window(document, settings, translation, pages);
    window.resize(1180, 720);
    window.show();
    for (const char* dock : {"dock.jobs", "dock.problems"})
        if (auto* found = window.findChild<QDockWidget*>(QString::fromLatin1(dock)))
            found->hide();
    if (auto* runs = window.findChild<QTableView*>(QStringLiteral("runs_list")))
        runs->selectRow(1); // the one with a restart
    for (int i = 0; i < pages.size(); ++i) {
        window.findChild<QAction*>(QStringLiteral("action.page_%1").arg(i + 1))->trigger();
        if (!drawPage(window, *pages[i], words[2], words[3]))
            return 1;
    }
    return 0;
}
