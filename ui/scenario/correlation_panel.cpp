// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scenario/correlation_panel.h"

#include "core/analysis/correlations.h"
#include "core/analysis/monte_carlo.h"
#include "core/base/text.h"
#include "core/report/uncertainty_parts.h"
#include "ui/document/strings.h"
#include "ui/widgets/named.h"
#include "ui/widgets/wheel_guard.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace fullscope::ui {

namespace {

constexpr int kLeastOther = 8; // characters
constexpr int kRankWidth = 6;
constexpr int kMostListed = 4; // rows, then it scrolls

const scenario::Correlation* correlationOf(
    const scenario::Scenario& scenario, const scenario::InputPlace& a, const scenario::InputPlace& b)
{
    const auto found = std::ranges::find_if(scenario.correlations, [&](const scenario::Correlation& pair) {
        return (pair.a == a && pair.b == b) || (pair.a == b && pair.b == a);
    });
    return found == scenario.correlations.end() ? nullptr : &*found;
}

} // namespace

CorrelationPanel::CorrelationPanel(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_heading(new QLabel(this))
    , m_list(named(new QListWidget(this), "correlation_list"))
    , m_impossible(named(new QLabel(this), "correlation_impossible"))
    , m_other(named(new QComboBox(this), "correlation_other"))
    , m_rank_label(new QLabel(this))
    , m_rank(named(new QLineEdit(this), "correlation_rank"))
    , m_set(named(new QPushButton(this), "correlation_set"))
    , m_remove(named(new QPushButton(this), "correlation_remove"))
{
    m_heading->setBuddy(m_other);
    m_heading->setWordWrap(true);
    m_list->setWordWrap(true);
    m_impossible->setWordWrap(true);
    m_impossible->setTextFormat(Qt::PlainText);
    guardWheel(m_other);
    m_other->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_other->setMinimumContentsLength(kLeastOther);
    m_rank_label->setBuddy(m_rank);
    m_rank->setMaximumWidth(kRankWidth * fontMetrics().horizontalAdvance(QLatin1Char('0')));
    auto* row = new QHBoxLayout;
    row->addWidget(m_rank_label);
    row->addWidget(m_rank);
    row->addWidget(m_set);
    row->addWidget(m_remove);
    row->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    for (QWidget* widget : std::initializer_list<QWidget*> {m_heading, m_list, m_impossible, m_other})
        layout->addWidget(widget);
    layout->addLayout(row);
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int listed) {
        if (listed >= 0)
            choose(static_cast<int>(m_listed[static_cast<std::size_t>(listed)]));
    });
    connect(m_other, &QComboBox::activated, this, &CorrelationPanel::choose);
    connect(m_rank, &QLineEdit::returnPressed, this, [this] { set(false); });
    connect(m_set, &QPushButton::clicked, this, [this] { set(false); });
    connect(m_remove, &QPushButton::clicked, this, [this] { set(true); });
    retranslate();
    hide();
}

void CorrelationPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    fill();
}

void CorrelationPanel::retranslate()
{
    m_heading->setText(tr("Moves w&ith:"));
    m_list->setAccessibleName(tr("Correlations of this input"));
    m_rank_label->setText(tr("Ran&k:"));
    m_rank->setToolTip(
        tr("Spearman's rank correlation, from −1 to 1; at 1 both share their draws, without one they are independent"));
    m_set->setText(tr("Set"));
    m_remove->setText(tr("Take away"));
}

void CorrelationPanel::show(const std::optional<scenario::InputPlace>& place)
{
    if (place != m_place)
        m_rank->clear();
    m_place = place;
    fill();
}

void CorrelationPanel::fill()
{
    const auto& scenario = m_document.scenario();
    const QVariant chosen = m_other->currentText();
    m_others.clear();
    m_listed.clear();
    m_list->clear();
    m_other->clear();
    if (m_place)
        for (const scenario::InputPlace& other : analysis::uncertainInputs(scenario))
            if (other != *m_place)
                m_others.push_back(other);
    setVisible(!m_others.empty());
    for (std::size_t i = 0; i < m_others.size(); ++i) {
        const QString name = text(report::placeText(scenario, m_others[i], m_document.language()));
        m_other->addItem(name);
        if (const auto* pair = correlationOf(scenario, *m_place, m_others[i])) {
            m_list->addItem(QStringLiteral("%1: %2").arg(name, text(base::formatDouble(pair->rank))));
            m_listed.push_back(i);
        }
    }
    m_list->setVisible(!m_listed.empty());
    const int rows = std::min(kMostListed, m_list->count());
    m_list->setMaximumHeight((2 * rows + 1) * fontMetrics().height()); // a name takes two lines
    const auto possible = analysis::checkCorrelations(scenario);
    m_impossible->setVisible(!possible.ok());
    if (!possible.ok())
        m_impossible->setText(QStringLiteral("⚠ ") + errorText(possible.error(), m_document.language()));
    if (const int before = m_other->findText(chosen.toString()); before >= 0)
        m_other->setCurrentIndex(before);
    if (!m_others.empty())
        choose(std::max(0, m_other->currentIndex()));
}

void CorrelationPanel::choose(int row)
{
    m_other->setCurrentIndex(row);
    const auto* pair = correlationOf(m_document.scenario(), *m_place, m_others[static_cast<std::size_t>(row)]);
    const bool isWriting = m_rank->hasFocus() && m_rank->isModified();
    if (!isWriting)
        m_rank->setText(pair != nullptr ? text(base::formatDouble(pair->rank)) : QString());
    const bool isWritable = !m_document.isReadOnly();
    for (QWidget* widget : std::initializer_list<QWidget*> {m_rank, m_set})
        widget->setEnabled(isWritable);
    m_remove->setEnabled(isWritable && pair != nullptr);
}

void CorrelationPanel::set(bool remove)
{
    const int row = m_other->currentIndex();
    if (!m_place || row < 0)
        return;
    std::optional<double> rank;
    if (!remove) {
        const auto typed = base::parseQuantity(utf8(m_rank->text().trimmed()), base::Unit::one);
        if (!typed.ok()) {
            emit refused(errorText(typed.error(), m_document.language()));
            return;
        }
        rank = typed->value;
    }
    m_rank->setModified(false);
    const auto status = m_document.setCorrelation(*m_place, m_others[static_cast<std::size_t>(row)], rank);
    if (!status.ok())
        emit refused(errorText(status.error(), m_document.language()));
}

} // namespace fullscope::ui
