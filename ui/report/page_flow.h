// SPDX-License-Identifier: GPL-3.0-or-later
// Breaks a report into pages. Everything that is printed is a piece that is never divided: a line, a row, a chart.
// Lengths are in units of 1/96 inch.
#pragma once

#include <QPointF>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

class QPainter;

namespace fullscope::ui {

struct Piece {
    double height = 0;
    double space_before = 0; // dropped at the top of a page
    bool keep_with_next = false; // never the last of a page: headings
    std::function<void(QPainter&, const QPointF&)> draw;
    std::shared_ptr<const Piece> repeated; // drawn above this piece when it opens a page: a table's header row
    bool opens_page = false; // the first of a page, whatever room is left
    QString bookmark {}; // in the outline of the document
};

struct PlacedPiece {
    Piece piece;
    double y = 0; // from the top of the page's text area
};
using PlacedPage = std::vector<PlacedPiece>;

// Pieces that must stay together move to the next page together, unless they fill more than a page.
std::vector<PlacedPage> paginated(const std::vector<Piece>& pieces, double page_height);

} // namespace fullscope::ui
