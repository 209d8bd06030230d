// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/page.h"

class QPushButton;
class QTextEdit;

namespace fullscope::ui {

// The selected thing: its value, unit, where it came from, how it was computed. All of it can be selected and copied.
class Inspector final : public QWidget {
    Q_OBJECT

public:
    explicit Inspector(QWidget* parent = nullptr);

    void show(const Inspection& inspection); // without rows and title: nothing is selected
    QString asText() const; // tab-separated

protected:
    void changeEvent(QEvent* event) override;

private:
    void fill();

    Inspection m_inspection;
    QTextEdit* m_rows;
    QPushButton* m_copy;
};

} // namespace fullscope::ui
