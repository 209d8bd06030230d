// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scenario/cell_panel.h"

#include "core/report/uncertainty_parts.h"
#include "ui/document/strings.h"
#include "ui/plot/plot_widget.h"
#include "ui/scenario/correlation_panel.h"
#include "ui/widgets/named.h"
#include "ui/widgets/provenance_badge.h"

#include <QComboBox>
#include <QDate>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace fullscope::ui {

namespace {

// What a person can say of a figure; measured and billed come from evidence alone.
constexpr evidence::Origin kStated[] = {evidence::Origin::assumed, evidence::Origin::claimed};

constexpr int kLeastOrigin = 8; // characters

// File names are long words: they may be broken after each underscore (zero-width space).
QString breakable(QString label)
{
    return label.replace(QLatin1Char('_'), QStringLiteral("_\u200b"));
}

} // namespace

CellPanel::CellPanel(Document& document, ScenarioModel& model, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_model(model)
    , m_title(named(new QLabel(this), "cell_title"))
    , m_meaning(new QLabel(this))
    , m_distribution(named(new QLabel(this), "cell_distribution"))
    , m_density(named(new PlotWidget(this), "cell_density"))
    , m_correlations(named(new CorrelationPanel(document, this), "cell_correlations"))
    , m_origin_label(new QLabel(this))
    , m_origin(named(new QComboBox(this), "cell_origin"))
    , m_source_label(new QLabel(this))
    , m_source(named(new QLineEdit(this), "cell_source"))
    , m_detail_label(new QLabel(this))
    , m_detail(named(new QLineEdit(this), "cell_detail"))
    , m_offers_label(new QLabel(this))
    , m_offers(named(new QListWidget(this), "cell_offers"))
    , m_use(named(new QPushButton(this), "cell_use"))
{
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setWordWrap(true);
    m_meaning->setWordWrap(true);
    m_distribution->setWordWrap(true);
    m_distribution->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_density->hide();
    connect(m_correlations, &CorrelationPanel::refused, this, &CellPanel::refused);
    m_origin_label->setBuddy(m_origin);
    m_source_label->setBuddy(m_source);
    m_detail_label->setBuddy(m_detail);
    m_offers_label->setBuddy(m_offers);
    // Narrow when the window is.
    m_offers_label->setWordWrap(true);
    m_origin->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_origin->setMinimumContentsLength(kLeastOrigin);
    m_offers->setWordWrap(true);
    m_offers->setAlternatingRowColors(true);
    auto* form = new QFormLayout;
    form->setRowWrapPolicy(QFormLayout::WrapAllRows); // sources are long
    form->addRow(m_origin_label, m_origin);
    form->addRow(m_source_label, m_source);
    form->addRow(m_detail_label, m_detail);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_title);
    layout->addWidget(m_meaning);
    layout->addWidget(m_distribution);
    layout->addWidget(m_density);
    layout->addWidget(m_correlations);
    layout->addLayout(form);
    layout->addWidget(m_offers_label);
    m_offers->setMinimumHeight(6 * fontMetrics().height());
    layout->addWidget(m_offers, 1);
    layout->addWidget(m_use);
    layout->addStretch(); // where nothing is offered
    connect(m_origin, &QComboBox::activated, this, &CellPanel::takeProvenance);
    for (QLineEdit* edit : {m_source, m_detail})
        connect(edit, &QLineEdit::editingFinished, this, [this, edit] {
            if (edit->isModified())
                takeProvenance();
        });
    connect(m_offers, &QListWidget::itemActivated, this, &CellPanel::takeCandidate);
    connect(m_offers, &QListWidget::currentRowChanged, this,
        [this](int row) { m_use->setEnabled(row >= 0 && !m_document.isReadOnly()); });
    connect(m_use, &QPushButton::clicked, this, &CellPanel::takeCandidate);
    retranslate();
    show({});
}

void CellPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        show(m_cell);
    }
}

void CellPanel::retranslate()
{
    m_origin_label->setText(tr("&Origin:"));
    m_source_label->setText(tr("Sou&rce:"));
    m_detail_label->setText(tr("&Why, or where in it:"));
    m_offers_label->setText(tr("What the e&vidence offers for this cell:"));
    m_use->setText(tr("U&se this value"));
}

void CellPanel::show(const ScenarioModel::Cell& cell)
{
    m_cell = cell;
    setEnabled(cell.input.has_value());
    fillCandidates();
    refresh();
}

