// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_export.h"

#include "ui/plot/plot_style.h"
#include "ui/plot/plot_widget.h"
#include "ui/shell/dialogs.h"
#include "ui/widgets/write_file.h"

#include <QBuffer>
#include <QClipboard>
#include <QFileInfo>
#include <QFontMetrics>
#include <QGuiApplication>
#include <QMimeData>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <cmath>

namespace fullscope::ui {

namespace {

constexpr int kResolution = 96; // units per inch in which plots are laid out
constexpr double kWidth = 680; // 18 cm, what a page of A4 has room for
constexpr double kMargin = 12;

QString titleOf(const report::PlotSpec& spec)
{
    return QString::fromStdString(spec.title);
}

double titleHeight(const report::PlotSpec& spec, const QFont& font)
{
    if (spec.title.empty())
        return 0;
    const QRect room(0, 0, static_cast<int>(kWidth - 2 * kMargin), 10000);
    return QFontMetrics(font).boundingRect(room, Qt::TextWordWrap, titleOf(spec)).height() + 8;
}

QSizeF sizeOf(const report::PlotSpec& spec)
{
    const PlotStyle style = PlotStyle::print(isChinese(spec));
    const double inner = kWidth - 2 * kMargin;
    const double height = titleHeight(spec, style.titleFont) + PlotWidget::printHeight(spec, inner);
    return {kWidth, std::ceil(height + 2 * kMargin)};
}

void paintAll(QPainter& painter, const report::PlotSpec& spec, const QSizeF& size)
{
    const PlotStyle style = PlotStyle::print(isChinese(spec));
    painter.fillRect(QRectF(QPointF(0, 0), size), style.background);
    const double title = titleHeight(spec, style.titleFont);
    painter.translate(kMargin, kMargin);
    painter.setFont(style.titleFont);
    painter.setPen(style.text);
    painter.drawText(QRectF(0, 0, size.width() - 2 * kMargin, title), Qt::TextWordWrap, titleOf(spec));
    painter.translate(0, title);
    PlotWidget::paint(painter, spec, {size.width() - 2 * kMargin, size.height() - 2 * kMargin - title});
}

} // namespace

QImage plotImage(const report::PlotSpec& spec)
{
    constexpr double kScale = 300.0 / kResolution;
    constexpr int kDotsPerMeter = 11811; // 300 per inch
    const QSizeF size = sizeOf(spec);
    QImage image((size * kScale).toSize(), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(kScale, kScale);
    paintAll(painter, spec, size);
    painter.end();
    image.setDotsPerMeterX(kDotsPerMeter);
    image.setDotsPerMeterY(kDotsPerMeter);
    return image;
}

QByteArray plotPng(const report::PlotSpec& spec)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    plotImage(spec).save(&buffer, "PNG");
    return bytes;
}

QByteArray plotSvg(const report::PlotSpec& spec)
{
    const QSizeF size = sizeOf(spec);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator svg;
    svg.setOutputDevice(&buffer);
    svg.setResolution(kResolution);
    svg.setSize(size.toSize());
    svg.setViewBox(QRectF(QPointF(0, 0), size));
    // Qt 6.4 writes both as they are, and they hold names out of files.
    svg.setTitle(titleOf(spec).toHtmlEscaped());
    svg.setDescription(QString::fromStdString(spec.description).toHtmlEscaped());
    QPainter painter(&svg);
    paintAll(painter, spec, size);
    painter.end();
    return bytes;
}

QByteArray plotPdf(const report::PlotSpec& spec)
{
    const QSizeF size = sizeOf(spec);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setResolution(kResolution);
    pdf.setPageSize(QPageSize(size / kResolution, QPageSize::Inch, QString(), QPageSize::ExactMatch));
    pdf.setPageMargins(QMarginsF(0, 0, 0, 0));
    pdf.setTitle(titleOf(spec));
    pdf.setCreator(QStringLiteral("Fullscope"));
    QPainter painter(&pdf);
    paintAll(painter, spec, size);
    painter.end();
    return bytes;
}

void PlotWidget::copyPicture() const
{
    auto* mime = new QMimeData;
    mime->setImageData(plotImage(spec()));
    mime->setData(QStringLiteral("image/svg+xml"), plotSvg(spec()));
    QGuiApplication::clipboard()->setMimeData(mime);
}

void PlotWidget::copyData() const
{
    QGuiApplication::clipboard()->setText(QString::fromStdString(report::toTsv(spec())));
}

void PlotWidget::exportByDialog()
{
    const QString proposal = QString::fromStdString(spec().id) + QStringLiteral(".png");
    const QString path = dialogs::saveFile(
        this, tr("Export plot"), proposal, tr("Pictures and data (*.png *.svg *.pdf *.csv)"), QStringLiteral(".png"));
    QString message;
    if (!path.isEmpty() && !exportTo(path, &message))
        dialogs::fail(this, tr("Export plot"), message);
}

bool PlotWidget::exportTo(const QString& path, QString* message) const
{
    const report::PlotSpec& shown = spec();
    const QString ending = QFileInfo(path).suffix().toLower();
    QByteArray bytes;
    if (ending == QLatin1String("png"))
        bytes = plotPng(shown);
    else if (ending == QLatin1String("svg"))
        bytes = plotSvg(shown);
    else if (ending == QLatin1String("pdf"))
        bytes = plotPdf(shown);
    else if (ending == QLatin1String("csv"))
        bytes = QByteArray::fromStdString(report::toCsv(shown));
    else {
        if (message)
            *message = tr("%1: the name must end in .png, .svg, .pdf or .csv.").arg(path);
        return false;
    }
    const base::Status written = writeFile(path, bytes);
    if (!written.ok() && message)
        *message = tr("%1 could not be written: %2").arg(path, QString::fromStdString(written.error().found));
    return written.ok();
}

} // namespace fullscope::ui
