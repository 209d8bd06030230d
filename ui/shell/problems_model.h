// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/problem.h"
#include "core/words/words.h"

#include <QAbstractTableModel>

namespace fullscope::ui {

class ProblemsModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { severity, problem, file, line, field, found, expected, handling, occurrences, count };
    static constexpr int kSortRole = Qt::UserRole + 1;

    explicit ProblemsModel(QObject* parent = nullptr);

    void show(std::vector<base::Problem> problems, words::Language language);
    const base::Problem& at(int row) const { return m_problems[static_cast<std::size_t>(row)]; }
    std::int64_t occurrencesOf(base::Severity severity) const;
    QString sentenceOf(int row) const;
    // (what, value) of one row, for its details.
    QList<QPair<QString, QString>> details(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString shown(const base::Problem& problem, int column) const;

    std::vector<base::Problem> m_problems;
    words::Language m_language = words::Language::en;
};

} // namespace fullscope::ui
