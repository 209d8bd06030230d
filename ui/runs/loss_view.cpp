// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/loss_view.h"

#include "core/base/text.h"
#include "core/report/loss_report.h"
#include "core/words/loss_words.h"
#include "core/workspace/compare_loss.h"
#include "ui/document/strings.h"
#include "ui/plot/plot_widget.h"
#include "ui/widgets/named.h"
#include "ui/widgets/paragraphs.h"
#include "ui/widgets/report_table.h"

#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>
#include <utility>

namespace fullscope::ui {

namespace {

constexpr int kPlotLines = 24; // height in lines of text, so that it grows with the font
constexpr int kTargetDigits = 10; // characters

} // namespace

LossView::LossView(Document& document, QWidget* parent)
    : QScrollArea(parent)
    , m_document(document)
{
    setWidgetResizable(true);
    setFrameShape(NoFrame);
    build();
    retranslate();
    for (const auto changed : {&Document::opened, &Document::scenarioChanged})
        connect(&m_document, changed, this, &LossView::showOptions);
}

void LossView::build()
{
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    m_title = named(new QLabel(content), "loss_title");
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setWordWrap(true);
    m_swap = named(new QPushButton(content), "loss_swap");
    m_close = named(new QPushButton(content), "loss_close");
    auto* top = new QHBoxLayout;
    top->addWidget(m_title, 1);
    top->addWidget(m_swap);
    top->addWidget(m_close);
    m_by_label = new QLabel(content);
    m_by = named(new QComboBox(content), "loss_by");
    m_by->addItems({QString(), QString()});
    m_by_label->setBuddy(m_by);
    m_target_label = new QLabel(content);
    m_target_edit = named(new QLineEdit(content), "loss_target");
    m_target_edit->setMaximumWidth(2 * kTargetDigits * fontMetrics().averageCharWidth());
    m_target_edit->setClearButtonEnabled(true);
    m_target_label->setBuddy(m_target_edit);
    m_target_problem = named(new QLabel(content), "loss_target_problem");
    m_target_problem->setWordWrap(true);
    m_target_problem->hide();
    auto* target = new QHBoxLayout;
    target->addWidget(m_by_label);
    target->addWidget(m_by);
    target->addWidget(m_target_label);
    target->addWidget(m_target_edit);
    target->addWidget(m_target_problem, 1);
    target->addStretch();
    m_verdict = named(new QLabel(content), "loss_verdict");
    m_verdict->setWordWrap(true);
    m_verdict->setTextFormat(Qt::RichText);
    m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_plot = named(new PlotWidget(content), "loss_plot");
    m_plot->setMinimumHeight(kPlotLines * fontMetrics().height());
    m_table = named(new ReportTable(content), "loss_table");
    m_differences = named(new ReportTable(content), "loss_differences");
    layout->addLayout(top);
    layout->addLayout(target);
    for (QWidget* widget : std::initializer_list<QWidget*> {m_verdict, m_plot, m_table})
        layout->addWidget(widget);
    layout->addLayout(buildUse(content));
    layout->addWidget(m_differences);
    layout->addStretch();
    setWidget(content);
    connect(m_close, &QPushButton::clicked, this, &LossView::closed);
    connect(m_swap, &QPushButton::clicked, this, &LossView::swap);
    connect(m_by, &QComboBox::activated, this, &LossView::takeLoss);
    connect(m_target_edit, &QLineEdit::editingFinished, this, [this] {
        if (m_target_edit->isModified())
            takeTarget();
    });
}

QFormLayout* LossView::buildUse(QWidget* parent)
{
    m_option_label = new QLabel(parent);
    m_option = named(new QComboBox(parent), "loss_option");
    m_option_label->setBuddy(m_option);
    m_use = named(new QPushButton(parent), "loss_use");
    auto* row = new QHBoxLayout;
    row->addWidget(m_option);
    row->addWidget(m_use);
    row->addStretch();
    auto* form = new QFormLayout;
    form->addRow(m_option_label, row);
    connect(m_use, &QPushButton::clicked, this, &LossView::use);
    return form;
}

void LossView::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    if (!m_target_problem->isHidden())
        takeTarget(); // says it in the other language
    refresh();
}

void LossView::retranslate()
{
    setAccessibleName(tr("Loss of two runs"));
    m_swap->setText(tr("S&wap the runs"));
    m_swap->setToolTip(tr("Compare the first run with the second one instead"));
    m_close->setText(tr("&Back to the run"));
    m_by_label->setText(tr("Compare b&y:"));
    for (const auto of : {ledger::LossOf::training, ledger::LossOf::evaluation})
        m_by->setItemText(static_cast<int>(of), text(words::label(of, m_document.language())));
    m_target_label->setText(tr("Ta&rget loss:"));
    m_target_edit->setPlaceholderText(tr("that both reach"));
    m_target_edit->setToolTip(tr("Empty: the higher of the two final losses, so that both runs reach it"));
    m_option_label->setText(tr("To&ken factor of option:"));
    m_use->setText(tr("&Use in the scenario"));
}

