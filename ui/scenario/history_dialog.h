// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/scenario_parts.h"
#include "ui/document/document.h"

#include <QDialog>

#include <map>

class QComboBox;
class QLabel;
class QPushButton;
class QTabWidget;

namespace fullscope::ui {

class PlotWidget;
class ReportTable;

// Versions of the scenario: what changed between two of them and did to the totals, the way back to one; and what the
// figures rest on. It stands beside the window and follows it.
class HistoryDialog final : public QDialog {
    Q_OBJECT

public:
    HistoryDialog(Document& document, QWidget* parent);

signals:
    void inputRequested(const fullscope::scenario::InputPlace& place);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void build();
    void retranslate();
    void leadToInputs(ReportTable* table, const std::vector<scenario::InputPlace>& places);
    void refresh();
    void fillVersions();
    void plotVersions();
    void chooseVersion(double version, double tolerance);
    void compare();
    void showAssumptions();
    void goBack();
    void refuse(const base::Error& error);

    Document& m_document;
    std::vector<store::ScenarioVersion> m_versions; // newest first
    std::map<std::int64_t, scenario::Scenario> m_read; // versions never change
    QTabWidget* m_tabs = nullptr;
    PlotWidget* m_plot = nullptr;
    QLabel* m_before_label = nullptr;
    QComboBox* m_before = nullptr;
    QLabel* m_after_label = nullptr;
    QComboBox* m_after = nullptr;
    QPushButton* m_back = nullptr;
    QLabel* m_notes = nullptr;
    ReportTable* m_changes = nullptr;
    ReportTable* m_assumptions = nullptr;
    std::vector<scenario::InputPlace> m_changed_places, m_assumed_places; // of the rows
};

} // namespace fullscope::ui
