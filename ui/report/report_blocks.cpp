// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_blocks.h"

#include "ui/plot/plot_widget.h"
#include "ui/plot/tick_text.h"
#include "ui/report/report_table.h"

#include <QPainter>

#include <algorithm>

namespace fullscope::ui {

namespace {

using report::KeyFigures;
using report::Paragraph;
using report::PlotSpec;
using report::Report;
using report::Section;

constexpr double kWidth = ReportLook::kWidth;

using Ground = std::function<void(QPainter&, const QRectF&)>; // painted behind a line, over the whole width

struct Frame { // of a paragraph
    double left = 0, right = 0, top = 0, bottom = 0;
    Ground ground;
};

// A piece per line; the first two and the last two stay together.
std::vector<Piece> linePieces(const QString& text, const TextLook& look, double spaceBefore, const Frame& frame = {})
{
    const TextBox box(text, look, kWidth - frame.left - frame.right);
    std::vector<Piece> pieces;
    for (int i = 0; i < box.lines(); ++i) {
        const double top = i == 0 ? frame.top : 0;
        const double bottom = i + 1 == box.lines() ? frame.bottom : 0;
        Piece piece;
        piece.height = box.lineHeight() + top + bottom;
        piece.space_before = i == 0 ? spaceBefore : 0;
        piece.keep_with_next = i + 1 < box.lines() && (i == 0 || i + 2 == box.lines());
        piece.draw = [box, i, top, frame, height = piece.height](QPainter& painter, const QPointF& origin) {
            if (frame.ground)
                frame.ground(painter, QRectF(origin, QSizeF(kWidth, height)));
            box.draw(painter, origin + QPointF(frame.left, top), i, 1);
        };
        pieces.push_back(std::move(piece));
    }
    return pieces;
}

void append(std::vector<Piece>& pieces, std::vector<Piece> more)
{
    pieces.insert(pieces.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

std::vector<Piece> blockPieces(const Paragraph& paragraph, const ReportLook& look)
{
    const QString text = QString::fromStdString(paragraph.text);
    Frame frame;
    switch (paragraph.kind) {
    case Paragraph::Kind::plain: {
        TextLook plain = look.text(12, look.ink);
        plain.leading = 1.55;
        return linePieces(text, plain, 8);
    }
    case Paragraph::Kind::headline: {
        TextLook headline = look.text(16, look.accent, true);
        headline.leading = 1.4;
        return linePieces(text, headline, 14);
    }
    case Paragraph::Kind::warning:
        frame = {14, 12, 6, 6, [look](QPainter& painter, const QRectF& area) {
                     painter.fillRect(area, look.warningGround);
                     painter.fillRect(QRectF(area.topLeft(), QSizeF(3, area.height())), look.warning);
                 }};
        return linePieces(text, look.text(12, look.ink), 8, frame);
    }
    return {};
}

// One row of figures side by side.
Piece figuresPiece(const std::vector<report::KeyFigure>& figures, std::size_t perRow, const ReportLook& look)
{
    constexpr double kGap = 20, kRule = 2, kPad = 8;
    const double width = (kWidth - kGap * static_cast<double>(perRow - 1)) / static_cast<double>(perRow);
    struct Tile {
        TextBox label, value, note;
    };
    int pixels = 24; // the widest value decides for all
    for (const report::KeyFigure& figure : figures)
        while (pixels > 15
            && naturalWidth(QString::fromStdString(figure.value), look.text(pixels, look.accent, true).font) > width)
            --pixels;
    TextLook valueLook = look.text(pixels, look.accent, true);
    valueLook.leading = 1.3;
    std::vector<Tile> tiles;
    double label = 0, value = 0, note = 0; // heights of the tallest: the parts align across the row
    for (const report::KeyFigure& figure : figures) {
        tiles.push_back({TextBox(QString::fromStdString(figure.label), look.text(11, look.muted), width),
            TextBox(QString::fromStdString(figure.value), valueLook, width),
            TextBox(QString::fromStdString(figure.note), look.text(10, look.muted), width)});
        label = std::max(label, tiles.back().label.height());
        value = std::max(value, tiles.back().value.height());
        note = std::max(note, figure.note.empty() ? 0.0 : tiles.back().note.height());
    }
    Piece piece;
    piece.height = kRule + kPad + label + value + note + 4;
    piece.space_before = 16;
    piece.draw = [=](QPainter& painter, const QPointF& origin) {
        double x = origin.x();
        for (const Tile& tile : tiles) {
            painter.fillRect(QRectF(x, origin.y(), width, kRule), look.accent);
            double y = origin.y() + kRule + kPad;
            tile.label.draw(painter, QPointF(x, y));
            y += label;
            tile.value.draw(painter, QPointF(x, y + value - tile.value.height()));
            tile.note.draw(painter, QPointF(x, y + value));
            x += width + kGap;
        }
    };
    return piece;
}

std::vector<Piece> blockPieces(const KeyFigures& key, const ReportLook& look)
{
    constexpr std::size_t kMostPerRow = 4;
    const std::size_t count = key.figures.size();
    if (count == 0)
        return {};
    const std::size_t rows = (count + kMostPerRow - 1) / kMostPerRow;
    const std::size_t perRow = std::max<std::size_t>(2, (count + rows - 1) / rows);
    std::vector<Piece> pieces;
    for (std::size_t first = 0; first < count; first += perRow) {
        const auto begin = key.figures.begin() + static_cast<std::ptrdiff_t>(first);
        const auto end = key.figures.begin() + static_cast<std::ptrdiff_t>(std::min(count, first + perRow));
        pieces.push_back(figuresPiece({begin, end}, perRow, look));
    }
    return pieces;
}

std::vector<Piece> blockPieces(const report::Table& table, const ReportLook& look)
{
    return tablePieces(table, look);
}

// "break-even: 62,500,000,000 tokens": exact places of the marks, those of one name together.
QString markNote(const PlotSpec& spec)
{
    constexpr qsizetype kMostPlaces = 12;
    QList<QPair<QString, QStringList>> notes;
    for (const report::Mark& mark : spec.marks) {
        const QString name = QString::fromStdString(mark.text);
        const QString place = QString::fromStdString(durationText(mark.x, spec.x.unit, spec.currency));
        const auto known
            = std::find_if(notes.begin(), notes.end(), [&](const auto& note) { return note.first == name; });
        if (known == notes.end())
            notes.append({name, {place}});
        else
            known->second.append(place);
    }
    QStringList lines;
    for (auto& [name, places] : notes) {
        if (places.size() > kMostPlaces)
            places = places.mid(0, kMostPlaces) << QStringLiteral("… (%1)").arg(places.size());
        lines.append(name + QStringLiteral(": ") + places.join(QStringLiteral(", ")));
    }
    return lines.join('\n');
}

std::vector<Piece> blockPieces(const PlotSpec& spec, const ReportLook& look)
{
    std::vector<Piece> pieces;
    append(pieces, linePieces(QString::fromStdString(spec.title), look.text(12, look.ink, true), 18));
    Piece chart;
    chart.height = PlotWidget::printHeight(spec, kWidth);
    chart.space_before = 6;
    chart.draw = [spec, height = chart.height](QPainter& painter, const QPointF& origin) {
        painter.save();
        painter.translate(origin);
        PlotWidget::paint(painter, spec, {kWidth, height});
        painter.restore();
    };
    pieces.push_back(std::move(chart));
    QStringList notes {QString::fromStdString(spec.description), markNote(spec)};
    notes.removeAll(QString());
    if (!notes.isEmpty())
        append(pieces, linePieces(notes.join('\n'), look.text(10, look.muted), 4));
    // Title, chart and the first lines of its note stand together.
    for (std::size_t i = 0; i + 1 < pieces.size(); ++i)
        pieces[i].keep_with_next = true;
    return pieces;
}

// The company's name, its picture at the right.
std::vector<Piece> companyPieces(const std::string& company, const QImage& logo, const ReportLook& look)
{
    constexpr double kMostWidth = 160, kMostHeight = 48;
    if (logo.isNull())
        return company.empty() ? std::vector<Piece>()
                               : linePieces(QString::fromStdString(company), look.text(12, look.muted, true), 0);
    const QSizeF size = QSizeF(logo.size()).scaled(kMostWidth, kMostHeight, Qt::KeepAspectRatio);
    const TextBox name(QString::fromStdString(company), look.text(12, look.muted, true), kWidth - kMostWidth - 20);
    Piece piece;
    piece.height = std::max(size.height(), name.height()) + 8;
    piece.draw = [=](QPainter& painter, const QPointF& origin) {
        name.draw(painter, origin);
        painter.drawImage(QRectF(origin + QPointF(kWidth - size.width(), 0), size), logo);
    };
    return {std::move(piece)};
}

std::vector<Piece> titlePieces(const Report& report, const ReportLook& look, const QImage& logo)
{
    std::vector<Piece> pieces = companyPieces(report.layout.company, logo, look);
    TextLook title = look.text(28, look.accent, true);
    title.leading = 1.25;
    append(pieces, linePieces(QString::fromStdString(report.title), title, 0));
    if (!report.subtitle.empty())
        append(pieces, linePieces(QString::fromStdString(report.subtitle), look.text(16, look.ink), 2));
    if (!report.made_on.empty())
        append(pieces, linePieces(QString::fromStdString(report.made_on), look.text(11, look.muted), 4));
    Piece rule;
    rule.height = 3;
    rule.space_before = 12;
    rule.draw = [look](QPainter& painter, const QPointF& origin) {
        painter.fillRect(QRectF(origin, QSizeF(kWidth, 3)), look.accent);
    };
    pieces.push_back(std::move(rule));
    return pieces;
}

std::vector<Piece> headingPieces(const Section& section, const ReportLook& look)
{
    if (section.title.empty())
        return {};
    Frame frame;
    frame.bottom = 4;
    auto pieces = linePieces(QString::fromStdString(section.title), look.text(19, look.accent, true), 30, frame);
    Piece rule;
    rule.height = 1;
    rule.draw = [look](QPainter& painter, const QPointF& origin) {
        painter.fillRect(QRectF(origin, QSizeF(kWidth, 1)), look.rule);
    };
    pieces.push_back(std::move(rule));
    for (Piece& piece : pieces)
        piece.keep_with_next = true;
    pieces.front().bookmark = QString::fromStdString(section.title);
    return pieces;
}

} // namespace

std::vector<Piece> reportPieces(const Report& report, const ReportLook& look, const QImage& logo)
{
    std::vector<Piece> pieces = titlePieces(report, look, logo);
    bool follows_verdict = false;
    for (const Section& section : report.sections) {
        auto heading = headingPieces(section, look);
        if (follows_verdict && !heading.empty())
            heading.front().opens_page = true;
        follows_verdict = section.id == "verdict";
        append(pieces, std::move(heading));
        for (const report::Block& block : section.blocks)
            append(pieces, std::visit([&look](const auto& content) { return blockPieces(content, look); }, block));
    }
    return pieces;
}

} // namespace fullscope::ui
