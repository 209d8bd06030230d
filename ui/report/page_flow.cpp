// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/page_flow.h"

namespace fullscope::ui {

namespace {

// One past the last piece that must stand on the page of the piece at `first`.
std::size_t endOfGroup(const std::vector<Piece>& pieces, std::size_t first)
{
    std::size_t end = first;
    while (end + 1 < pieces.size() && pieces[end].keep_with_next)
        ++end;
    return end + 1;
}

double heightOf(const std::vector<Piece>& pieces, std::size_t first, std::size_t end)
{
    double height = 0;
    for (std::size_t i = first; i < end; ++i)
        height += pieces[i].height + (i > first ? pieces[i].space_before : 0);
    return height;
}

} // namespace

std::vector<PlacedPage> paginated(const std::vector<Piece>& pieces, double page_height)
{
    std::vector<PlacedPage> pages(1);
    double y = 0;
    std::size_t decided = 0; // pieces before this one belong to a group that has its place
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const Piece& piece = pieces[i];
        double needed = piece.height;
        if (i >= decided) {
            const std::size_t end = endOfGroup(pieces, i);
            if (const double group = heightOf(pieces, i, end); group <= page_height) {
                needed = group;
                decided = end;
            }
        }
        if (!pages.back().empty() && (piece.opens_page || y + piece.space_before + needed > page_height)) {
            pages.emplace_back();
            y = 0;
            if (piece.repeated) {
                pages.back().push_back({*piece.repeated, 0});
                y = piece.repeated->height;
            }
        }
        if (!pages.back().empty())
            y += piece.space_before;
        pages.back().push_back({piece, y});
        y += piece.height;
    }
    return pages;
}

} // namespace fullscope::ui
