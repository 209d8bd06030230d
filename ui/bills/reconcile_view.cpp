// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bills/reconcile_view.h"

#include "core/report/reconciliation_parts.h"
#include "core/workspace/reconcile.h"
#include "ui/bills/run_facts_form.h"
#include "ui/document/strings.h"
#include "ui/plot/plot_widget.h"
#include "ui/widgets/named.h"
#include "ui/widgets/paragraphs.h"
#include "ui/widgets/report_table.h"
#include "ui/widgets/wheel_guard.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPointer>
#include <QUndoStack>
#include <QVBoxLayout>

namespace fullscope::ui {

namespace {

constexpr int kPlotLines = 24; // height in lines of text, so that it grows with the font
constexpr std::size_t kMostListed = 200; // stretches; the command line has all

} // namespace

ReconcileView::ReconcileView(Document& document, QWidget* parent)
    : QScrollArea(parent)
    , m_document(document)
{
    setWidgetResizable(true);
    setFrameShape(NoFrame);
    build();
    retranslate();
    connect(&m_document, &Document::opened, this, [this] { // another workspace's
        m_all.reset();
        m_notes->clear();
        showAll();
    });
}

void ReconcileView::build()
{
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    m_notes = named(new QLabel(content), "reconcile_notes");
    m_notes->setWordWrap(true);
    m_notes->setTextFormat(Qt::RichText);
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_types = named(new ReportTable(content), "reconcile_types");
    m_type_label = new QLabel(content);
    m_type = named(new QComboBox(content), "reconcile_shown_type");
    guardWheel(m_type);
    m_type_label->setBuddy(m_type);
    m_type->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* choice = new QHBoxLayout;
    choice->addWidget(m_type_label);
    choice->addWidget(m_type);
    choice->addStretch();
    m_calendar = named(new PlotWidget(content), "reconcile_calendar");
    m_calendar->setMinimumHeight(kPlotLines * fontMetrics().height());
    m_without_bill = named(new ReportTable(content), "reconcile_without_bill");
    m_form = named(new RunFactsForm(m_document, content), "reconcile_form");
    m_without_run = named(new ReportTable(content), "reconcile_without_run");
    m_counted = named(new ReportTable(content), "reconcile_counted");
    m_slots = named(new ReportTable(content), "reconcile_slots");
    layout->addWidget(m_types);
    layout->addWidget(m_notes);
    layout->addLayout(choice);
    for (QWidget* widget :
        std::initializer_list<QWidget*> {m_calendar, m_without_bill, m_form, m_without_run, m_counted, m_slots}) {
        if (auto* table = qobject_cast<ReportTable*>(widget))
            layout->addWidget(makeHeading(table));
        layout->addWidget(widget);
    }
    layout->addStretch();
    setWidget(content);
    connect(m_without_bill, &QTableView::clicked, this, [this](const QModelIndex& index) {
        m_form->choose(index.siblingAtColumn(0).data().toLongLong()); // what may explain it is offered there
    });
    connect(m_type, &QComboBox::activated, this, &ReconcileView::showType);
    connect(m_form, &RunFactsForm::stated, this, &ReconcileView::pushFacts);
}

QLabel* ReconcileView::makeHeading(ReportTable* table)
{
    auto* heading = new QLabel(table->parentWidget());
    heading->setTextFormat(Qt::PlainText);
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    m_headings.insert(table, heading);
    return heading;
}

// Without rows nothing of it is shown.
void ReconcileView::showTable(ReportTable* table, const report::Table& rows)
{
    table->show(rows);
    table->setVisible(!rows.rows.empty());
    m_headings.value(table)->setText(text(rows.title));
    m_headings.value(table)->setVisible(!rows.rows.empty());
}

void ReconcileView::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    showAll();
}

void ReconcileView::showEvent(QShowEvent* event)
{
    QScrollArea::showEvent(event);
    if (m_stale)
        start();
}

