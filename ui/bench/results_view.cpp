// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bench/results_view.h"

#include "core/report/benchmark_parts.h"
#include "core/words/bench_words.h"
#include "core/workspace/benchmark_candidates.h"
#include "core/workspace/benchmark_options.h"
#include "core/workspace/benchmarks.h"
#include "core/workspace/user_catalogue.h"
#include "ui/bench/result_view.h"
#include "ui/bench/side_by_side_view.h"
#include "ui/bench/stored_command.h"
#include "ui/document/strings.h"
#include "ui/shell/dialogs.h"
#include "ui/shell/table_layout.h"
#include "ui/widgets/named.h"
#include "ui/widgets/report_table.h"
#include "ui/widgets/scrolled.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QUndoStack>
#include <QVBoxLayout>

#include <algorithm>

namespace fullscope::ui {

namespace {

constexpr int kLeastRows = 5; // of the list, in lines
enum Details { Nothing, One, Several };

} // namespace

ResultsView::ResultsView(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_model(new ReportTableModel(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(makeButtons());
    auto* splitter = named(new QSplitter(Qt::Vertical, this), "bench_results_splitter");
    splitter->setChildrenCollapsible(false);
    makeTable();
    makeDetails();
    splitter->addWidget(m_table);
    splitter->addWidget(m_details);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 3);
    layout->addWidget(splitter, 1);
    for (const auto changed : {&Document::opened, &Document::evidenceChanged, &Document::languageChanged})
        connect(&m_document, changed, this, &ResultsView::refresh);
    connect(&m_document, &Document::scenarioChanged, this, &ResultsView::updateButtons);
    retranslate();
    refresh();
}

QWidget* ResultsView::makeButtons()
{
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins({});
    m_import = named(new QPushButton(bar), "bench_import");
    m_hint = new QLabel(bar);
    m_remove = named(new QPushButton(bar), "bench_remove");
    layout->addWidget(m_import);
    m_use = named(new QPushButton(bar), "bench_use");
    m_options = named(new QMenu(m_use), "bench_options");
    m_use->setMenu(m_options);
    layout->addWidget(m_hint);
    layout->addStretch(1);
    layout->addWidget(m_use);
    layout->addWidget(m_remove);
    connect(m_import, &QPushButton::clicked, this, &ResultsView::importRequested);
    connect(m_remove, &QPushButton::clicked, this, &ResultsView::remove);
    connect(m_options, &QMenu::aboutToShow, this, &ResultsView::fillOptions);
    return bar;
}

void ResultsView::makeTable()
{
    m_table = named(new QTableView(this), "bench_results");
    m_table->setModel(m_model);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSortIndicatorClearable(true);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    m_table->setSortingEnabled(true);
    m_table->setMinimumHeight(kLeastRows * fontMetrics().height());
    equip(m_table);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ResultsView::showSelected);
}

void ResultsView::makeDetails()
{
    m_details = new QStackedWidget(this);
    m_empty = named(new QLabel(m_details), "bench_empty");
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_details->addWidget(m_empty);
    auto* one = new QWidget(m_details);
    auto* column = new QVBoxLayout(one);
    m_unkept = named(new QLabel(one), "bench_unkept");
    m_unkept->setWordWrap(true);
    m_unkept->hide();
    m_result = named(new ResultView(m_document, one), "bench_result");
    column->addWidget(m_unkept);
    column->addWidget(m_result);
    m_side_by_side = named(new SideBySideView(m_document, m_details), "bench_comparison_view");
    for (QWidget* content : {one, static_cast<QWidget*>(m_side_by_side)}) {
        m_scrolls.push_back(scrolled(content, m_details));
        m_details->addWidget(m_scrolls.back());
    }
    connect(m_result, &ResultView::failed, this, &ResultsView::failed);
    connect(m_result, &ResultView::optionsChanged, this, &ResultsView::keepOptions);
    connect(m_side_by_side, &SideBySideView::failed, this, &ResultsView::failed);
}

void ResultsView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        refresh();
    }
}

void ResultsView::retranslate()
{
    m_import->setText(tr("&Import a result…"));
    m_import->setToolTip(tr("A result that fullscope bench or its worker wrote"));
    m_use->setText(tr("&Use in scenario"));
    m_use->setToolTip(tr("Put the measured values with their intervals into an option of the scenario"));
    m_remove->setText(tr("Rem&ove"));
    m_hint->setText(tr("Select two or more to compare them"));
    m_table->setAccessibleName(tr("Results of the workspace"));
    m_empty->setText(tr("No benchmark yet. Measure on the first tab, or drop a result.json of another machine on the "
                        "window."));
    m_unkept->setText(QStringLiteral("⚠ ") + tr("This workspace cannot be written to: save the result as a file."));
    for (QScrollArea* scroll : m_scrolls)
        scroll->setAccessibleName(tr("One result in full"));
}

