// SPDX-License-Identifier: GPL-3.0-or-later
// The options side by side: key figures, verdict, stacked costs, ladder of scopes, break-even over tokens.
#pragma once

#include "ui/shell/page.h"

class QComboBox;
class QLabel;
class QStackedLayout;

namespace fullscope::ui {

class CasesView;
class EmptyState;
class KpiStrip;
class PlotWidget;
class QuestionsView;
class ReportTable;
class UncertaintyView;

class ComparePage final : public Page {
    Q_OBJECT

public:
    explicit ComparePage(Document& document, QWidget* parent = nullptr);
    QString title() const override;
    QString iconName() const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeContent();
    void showEmptySentence();
    void refresh();
    void refreshScopes();
    void showVerdict();
    void chooseComponent(const QString& option, const QString& component);
    void inspectChosen();
    void leadToInput(const QModelIndex& index);
    QString inputsOf(const std::string& option) const;

    QStackedLayout* m_stack;
    QWidget* m_content = nullptr;
    EmptyState* m_empty;
    QLabel* m_scope_label = nullptr;
    QComboBox* m_scope = nullptr;
    KpiStrip* m_figures = nullptr;
    QLabel* m_verdict = nullptr;
    PlotWidget* m_bars = nullptr;
    ReportTable* m_components = nullptr;
    ReportTable* m_ladder = nullptr;
    PlotWidget* m_lines = nullptr;
    QuestionsView* m_questions = nullptr;
    UncertaintyView* m_uncertainty = nullptr;
    CasesView* m_cases = nullptr;
    QString m_chosen_option; // by name, what the inspector shows; empty = nothing
    analysis::Component m_chosen_component {};
};

} // namespace fullscope::ui
