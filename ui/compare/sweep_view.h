// SPDX-License-Identifier: GPL-3.0-or-later
// Totals over one input, with the points where options meet; or, over two, how the chosen option compares with the
// baseline. Worked out on a thread of its own.
#pragma once

#include "core/report/question_parts.h"
#include "ui/document/document.h"
#include "ui/shell/job_runner.h"

#include <QWidget>

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QToolButton;

namespace fullscope::ui {

class PlotWidget;

class SweepView final : public QWidget {
    Q_OBJECT

public:
    SweepView(Document& document, QWidget* parent);
    void ask(std::size_t option); // the scenario, the language or the option to look at is another
    bool isCurrent() const { return !m_stale && !m_runner.isRunning(); }

signals:
    void inputRequested(const fullscope::scenario::InputPlace& place);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Axis { // a row of fields
        QLabel* label = nullptr;
        QComboBox* input = nullptr;
        QLabel* range_label = nullptr;
        QLineEdit* range = nullptr; // empty: the usual one
        QToolButton* show = nullptr;
        std::optional<scenario::InputPlace> kept {}; // what was chosen
    };
    struct Asked {
        scenario::Scenario scenario;
        std::size_t option = 0;
        report::RangedPlace x;
        std::optional<report::RangedPlace> y;
    };
    static base::Result<report::PlotSpec> answer(
        const Asked& asked, words::Language language, const base::JobContext& job);

    void addAxis(Axis& axis, const char* name, QGridLayout* layout, int row);
    void retranslate();
    void fillInputs();
    void choose(Axis& axis);
    void showUsual(Axis& axis);
    base::Result<std::optional<report::RangedPlace>> rangedPlace(const Axis& axis) const;
    void refresh();
    void start();
    void show(const base::Result<report::PlotSpec>& plot);

    Document& m_document;
    JobRunner m_runner;
    std::optional<std::size_t> m_option;
    bool m_stale = true;
    Axis m_x, m_y;
    QLabel* m_message = nullptr;
    PlotWidget* m_plot = nullptr;
};

} // namespace fullscope::ui