void LossView::show(std::int64_t baseline, std::int64_t candidate)
{
    if (baseline != m_baseline || candidate != m_candidate) {
        m_target.reset();
        m_target_edit->clear();
        m_target_problem->hide();
    }
    m_baseline = baseline;
    m_candidate = candidate;
    refresh();
}

// By evaluations as long as pairs of runs have them.
void LossView::showLosses()
{
    const bool has = workspace::haveEvaluations(m_document.workspace(), m_baseline, m_candidate);
    if (!has)
        m_of = ledger::LossOf::training;
    m_by->setCurrentIndex(static_cast<int>(m_of));
    m_by_label->setVisible(has);
    m_by->setVisible(has);
}

// Losses of another kind have another target.
void LossView::takeLoss()
{
    const auto of = static_cast<ledger::LossOf>(m_by->currentIndex());
    if (of == m_of)
        return;
    m_of = of;
    m_target.reset();
    m_target_edit->clear();
    m_target_problem->hide();
    start();
}

void LossView::refresh()
{
    if (m_baseline == 0 || m_candidate == 0)
        return;
    showLosses();
    start();
}

void LossView::swap()
{
    std::swap(m_baseline, m_candidate);
    start(); // with the same target
}

void LossView::takeTarget()
{
    m_target_edit->setModified(false);
    m_target_problem->hide();
    const QString typed = m_target_edit->text().trimmed();
    const auto target = base::parseDouble(utf8(typed));
    if (!typed.isEmpty() && (!target.ok() || !std::isfinite(*target))) {
        const base::Error error {.code = base::Code::bad_number, .found = utf8(typed), .expected = "decimal number"};
        m_target_problem->setText(QStringLiteral("⚠ ") + errorText(error, m_document.language()));
        m_target_problem->show();
        return;
    }
    m_target = typed.isEmpty() ? std::nullopt : std::optional(*target);
    start();
}

// Latest wins: what is asked for while a comparison runs is started when that one has ended.
void LossView::start()
{
    if (m_runner.isRunning()) {
        m_stale = true;
        m_runner.cancel();
        return;
    }
    m_stale = false;
    auto connection = m_document.workspace().reopen(store::Access::read_only);
    if (!connection.ok()) {
        take(connection.error());
        return;
    }
    const auto result = std::make_shared<std::optional<base::Result<ledger::LossComparison>>>();
    const auto work = [baseline = m_baseline, candidate = m_candidate, target = m_target, of = m_of, result,
                          file = std::shared_ptr(*std::move(connection))](const base::JobContext& job) mutable {
        *result = workspace::compareLoss(*file, baseline, candidate, target, job, of);
        file.reset(); // closed on the thread that used it
    };
    m_runner.start(tr("Comparing the loss of two runs"), work, [this, result] {
        if (m_stale)
            start();
        else if (*result)
            take(**result);
    });
}

void LossView::take(const base::Result<ledger::LossComparison>& result)
{
    if (result.ok()) {
        m_comparison = *result;
    } else {
        m_comparison.reset();
        m_verdict->setText(
            QStringLiteral("<p>⚠ %1</p>").arg(errorText(result.error(), m_document.language()).toHtmlEscaped()));
    }
    showComparison();
}

void LossView::showComparison()
{
    const bool has = m_comparison.has_value();
    for (QWidget* widget : std::initializer_list<QWidget*> {m_plot, m_table, m_swap, m_target_label, m_target_edit})
        widget->setVisible(has);
    m_differences->setVisible(has && !m_comparison->differences.empty());
    showOptions();
    if (!has) {
        m_title->setText(tr("These runs cannot be compared"));
        return;
    }
    const auto language = m_document.language();
    const report::Table table = report::lossTable(*m_comparison, language);
    m_title->setText(text(table.title));
    m_verdict->setText(asHtml(report::lossVerdict(*m_comparison, language)));
    m_plot->show(report::lossComparisonPlot(*m_comparison, language));
    m_table->show(table);
    m_differences->show(report::lossDifferences(*m_comparison, language));
}

void LossView::showOptions()
{
    const auto& options = m_document.scenario().options;
    const auto value = m_comparison ? workspace::tokensFactorValue(*m_comparison, m_document.language()) : std::nullopt;
    const bool offers = value && !options.empty();
    for (QWidget* widget : std::initializer_list<QWidget*> {m_option_label, m_option, m_use})
        widget->setVisible(offers);
    m_use->setEnabled(!m_document.isReadOnly());
    const QString before = m_option->currentText();
    m_option->clear();
    for (const auto& option : options)
        m_option->addItem(text(option.name));
    m_option->setCurrentIndex(std::max(0, m_option->findText(before)));
}

void LossView::use()
{
    const auto value = m_comparison ? workspace::tokensFactorValue(*m_comparison, m_document.language()) : std::nullopt;
    const int option = m_option->currentIndex();
    if (!value || option < 0)
        return;
    const auto status = m_document.setValue(static_cast<std::size_t>(option), scenario::Input::tokens_factor, *value);
    if (!status.ok())
        emit failed(errorText(status.error(), m_document.language()));
}

} // namespace fullscope::ui
