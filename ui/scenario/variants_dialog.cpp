// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scenario/variants_dialog.h"

#include "core/report/case_parts.h"
#include "core/report/uncertainty_parts.h"
#include "ui/document/strings.h"
#include "ui/scenario/scenario_model.h"
#include "ui/shell/dialogs.h"
#include "ui/widgets/named.h"
#include "ui/widgets/report_table.h"
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

using scenario::InputPlace;
using scenario::VariantKind;
using scenario::VariantPlace;

namespace {

constexpr int kWidth = 130, kHeight = 32; // in characters and lines
constexpr int kListWidth = 30, kValueWidth = 18, kInputWidth = 30; // characters

// Every input that a variant of the kind may hold: of the workload, then option by option.
std::vector<InputPlace> placesOf(const scenario::Scenario& scenario, VariantKind kind)
{
    std::vector<InputPlace> places;
    for (const scenario::InputSpec& input : scenario::inputSpecs())
        if (scenario::isWorkload(input.id) && scenario::kindOf(input.id) == kind)
            places.push_back({std::nullopt, input.id});
    for (std::size_t option = 0; option < scenario.options.size(); ++option)
        for (const scenario::InputSpec& input : scenario::inputSpecs())
            if (!scenario::isWorkload(input.id) && scenario::kindOf(input.id) == kind)
                places.push_back({option, input.id});
    return places;
}

} // namespace

VariantsDialog::VariantsDialog(Document& document, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
{
    setObjectName(QStringLiteral("variants_dialog"));
    build();
    connectAll();
    retranslate();
    resize(kWidth * fontMetrics().averageCharWidth(), kHeight * fontMetrics().height());
}

void VariantsDialog::build()
{
    m_list_label = new QLabel(this);
    m_list = named(new QListWidget(this), "variants_list");
    m_list->setMinimumWidth(kListWidth * fontMetrics().averageCharWidth());
    m_list_label->setBuddy(m_list);
    m_add_workload = named(new QPushButton(this), "variants_add_workload");
    m_add_horizon = named(new QPushButton(this), "variants_add_horizon");
    m_rename = named(new QPushButton(this), "variants_rename");
    m_remove = named(new QPushButton(this), "variants_remove");
    auto* left = new QVBoxLayout;
    left->addWidget(m_list_label);
    left->addWidget(m_list, 1);
    for (QPushButton* button : {m_add_workload, m_add_horizon, m_rename, m_remove})
        left->addWidget(button);

    m_empty = named(new QLabel(this), "variants_empty");
    m_empty->setWordWrap(true);
    m_table = named(new ReportTable(this), "variants_table");
    m_input_label = new QLabel(this);
    m_input = named(new QComboBox(this), "variants_input");
    m_input->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_input->setMinimumContentsLength(kInputWidth);
    m_input_label->setBuddy(m_input);
    guardWheel(m_input);
    m_value_label = new QLabel(this);
    m_value = named(new QLineEdit(this), "variants_value");
    m_value->setMinimumWidth(kValueWidth * fontMetrics().averageCharWidth());
    m_value_label->setBuddy(m_value);
    m_set = named(new QPushButton(this), "variants_set");
    m_clear = named(new QPushButton(this), "variants_clear");
    auto* row = new QHBoxLayout;
    row->addWidget(m_input_label);
    row->addWidget(m_input, 1);
    for (QWidget* widget : std::initializer_list<QWidget*> {m_value_label, m_value, m_set, m_clear})
        row->addWidget(widget);
    m_message = named(new QLabel(this), "variants_message");
    m_message->setWordWrap(true);
    m_message->setTextFormat(Qt::PlainText);
    m_message->hide();
    auto* right = new QVBoxLayout;
    right->addWidget(m_empty);
    right->addWidget(m_table, 1);
    right->addStretch();
    right->addLayout(row);
    right->addWidget(m_message);
    auto* layout = new QHBoxLayout(this);
    layout->addLayout(left);
    layout->addLayout(right, 1);
    for (QPushButton* button : {m_add_workload, m_add_horizon, m_rename, m_remove, m_set, m_clear})
        button->setAutoDefault(false);
}

void VariantsDialog::connectAll()
{
    connect(m_list, &QListWidget::currentRowChanged, this, &VariantsDialog::showVariant);
    connect(m_add_workload, &QPushButton::clicked, this, [this] { add(VariantKind::workload); });
    connect(m_add_horizon, &QPushButton::clicked, this, [this] { add(VariantKind::horizon); });
    connect(m_rename, &QPushButton::clicked, this, &VariantsDialog::rename);
    connect(m_remove, &QPushButton::clicked, this, &VariantsDialog::remove);
    connect(m_input, &QComboBox::activated, this, &VariantsDialog::chooseInput);
    connect(m_value, &QLineEdit::returnPressed, this, [this] { set(m_value->text()); });
    connect(m_set, &QPushButton::clicked, this, [this] { set(m_value->text()); });
    connect(m_clear, &QPushButton::clicked, this, [this] { set({}); });
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) {
        const std::size_t at = m_table->givenRow(index);
        const auto found = at < m_places.size() ? std::ranges::find(m_inputs, m_places[at]) : m_inputs.end();
        if (found == m_inputs.end())
            return;
        m_input->setCurrentIndex(static_cast<int>(found - m_inputs.begin()));
        chooseInput();
    });
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (const std::size_t at = m_table->givenRow(index); at < m_places.size())
            emit inputRequested(m_places[at]);
    });
    for (const auto changed : {&Document::comparisonChanged, &Document::opened})
        connect(&m_document, changed, this, &VariantsDialog::refresh);
}

void VariantsDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    refresh();
}

void VariantsDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    refresh();
}

void VariantsDialog::retranslate()
{
    setWindowTitle(tr("Workloads and horizons"));
    m_list_label->setText(tr("&Beside the scenario's own:"));
    m_add_workload->setText(tr("Add &workload…"));
    m_add_workload->setToolTip(tr("Another model or amount of training, e.g. 70B"));
    m_add_horizon->setText(tr("Add &horizon…"));
    m_add_horizon->setToolTip(tr("Another length of time or number of runs, e.g. 3 years"));
    m_rename->setText(tr("Re&name…"));
    m_remove->setText(tr("Re&move"));
    m_input_label->setText(tr("&Input:"));
    m_value_label->setText(tr("&Value:"));
    m_value->setToolTip(tr("As in a cell of the scenario, e.g. 70B, 1,200, 900..1,100"));
    m_set->setText(tr("&Set"));
    m_clear->setText(tr("&As in the scenario"));
    m_table->setToolTip(tr("A click puts the row into the fields below; Enter or a double click shows the input on the "
                           "Scenario page"));
}

std::optional<VariantPlace> VariantsDialog::chosen() const
{
    const int row = m_list->currentRow();
    if (row < 0 || static_cast<std::size_t>(row) >= m_listed.size())
        return std::nullopt;
    return m_listed[static_cast<std::size_t>(row)];
}

std::optional<InputPlace> VariantsDialog::chosenInput() const
{
    const int row = m_input->currentIndex();
    if (row < 0 || static_cast<std::size_t>(row) >= m_inputs.size())
        return std::nullopt;
    return m_inputs[static_cast<std::size_t>(row)];
}

void VariantsDialog::refresh()
{
    if (!isVisible())
        return;
    const auto& scenario = m_document.scenario();
    const int before = m_list->currentRow();
    {
        const QSignalBlocker quiet(m_list);
        m_list->clear();
        m_listed.clear();
        for (const auto kind : {VariantKind::workload, VariantKind::horizon}) {
            const auto& all = variants(scenario, kind);
            for (std::size_t i = 0; i < all.size(); ++i) {
                const QString name = text(all[i].name);
                m_list->addItem(
                    kind == VariantKind::workload ? tr("Workload: %1").arg(name) : tr("Horizon: %1").arg(name));
                m_listed.push_back({kind, i});
            }
        }
        m_list->setCurrentRow(std::min(std::max(0, before), m_list->count() - 1));
    }
    showVariant();
}

