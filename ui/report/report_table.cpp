// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_table.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fullscope::ui {

namespace {

using report::Table;

constexpr double kPadX = 7;
constexpr double kPadY = 3;
constexpr double kLongestWord = 190; // a longer one is broken: no column may push the others out
constexpr double kLongestNumber = 130; // up to here a number is not broken at a space ("≥ 865,426.56")
constexpr double kLeastText = 64; // a text up to this width is not broken either
constexpr std::size_t kMostKeyColumns = 2;
constexpr std::size_t kSmallTable = 8; // rows up to which a table is not divided between pages
constexpr std::size_t kFirstRows = 3; // that stand below the header row at the foot of a page
constexpr int kLinesPerPiece = 40; // a higher row is divided

struct ColumnWidth {
    double least = 0, natural = 0; // with padding
};

QString cellText(const std::vector<std::string>& row, std::size_t column)
{
    return column < row.size() ? QString::fromStdString(row[column]) : QString();
}

// One printed table: a choice of columns with their widths.
struct Layout {
    std::vector<std::size_t> columns;
    std::vector<double> widths;
};

class TablePrinter {
public:
    TablePrinter(const Table& table, const ReportLook& look, int pixels)
        : m_table(table)
        , m_look(look)
        , m_pixels(pixels)
    {
        for (std::size_t c = 0; c < table.columns.size(); ++c)
            m_measured.push_back(measured(c));
    }

    // The columns of each printed table. Fewest tables, columns shared out evenly.
    std::vector<std::vector<std::size_t>> parts() const
    {
        const std::size_t keys = keyColumns();
        const std::size_t others = m_table.columns.size() - keys;
        std::vector<std::vector<std::size_t>> result;
        for (std::size_t count = 1; count <= std::max<std::size_t>(others, 1); ++count) {
            result.clear();
            for (std::size_t part = 0; part < count; ++part) {
                std::vector<std::size_t> columns(keys);
                std::iota(columns.begin(), columns.end(), std::size_t {0});
                for (std::size_t c = others * part / count; c < others * (part + 1) / count; ++c)
                    columns.push_back(keys + c);
                result.push_back(std::move(columns));
            }
            if (std::all_of(result.begin(), result.end(), [this](const auto& columns) { return fits(columns); }))
                break;
        }
        return result;
    }

    std::vector<Piece> pieces(const std::vector<std::size_t>& columns) const
    {
        const Layout layout {columns, widths(columns)};
        std::vector<std::string> headings;
        for (const Table::Column& column : m_table.columns)
            headings.push_back(column.heading);
        std::vector<Piece> pieces;
        std::shared_ptr<const Piece> header;
        const bool hasHeadings
            = std::any_of(headings.begin(), headings.end(), [](const std::string& text) { return !text.empty(); });
        if (hasHeadings) {
            auto rows = rowPieces(layout, headings, Role::header, nullptr);
            header = std::make_shared<const Piece>(rows.front());
            pieces.insert(pieces.end(), rows.begin(), rows.end());
        }
        const std::size_t count = m_table.rows.size();
        for (std::size_t r = 0; r < count; ++r) {
            const bool isLast = r + 1 == count;
            const Role role = isLast && m_table.last_row_is_total ? Role::total
                : r % 2 == 1                                      ? Role::shaded
                                                                  : Role::plain;
            auto rows = rowPieces(layout, m_table.rows[r], role, header);
            const bool beforeTotal = r + 2 == count && m_table.last_row_is_total;
            rows.back().keep_with_next = !isLast && (beforeTotal || count <= kSmallTable || r + 1 < kFirstRows);
            pieces.insert(pieces.end(), rows.begin(), rows.end());
        }
        return pieces;
    }

private:
    enum class Role { header, plain, shaded, total };

    TextLook lookOf(Role role, bool number) const
    {
        const bool bold = role == Role::header || role == Role::total;
        TextLook look = m_look.text(m_pixels, role == Role::header ? m_look.muted : m_look.ink, bold);
        look.leading = 1.35;
        look.alignment = number ? Qt::AlignRight : Qt::AlignLeft;
        return look;
    }

    ColumnWidth measured(std::size_t column) const
    {
        ColumnWidth width;
        const auto take = [&width](const QString& text, const QFont& font, double unbroken) {
            const double natural = naturalWidth(text, font);
            const double word = std::min(unbreakableWidth(text, font), kLongestWord);
            width.natural = std::max(width.natural, natural);
            width.least = std::max({width.least, word, natural <= unbroken ? natural : 0});
        };
        const double unbroken = m_table.columns[column].number ? kLongestNumber : kLeastText;
        take(QString::fromStdString(m_table.columns[column].heading), lookOf(Role::header, false).font, kLeastText);
        for (std::size_t r = 0; r < m_table.rows.size(); ++r) {
            const bool isTotal = m_table.last_row_is_total && r + 1 == m_table.rows.size();
            take(cellText(m_table.rows[r], column), lookOf(isTotal ? Role::total : Role::plain, false).font, unbroken);
        }
        return {width.least + 2 * kPadX, width.natural + 2 * kPadX};
    }

