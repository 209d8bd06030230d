// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/pdf_report.h"

#include "ui/report/pdf_contents.h"
#include "ui/report/printed_report.h"
#include "ui/widgets/write_file.h"

#include <QBuffer>
#include <QFontMetricsF>
#include <QHashFunctions>
#include <QPainter>
#include <QPdfWriter>

#include <algorithm>

namespace fullscope::ui {

base::Status writePdf(const report::Report& report, const QString& path)
{
    FS_TRY(readLogo(report.layout));
    const PrintedReport printed(report);
    constexpr double kPoints = 72.0 / ReportLook::kResolution;
    PdfFacts facts {.title = QString::fromStdString(report.title),
        .author = QString::fromStdString(report.layout.company),
        .subject = QString::fromStdString(report.subtitle),
        .creator = QStringLiteral("Fullscope " FULLSCOPE_VERSION),
        .language = report.language == words::Language::zh_CN ? QStringLiteral("zh-CN") : QStringLiteral("en"),
        .date = QString::fromStdString(report.made_on),
        .page_height = printed.pageSize().height() * kPoints};
    for (const PrintedReport::Bookmark& bookmark : printed.bookmarks())
        facts.outline.push_back({bookmark.title, bookmark.page, bookmark.y * kPoints});
    QByteArray bytes;
    // Qt writes the fonts in the order of a hash, whose seed is another in every process: the same report, the same
    // bytes.
    QHashSeed::setDeterministicGlobalSeed();
    {
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        QPdfWriter pdf(&buffer);
        pdf.setResolution(ReportLook::kResolution);
        const bool isLetter = report.layout.paper == report::Paper::letter;
        pdf.setPageSize(QPageSize(isLetter ? QPageSize::Letter : QPageSize::A4));
        pdf.setPageMargins(QMarginsF(0, 0, 0, 0));
        pdf.setTitle(facts.title);
        pdf.setCreator(facts.creator);
        QPainter painter(&pdf);
        for (std::size_t i = 0; i < printed.pages(); ++i) {
            if (i > 0)
                pdf.newPage();
            printed.paint(painter, i);
        }
    }
    QHashSeed::resetRandomGlobalSeed();
    return writeFile(path, withContents(bytes, facts));
}

bool canDraw(words::Language language)
{
    const bool chinese = language == words::Language::zh_CN;
    const QFontMetricsF metrics(printFont(12, chinese));
    const QString needed = chinese ? QStringLiteral("网训练费0%≥") : QStringLiteral("Ag0%≥");
    return std::all_of(needed.begin(), needed.end(), [&metrics](QChar c) { return metrics.inFont(c); });
}

} // namespace fullscope::ui
