// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/run.h"
#include "core/ledger/stretches.h"
#include "core/words/words.h"

#include <QWidget>

#include <functional>

class QAbstractItemView;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace fullscope::ui {

class StretchesModel;

// The stretches of a run besides plain training: what each was taken for and why; the user says otherwise, or takes
// that back. It changes nothing itself.
class MarksPanel final : public QWidget {
    Q_OBJECT

public:
    explicit MarksPanel(QWidget* parent);

    void show(
        const evidence::Run& run, std::vector<ledger::Stretch> stretches, words::Language language, bool editable);
    const std::vector<ledger::Stretch>& stretches() const { return m_stretches; }
    // The stretch that holds, or begins within `tolerance` of, a point of the band (seconds) or of a plot by step.
    void selectAtTime(double seconds, double tolerance);
    void selectAtStep(double step, double tolerance);

signals:
    void marksChosen(const std::vector<evidence::UserMark>& marks, const QString& label);

protected:
    void changeEvent(QEvent* event) override;

private:
    void build();
    void retranslate();
    void updateButtons();
    void showMenu(const QPoint& position);
    void mark(evidence::MarkAs as);
    void takeBack();
    std::vector<const ledger::Stretch*> selected() const;
    void selectRows(const std::function<bool(const ledger::Stretch&)>& wanted);
    void fitHeight();

    std::vector<ledger::Stretch> m_stretches;
    std::vector<evidence::UserMark> m_shown; // by Stretch::mark
    std::vector<evidence::UserMark> m_marks; // the same, or as chosen since
    words::Language m_language = words::Language::en;
    bool m_editable = false;

    QLabel* m_title = nullptr;
    StretchesModel* m_model = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    QTableView* m_table = nullptr;
    QLabel* m_as_label = nullptr;
    QComboBox* m_as = nullptr;
    QLabel* m_note_label = nullptr;
    QLineEdit* m_note = nullptr;
    QPushButton* m_apply = nullptr;
    QPushButton* m_take_back = nullptr;
};

} // namespace fullscope::ui
