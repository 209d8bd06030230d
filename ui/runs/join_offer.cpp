// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/join_offer.h"

#include "ui/document/strings.h"
#include "ui/widgets/named.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace fullscope::ui {

namespace {

constexpr int kNamed = 3; // files whose names fit into the line

} // namespace

JoinOffer::JoinOffer(Document& document, QWidget* parent)
    : QFrame(parent)
    , m_document(document)
    , m_text(named(new QLabel(this), "join_text"))
    , m_join(named(new QPushButton(this), "join_yes"))
    , m_later(named(new QPushButton(this), "join_no"))
{
    setFrameShape(QFrame::StyledPanel);
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText); // names of files
    auto* layout = new QHBoxLayout(this);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_join);
    layout->addWidget(m_later);
    connect(m_join, &QPushButton::clicked, this, [this] {
        std::vector<evidence::RunPart> parts;
        for (const workspace::Suggestion& one : m_found)
            if (one.run_id == m_found.front().run_id)
                parts.push_back(one.part);
        hide();
        emit joinRequested(m_found.front().run_id, parts);
    });
    connect(m_later, &QPushButton::clicked, this, [this] {
        const std::int64_t run = m_found.front().run_id;
        for (const workspace::Suggestion& one : m_found)
            if (one.run_id == run)
                m_refused.emplace(run, one.part.part_id, one.part.record);
        show(std::move(m_found));
    });
    connect(&document, &Document::opened, this, [this] { m_refused.clear(); }); // another workspace's numbers
    retranslate();
    hide();
}

void JoinOffer::search()
{
    if (m_document.isReadOnly())
        return hide();
    if (m_runner.isRunning()) {
        m_again = true;
        return;
    }
    auto reopened = m_document.workspace().reopen(store::Access::read_only);
    if (!reopened.ok())
        return hide(); // what is wrong with the file is told where it matters
    struct Search {
        std::unique_ptr<store::WorkspaceFile> workspace;
        std::vector<workspace::Suggestion> found;
    };
    auto search = std::make_shared<Search>();
    search->workspace = *std::move(reopened);
    m_runner.start(
        QString(),
        [search](const base::JobContext& job) {
            if (auto found = workspace::suggestions(*search->workspace, job); found.ok())
                search->found = *std::move(found);
            search->workspace.reset();
        },
        [this, search] {
            if (std::exchange(m_again, false))
                return this->search();
            show(std::move(search->found));
        });
}

void JoinOffer::show(std::vector<workspace::Suggestion> found)
{
    std::erase_if(found, [this](const workspace::Suggestion& one) {
        return m_refused.contains({one.run_id, one.part.part_id, one.part.record}) || nameOf(one.run_id).isEmpty()
            || nameOf(one.part).isEmpty();
    });
    m_found = std::move(found);
    showFirst();
}

void JoinOffer::showFirst()
{
    setVisible(!m_found.empty());
    if (m_found.empty())
        return;
    const std::int64_t run = m_found.front().run_id;
    QStringList lines {tr("Part of %1?").arg(nameOf(run))};
    for (const auto reason : {evidence::PartReason::continues, evidence::PartReason::same_records,
             evidence::PartReason::beginning, evidence::PartReason::same_time}) {
        QStringList names;
        for (const workspace::Suggestion& one : m_found)
            if (one.run_id == run && one.reason == reason)
                names << nameOf(one.part);
        if (names.isEmpty())
            continue;
        const auto more = names.size() - kNamed;
        const QString listed = names.mid(0, kNamed).join(tr(", "));
        lines << tr("%1: %2.").arg(more > 0 ? tr("%1 and %2 more").arg(listed).arg(more) : listed,
            text(words::label(reason, m_document.language())));
    }
    m_text->setText(lines.join(QLatin1Char(' ')));
}

QString JoinOffer::nameOf(std::int64_t run) const
{
    const auto found = m_document.workspace().run(run);
    return found.ok() ? text(found->name) : QString();
}

QString JoinOffer::nameOf(const evidence::RunPart& part) const
{
    const auto& workspace = m_document.workspace();
    if (part.role == evidence::PartRole::telemetry) {
        const auto telemetry = workspace.telemetry(part.part_id);
        return telemetry.ok() ? text(telemetry->name) : QString();
    }
    if (part.role != evidence::PartRole::job)
        return nameOf(part.part_id);
    const auto list = workspace.jobList(part.part_id);
    const auto record = static_cast<std::size_t>(part.record);
    return list.ok() && record < list->jobs.size() ? tr("job %1").arg(text(list->jobs[record].job_id)) : QString();
}

void JoinOffer::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        showFirst();
    }
}

void JoinOffer::retranslate()
{
    m_join->setText(tr("&Join to one run"));
    m_later->setText(tr("&Not now"));
    m_join->setToolTip(
        tr("Its records follow those of the run, or are not counted again if they are the same. Undo takes it back."));
}

} // namespace fullscope::ui