    // Columns that name a row: the first ones up to the first number.
    std::size_t keyColumns() const
    {
        std::size_t keys = 0;
        while (keys < m_table.columns.size() && !m_table.columns[keys].number)
            ++keys;
        const bool allText = keys == m_table.columns.size();
        return allText ? std::min<std::size_t>(keys, 1) : std::clamp<std::size_t>(keys, 1, kMostKeyColumns);
    }

    bool fits(const std::vector<std::size_t>& columns) const
    {
        double width = 0;
        for (const std::size_t c : columns)
            width += m_measured[c].least;
        return width <= ReportLook::kWidth;
    }

    // The page's width shared out: at least what words need, then by what each column lacks, then evenly.
    std::vector<double> widths(const std::vector<std::size_t>& columns) const
    {
        double least = 0, natural = 0;
        for (const std::size_t c : columns) {
            least += m_measured[c].least;
            natural += m_measured[c].natural;
        }
        const double spare = ReportLook::kWidth - least;
        const double lacking = natural - least;
        std::vector<double> result;
        for (const std::size_t c : columns) {
            const ColumnWidth& width = m_measured[c];
            if (spare < 0) // even single words are too wide: they get broken
                result.push_back(width.least * ReportLook::kWidth / least);
            else if (spare < lacking)
                result.push_back(width.least + spare * (width.natural - width.least) / lacking);
            else
                result.push_back(width.natural + (spare - lacking) / static_cast<double>(columns.size()));
        }
        return result;
    }

    std::vector<Piece> rowPieces(const Layout& layout, const std::vector<std::string>& row, Role role,
        const std::shared_ptr<const Piece>& header) const
    {
        std::vector<TextBox> cells;
        int lines = 1;
        double lineHeight = 0;
        for (std::size_t i = 0; i < layout.columns.size(); ++i) {
            const std::size_t column = layout.columns[i];
            cells.emplace_back(
                cellText(row, column), lookOf(role, m_table.columns[column].number), layout.widths[i] - 2 * kPadX);
            lines = std::max(lines, cells.back().lines());
            lineHeight = cells.back().lineHeight();
        }
        std::vector<Piece> pieces;
        for (int first = 0; first < lines; first += kLinesPerPiece) {
            const int count = std::min(kLinesPerPiece, lines - first);
            Piece piece;
            piece.height = count * lineHeight + 2 * kPadY;
            piece.keep_with_next = role == Role::header;
            piece.repeated = header;
            piece.draw = [look = m_look, role, cells, widths = layout.widths, first, count, height = piece.height](
                             QPainter& painter, const QPointF& origin) {
                drawGround(painter, look, role, origin, height);
                double x = origin.x();
                for (std::size_t i = 0; i < cells.size(); ++i) {
                    cells[i].draw(painter, QPointF(x + kPadX, origin.y() + kPadY), first, count);
                    x += widths[i];
                }
            };
            pieces.push_back(std::move(piece));
        }
        return pieces;
    }

    static void drawGround(QPainter& painter, const ReportLook& look, Role role, const QPointF& origin, double height)
    {
        const QRectF area(origin, QSizeF(ReportLook::kWidth, height));
        if (role == Role::shaded)
            painter.fillRect(area, look.zebra);
        if (role == Role::header) {
            painter.setPen(QPen(look.accent, 1));
            painter.drawLine(area.bottomLeft() - QPointF(0, 0.5), area.bottomRight() - QPointF(0, 0.5));
        }
        if (role == Role::total) {
            painter.setPen(QPen(look.accent, 1));
            painter.drawLine(area.topLeft() + QPointF(0, 0.5), area.topRight() + QPointF(0, 0.5));
        }
    }

    const Table& m_table;
    const ReportLook& m_look;
    int m_pixels;
    std::vector<ColumnWidth> m_measured;
};

} // namespace

std::vector<Piece> tablePieces(const Table& table, const ReportLook& look)
{
    constexpr int kUsual = 11, kSmall = 10; // pixels: small print before a table is divided
    const auto partsAt = [&](int pixels) { return TablePrinter(table, look, pixels).parts().size(); };
    const TablePrinter printer(table, look, partsAt(kSmall) < partsAt(kUsual) ? kSmall : kUsual);
    const auto parts = printer.parts();
    std::vector<Piece> pieces;
    for (std::size_t part = 0; part < parts.size(); ++part) {
        QString title = QString::fromStdString(table.title);
        if (parts.size() > 1)
            title = QStringLiteral("%1 (%2/%3)").arg(title).arg(part + 1).arg(parts.size()).trimmed();
        if (!title.isEmpty()) {
            const TextBox box(title, look.text(12, look.ink, true), ReportLook::kWidth);
            pieces.push_back({box.height() + 4, 16, true,
                [box](QPainter& painter, const QPointF& origin) { box.draw(painter, origin); }, nullptr});
        }
        auto rows = printer.pieces(parts[part]);
        if (title.isEmpty() && !rows.empty())
            rows.front().space_before = 12;
        pieces.insert(pieces.end(), rows.begin(), rows.end());
    }
    return pieces;
}

} // namespace fullscope::ui
