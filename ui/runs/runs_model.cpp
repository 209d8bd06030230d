// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/runs_model.h"

#include "core/report/format.h"
#include "core/words/text_ids.h"
#include "ui/document/strings.h"
#include "ui/shell/table_copy.h"

#include <cmath>

namespace fullscope::ui {

namespace {

constexpr double kNotObservable = -1; // sorts before every real figure

QString orNotObservable(const std::optional<double>& value, base::Unit unit, words::Language language)
{
    return value ? text(base::formatQuantity(*value, unit)) : text(words::say(words::Text::not_observable, language));
}

} // namespace

void RunsModel::show(std::vector<store::RunSummary> runs, words::Language language)
{
    beginResetModel();
    m_runs = std::move(runs);
    m_language = language;
    endResetModel();
}

const store::RunSummary* RunsModel::run(int row) const
{
    return row >= 0 && row < rowCount() ? &m_runs[static_cast<std::size_t>(row)] : nullptr;
}

int RunsModel::rowOf(std::int64_t id) const
{
    for (int row = 0; row < rowCount(); ++row)
        if (run(row)->id == id)
            return row;
    return -1;
}

int RunsModel::rowOf(const QString& file) const
{
    for (std::size_t row = m_runs.size(); row-- > 0;)
        if (!file.isEmpty() && text(m_runs[row].file) == file)
            return static_cast<int>(row);
    return -1;
}

int RunsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_runs.size());
}

int RunsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString RunsModel::shown(const store::RunSummary& run, int column) const
{
    switch (column) {
    case Name:
        return text(run.name);
    case Format:
        return text(run.format);
    case Steps:
        return QStringLiteral("%1 – %2").arg(run.first_step).arg(run.last_step);
    case StepTime:
        return orNotObservable(run.step_time, base::Unit::seconds, m_language);
    case TokensPerS:
        return orNotObservable(run.tokens_per_s, base::Unit::tokens_per_s, m_language);
    case Goodput:
        return orNotObservable(run.goodput, base::Unit::share, m_language);
    case Loss:
        return text(report::lossText(run.last_loss, m_language));
    case Restarts:
        return QString::number(run.restarts);
    case Wall:
        return text(report::wallClock(run.wall_us, m_language));
    default:
        return {};
    }
}

QVariant RunsModel::sorted(const store::RunSummary& run, int column) const
{
    switch (column) {
    case Steps:
        return static_cast<qlonglong>(run.last_step);
    case StepTime:
        return run.step_time.value_or(kNotObservable);
    case TokensPerS:
        return run.tokens_per_s.value_or(kNotObservable);
    case Goodput:
        return run.goodput.value_or(kNotObservable);
    case Loss:
        return std::isfinite(run.last_loss) ? run.last_loss : kNotObservable;
    case Restarts:
        return static_cast<qlonglong>(run.restarts);
    case Wall:
        return static_cast<qlonglong>(run.wall_us);
    default:
        return shown(run, column);
    }
}

QVariant RunsModel::data(const QModelIndex& index, int role) const
{
    const store::RunSummary* summary = index.isValid() ? run(index.row()) : nullptr;
    if (summary == nullptr)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return shown(*summary, index.column());
    case Qt::ToolTipRole:
        return index.column() == Name ? text(summary->file) : shown(*summary, index.column());
    case Qt::UserRole:
    case kRawRole:
        return sorted(*summary, index.column());
    case kSparklineRole: {
        QList<qreal> points;
        for (const float value : summary->sparkline)
            points.push_back(static_cast<qreal>(value));
        return QVariant::fromValue(points);
    }
    case Qt::TextAlignmentRole:
        return int((index.column() <= Format ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Run");
    case Format:
        return tr("Format");
    case Steps:
        return tr("Steps");
    case StepTime:
        return tr("Step time");
    case Sparkline:
        return tr("Step time over the run");
    case TokensPerS:
        return tr("Throughput");
    case Goodput:
        return tr("Goodput");
    case Loss:
        return tr("Last loss");
    case Restarts:
        return tr("Restarts");
    case Wall:
        return tr("Wall-clock");
    default:
        return {};
    }
}

} // namespace fullscope::ui
