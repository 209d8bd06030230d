// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bench/side_by_side_view.h"

#include "core/report/bench_list_parts.h"
#include "core/workspace/benchmark_comparisons.h"
#include "core/workspace/benchmarks.h"
#include "ui/bench/overrides_command.h"
#include "ui/document/strings.h"
#include "ui/shell/dialogs.h"
#include "ui/widgets/named.h"
#include "ui/widgets/paragraphs.h"
#include "ui/widgets/report_table.h"

#include <QDate>
#include <QEvent>
#include <QLabel>
#include <QPointer>
#include <QPushButton>
#include <QUndoStack>
#include <QVBoxLayout>

namespace fullscope::ui {

SideBySideView::SideBySideView(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_said(named(new QLabel(this), "bench_comparison"))
    , m_anyway(named(new QPushButton(this), "bench_anyway"))
    , m_table(named(new ReportTable(this), "bench_side_by_side"))
{
    m_said->setWordWrap(true);
    m_said->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_anyway->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_said);
    layout->addWidget(m_anyway);
    layout->addWidget(m_table);
    layout->addStretch();
    connect(m_anyway, &QPushButton::clicked, this, &SideBySideView::compareAnyway);
    retranslate();
}

void SideBySideView::show(std::vector<std::int64_t> results)
{
    m_results = std::move(results);
    fill();
}

void SideBySideView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        fill();
    }
}

void SideBySideView::retranslate()
{
    m_anyway->setText(tr("Compare them all &the same…"));
    m_anyway->setToolTip(tr("Asks why; the answer is kept, and stands wherever their figures go together"));
}

void SideBySideView::fill()
{
    if (m_results.size() < 2)
        return;
    if (const base::Status filled = fillNow(); !filled.ok())
        emit failed(errorText(filled.error(), m_document.language()));
}

base::Status SideBySideView::fillNow()
{
    const auto language = m_document.language();
    std::vector<report::NamedResult> results;
    std::vector<report::ComparedResult> compared;
    m_refused.clear();
    for (const std::int64_t id : m_results) {
        FS_TRY_VALUE(result, workspace::benchmarkResult(m_document.workspace(), id));
        if (id == m_results.front()) {
            results.push_back({std::string(), std::move(result)}); // the pairs tell its name
            continue;
        }
        FS_TRY_VALUE(pair, workspace::compareBenchmarks(m_document.workspace(), m_results.front(), id));
        results.front().name = pair.first_name;
        results.push_back({pair.second_name, std::move(result)});
        if (!pair.comparison.comparable() && !pair.overridden)
            m_refused.push_back(id);
        compared.push_back({pair.first_name, pair.second_name, pair.comparison, pair.overridden});
    }
    m_said->setText(asHtml(report::benchComparisons(compared, language)));
    m_anyway->setVisible(!m_refused.empty());
    m_anyway->setEnabled(!m_document.isReadOnly());
    m_table->show(report::benchSideBySide(results, language));
    return {};
}

void SideBySideView::compareAnyway()
{
    const QString why = dialogs::askText(this, tr("Compare all the same"),
        tr("Why can these be compared all the same? The answer stands with their figures."), QString());
    if (why.isEmpty())
        return;
    auto& workspace = m_document.workspace();
    const auto before = workspace::benchmarkOverrides(workspace);
    if (!before.ok())
        return emit failed(errorText(before.error(), m_document.language()));
    auto after = before->overrides;
    for (const std::int64_t id : m_refused) {
        const auto pair = workspace::compareBenchmarks(workspace, m_results.front(), id);
        if (!pair.ok())
            return emit failed(errorText(pair.error(), m_document.language()));
        after = bench::withOverride(std::move(after),
            {.first = pair->first_run,
                .second = pair->second_run,
                .note = utf8(why),
                .as_of = utf8(QDate::currentDate().toString(Qt::ISODate))});
    }
    const QPointer<SideBySideView> view(this);
    m_document.undoStack().push(new OverridesCommand(tr("Compare all the same"), before->overrides, std::move(after),
        [view](const std::vector<bench::ComparisonOverride>& overrides) {
            if (!view)
                return;
            auto& into = view->m_document.workspace();
            const auto now = workspace::benchmarkOverrides(into);
            const auto saved = now.ok() ? workspace::saveBenchmarkOverrides(into, overrides, now->version)
                                        : base::Result<std::int64_t>(now.error());
            if (!saved.ok())
                emit view->failed(errorText(saved.error(), view->m_document.language()));
            view->fill();
        }));
}

} // namespace fullscope::ui
