// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bench/result_view.h"

#include "core/base/quantity.h"
#include "core/bench/request.h"
#include "core/report/bench_parts.h"
#include "core/report/bench_run_parts.h"
#include "core/words/bench_run_words.h"
#include "ui/document/strings.h"
#include "ui/plot/plot_widget.h"
#include "ui/shell/dialogs.h"
#include "ui/widgets/named.h"
#include "ui/widgets/paragraphs.h"
#include "ui/widgets/report_table.h"
#include "ui/widgets/write_file.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace fullscope::ui {

namespace {

constexpr int kPlotLines = 15; // height in lines of text, so that it grows with the font
constexpr int kOptionWidth = 14; // characters

QLabel* paragraph(const char* name, QWidget* parent)
{
    auto* label = named(new QLabel(parent), name);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

ResultView::ResultView(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_verdict(paragraph("bench_verdict", this))
    , m_cost_notes(paragraph("bench_cost_notes", this))
    , m_problem(paragraph("bench_option_problem", this))
    , m_problems(paragraph("bench_records_problem", this))
    , m_figures(named(new ReportTable(this), "bench_figures"))
    , m_costs(named(new ReportTable(this), "bench_costs"))
    , m_ceilings(named(new ReportTable(this), "bench_ceilings"))
    , m_environment(named(new ReportTable(this), "bench_environment"))
    , m_windows(named(new ReportTable(this), "bench_windows_table"))
    , m_inputs(named(new ReportTable(this), "bench_inputs"))
    , m_table(named(new ReportTable(this), "bench_steps_table"))
    , m_steps(named(new PlotWidget(this), "bench_step_plot"))
    , m_losses(named(new PlotWidget(this), "bench_loss_plot"))
{
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_verdict);
    layout->addWidget(m_problems);
    addTables(layout, {m_figures, m_ceilings});
    for (QWidget* part : std::initializer_list<QWidget*> {makeOptions(), m_problem})
        layout->addWidget(part);
    addTables(layout, {m_costs});
    layout->addWidget(m_cost_notes);
    addTables(layout, {m_inputs});
    layout->addWidget(m_steps);
    layout->addWidget(m_losses);
    addTables(layout, {m_windows, m_table, m_environment});
    layout->addStretch();
    for (PlotWidget* plot : {m_steps, m_losses})
        plot->setMinimumHeight(kPlotLines * fontMetrics().height());
    retranslate();
    setVisible(false);
}

void ResultView::addTables(QVBoxLayout* layout, std::initializer_list<ReportTable*> tables)
{
    for (ReportTable* table : tables) {
        auto* title = new QLabel(this);
        QFont bold = title->font();
        bold.setBold(true);
        title->setFont(bold);
        title->setTextFormat(Qt::PlainText);
        title->setWordWrap(true);
        layout->addWidget(title);
        layout->addWidget(table);
        m_titles.insert(table, title);
    }
}

void ResultView::showTable(ReportTable* into, const report::Table& table)
{
    into->show(table);
    m_titles[into]->setText(text(table.title));
    m_titles[into]->setVisible(!table.rows.empty());
}

QWidget* ResultView::makeOptions()
{
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins({});
    const auto add = [&](QLabel*& label, QLineEdit*& edit, const char* name) {
        label = new QLabel(bar);
        edit = named(new QLineEdit(bar), name);
        edit->setMinimumWidth(kOptionWidth * fontMetrics().averageCharWidth());
        label->setBuddy(edit);
        layout->addWidget(label);
        layout->addWidget(edit);
        connect(edit, &QLineEdit::editingFinished, this, &ResultView::takeOptions);
    };
    add(m_price_label, m_price, "bench_result_price");
    add(m_amortise_label, m_amortise, "bench_result_amortise");
    add(m_peak_label, m_peak, "bench_result_peak");
    layout->addStretch();
    m_save = named(new QPushButton(bar), "bench_save");
    layout->addWidget(m_save);
    connect(m_save, &QPushButton::clicked, this, &ResultView::saveAs);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->hide();
    return bar;
}

void ResultView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        fill();
    }
}

