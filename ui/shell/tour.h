// SPDX-License-Identifier: GPL-3.0-or-later
// Five steps through the window, for whoever sees it for the first time. Each frames a part of the window and says what
// it is for; Escape or Skip leaves.
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;
class QRubberBand;

namespace fullscope::ui {

class Tour final : public QFrame {
    Q_OBJECT

public:
    explicit Tour(QWidget* window);
    void start();
    static constexpr int kSteps = 5;

signals:
    void ended();

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override; // the window changes its size

private:
    void showStep(int step);
    void end();
    void retranslate();
    void place();
    QWidget* target() const; // what the step is about; null where it is hidden

    int m_step = 0;
    QLabel* m_count;
    QLabel* m_title;
    QLabel* m_text;
    QPushButton* m_skip;
    QPushButton* m_back;
    QPushButton* m_next;
    QRubberBand* m_frame;
};

} // namespace fullscope::ui
