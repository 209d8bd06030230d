// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/printed_report.h"

#include "core/report/html.h"
#include "ui/report/report_blocks.h"

#include <QFile>
#include <QFontMetricsF>
#include <QPainter>

#include <cmath>

namespace fullscope::ui {

namespace {

QImage logoOf(const report::Layout& layout)
{
    const auto bytes = readLogo(layout);
    return bytes.ok() ? QImage::fromData(*bytes) : QImage();
}

} // namespace

PrintedReport::PrintedReport(const report::Report& report)
    : m_title(QString::fromStdString(report.title))
    , m_date(QString::fromStdString(report.made_on))
    , m_confidential(QString::fromStdString(report.layout.confidential))
    , m_look {.chinese = report.language == words::Language::zh_CN,
          .letter = report.layout.paper == report::Paper::letter}
    , m_pages(paginated(reportPieces(report, m_look, logoOf(report.layout)), m_look.height()))
{
}

void PrintedReport::paint(QPainter& painter, std::size_t page) const
{
    for (const PlacedPiece& placed : m_pages[page])
        placed.piece.draw(painter, QPointF(m_look.left(), ReportLook::kTop + placed.y));
    paintFooter(painter, page);
}

// Title, date, confidentiality line, page n / N.
void PrintedReport::paintFooter(QPainter& painter, std::size_t page) const
{
    const double top = m_look.footerTop(), left = m_look.left();
    painter.fillRect(QRectF(left, top, ReportLook::kWidth, 1), m_look.rule);
    const TextLook text = m_look.text(10, m_look.muted);
    const QRectF area(left, top + 8, ReportLook::kWidth, 20);
    const QFontMetricsF metrics(text.font);
    painter.setFont(text.font);
    painter.setPen(text.colour);
    const QString title = metrics.elidedText(m_title, Qt::ElideRight, area.width() * 0.6);
    painter.drawText(
        area, Qt::AlignLeft | Qt::AlignTop, m_date.isEmpty() ? title : title + QStringLiteral(" · ") + m_date);
    painter.drawText(area, Qt::AlignRight | Qt::AlignTop, QStringLiteral("%1 / %2").arg(page + 1).arg(m_pages.size()));
    if (m_confidential.isEmpty())
        return;
    painter.setPen(m_look.warning);
    painter.drawText(area.translated(0, 16), Qt::AlignLeft | Qt::AlignTop,
        metrics.elidedText(m_confidential, Qt::ElideRight, area.width()));
}

QImage PrintedReport::image(std::size_t page, double dots_per_inch) const
{
    const double scale = dots_per_inch / ReportLook::kResolution;
    QImage image((pageSize() * scale).toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing | QPainter::SmoothPixmapTransform);
    painter.scale(scale, scale);
    paint(painter, page);
    return image;
}

std::vector<PrintedReport::Bookmark> PrintedReport::bookmarks() const
{
    std::vector<Bookmark> found;
    for (std::size_t page = 0; page < m_pages.size(); ++page)
        for (const PlacedPiece& placed : m_pages[page])
            if (!placed.piece.bookmark.isEmpty())
                found.push_back({placed.piece.bookmark, page, ReportLook::kTop + placed.y});
    return found;
}

base::Result<QByteArray> readLogo(const report::Layout& layout)
{
    constexpr qint64 kLargest = 4 << 20;
    if (layout.logo.empty())
        return QByteArray();
    const auto refused = [&layout](base::Code code, const std::string& found) {
        return base::Error {
            .code = code, .file = layout.logo, .field = "logo", .found = found, .expected = "PNG, JPEG ≤ 4 MiB"};
    };
    QFile file(QString::fromStdString(layout.logo));
    if (!file.exists())
        return refused(base::Code::file_not_found, layout.logo);
    if (!file.open(QIODevice::ReadOnly))
        return refused(base::Code::bad_value, file.errorString().toStdString());
    QByteArray bytes = file.read(kLargest + 1);
    if (bytes.size() > kLargest)
        return refused(base::Code::bad_value, std::to_string(file.size()) + " bytes");
    const std::string_view view(bytes.constData(), static_cast<std::size_t>(bytes.size()));
    if (report::pictureType(view).empty() || QImage::fromData(bytes).isNull())
        return refused(base::Code::bad_value, layout.logo);
    return bytes;
}

} // namespace fullscope::ui