void ReconcileView::retranslate()
{
    setAccessibleName(tr("Bills against runs"));
    m_type_label->setText(tr("Sho&wn type:"));
}

void ReconcileView::refresh()
{
    m_stale = true;
    if (isVisible())
        start();
}

// Latest wins: what is asked for while a reconciliation runs is started when that one has ended.
void ReconcileView::start()
{
    if (m_runner.isRunning()) {
        m_stale = true;
        m_runner.cancel();
        return;
    }
    m_stale = false;
    auto connection = m_document.workspace().reopen(store::Access::read_only);
    if (!connection.ok())
        return take(connection.error());
    const auto result = std::make_shared<std::optional<base::Result<ledger::BillsAndRuns>>>();
    const auto work = [result, file = std::shared_ptr(*std::move(connection))](const base::JobContext& job) mutable {
        *result = workspace::reconcile(*file, {}, job);
        file.reset(); // closed on the thread that used it
    };
    m_runner.start(tr("Holding bills against runs"), work, [this, result] {
        if (m_stale)
            start();
        else if (*result)
            take(**result);
    });
}

void ReconcileView::take(const base::Result<ledger::BillsAndRuns>& result)
{
    m_all = result.ok() ? std::optional(*result) : std::nullopt;
    if (!result.ok()) {
        const QString problem = errorText(result.error(), m_document.language());
        m_notes->setText(QStringLiteral("<p>⚠ %1</p>").arg(problem.toHtmlEscaped()));
        emit failed(problem);
    }
    showAll();
}

void ReconcileView::showAll()
{
    const bool has_types = m_all && !m_all->result.types.empty();
    for (QWidget* widget : std::initializer_list<QWidget*> {m_types, m_type_label, m_type, m_calendar})
        widget->setVisible(has_types);
    if (!has_types)
        showTable(m_slots, {});
    if (!m_all) {
        m_form->setVisible(false);
        for (ReportTable* table : {m_without_bill, m_without_run, m_counted})
            showTable(table, {});
        return;
    }
    const auto language = m_document.language();
    m_notes->setText(asHtml(report::reconciliationNotes(*m_all, language)));
    m_types->show(report::reconciliationTable(*m_all, language));
    showTable(m_without_bill, report::runsWithoutBillTable(m_all->result, language));
    showTable(m_without_run, report::billedWithoutRunTable(m_all->result, language, kMostListed));
    showTable(m_counted, report::countedRunsTable(*m_all, language));
    m_form->show(*m_all);
    const QString before = m_type->currentText();
    m_type->clear();
    for (const auto& type : m_all->result.types)
        m_type->addItem(text(type.instance_type));
    m_type->setCurrentIndex(std::max(0, m_type->findText(before)));
    showType();
}

void ReconcileView::showType()
{
    const int row = m_type->currentIndex();
    if (!m_all || row < 0)
        return;
    const ledger::ReconciledType& type = m_all->result.types[static_cast<std::size_t>(row)];
    m_calendar->show(report::calendarBars(type, m_document.language()));
    showTable(m_slots, report::slotTable(type, m_document.language()));
}

// On the stack of the whole window; undo and redo are jobs like the first doing.
void ReconcileView::pushFacts(std::int64_t run_id, const FactsCommand::Facts& before, const FactsCommand::Facts& after)
{
    const auto apply = [view = QPointer(this), run_id](const FactsCommand::Facts& facts) {
        if (view)
            emit view->workRequested(tr("Working out the time ledger"),
                [run_id, facts](store::WorkspaceFile& workspace, const base::JobContext& job) -> base::Status {
                    for (const auto& [name, value] : facts)
                        FS_TRY(workspace.setFact(run_id, name, value, job));
                    return {};
                });
    };
    m_document.undoStack().push(new FactsCommand(before, after, tr("State the instances of a run"), apply));
}

} // namespace fullscope::ui
