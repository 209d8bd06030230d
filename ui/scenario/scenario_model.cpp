// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scenario/scenario_model.h"

#include "core/base/text.h"
#include "core/report/format.h"
#include "core/report/uncertainty_parts.h"
#include "core/words/text_ids.h"
#include "ui/document/strings.h"
#include "ui/shell/table_copy.h"
#include "ui/widgets/faint_text.h"
#include "ui/widgets/provenance_badge.h"

#include <QApplication>
#include <QFont>
#include <QPalette>

namespace fullscope::ui {

using scenario::Input;

ScenarioModel::ScenarioModel(Document& document, QObject* parent)
    : QAbstractTableModel(parent)
    , m_document(document)
{
    std::optional<scenario::InputGroup> group;
    for (const auto& spec : scenario::inputSpecs()) {
        if (group != spec.group)
            m_rows.push_back({spec.group, std::nullopt});
        group = spec.group;
        m_rows.push_back({spec.group, spec.id});
    }
    connect(&m_document, &Document::comparisonChanged, this, &ScenarioModel::follow);
    follow();
}

// Options that come, go or are renamed change the columns; a value changes cells alone, so that an open editor stays.
void ScenarioModel::follow()
{
    std::vector<std::string> names;
    for (const auto& option : m_document.scenario().options)
        names.push_back(option.name);
    if (names != m_option_names) {
        beginResetModel();
        m_draft.reset(); // another option may stand in its column
        m_option_names = std::move(names);
        endResetModel();
        return;
    }
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1); // the baseline's mark
}

void ScenarioModel::languageChanged()
{
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
}

QString ScenarioModel::sentence(const base::Error& error) const
{
    return errorText(error, m_document.language());
}

std::optional<Input> ScenarioModel::input(int row) const
{
    return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].input : std::nullopt;
}

bool ScenarioModel::isWorkloadRow(int row) const
{
    const auto which = input(row);
    return which && scenario::isWorkload(*which);
}

bool ScenarioModel::isGiven(int row) const
{
    const auto which = input(row);
    if (!which)
        return false;
    const auto& scenario = m_document.scenario();
    if (scenario.workload.contains(*which))
        return true;
    return std::any_of(scenario.options.begin(), scenario.options.end(),
        [&](const auto& option) { return option.values.contains(*which); });
}

ScenarioModel::Cell ScenarioModel::cell(const QModelIndex& index) const
{
    const auto which = index.isValid() && index.column() >= FirstOption ? input(index.row()) : std::nullopt;
    if (!which)
        return {};
    if (scenario::isWorkload(*which))
        return {which, std::nullopt};
    return {which, static_cast<std::size_t>(index.column() - FirstOption)};
}

const scenario::Value* ScenarioModel::value(const Cell& cell) const
{
    if (!cell.input)
        return nullptr;
    const auto& scenario = m_document.scenario();
    if (cell.option && *cell.option >= scenario.options.size())
        return nullptr;
    const auto& values = cell.option ? scenario.options[*cell.option].values : scenario.workload;
    const auto found = values.find(*cell.input);
    return found == values.end() ? nullptr : &found->second;
}

int ScenarioModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ScenarioModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : FirstOption + static_cast<int>(m_option_names.size());
}

Qt::ItemFlags ScenarioModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
    if (cell(index).input && !m_document.isReadOnly())
        flags |= Qt::ItemIsEditable;
    return flags;
}

QVariant ScenarioModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    if (section == InputName)
        return tr("Input");
    if (section == UnitName)
        return tr("Unit");
    const auto option = static_cast<std::size_t>(section - FirstOption);
    if (option >= m_option_names.size())
        return {};
    const QString name = text(m_option_names[option]);
    return option == m_document.scenario().baseline ? tr("%1 (baseline)").arg(name) : name;
}

QVariant ScenarioModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const auto language = m_document.language();
    if (role == kIsGroupRole)
        return !row.input.has_value();
    if (!row.input) {
        if (role == Qt::DisplayRole && index.column() == InputName)
            return text(words::label(row.group, language));
        if (role == Qt::FontRole) {
            QFont bold;
            bold.setBold(true);
            return bold;
        }
        return role == Qt::BackgroundRole ? QVariant(headingGround(QApplication::palette())) : QVariant();
    }
    if (index.column() == InputName) {
        if (role == Qt::DisplayRole)
            return text(words::label(*row.input, language));
        return role == Qt::ToolTipRole
            ? QVariant(tr("%1 (in files: %2)")
                           .arg(text(words::explanation(*row.input, language)), text(scenario::spec(*row.input).name)))
            : QVariant();
    }
    if (index.column() == UnitName)
        return role == Qt::DisplayRole || role == Qt::ToolTipRole
            ? QVariant(text(base::unitSuffix(scenario::spec(*row.input).unit, m_document.scenario().currency)))
            : QVariant();
    return cellData(cell(index), role);
}

