// SPDX-License-Identifier: GPL-3.0-or-later
// A report laid out on pages, to be printed or shown.
#pragma once

#include "core/report/report.h"
#include "ui/report/page_flow.h"
#include "ui/report/report_look.h"

#include <QImage>
#include <QString>

class QPainter;

namespace fullscope::ui {

class PrintedReport {
public:
    // The layout's logo is read here; one that cannot be read is left out (readLogo() says why). Needs a QApplication.
    explicit PrintedReport(const report::Report& report);

    std::size_t pages() const { return m_pages.size(); }
    QSizeF pageSize() const { return m_look.page(); } // 1/96 inch
    // The painter's device has ReportLook::kResolution, or the painter is scaled.
    void paint(QPainter& painter, std::size_t page) const;
    QImage image(std::size_t page, double dots_per_inch) const;

    struct Bookmark {
        QString title;
        std::size_t page = 0;
        double y = 0; // from the top of the page, 1/96 inch
    };
    std::vector<Bookmark> bookmarks() const; // headings of sections

private:
    void paintFooter(QPainter& painter, std::size_t page) const;

    QString m_title, m_date, m_confidential;
    ReportLook m_look;
    std::vector<PlacedPage> m_pages;
};

// The bytes of the layout's picture; empty where there is none. Errors: file_not_found, bad_value (no PNG or JPEG, or
// too large).
base::Result<QByteArray> readLogo(const report::Layout& layout);

} // namespace fullscope::ui
