// SPDX-License-Identifier: GPL-3.0-or-later
// What the report has, and how its pages look.
#pragma once

#include "core/report/layout.h"
#include "ui/report/printed_report.h"
#include "ui/report/report_file.h"
#include "ui/shell/job_runner.h"
#include "ui/shell/page.h"

#include <QTimer>

#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QVBoxLayout;

namespace fullscope::ui {

class ReportPage final : public Page {
    Q_OBJECT

public:
    explicit ReportPage(Document& document, QWidget* parent = nullptr);
    QString title() const override;
    QString iconName() const override;

    report::Layout layoutOfReport() const; // as chosen on the page
    void setLayoutOfReport(const report::Layout& layout);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeChoices();
    QWidget* makeButtons();
    QWidget* makePreview();
    void retranslate();
    void fillSections(const std::vector<std::string>& chosen); // these first, ticked; empty: all
    void changed(); // the preview follows, after a moment and while it is seen
    void preview();
    void take(const base::Result<ReportContents>& contents);
    void drawNextPage();
    report::ReportRequest request() const;
    void openTemplate();
    void saveTemplate();
    void chooseLogo();
    void exportTo();

    JobRunner m_runner;
    QTimer m_wait, m_draw;
    bool m_stale = true; // what is shown is of another choice or another evidence
    std::unique_ptr<PrintedReport> m_printed;
    std::size_t m_drawn = 0; // pages
    QListWidget* m_sections = nullptr;
    QComboBox *m_form = nullptr, *m_paper = nullptr, *m_language = nullptr;
    QLineEdit *m_company = nullptr, *m_confidential = nullptr, *m_logo = nullptr;
    QLabel *m_form_label = nullptr, *m_paper_label = nullptr, *m_language_label = nullptr, *m_company_label = nullptr,
           *m_confidential_label = nullptr, *m_logo_label = nullptr, *m_sections_label = nullptr, *m_state = nullptr;
    QPushButton *m_choose_logo = nullptr, *m_open = nullptr, *m_save = nullptr, *m_export = nullptr;
    QWidget* m_pages = nullptr;
    QVBoxLayout* m_page_list = nullptr;
};

} // namespace fullscope::ui
