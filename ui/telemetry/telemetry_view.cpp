// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/telemetry/telemetry_view.h"

#include "core/report/telemetry_parts.h"
#include "core/words/text_ids.h"
#include "ui/document/strings.h"
#include "ui/plot/plot_widget.h"
#include "ui/widgets/named.h"
#include "ui/widgets/report_table.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace fullscope::ui {

namespace {

constexpr int kPlotLines = 17; // height in lines of text, so that it grows with the font

} // namespace

TelemetryView::TelemetryView(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_title(named(new QLabel(this), "telemetry_title"))
    , m_problems(named(new QLabel(this), "telemetry_problems"))
    , m_facts(named(new ReportTable(this), "telemetry_facts"))
    , m_devices(named(new ReportTable(this), "telemetry_devices"))
    , m_note(new QLabel(this))
    , m_utilization(named(new PlotWidget(this), "telemetry_utilization"))
    , m_power(named(new PlotWidget(this), "telemetry_power"))
{
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    for (QLabel* label : {m_problems, m_note}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    auto* layout = new QVBoxLayout(this);
    for (QWidget* widget :
        std::initializer_list<QWidget*> {m_title, m_problems, m_facts, m_devices, m_note, m_utilization, m_power})
        layout->addWidget(widget);
    layout->addStretch();
    for (PlotWidget* plot : {m_utilization, m_power})
        plot->setMinimumHeight(kPlotLines * fontMetrics().height());
    setVisible(false);
}

void TelemetryView::show(std::int64_t telemetry_id, const ledger::TelemetryStretch& stretch)
{
    m_id = telemetry_id;
    m_stretch = stretch;
    setVisible(telemetry_id != 0);
    refresh();
}

void TelemetryView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        refresh();
}

void TelemetryView::refresh()
{
    if (m_id == 0)
        return;
    if (const base::Status filled = fill(); !filled.ok())
        emit failed(errorText(filled.error(), m_document.language()));
}

base::Status TelemetryView::fill()
{
    const auto language = m_document.language();
    const auto& workspace = m_document.workspace();
    FS_TRY_VALUE(telemetry, workspace.telemetry(m_id));
    const auto readings = workspace.readings(m_id);
    FS_TRY_VALUE(figures, ledger::telemetryFigures(telemetry, *readings, m_stretch, base::JobContext()));
    m_title->setText(text(telemetry.name));
    QStringList problems;
    for (const auto& problem : figures.problems)
        problems << text(words::sentence(problem, language));
    m_problems->setText(problems.join(QLatin1Char('\n')));
    m_problems->setVisible(!problems.isEmpty());
    m_facts->show(report::telemetryTable(telemetry, figures, language));
    m_devices->show(report::deviceTable(telemetry, figures, language));
    m_note->setText(text(words::say(words::Text::utilization_note, language)));
    for (const auto& [plot, what] :
        {std::pair {m_utilization, report::DevicePlot::utilization}, std::pair {m_power, report::DevicePlot::power}}) {
        FS_TRY_VALUE(spec, report::devicePlot(workspace, telemetry, figures, m_stretch.shift_us, what, language));
        plot->setVisible(!spec.lines.empty());
        plot->show(spec);
    }
    return {};
}

} // namespace fullscope::ui
