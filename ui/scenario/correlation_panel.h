// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace fullscope::ui {

// Which other uncertain inputs an uncertain one moves with: those that do, each to be chosen and changed or taken away,
// and any other to be added. Not there where there is no other one.
class CorrelationPanel final : public QWidget {
    Q_OBJECT

public:
    CorrelationPanel(Document& document, QWidget* parent);
    void show(const std::optional<scenario::InputPlace>& place); // none: of nothing

signals:
    void refused(const QString& message);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void fill();
    void choose(int row);
    void set(bool remove);

    Document& m_document;
    std::optional<scenario::InputPlace> m_place;
    std::vector<scenario::InputPlace> m_others; // as in the box
    std::vector<std::size_t> m_listed; // indices of m_others
    QLabel* m_heading;
    QListWidget* m_list;
    QLabel* m_impossible; // what is wrong with all of them together
    QComboBox* m_other;
    QLabel* m_rank_label;
    QLineEdit* m_rank;
    QPushButton* m_set;
    QPushButton* m_remove;
};

} // namespace fullscope::ui
