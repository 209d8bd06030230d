// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/read/table_heads.h"

#include "core/audit/platforms.h"
#include "core/audit/read/labels.h"
#include "core/audit/read/plain_text.h"
#include "core/audit/read/printed_number.h"
#include "core/base/quantity_units.h"
#include "core/base/text.h"

#include <algorithm>

namespace fullscope::audit {

namespace {

// Whether the second row goes on with the first: it holds no figure, and its first cell names none.
bool isSecondHead(
    const std::vector<Cell>& first, const std::vector<Cell>& second, const catalogue::Catalogue& catalogue)
{
    if (first.size() < 3 || second.size() != first.size())
        return false;
    const std::string &label = second.front().text, &above = first.front().text;
    if (quantityOfLabel(label) || !(label.empty() || label == above || above.empty() || isQuantityHeading(label)))
        return false;
    bool spans = false;
    for (std::size_t column = 1; column < first.size(); ++column) {
        const std::string& text = second[column].text;
        if (text.empty() || (findNumber(plainText(text)) && !resolve(text, catalogue).isKnown()))
            return false;
        spans = spans || first[column].text.empty() || (column > 1 && first[column].text == first[column - 1].text);
    }
    return spans;
}

// Of costs, times and memory less is better.
bool lessIsBetter(Quantity quantity)
{
    const base::Unit unit = spec(quantity).unit;
    return base::unitSpec(unit).money || unit == base::Unit::seconds || unit == base::Unit::hours
        || unit == base::Unit::weeks || unit == base::Unit::gigabytes || unit == base::Unit::kilowatts
        || quantity == Quantity::energy;
}

} // namespace

bool isSpot(std::string_view text)
{
    const std::string lower = base::toLower(plainText(text));
    return hasWord(lower, "spot") || hasWord(lower, "竞价") || hasWord(lower, "抢占");
}

bool isAgainst(std::string_view heading)
{
    const std::string lower = base::toLower(plainText(heading));
    return hasWord(lower, "vs") || hasWord(lower, "versus") || hasWord(lower, "相比") || hasWord(lower, "对比");
}

NamedQuantity ofSpot(NamedQuantity what)
{
    if (what.quantity == Quantity::instance_price)
        what.quantity = Quantity::spot_price;
    else if (what.quantity == Quantity::cost_per_million_tokens)
        what.quantity = Quantity::spot_cost_per_million_tokens;
    return what;
}

Heading::Is kindOfHeading(const std::string& text)
{
    using Is = Heading::Is;
    const std::string lower = base::toLower(plainText(text));
    if (isSavingHeading(text))
        return Is::saving;
    if (hasWord(lower, "improvement") || hasWord(lower, "提升") || hasWord(lower, "gain"))
        return Is::improvement;
    if (isChangeHeading(text))
        return Is::change;
    if (isRatioHeading(text))
        return base::trimmed(lower) == "%" ? Is::unclear : Is::ratio;
    return isUnitHeading(text) ? Is::unit : isNoteHeading(text) ? Is::note : Is::platform;
}

std::optional<Form> formInColumn(Heading::Is column, std::string_view text, Quantity quantity)
{
    const bool isSigned = text.starts_with('+') || text.starts_with('-');
    const bool isPercent = text.find('%') != std::string_view::npos;
    const bool isTimes = text.ends_with('x') || text.ends_with("×") || text.ends_with("倍");
    switch (column) {
    case Heading::Is::ratio:
        return isSigned && isPercent ? Form::gain : Form::ratio;
    case Heading::Is::change:
        if (isPercent && (isSigned || !lessIsBetter(quantity)))
            return Form::gain;
        break;
    case Heading::Is::saving:
        if (isPercent && !isSigned && lessIsBetter(quantity))
            return Form::saving;
        break;
    case Heading::Is::improvement:
        if (isPercent && !isSigned)
            return lessIsBetter(quantity) ? Form::saving : Form::gain;
        if (isPercent)
            return Form::gain;
        break;
    case Heading::Is::unclear:
        if (isPercent && isSigned)
            return Form::gain;
        return std::nullopt;
    default:
        return std::nullopt;
    }
    return isTimes && !isSigned ? std::optional(Form::ratio) : std::nullopt;
}

void takeSides(Claim& claim, const std::vector<std::string>& platforms, std::string_view heading)
{
    if (platforms.size() != 2)
        return;
    const std::string lower = base::toLower(plainText(heading));
    std::size_t base = 0;
    for (const std::string_view against : {"vs", "versus", "against", "相比", "对比", "over", "than"})
        if (const std::size_t at = findWord(lower, against); at != std::string::npos) {
            std::string_view name = base::trimmed(std::string_view(lower).substr(at + against.size()));
            name = base::trimmed(name.starts_with('.') ? name.substr(1) : name);
            if (!name.empty() && base::toLower(platforms[1]).starts_with(name))
                base = 1;
        }
    claim.platform = platforms[1 - base];
    claim.baseline = platforms[base];
}

Grid withOneHead(const Grid& grid, const catalogue::Catalogue& catalogue)
{
    if (grid.rows.size() < 3 || !isSecondHead(grid.rows[0], grid.rows[1], catalogue))
        return grid;
    Grid folded = grid;
    std::vector<Cell>& head = folded.rows.front();
    const std::vector<Cell>& second = grid.rows[1];
    std::string spanning;
    for (std::size_t column = 0; column < head.size(); ++column) {
        std::string& above = head[column].text;
        const std::string& below = second[column].text;
        if (column > 1 && above.empty()) // a merged cell of a sheet
            above = spanning;
        spanning = column > 0 ? above : std::string();
        const bool isOwn
            = std::ranges::count_if(second, [&below](const Cell& other) { return other.text == below; }) == 1;
        const bool names = resolve(below, catalogue).isKnown() && isOwn;
        if (above.empty() || names || above == below)
            above = below.empty() ? above : below;
        else if (!below.empty())
            above += " " + below;
        head[column].line = second[column].line;
    }
    folded.rows.erase(folded.rows.begin() + 1);
    return folded;
}

} // namespace fullscope::audit
