// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/find_dialog.h"

#include "core/words/overview_words.h"
#include "ui/document/strings.h"

#include <QEvent>
#include <QLocale>
#include <QTreeWidget>

namespace fullscope::ui {

namespace {

constexpr int kPauseMs = 150;
constexpr int kPlace = Qt::UserRole; // index into m_places

} // namespace

FindDialog::FindDialog(Document& document, QWidget* window)
    : SearchDialog("find", 2, window)
    , m_document(document)
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &FindDialog::start);
    connect(&m_runner, &JobRunner::progressed, this, [this](const QString& what, qulonglong done) {
        say(tr("Reading %1: %L2 rows").arg(what).arg(done)); // what it is and how far: nothing looks stuck
    });
    for (const auto changed : {&Document::opened, &Document::evidenceChanged})
        connect(&m_document, changed, this, [this] {
            if (isVisible())
                search();
        });
    retranslate();
}

void FindDialog::changeEvent(QEvent* event)
{
    SearchDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void FindDialog::retranslate()
{
    setWindowTitle(tr("Find Everything"));
    setHint(tr("Runs, inputs, bills and their rows, claims, catalogue, problems"));
    setListName(tr("What was found"));
}

void FindDialog::search()
{
    m_runner.cancel();
    m_stale = true;
    say(tr("Looking…"));
    m_pause.start();
}

// Latest wins: what is typed during a search is looked for when that one has ended.
void FindDialog::start()
{
    if (!m_stale || m_runner.isRunning())
        return;
    m_stale = false;
    if (typed().isEmpty()) {
        m_places.clear();
        list()->clear();
        return say(tr("Type what to look for; arrows choose, Enter leads there."));
    }
    auto connection = m_document.workspace().reopen(store::Access::read_only);
    if (!connection.ok())
        return showFound(connection.error());
    const auto result = std::make_shared<std::optional<base::Result<workspace::Found>>>();
    const auto work = [result, text = utf8(typed()), scenario = m_document.scenario(), language = m_document.language(),
                          file = std::shared_ptr(*std::move(connection))](const base::JobContext& job) mutable {
        *result = workspace::find(*file, text, scenario, language, job);
        file.reset(); // closed on the thread that used it
    };
    m_runner.start(tr("Find"), work, [this, result] {
        if (m_stale)
            start();
        else if (*result)
            showFound(**result);
    });
}

QString FindDialog::headingOf(workspace::FoundIn where) const
{
    return text(words::say(static_cast<words::FindWord>(where), m_document.language()));
}

QTreeWidgetItem* FindDialog::addHeading(workspace::FoundIn where, std::int64_t total)
{
    auto* heading = new QTreeWidgetItem(list());
    heading->setFlags(Qt::ItemIsEnabled); // arrows pass over it
    const auto most = static_cast<std::int64_t>(workspace::kMostHits);
    heading->setText(0, headingOf(where));
    heading->setText(
        1, total > most ? tr("the first %L1 of %L2").arg(most).arg(total) : QLocale().toString(qlonglong {total}));
    QFont bold = list()->font();
    bold.setBold(true);
    heading->setFont(0, bold);
    return heading;
}

void FindDialog::showFound(const base::Result<workspace::Found>& found)
{
    m_places.clear();
    list()->clear();
    if (!found.ok())
        return say(QStringLiteral("⚠ ") + errorText(found.error(), m_document.language()));
    std::int64_t total = 0;
    for (std::size_t kind = 0; kind < workspace::kFoundIn; ++kind) {
        const auto where = static_cast<workspace::FoundIn>(kind);
        total += found->total[kind];
        if (found->total[kind] == 0)
            continue;
        QTreeWidgetItem* heading = addHeading(where, found->total[kind]);
        for (const workspace::Hit& hit : found->hits) {
            if (hit.where != where)
                continue;
            auto* item = new QTreeWidgetItem(heading, {text(hit.title), text(hit.detail)});
            if (where == workspace::FoundIn::charges)
                item->setText(1, tr("%1 · rows: %L2").arg(text(hit.detail)).arg(hit.rows));
            item->setToolTip(0, item->text(0));
            item->setToolTip(1, item->text(1));
            item->setData(0, kPlace, static_cast<qulonglong>(m_places.size()));
            m_places.push_back(hit.place);
        }
    }
    list()->expandAll();
    say(total == 0 ? tr("Nothing holds “%1”.").arg(typed()) : tr("Found: %L1").arg(total));
    chooseFirst();
}

void FindDialog::take(QTreeWidgetItem* item)
{
    const auto index = item->data(0, kPlace).toULongLong();
    if (m_stale || m_runner.isRunning() || index >= m_places.size()) // what is shown is not what was typed
        return;
    const store::Place place = m_places[index];
    hide();
    emit placeChosen(place);
}

} // namespace fullscope::ui