void ResultView::retranslate()
{
    const auto language = m_document.language();
    const auto name = [language](QLabel* label, QLineEdit* edit, const char* member) {
        label->setText(text(words::requestField(member, language)));
        edit->setAccessibleName(label->text());
    };
    name(m_price_label, m_price, "price");
    name(m_amortise_label, m_amortise, "amortise");
    name(m_peak_label, m_peak, "peak");
    m_price->setPlaceholderText(QStringLiteral("$24.69/h"));
    m_amortise->setPlaceholderText(QStringLiteral("50,000"));
    m_peak->setPlaceholderText(QStringLiteral("989 TFLOP/s"));
    m_save->setText(tr("Save as a fi&le…"));
    for (PlotWidget* plot : {m_steps, m_losses})
        if (plot->accessibleName().isEmpty()) // until it shows something
            plot->setAccessibleName(tr("Steps"));
}

void ResultView::show(std::optional<bench::BenchResult> result)
{
    m_result = std::move(result);
    setVisible(m_result.has_value());
    fillOptions();
    fill();
}

void ResultView::fillOptions()
{
    m_problem->hide();
    if (!m_result)
        return;
    const auto& options = m_result->options;
    const auto price
        = m_result->summary.costs ? std::optional(m_result->summary.costs->price_per_h) : options.price_per_h;
    m_price->setText(price ? text(base::formatQuantity(*price, base::Unit::money_per_hour)) : QString());
    m_amortise->setText(options.amortise_steps ? text(base::formatNumber(*options.amortise_steps, 0)) : QString());
    m_peak->setText(
        options.peak_flops ? text(base::formatQuantity(*options.peak_flops, base::Unit::flop_per_s)) : QString());
}

void ResultView::fill()
{
    if (!m_result)
        return;
    const auto language = m_document.language();
    const bench::BenchResult& result = *m_result;
    m_verdict->setText(asHtml(report::benchVerdict(result, language)));
    QStringList problems;
    for (const base::Problem& problem : base::firstOfEachKind(result.problems))
        problems << text(words::sentence(problem, language)).toHtmlEscaped();
    m_problems->setText(problems.join(QStringLiteral("<br>")));
    m_problems->setVisible(!problems.isEmpty());
    showTable(m_figures, report::benchTable(result, language));
    showTable(m_ceilings, report::benchCeilingTable(result, language));
    showTable(m_costs, report::benchCostTable(result, language));
    m_cost_notes->setText(asHtml(report::benchCostNotes(result, language)));
    showTable(m_inputs, report::scenarioInputsTable(result, language));
    const bench::Measurement& measurement = result.measurement;
    m_steps->show(report::benchStepPlot(bench::stepTimesOf(measurement), bench::windowStartsOf(measurement), language));
    m_losses->show(report::benchLossPlot(bench::lossCurveOf(measurement), language));
    m_steps->setVisible(!m_steps->spec().lines.empty());
    m_losses->setVisible(!m_losses->spec().lines.empty());
    showTable(m_windows, report::benchWindowsTable(measurement, language));
    showTable(m_table, report::benchStepsTable(measurement, language));
    showTable(m_environment, report::benchEnvironmentTable(result, language));
}

void ResultView::takeOptions()
{
    if (!m_result)
        return;
    auto options = bench::summaryOptions(utf8(m_price->text()), utf8(m_amortise->text()), utf8(m_peak->text()));
    m_problem->setVisible(!options.ok());
    if (!options.ok()) {
        base::Error error = options.error();
        error.field = words::requestField(error.field, m_document.language());
        m_problem->setText(QStringLiteral("⚠ ") + errorText(error, m_document.language()));
        return;
    }
    const auto& now = m_result->options;
    if (options->price_per_h == now.price_per_h && options->amortise_steps == now.amortise_steps
        && options->peak_flops == now.peak_flops)
        return;
    m_result->options = *std::move(options);
    m_result->summary = bench::summarise(m_result->measurement, m_result->options);
    fill();
    emit optionsChanged();
}

void ResultView::saveAs()
{
    if (!m_result)
        return;
    const QString path = dialogs::saveFile(this, tr("Save the result"), QStringLiteral("benchmark.json"),
        tr("Benchmark results (*.json)"), QStringLiteral("json"));
    if (path.isEmpty())
        return;
    const base::Status written = writeFile(path, QByteArray::fromStdString(bench::writeResult(*m_result)));
    if (!written.ok())
        emit failed(errorText(written.error(), m_document.language()));
}

} // namespace fullscope::ui