void CellPanel::refresh()
{
    const auto language = m_document.language();
    const auto& scenario = m_document.scenario();
    QString title = m_cell.input   ? text(words::label(*m_cell.input, language))
        : scenario.options.empty() ? tr("Add an option to begin")
                                   : tr("Select a cell");
    if (m_cell.option && *m_cell.option < scenario.options.size())
        title += QStringLiteral(" · ") + text(scenario.options[*m_cell.option].name);
    m_title->setText(title);
    m_meaning->setText(m_cell.input ? text(words::explanation(*m_cell.input, language)) : QString());
    const scenario::Value* given = m_model.value(m_cell);
    showDistribution(given);
    const bool editable = given != nullptr && !m_document.isReadOnly();
    for (QWidget* widget : std::initializer_list<QWidget*> {m_origin, m_source, m_detail})
        widget->setEnabled(editable);
    fillOrigins();
    const evidence::Provenance provenance = given != nullptr ? given->provenance : evidence::Provenance {};
    for (const auto& [edit, words] : {std::pair {m_source, &provenance.source}, {m_detail, &provenance.detail}}) {
        if (edit->hasFocus() && edit->isModified())
            continue; // someone is writing there
        edit->setText(given != nullptr ? text(*words) : QString());
        edit->setCursorPosition(0);
    }
}

void CellPanel::showDistribution(const scenario::Value* given)
{
    QStringList lines;
    if (given != nullptr)
        for (const std::string& line :
            report::distributionLines(*given, *m_cell.input, m_document.scenario().currency, m_document.language()))
            lines << text(line);
    m_distribution->setText(lines.join(QLatin1Char('\n')));
    m_distribution->setVisible(!lines.isEmpty());
    std::optional<report::PlotSpec> density;
    if (given != nullptr)
        density
            = report::distributionPlot(*given, *m_cell.input, m_document.scenario().currency, m_document.language());
    m_density->setVisible(density.has_value());
    if (density)
        m_density->show(*density);
    m_correlations->show(given != nullptr && given->distribution
            ? std::optional(scenario::InputPlace {m_cell.option, *m_cell.input})
            : std::nullopt);
}

void CellPanel::fillOrigins()
{
    const scenario::Value* given = m_model.value(m_cell);
    m_origin->clear();
    const auto add = [this](evidence::Origin origin) {
        m_origin->addItem(
            provenanceBadge(origin), text(words::label(origin, m_document.language())), static_cast<int>(origin));
    };
    for (const auto origin : kStated)
        add(origin);
    if (given == nullptr)
        return;
    const auto current = static_cast<int>(given->provenance.origin);
    if (m_origin->findData(current) < 0)
        add(given->provenance.origin);
    m_origin->setCurrentIndex(m_origin->findData(current));
}

std::vector<workspace::Candidate> CellPanel::readCandidates()
{
    if (!m_cell.input)
        return {};
    const auto& scenario = m_document.scenario();
    const std::string name
        = m_cell.option && *m_cell.option < scenario.options.size() ? scenario.options[*m_cell.option].name : "";
    auto found = workspace::candidates(m_document.workspace(), *m_cell.input, name, scenario.currency,
        m_document.language(), utf8(QDate::currentDate().toString(Qt::ISODate)));
    if (found.ok())
        return *std::move(found);
    emit refused(errorText(found.error(), m_document.language()));
    return {};
}

void CellPanel::fillCandidates()
{
    m_candidates = readCandidates();
    m_offers->clear();
    m_use->setEnabled(false);
    for (const auto& candidate : m_candidates) {
        const auto unit = scenario::spec(*m_cell.input).unit;
        auto* item = new QListWidgetItem(provenanceBadge(candidate.value.provenance.origin),
            QStringLiteral("%1\n%2").arg(
                text(scenario::shownValue(candidate.value, unit, m_document.scenario().currency)),
                breakable(text(candidate.label))),
            m_offers);
        item->setToolTip(text(candidate.value.provenance.source));
    }
    m_offers_label->setVisible(!m_candidates.empty());
    m_offers->setVisible(!m_candidates.empty());
    m_use->setVisible(!m_candidates.empty());
}

void CellPanel::takeProvenance()
{
    const scenario::Value* given = m_model.value(m_cell);
    if (given == nullptr)
        return;
    scenario::Value value = *given;
    const auto origin = static_cast<evidence::Origin>(m_origin->currentData().toInt());
    if (origin != value.provenance.origin) // no longer the word of a run, a bill or a dated price list
        value.provenance = {};
    value.provenance.origin = origin;
    value.provenance.source = utf8(m_source->text().trimmed());
    value.provenance.detail = utf8(m_detail->text().trimmed());
    m_source->setModified(false);
    m_detail->setModified(false);
    report(m_document.setValue(m_cell.option, *m_cell.input, std::move(value)));
}

void CellPanel::takeCandidate()
{
    const int row = m_offers->currentRow();
    if (!m_cell.input || row < 0 || m_document.isReadOnly())
        return;
    report(m_document.setValue(m_cell.option, *m_cell.input, m_candidates[static_cast<std::size_t>(row)].value));
}

void CellPanel::report(const base::Status& status)
{
    if (!status.ok())
        emit refused(errorText(status.error(), m_document.language()));
}

} // namespace fullscope::ui