void VariantsDialog::showVariant()
{
    const auto variant = chosen();
    const bool isWritable = !m_document.isReadOnly();
    for (QWidget* widget : std::initializer_list<QWidget*> {m_add_workload, m_add_horizon})
        widget->setEnabled(isWritable);
    for (QWidget* widget : std::initializer_list<QWidget*> {m_rename, m_remove, m_input, m_value, m_set, m_clear})
        widget->setEnabled(isWritable && variant.has_value());
    m_places.clear();
    report::InputTable table;
    if (variant)
        table = report::overridesTable(m_document.scenario(),
            variants(m_document.scenario(), variant->kind)[variant->index], m_document.language());
    m_table->setVisible(!table.table.rows.empty());
    m_table->show(table.table);
    m_places = std::move(table.places);
    m_empty->setVisible(m_places.empty());
    m_empty->setText(variant ? tr("Nothing is another here yet. Choose an input below and say what it is.")
                             : tr("The options are looked at under the scenario's own workload and horizon alone. Add "
                                  "others to see them side by side on the Compare page."));
    fillInputs();
}

void VariantsDialog::fillInputs()
{
    const auto variant = chosen();
    const auto before = chosenInput();
    m_inputs = variant ? placesOf(m_document.scenario(), variant->kind) : std::vector<InputPlace>();
    m_input->clear();
    for (const InputPlace& place : m_inputs)
        m_input->addItem(text(report::placeText(m_document.scenario(), place, m_document.language())));
    const auto kept = before ? std::ranges::find(m_inputs, *before) : m_inputs.end();
    if (!m_inputs.empty())
        m_input->setCurrentIndex(kept == m_inputs.end() ? 0 : static_cast<int>(kept - m_inputs.begin()));
    chooseInput();
}

// The field holds what stands there; as a hint, what the scenario has.
void VariantsDialog::chooseInput()
{
    const auto variant = chosen();
    const auto place = chosenInput();
    m_value->clear();
    m_value->setPlaceholderText({});
    m_clear->setEnabled(false);
    if (!variant || !place)
        return;
    const auto& scenario = m_document.scenario();
    const auto unit = scenario::spec(place->input).unit;
    if (const scenario::Value* own = scenario::valueAt(scenario, *place))
        m_value->setPlaceholderText(text(scenario::shownValue(*own, unit, scenario.currency)));
    const auto& values = variants(scenario, variant->kind)[variant->index].values;
    const auto here = values.find(*place);
    m_clear->setEnabled(here != values.end() && !m_document.isReadOnly());
    if (here != values.end())
        m_value->setText(ScenarioModel::editText(&here->second, place->input));
}

void VariantsDialog::add(VariantKind kind)
{
    const bool isWorkload = kind == VariantKind::workload;
    const QString name
        = dialogs::askText(this, isWorkload ? tr("Add workload") : tr("Add horizon"), tr("&Name:"), {}).trimmed();
    if (name.isEmpty() || !check(m_document.addVariant(kind, name)))
        return;
    const VariantPlace added {kind, variants(m_document.scenario(), kind).size() - 1};
    m_list->setCurrentRow(static_cast<int>(std::ranges::find(m_listed, added) - m_listed.begin()));
}

void VariantsDialog::rename()
{
    const auto variant = chosen();
    if (!variant)
        return;
    const QString before = text(variants(m_document.scenario(), variant->kind)[variant->index].name);
    const QString name = dialogs::askText(this, tr("Rename"), tr("&Name:"), before).trimmed();
    if (!name.isEmpty() && name != before)
        check(m_document.renameVariant(*variant, name));
}

void VariantsDialog::remove()
{
    if (const auto variant = chosen())
        check(m_document.removeVariant(*variant));
}

void VariantsDialog::set(const QString& typed)
{
    const auto variant = chosen();
    const auto place = chosenInput();
    if (variant && place)
        check(m_document.setVariantTyped(*variant, *place, typed));
}

bool VariantsDialog::check(const base::Status& status)
{
    m_message->setVisible(!status.ok());
    if (!status.ok())
        m_message->setText(QStringLiteral("⚠ ") + errorText(status.error(), m_document.language()));
    return status.ok();
}

} // namespace fullscope::ui
