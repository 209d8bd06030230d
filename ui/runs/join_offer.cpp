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
                m_refused.emplace(run, one.part.part_id);
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
        return m_refused.contains({one.run_id, one.part.part_id}) || nameOf(one.run_id).isEmpty()
            || nameOf(one.part.part_id).isEmpty();
    });
    m_found = std::move(found);
    showFirst();
}

void JoinOffer::showFirst()
{
    setVisible(!m_found.empty());
    if (m_found.empty())
        return;
    const workspace::Suggestion& first = m_found.front();
    QStringList names;
    for (const workspace::Suggestion& one : m_found)
        if (one.run_id == first.run_id)
            names << nameOf(one.part.part_id);
    const auto more = names.size() - kNamed;
    const QString listed = names.mid(0, kNamed).join(tr(", "));
    m_text->setText(tr("%1: %2. %3.")
                        .arg(nameOf(first.run_id),
                            more > 0 ? tr("%1 and %2 more look like parts of this run").arg(listed).arg(more)
                                     : tr("%1 looks like a part of this run").arg(listed),
                            text(words::label(first.reason, m_document.language()))));
}

QString JoinOffer::nameOf(std::int64_t run) const
{
    const auto runs = m_document.workspace().runs();
    if (!runs.ok())
        return {};
    const auto found = std::find_if(runs->begin(), runs->end(), [run](const auto& one) { return one.id == run; });
    return found == runs->end() ? QString() : text(found->name);
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
