// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/workspace_file.h"
#include "core/words/words.h"

#include <QAbstractTableModel>

namespace fullscope::ui {

// The list of runs. Figures sort by value (Qt::UserRole), not by their text; the sparkline is under kSparklineRole.
class RunsModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Format, Steps, StepTime, Sparkline, TokensPerS, Goodput, Loss, Restarts, Wall, ColumnCount };
    static constexpr int kSparklineRole = Qt::UserRole + 1;

    using QAbstractTableModel::QAbstractTableModel;
    void show(std::vector<store::RunSummary> runs, words::Language language);
    const store::RunSummary* run(int row) const;
    int rowOf(std::int64_t id) const; // -1 = gone
    int rowOf(const QString& file) const; // the last one that came from there, -1 = none

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString shown(const store::RunSummary& run, int column) const;
    QVariant sorted(const store::RunSummary& run, int column) const;

    std::vector<store::RunSummary> m_runs;
    words::Language m_language = words::Language::en;
};

} // namespace fullscope::ui
