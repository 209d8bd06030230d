// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QCommandLinkButton;
class QLabel;

namespace fullscope::ui {

// What an empty workspace begins with: three large buttons.
class Welcome final : public QWidget {
    Q_OBJECT

public:
    explicit Welcome(QWidget* parent = nullptr);
    void setCanBenchmark(bool can); // false: the button is not shown

signals:
    void importRequested();
    void sampleRequested();
    void benchmarkRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void showIcons();

    QLabel* m_title;
    QLabel* m_sentence;
    QCommandLinkButton* m_import;
    QCommandLinkButton* m_sample;
    QCommandLinkButton* m_benchmark;
};

} // namespace fullscope::ui