QVariant ScenarioModel::cellData(const Cell& cell, int role) const
{
    const scenario::Value* given = value(cell);
    const auto unit = scenario::spec(*cell.input).unit;
    switch (role) {
    case Qt::DisplayRole: { // what is wrong is not told by its colour alone
        const QString shown = given != nullptr
            ? text(scenario::shownValue(*given, unit, m_document.scenario().currency))
            : text(words::say(words::Text::not_given, m_document.language()));
        return errorAt(cell) != nullptr ? QStringLiteral("⚠ ") + shown : shown;
    }
    case kRawRole:
        if (given != nullptr && given->distribution) // a figure alone would lose its width
            return text(scenario::exactText(*given->distribution));
        return given != nullptr ? QVariant(given->value) : QVariant();
    case Qt::EditRole:
        return editText(given, *cell.input);
    case Qt::DecorationRole:
        return given != nullptr ? QVariant(provenanceBadge(given->provenance.origin)) : QVariant();
    case Qt::ForegroundRole:
        if (errorAt(cell) != nullptr)
            return QColor(0xD5, 0x5E, 0x00);
        return given == nullptr ? QVariant(faintText(QApplication::palette(), QPalette::Text, QPalette::Base))
                                : QVariant();
    case Qt::TextAlignmentRole: // a cell across all options would have its right end out of sight
        return int((cell.option ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
        return tooltip(cell);
    default:
        return {};
    }
}

QString ScenarioModel::editText(const scenario::Value* given, Input which)
{
    if (given == nullptr)
        return {};
    if (!given->typed.empty())
        return text(given->typed);
    if (given->distribution)
        return text(scenario::exactText(*given->distribution));
    if (scenario::spec(which).unit == base::Unit::share)
        return text(base::formatDouble(given->value * 100)) + QStringLiteral("%");
    return text(base::formatDouble(given->value));
}

QString ScenarioModel::tooltip(const Cell& cell) const
{
    const auto language = m_document.language();
    QStringList lines;
    if (const base::Error* error = errorAt(cell))
        lines << sentence(*error);
    if (const scenario::Value* given = value(cell)) {
        if (!given->typed.empty())
            lines << tr("Typed: %1").arg(text(given->typed));
        for (const std::string& line :
            report::distributionLines(*given, *cell.input, m_document.scenario().currency, language))
            lines << text(line);
        if (!given->distribution)
            lines << tr("Exactly: %1").arg(text(base::formatDouble(given->value)));
        lines << text(words::label(given->provenance.origin, language)) + QStringLiteral(" · ")
                + text(report::provenanceText(given->provenance, language));
    } else {
        lines << text(words::explanation(*cell.input, language));
    }
    return lines.join(QLatin1Char('\n'));
}

// The model's complaint about this very input.
const base::Error* ScenarioModel::errorAt(const Cell& cell) const
{
    const auto& comparison = m_document.comparison();
    if (!comparison.ok() || !cell.input)
        return nullptr;
    for (std::size_t i = 0; i < comparison->options.size(); ++i) {
        if (cell.option && *cell.option != i)
            continue;
        const auto& costs = comparison->options[i].costs;
        if (!costs.ok() && costs.error().field == scenario::spec(*cell.input).name)
            return &costs.error();
    }
    return nullptr;
}

// Why a figure is assumed stays when the figure is corrected; a measured, billed, catalogue or claimed figure that is
// typed over is no longer that.
std::optional<evidence::Provenance> ScenarioModel::keptProvenance() const
{
    if (!m_original || m_original->provenance.origin != evidence::Origin::assumed)
        return std::nullopt;
    return m_original->provenance;
}

void ScenarioModel::beginEdit(const QModelIndex& index)
{
    m_edited = cell(index);
    const scenario::Value* given = value(m_edited);
    m_original = given != nullptr ? std::optional(*given) : std::nullopt;
}

base::Status ScenarioModel::setWhileTyping(const QString& typed)
{
    const auto status = m_document.setTyped(m_edited.option, *m_edited.input, typed, keptProvenance(), Edit::typing);
    if (status.ok())
        emit accepted();
    return status;
}

QString ScenarioModel::editedText() const
{
    return editText(m_original ? &*m_original : nullptr, *m_edited.input);
}

bool ScenarioModel::isRefused(const QString& typed)
{
    if (!m_edited.input || typed.trimmed() == editedText())
        return false;
    const auto status = setWhileTyping(typed);
    if (status.ok())
        return false;
    restore();
    emit refused(sentence(status.error()));
    return true;
}

// Ends the row of edits that the typing made.
void ScenarioModel::restore()
{
    const auto status = m_original ? m_document.setValue(m_edited.option, *m_edited.input, *m_original)
                                   : m_document.clearValue(m_edited.option, *m_edited.input);
    if (!status.ok())
        emit refused(sentence(status.error()));
}

void ScenarioModel::cancelEdit()
{
    if (!m_edited.input)
        return;
    restore();
    dropDraft();
    m_edited = {};
    emit accepted(); // what was wrong is given up
}

void ScenarioModel::dropDraft()
{
    if (m_draft && m_draft->cell == m_edited)
        m_draft.reset();
}

QString ScenarioModel::draft(const QModelIndex& index) const
{
    return m_draft && m_draft->cell == cell(index) ? m_draft->typed : QString();
}

bool ScenarioModel::setData(const QModelIndex& index, const QVariant& typed, int role)
{
    const Cell edited = cell(index);
    if (role != Qt::EditRole || !edited.input)
        return false;
    if (m_edited != edited)
        beginEdit(index); // without an editor
    const QString words = typed.toString().trimmed();
    if (words == editedText()) {
        cancelEdit(); // opened and closed: the figure keeps its provenance
        return true;
    }
    const base::Status status = m_document.setTyped(edited.option, *edited.input, words, keptProvenance());
    if (status.ok()) {
        dropDraft();
        emit accepted();
    } else {
        restore();
        m_draft = Draft {edited, words};
        emit refused(sentence(status.error()));
    }
    m_edited = {};
    return status.ok();
}

} // namespace fullscope::ui
