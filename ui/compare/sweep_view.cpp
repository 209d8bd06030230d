// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/sweep_view.h"

#include "core/report/uncertainty_parts.h"
#include "ui/document/strings.h"
#include "ui/plot/plot_widget.h"
#include "ui/shell/actions.h"
#include "ui/widgets/named.h"
#include "ui/widgets/wheel_guard.h"

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

namespace fullscope::ui {

namespace {

constexpr int kPlotLines = 24; // height of the plot in lines of text, so that it grows with the font
constexpr int kRangeWidth = 22, kInputWidth = 44; // characters
constexpr int kEnds = 2; // of a range: all that is asked of one that is typed or shown

// Every figure that is given: of the workload, then option by option.
std::vector<scenario::InputPlace> givenPlaces(const scenario::Scenario& scenario)
{
    std::vector<scenario::InputPlace> places;
    for (const auto& [input, value] : scenario.workload)
        places.push_back({std::nullopt, input});
    for (std::size_t option = 0; option < scenario.options.size(); ++option)
        for (const auto& [input, value] : scenario.options[option].values)
            places.push_back({option, input});
    return places;
}

} // namespace

SweepView::SweepView(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
{
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins({});
    addAxis(m_x, "sweep_x", layout, 0);
    addAxis(m_y, "sweep_y", layout, 1);
    layout->setColumnStretch(5, 1);
    m_message = named(new QLabel(this), "sweep_message");
    m_message->setWordWrap(true);
    m_message->setTextFormat(Qt::PlainText);
    m_message->hide();
    m_plot = named(new PlotWidget(this), "sweep_plot");
    m_plot->setMinimumHeight(kPlotLines * fontMetrics().height());
    layout->addWidget(m_message, 2, 0, 1, 6);
    layout->addWidget(m_plot, 3, 0, 1, 6);
    connect(&m_document, &Document::opened, this, [this] { // another workspace's
        m_x.kept.reset();
        m_y.kept.reset();
        m_x.range->clear();
        m_y.range->clear();
    });
    retranslate();
}

void SweepView::addAxis(Axis& axis, const char* name, QGridLayout* layout, int row)
{
    axis.label = new QLabel(this);
    axis.input = named(new QComboBox(this), name);
    axis.input->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    axis.input->setMinimumContentsLength(kInputWidth);
    axis.label->setBuddy(axis.input);
    guardWheel(axis.input);
    axis.range_label = new QLabel(this);
    axis.range = new QLineEdit(this);
    axis.range->setObjectName(QLatin1String(name) + QStringLiteral("_range"));
    axis.range->setMinimumWidth(kRangeWidth * fontMetrics().averageCharWidth());
    axis.range_label->setBuddy(axis.range);
    axis.show = new QToolButton(this);
    axis.show->setObjectName(QLatin1String(name) + QStringLiteral("_show"));
    int column = 0;
    for (QWidget* widget :
        std::initializer_list<QWidget*> {axis.label, axis.input, axis.range_label, axis.range, axis.show})
        layout->addWidget(widget, row, column++);
    connect(axis.input, &QComboBox::activated, this, [this, &axis] { choose(axis); });
    connect(axis.range, &QLineEdit::textChanged, this, &SweepView::refresh);
    connect(axis.show, &QToolButton::clicked, this, [this, &axis] {
        if (axis.kept)
            emit inputRequested(*axis.kept);
    });
}

void SweepView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void SweepView::retranslate()
{
    m_x.label->setText(tr("&Cost over:"));
    if (m_plot->accessibleName().isEmpty()) // until it shows something
        m_plot->setAccessibleName(withoutMnemonic(m_x.label->text()));
    m_y.label->setText(tr("an&d over:"));
    m_x.range_label->setText(tr("fr&om .. to:"));
    m_y.range_label->setText(tr("fro&m .. to:"));
    for (const Axis* axis : {&m_x, &m_y}) {
        axis->range->setToolTip(tr("Two values, e.g. 10..40; empty: around the value of the scenario"));
        axis->show->setText(tr("Show the input"));
        axis->show->setToolTip(tr("Shows the input on the Scenario page"));
    }
}

void SweepView::ask(std::size_t option)
{
    m_option = option;
    fillInputs();
    refresh();
}

// What was chosen stays where it is still there; else the option's price.
void SweepView::fillInputs()
{
    const auto& scenario = m_document.scenario();
    const auto places = givenPlaces(scenario);
    for (Axis* axis : {&m_x, &m_y}) {
        if (axis->kept && std::ranges::find(places, *axis->kept) == places.end()) {
            axis->kept.reset();
            const QSignalBlocker quiet(axis->range);
            axis->range->clear();
        }
        axis->input->clear();
        if (axis == &m_y)
            axis->input->addItem(tr("– (one input alone)"), -1);
        for (std::size_t i = 0; i < places.size(); ++i)
            axis->input->addItem(
                text(report::placeText(scenario, places[i], m_document.language())), static_cast<int>(i));
    }
    if (!m_x.kept && !places.empty()) {
        const scenario::InputPlace price {m_option, scenario::Input::price_per_h};
        m_x.kept = std::ranges::find(places, price) != places.end() ? price : places.front();
    }
    for (const Axis* axis : {&m_x, &m_y}) {
        const auto place = axis->kept ? std::ranges::find(places, *axis->kept) - places.begin() : -1;
        axis->input->setCurrentIndex(axis->input->findData(static_cast<int>(place)));
    }
    showUsual(m_x);
    showUsual(m_y);
}

void SweepView::choose(Axis& axis)
{
    const auto places = givenPlaces(m_document.scenario());
    const auto place = axis.input->currentData().toInt();
    axis.kept.reset();
    if (place >= 0 && static_cast<std::size_t>(place) < places.size())
        axis.kept = places[static_cast<std::size_t>(place)];
    const QSignalBlocker quiet(axis.range); // it was one of the other input
    axis.range->clear();
    showUsual(axis);
    refresh();
}

void SweepView::showUsual(Axis& axis)
{
    axis.range->setEnabled(axis.kept.has_value());
    axis.show->setEnabled(axis.kept.has_value());
    axis.range->setPlaceholderText({});
    if (!axis.kept)
        return;
    const auto& scenario = m_document.scenario();
    const auto usual = analysis::usualRange(scenario, *axis.kept, kEnds);
    if (!usual.ok())
        return;
    const auto shown = [&](double value) {
        return text(base::formatQuantity(value, scenario::spec(axis.kept->input).unit, scenario.currency));
    };
    axis.range->setPlaceholderText(QStringLiteral("%1 .. %2").arg(shown(usual->from), shown(usual->to)));
}

base::Result<std::optional<report::RangedPlace>> SweepView::rangedPlace(const Axis& axis) const
{
    if (!axis.kept)
        return std::optional<report::RangedPlace>();
    report::RangedPlace place {*axis.kept};
    const std::string typed = utf8(axis.range->text().trimmed());
    if (!typed.empty()) {
        FS_TRY_VALUE(range, analysis::parseRange(typed, axis.kept->input, m_document.scenario().currency, kEnds));
        place.range = range;
    }
    return std::optional(place);
}

void SweepView::refresh()
{
    m_stale = true;
    m_plot->setEnabled(false);
    if (m_option)
        start();
}

// Latest wins: what is asked for while an answer is worked out is started when that one has ended.
void SweepView::start()
{
    if (m_runner.isRunning()) {
        m_runner.cancel();
        return;
    }
    const auto x = rangedPlace(m_x), y = rangedPlace(m_y);
    if (!x.ok() || !y.ok()) {
        show(x.ok() ? y.error() : x.error());
        return;
    }
    if (!x->has_value())
        return;
    m_stale = false;
    const auto plot = std::make_shared<base::Result<report::PlotSpec>>(base::Error {});
    const auto work
        = [plot, language = m_document.language(), asked = Asked {m_document.scenario(), *m_option, **x, *y}](
              const base::JobContext& job) { *plot = answer(asked, language, job); };
    m_runner.start(tr("Looking at ranges"), work, [this, plot] {
        if (m_stale)
            start();
        else
            show(*plot);
    });
}

base::Result<report::PlotSpec> SweepView::answer(
    const Asked& asked, words::Language language, const base::JobContext& job)
{
    if (!asked.y)
        return report::sweepPlot(asked.scenario, asked.x.place, asked.x.range, language);
    return report::heatMapPlot(asked.scenario, asked.option, asked.x, *asked.y, language, job);
}

void SweepView::show(const base::Result<report::PlotSpec>& plot)
{
    m_message->setVisible(!plot.ok());
    m_plot->setEnabled(plot.ok());
    if (plot.ok())
        m_plot->show(*plot);
    else
        m_message->setText(QStringLiteral("⚠ ") + errorText(plot.error(), m_document.language()));
}

} // namespace fullscope::ui