void ResultsView::say(const base::Error& error)
{
    emit failed(errorText(error, m_document.language()));
}

// What was selected stays so, where it is still there.
void ResultsView::refresh()
{
    const auto rows = workspace::benchmarkRows(m_document.workspace());
    const std::vector<std::int64_t> before = selected();
    m_rows.clear();
    if (!rows.ok())
        say(rows.error());
    else
        for (const workspace::BenchmarkRow& row : *rows)
            m_rows.push_back(row.summary);
    {
        const QSignalBlocker quiet(m_table->selectionModel());
        const auto catalogue = workspace::catalogueOf(m_document.workspace());
        m_model->show(report::benchmarkList(
            m_rows, catalogue.ok() ? *catalogue : catalogue::Catalogue::builtIn(), m_document.language()));
        const auto* header = m_table->horizontalHeader();
        m_model->sort(header->sortIndicatorSection(), header->sortIndicatorOrder());
        m_table->resizeColumnsToContents();
        for (const std::int64_t id : before)
            select(id);
    }
    m_hint->setVisible(m_rows.size() > 1);
    if (selected().empty() && !m_rows.empty() && m_unkept->isHidden())
        m_table->selectRow(0);
    else
        showSelected();
}

void ResultsView::select(std::int64_t id)
{
    for (int place = 0; place < m_model->rowCount(); ++place)
        if (m_rows[m_model->rowOf(place)].id == id)
            m_table->selectionModel()->select(
                m_model->index(place, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
}

bool ResultsView::showResult(std::int64_t id)
{
    m_table->clearSelection();
    select(id);
    return !selected().empty();
}

std::vector<std::int64_t> ResultsView::selected() const
{
    std::vector<std::int64_t> ids;
    for (int place = 0; place < m_model->rowCount(); ++place)
        if (m_table->selectionModel()->isRowSelected(place, {}) && m_model->rowOf(place) < m_rows.size())
            ids.push_back(m_rows[m_model->rowOf(place)].id);
    return ids;
}

void ResultsView::showSelected()
{
    const std::vector<std::int64_t> ids = selected();
    updateButtons();
    if (ids.size() > 1) {
        m_side_by_side->show(ids);
        m_details->setCurrentIndex(Several);
    } else if (ids.size() == 1) {
        if (const base::Status shown = showOne(ids.front()); !shown.ok())
            say(shown.error());
    } else if (m_unkept->isHidden()) {
        m_shown = 0;
        m_result->show({});
        m_details->setCurrentIndex(Nothing);
    }
}

base::Status ResultsView::showOne(std::int64_t id)
{
    FS_TRY_VALUE(result, workspace::benchmarkResult(m_document.workspace(), id));
    m_shown = id;
    m_unkept->hide();
    m_result->show(std::move(result));
    m_details->setCurrentIndex(One);
    return {};
}

void ResultsView::keep(bench::BenchResult result)
{
    const auto added = m_document.isReadOnly()
        ? base::Result<store::AddedBenchmark>(base::Error {.code = base::Code::store_read_only})
        : workspace::addBenchmark(m_document.workspace(), result);
    if (added.ok()) {
        m_table->clearSelection();
        m_unkept->hide();
        m_document.evidenceWasChanged();
        showResult(added->id);
        if (m_result->result() && m_shown == added->id) { // what could not be used stands with the other problems
            bench::BenchResult shown = *m_result->result();
            shown.problems = std::move(result.problems);
            m_result->show(std::move(shown));
        }
        return;
    }
    if (!result.measurement.kinds.empty() && !m_document.isReadOnly())
        say(added.error());
    m_unkept->setVisible(!result.measurement.kinds.empty());
    m_table->clearSelection();
    m_shown = 0;
    m_result->show(std::move(result));
    m_details->setCurrentIndex(One);
}

void ResultsView::updateButtons()
{
    const bool writable = !m_document.isReadOnly();
    m_import->setEnabled(writable);
    m_remove->setEnabled(writable && !selected().empty());
    m_use->setEnabled(writable && selected().size() == 1 && !m_document.scenario().options.empty());
}

void ResultsView::remove()
{
    Results removed;
    for (const std::int64_t id : selected()) {
        auto stored = m_document.workspace().benchmark(id);
        if (!stored.ok())
            return say(stored.error());
        removed.push_back(*std::move(stored));
    }
    change(tr("Remove a benchmark"), std::move(removed), {});
}

void ResultsView::keepOptions()
{
    if (m_shown == 0 || m_document.isReadOnly() || !m_result->result())
        return;
    auto before = m_document.workspace().benchmark(m_shown);
    auto after = workspace::benchmarkWithOptions(m_document.workspace(), m_shown, m_result->result()->options);
    if (!before.ok() || !after.ok())
        return say(before.ok() ? after.error() : before.error());
    change(tr("Change what a benchmark costs"), {*std::move(before)}, {*std::move(after)});
}

void ResultsView::change(const QString& label, Results before, Results after)
{
    const QPointer<ResultsView> view(this);
    m_document.undoStack().push(
        new StoredCommand(label, std::move(before), std::move(after), [view](const Results& from, const Results& to) {
            if (view)
                view->apply(from, to);
        }));
}

void ResultsView::apply(const Results& from, const Results& to)
{
    base::Status done;
    const auto stays = [&to](const store::StoredBenchmark& one) {
        return std::ranges::any_of(
            to, [&one](const store::StoredBenchmark& other) { return other.summary.id == one.summary.id; });
    };
    for (const store::StoredBenchmark& one : from)
        if (done.ok() && !stays(one))
            done = m_document.workspace().removeBenchmark(one.summary.id);
    for (const store::StoredBenchmark& one : to)
        if (done.ok())
            done = m_document.workspace().putBackBenchmark(one);
    if (!done.ok())
        say(done.error());
    m_document.evidenceWasChanged();
}

// An option's menu: all that the result tells, and each of its figures with what is to be known of it.
void ResultsView::fillOptions()
{
    m_options->clear();
    const auto ids = selected();
    const auto& options = m_document.scenario().options;
    for (std::size_t i = 0; i < options.size() && ids.size() == 1; ++i) {
        QString name = text(options[i].name);
        QMenu* menu = m_options->addMenu(name.replace(QLatin1Char('&'), QStringLiteral("&&")));
        const Measured measured = measuredFor(ids.front(), i);
        // The throughput is of the benchmark's own model and would come before the MFU, which carries over.
        Measured all = measured;
        if (std::ranges::any_of(all, [](const auto& one) { return one.first == scenario::Input::mfu; }))
            std::erase_if(all, [](const auto& one) { return one.first == scenario::Input::tokens_per_s; });
        if (all.size() > 1)
            menu->addAction(all.size() == measured.size() ? tr("All of these") : tr("All but the throughput"), this,
                [this, i, all] { use(i, all); });
        for (const auto& [input, candidate] : measured) {
            QString label
                = QStringLiteral("%1: %2").arg(text(words::label(input, m_document.language())), text(candidate.label));
            menu->addAction(label.replace(QLatin1Char('&'), QStringLiteral("&&")), this,
                [this, i, input = input, candidate = candidate] {
                    use(i, {{input, candidate}});
                });
        }
    }
}

ResultsView::Measured ResultsView::measuredFor(std::int64_t id, std::size_t option)
{
    using scenario::Input;
    Measured out;
    const auto catalogue = workspace::catalogueOf(m_document.workspace());
    if (!catalogue.ok()) {
        say(catalogue.error());
        return out;
    }
    for (const Input input : {Input::tokens_per_s, Input::mfu, Input::first_compile_h}) {
        auto candidate = workspace::benchmarkCandidate(m_document.workspace(), *catalogue, id, input,
            m_document.scenario().options[option].name, m_document.language());
        if (!candidate.ok())
            say(candidate.error());
        else if (*candidate)
            out.emplace_back(input, **std::move(candidate));
    }
    return out;
}

// What is not fit for a scenario by itself needs a word of the user; its provenance says why it is not.
void ResultsView::use(std::size_t option, const Measured& measured)
{
    const auto& result = m_result->result();
    if (!result || option >= m_document.scenario().options.size())
        return;
    if (!result->summary.usable()) {
        const auto answer = dialogs::ask(this, tr("Use it all the same?"),
            tr("These figures are not for a scenario unless you decide so: %1 Use them all the same?")
                .arg(text(words::explanation(result->summary.verdict, m_document.language()))),
            QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
        if (answer != QMessageBox::Yes)
            return;
    }
    scenario::Scenario scenario = m_document.scenario();
    for (const auto& [input, candidate] : measured)
        scenario.options[option].values[input] = candidate.value;
    if (const base::Status done = m_document.replaceScenario(std::move(scenario), tr("Use a benchmark")); !done.ok())
        say(done.error());
}

} // namespace fullscope::ui
