// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace fullscope::ui {

// What a page shows while it has nothing: a sentence that says what belongs here, and the ways to get it. Or what went
// wrong: a page that cannot be read is not an empty one.
class EmptyState final : public QWidget {
    Q_OBJECT

public:
    explicit EmptyState(QWidget* parent = nullptr);
    void setSentence(const QString& sentence);
    void setProblem(const QString& problem); // in the sentence's place: why nothing can be shown

signals:
    void importRequested();
    void sampleRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void showIcon();

    QLabel* m_icon;
    QLabel* m_sentence;
    QPushButton* m_import;
    QPushButton* m_sample;
};

} // namespace fullscope::ui
