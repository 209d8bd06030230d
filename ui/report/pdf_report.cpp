// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/pdf_report.h"

#include "ui/report/report_blocks.h"
#include "ui/widgets/write_file.h"

#include <QBuffer>
#include <QFontMetricsF>
#include <QPainter>
#include <QPdfWriter>

#include <algorithm>

namespace fullscope::ui {

namespace {

// Title, date, page n / N.
void drawFooter(
    QPainter& painter, const report::Report& report, const ReportLook& look, std::size_t page, std::size_t pages)
{
    painter.fillRect(QRectF(ReportLook::kLeft, ReportLook::kFooterTop, ReportLook::kWidth, 1), look.rule);
    const TextLook text = look.text(10, look.muted);
    const QRectF area(ReportLook::kLeft, ReportLook::kFooterTop + 8, ReportLook::kWidth, 20);
    painter.setFont(text.font);
    painter.setPen(text.colour);
    const QString title
        = QFontMetricsF(text.font).elidedText(QString::fromStdString(report.title), Qt::ElideRight, area.width() * 0.6);
    const QString date = QString::fromStdString(report.made_on);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignTop, date.isEmpty() ? title : title + QStringLiteral(" · ") + date);
    painter.drawText(area, Qt::AlignRight | Qt::AlignTop, QStringLiteral("%1 / %2").arg(page).arg(pages));
}

} // namespace

base::Status writePdf(const report::Report& report, const QString& path)
{
    const ReportLook look {.chinese = report.language == words::Language::zh_CN};
    const std::vector<PlacedPage> pages = paginated(reportPieces(report, look), ReportLook::kHeight);
    QByteArray bytes;
    {
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        QPdfWriter pdf(&buffer);
        pdf.setResolution(ReportLook::kResolution);
        pdf.setPageSize(QPageSize(QPageSize::A4));
        pdf.setPageMargins(QMarginsF(0, 0, 0, 0));
        pdf.setTitle(QString::fromStdString(report.title));
        pdf.setCreator(QStringLiteral("Fullscope " FULLSCOPE_VERSION));
        QPainter painter(&pdf);
        for (std::size_t i = 0; i < pages.size(); ++i) {
            if (i > 0)
                pdf.newPage();
            for (const PlacedPiece& placed : pages[i])
                placed.piece.draw(painter, QPointF(ReportLook::kLeft, ReportLook::kTop + placed.y));
            drawFooter(painter, report, look, i + 1, pages.size());
        }
    }
    return writeFile(path, bytes);
}

bool canDraw(words::Language language)
{
    const bool chinese = language == words::Language::zh_CN;
    const QFontMetricsF metrics(printFont(12, chinese));
    const QString needed = chinese ? QStringLiteral("网训练费0%≥") : QStringLiteral("Ag0%≥");
    return std::all_of(needed.begin(), needed.end(), [&metrics](QChar c) { return metrics.inFont(c); });
}

} // namespace fullscope::ui
