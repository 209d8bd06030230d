// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/problems_model.h"

#include "ui/document/strings.h"
#include "ui/shell/icons.h"
#include "ui/shell/table_copy.h"

#include <QFileInfo>
#include <QLocale>

namespace fullscope::ui {

namespace {

QString iconName(base::Severity severity)
{
    switch (severity) {
    case base::Severity::error:
        return QStringLiteral("error");
    case base::Severity::warning:
        return QStringLiteral("warning");
    case base::Severity::info:
        return QStringLiteral("info");
    }
    return {};
}

// Without file and line, which have columns of their own.
QString bareSentence(base::Problem problem, words::Language language)
{
    problem.what.file.clear();
    problem.what.line = 0;
    return text(words::sentence(problem, language));
}

} // namespace

ProblemsModel::ProblemsModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void ProblemsModel::show(std::vector<base::Problem> problems, words::Language language)
{
    beginResetModel();
    m_problems = std::move(problems);
    m_language = language;
    endResetModel();
}

std::int64_t ProblemsModel::occurrencesOf(base::Severity wanted) const
{
    std::int64_t total = 0;
    for (const base::Problem& entry : m_problems)
        if (entry.severity == wanted)
            total += entry.count;
    return total;
}

QString ProblemsModel::sentenceOf(int row) const
{
    return text(words::sentence(at(row), m_language));
}

QList<QPair<QString, QString>> ProblemsModel::details(int row) const
{
    QList<QPair<QString, QString>> rows;
    for (int column = 0; column < Column::count; ++column) {
        const QString value = column == Column::file ? text(at(row).what.file) : shown(at(row), column);
        if (!value.isEmpty())
            rows << qMakePair(headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), value);
    }
    return rows;
}

int ProblemsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_problems.size());
}

int ProblemsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : Column::count;
}

QString ProblemsModel::shown(const base::Problem& entry, int column) const
{
    switch (static_cast<Column>(column)) {
    case Column::severity:
        return text(words::label(entry.severity, m_language));
    case Column::problem:
        return bareSentence(entry, m_language);
    case Column::file:
        return QFileInfo(text(entry.what.file)).fileName();
    case Column::line:
        return entry.what.line > 0 ? QLocale().toString(static_cast<qlonglong>(entry.what.line)) : QString();
    case Column::field:
        return text(entry.what.field);
    case Column::found:
        return text(entry.what.found);
    case Column::expected:
        return text(entry.what.expected);
    case Column::handling:
        return text(words::label(entry.handling, m_language));
    case Column::occurrences:
        return QLocale().toString(static_cast<qlonglong>(entry.count));
    case Column::count:
        break;
    }
    return {};
}

QVariant ProblemsModel::data(const QModelIndex& index, int role) const
{
    const base::Problem& entry = at(index.row());
    const bool is_number = index.column() == Column::line || index.column() == Column::occurrences;
    const qlonglong number = index.column() == Column::line ? entry.what.line : entry.count;
    switch (role) {
    case Qt::DisplayRole:
        return shown(entry, index.column());
    case Qt::ToolTipRole:
        return index.column() == Column::file ? text(entry.what.file) : shown(entry, index.column());
    case Qt::DecorationRole:
        return index.column() == Column::severity ? QVariant(themedIcon(iconName(entry.severity))) : QVariant();
    case Qt::TextAlignmentRole:
        return is_number ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case kSortRole:
        if (index.column() == Column::severity)
            return static_cast<int>(entry.severity);
        return is_number ? QVariant(number) : QVariant(shown(entry, index.column()));
    case kRawRole:
        if (index.column() == Column::file)
            return text(entry.what.file);
        return is_number && number > 0 ? QVariant(number) : QVariant();
    default:
        return {};
    }
}

QVariant ProblemsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (static_cast<Column>(section)) {
    case Column::severity:
        return tr("Severity");
    case Column::problem:
        return tr("Problem");
    case Column::file:
        return tr("File");
    case Column::line:
        return tr("Line");
    case Column::field:
        return tr("Field");
    case Column::found:
        return tr("Found");
    case Column::expected:
        return tr("Expected");
    case Column::handling:
        return tr("What was done");
    case Column::occurrences:
        return tr("Count");
    case Column::count:
        break;
    }
    return {};
}

} // namespace fullscope::ui
