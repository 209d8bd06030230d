// SPDX-License-Identifier: GPL-3.0-or-later
// A table whose columns are platforms and rows quantities, or the other way round, or that has a line for each figure.
#include "core/audit/platforms.h"
#include "core/audit/read/document.h"
#include "core/audit/read/figures.h"
#include "core/audit/read/labels.h"
#include "core/audit/read/plain_text.h"
#include "core/audit/read/printed_number.h"
#include "core/audit/read/table_heads.h"
#include "core/base/text.h"

#include <algorithm>
#include <map>
#include <set>

namespace fullscope::audit {

namespace {

const std::string& textAt(const std::vector<Cell>& row, std::size_t column)
{
    static const std::string none;
    return column < row.size() ? row[column].text : none;
}

Where placeOf(const Grid& grid, const Cell& cell, std::size_t column)
{
    return {.line = cell.line, .cell = grid.first_column + static_cast<std::int64_t>(column) + 1};
}

bool isNothing(std::string_view text)
{
    const std::string lower = base::toLower(base::trimmed(plainText(text)));
    for (const std::string_view nothing :
        {"", "-", "--", "n/a", "na", "none", "无", "/", "?", "tbd", "unknown", "未知"})
        if (lower == nothing)
            return true;
    return false;
}

// Nothing as a figure; of recomputation or sparsity it says something.
bool isNone(std::string_view text)
{
    const std::string lower = base::toLower(base::trimmed(plainText(text)));
    return lower == "none" || lower == "无";
}

struct Names { // of columns or rows that are platforms
    std::map<std::string, int> seen;

    // A second one of the same name is another machine or setting: figures of the two are never mixed.
    std::string own(const std::string& name)
    {
        const int count = ++seen[name];
        return count == 1 ? name : name + " #" + std::to_string(count);
    }
};

std::string platformName(const std::string& heading, Reading& reading, const Cell& cell, std::int64_t column)
{
    if (const LabelMap* map = mapOf(heading, reading.maps); map != nullptr && map->target.starts_with("platform:"))
        return map->target.substr(std::string_view("platform:").size());
    const PlatformLabel label = platformLabel(heading);
    if (!label.chips.empty()) {
        const bool isInstance = !resolve(label.name, reading.catalogue).instance_type.empty();
        const bool countsInstances = !resolve(label.counted, reading.catalogue).instance_type.empty();
        Claim claim {.platform = label.name,
            .what = {.quantity = countsInstances ? Quantity::instances
                    : isInstance                 ? Quantity::chips_per_instance
                                                 : Quantity::chips},
            .label = heading,
            .text = label.chips,
            .where = {.line = cell.line, .cell = column + 1}};
        if (readValue(claim, ""))
            addClaim(std::move(claim), reading);
    }
    return label.name;
}

void takeStepsOf(const std::string& label, const Cell& cell, Reading& reading)
{
    const auto steps = stepsInLabel(label);
    if (!steps)
        return;
    Claim claim {
        .what = {.quantity = Quantity::steps}, .label = label, .text = *steps, .where = {.line = cell.line, .cell = 1}};
    if (!readValue(claim, ""))
        return;
    const bool known = std::ranges::any_of(reading.out.claims, [&claim](const Claim& other) {
        return other.what.quantity == Quantity::steps && other.platform.empty() && other.value == claim.value;
    });
    if (!known)
        addClaim(std::move(claim), reading);
}

// "512 × 4096": sequences and their length.
bool takeBatchTimesLength(const Claim& claim, Reading& reading)
{
    if (claim.what.quantity != Quantity::global_batch_sequences && claim.what.quantity != Quantity::global_batch_tokens)
        return false;
    const std::string plain = plainText(claim.text);
    const auto first = findNumber(plain);
    if (!first)
        return false;
    std::string_view between = base::trimmed(std::string_view(plain).substr(first->end));
    const bool times = between.starts_with("×") || between.starts_with('x') || between.starts_with('*');
    if (!times)
        return false;
    between.remove_prefix(between.starts_with("×") ? 2 : 1);
    const std::string second(base::trimmed(between));
    Claim sequences = claim, length = claim;
    sequences.what = {.quantity = Quantity::global_batch_sequences};
    sequences.text = plain.substr(first->begin, first->end - first->begin);
    length.what = {.quantity = Quantity::sequence_length};
    length.text = second;
    if (!readValue(sequences, "") || !readValue(length, "") || !length.isMapped())
        return false;
    addClaim(std::move(sequences), reading);
    addClaim(std::move(length), reading);
    return true;
}

// "671B (37B active)"
bool takeExperts(const Claim& claim, Reading& reading)
{
    if (claim.what.quantity != Quantity::parameters)
        return false;
    const std::string plain = plainText(claim.text);
    const auto numbers = activeOfTotal(plain);
    if (!numbers)
        return false;
    const auto add = [&](Quantity quantity, const PrintedNumber& number) {
        Claim one = claim;
        one.what = {.quantity = quantity};
        one.text = plain.substr(number.begin, number.end - number.begin);
        if (readValue(one, ""))
            addClaim(std::move(one), reading);
    };
    add(Quantity::active_parameters, numbers->active);
    if (numbers->total)
        add(Quantity::parameters, *numbers->total);
    return true;
}

void takeFigure(Claim claim, std::string_view unit, Reading& reading)
{
    const bool saysNone = claim.isMapped() && spec(claim.what.quantity).word && isNone(claim.text);
    if (isNothing(claim.text) && !saysNone)
        return;
    if (claim.isMapped() && (takeBatchTimesLength(claim, reading) || takeExperts(claim, reading)))
        return;
    base::Code why = base::Code::figure_unmapped;
    if (readValue(claim, unit, &why))
        addClaim(std::move(claim), reading, why);
    else if (claim.isMapped())
        reportUnread(claim, reading);
}

// "0.71x", "+41 %", "-28 %" in a column of ratios, of which nothing says for sure what is divided by what.
void takeRatio(Claim claim, const Heading& heading, const std::vector<std::string>& platforms, std::string_view unit,
    Reading& reading)
{
    const std::string plain = plainText(claim.text);
    std::string_view text = base::trimmed(plain);
    takeSides(claim, platforms, heading.text);
    claim.direction_assumed = true;
    const bool falls = text.starts_with("↓") || text.starts_with("▼");
    if (falls || text.starts_with("↑") || text.starts_with("▲"))
        text = base::trimmed(text.substr(std::string_view("↓").size()));
    if (claim.isMapped()) {
        std::optional<Form> form = formInColumn(heading.is, text, claim.what.quantity);
        if (text.data() != base::trimmed(plain).data())
            form = text.ends_with('%') ? std::optional(falls ? Form::saving : Form::gain) : std::nullopt;
        if (form)
            claim.what.form = *form;
        else
            claim.what = {};
    }
    takeFigure(std::move(claim), text.find_first_of("%x") == std::string::npos ? unit : "", reading);
}

// Whether its figures are all shares and multiples while its rows are not: no platform has a price of 40 %.
bool comparesOnly(const Grid& grid, std::size_t column, const Reading& reading)
{
    int compared = 0, ofOther = 0;
    for (std::size_t i = 1; i < grid.rows.size(); ++i) {
        const std::string plain = plainText(textAt(grid.rows[i], column));
        const std::string_view text = base::trimmed(plain);
        if (isNothing(text))
            continue;
        if (!text.ends_with('%') && !text.ends_with('x') && !text.ends_with("×") && !text.ends_with("倍"))
            return false;
        ++compared;
        bool byUser = false;
        const auto what = meaningOf(textAt(grid.rows[i], 0), reading.maps, byUser);
        ofOther += what && what->form == Form::value && spec(what->quantity).unit != base::Unit::share ? 1 : 0;
    }
    return compared > 0 && ofOther > 0;
}

std::vector<Heading> headingsOf(const Grid& grid, std::vector<std::string>& platforms, Reading& reading)
{
    const std::vector<Cell>& head = grid.rows.front();
    std::vector<Heading> headings;
    Names names;
    for (std::size_t column = 0; column < head.size(); ++column) {
        Heading heading {.text = head[column].text};
        heading.is = column == 0 ? Heading::Is::label : kindOfHeading(heading.text);
        if (heading.is == Heading::Is::platform && comparesOnly(grid, column, reading)
            && !resolve(heading.text, reading.catalogue).isKnown() && mapOf(heading.text, reading.maps) == nullptr)
            heading.is = base::equalsIgnoreCase(heading.text, "x") ? Heading::Is::ratio : Heading::Is::unclear;
        if (heading.is == Heading::Is::platform && !isValueHeading(heading.text)) {
            heading.spot = isSpot(heading.text);
            heading.platform = names.own(platformName(
                heading.text, reading, head[column], grid.first_column + static_cast<std::int64_t>(column)));
            platforms.push_back(heading.platform);
        }
        headings.push_back(std::move(heading));
    }
    return headings;
}

void takeRowOfQuantity(const Grid& grid, const std::vector<Cell>& row, const std::vector<Heading>& headings,
    const std::vector<std::string>& platforms, Reading& reading)
{
    const std::string& label = textAt(row, 0);
    bool byUser = false;
    const auto said = meaningOf(label, reading.maps, byUser);
    std::string unit = said ? unitInLabel(label, *said) : std::string();
    for (std::size_t column = 1; column < headings.size(); ++column)
        if (headings[column].is == Heading::Is::unit && !isNothing(textAt(row, column)))
            unit = textAt(row, column);
    if (said && spec(said->quantity).unit == base::Unit::seconds && !row.empty())
        takeStepsOf(label, row[0], reading);
    for (std::size_t column = 1; column < row.size(); ++column) {
        const Heading heading = column < headings.size() ? headings[column] : Heading {};
        if (heading.is == Heading::Is::unit || heading.is == Heading::Is::note)
            continue;
        auto what = said;
        if (!what && !byUser)
            what = meaningByUnit(label, row[column].text, unit);
        if (what && heading.spot)
            what = ofSpot(*what);
        Claim claim {.platform = heading.platform,
            .what = what.value_or(NamedQuantity {}),
            .label = label,
            .text = row[column].text,
            .where = placeOf(grid, row[column], column),
            .mapped_by_user = byUser};
        if (heading.is == Heading::Is::platform)
            takeFigure(std::move(claim), unit, reading);
        else
            takeRatio(std::move(claim), heading, platforms, unit, reading);
    }
}

void takeRowsOfQuantities(const Grid& grid, Reading& reading)
{
    std::vector<std::string> platforms;
    const std::vector<Heading> headings = headingsOf(grid, platforms, reading);
    for (std::size_t i = 1; i < grid.rows.size(); ++i)
        takeRowOfQuantity(grid, grid.rows[i], headings, platforms, reading);
}

void takeRowsOfPlatforms(const Grid& grid, Reading& reading)
{
    const std::vector<Cell>& head = grid.rows.front();
    Names names;
    for (std::size_t i = 1; i < grid.rows.size(); ++i) {
        const std::vector<Cell>& row = grid.rows[i];
        if (row.empty() || row[0].text.empty())
            continue;
        const bool spot = isSpot(row[0].text);
        const std::string platform = names.own(platformName(row[0].text, reading, row[0], grid.first_column));
        for (std::size_t column = 1; column < row.size(); ++column) {
            const std::string& label = textAt(head, column);
            bool byUser = false;
            auto what = meaningOf(label, reading.maps, byUser);
            if (!what && (isNoteHeading(label) || isPlatformHeading(label)))
                continue;
            if (!what && !byUser)
                what = meaningByUnit(label, row[column].text, "");
            if (what && spot)
                what = ofSpot(*what);
            Claim claim {.platform = platform,
                .what = what.value_or(NamedQuantity {}),
                .label = label,
                .text = row[column].text,
                .where = placeOf(grid, row[column], column),
                .mapped_by_user = byUser};
            takeFigure(std::move(claim), what ? unitInLabel(label, *what) : "", reading);
        }
    }
}

// platform,quantity,value,unit,where: a line for each figure.
struct LongForm {
    std::size_t quantity = 0, value = 0;
    std::optional<std::size_t> platform, unit, where;
};

std::optional<LongForm> longForm(const std::vector<Cell>& head)
{
    LongForm form;
    bool hasQuantity = false, hasValue = false;
    for (std::size_t column = 0; column < head.size(); ++column) {
        const std::string& text = head[column].text;
        if (!hasQuantity && isQuantityHeading(text))
            form.quantity = column, hasQuantity = true;
        else if (!hasValue && isValueHeading(text))
            form.value = column, hasValue = true;
        else if (isPlatformHeading(text))
            form.platform = column;
        else if (isUnitHeading(text))
            form.unit = column;
        else if (isNoteHeading(text))
            form.where = column;
        else
            return std::nullopt; // a platform: this is no list of figures
    }
    return hasQuantity && hasValue ? std::optional(form) : std::nullopt;
}

void takeList(const Grid& grid, const LongForm& form, Reading& reading)
{
    for (std::size_t i = 1; i < grid.rows.size(); ++i) {
        const std::vector<Cell>& row = grid.rows[i];
        const std::string& label = textAt(row, form.quantity);
        bool byUser = false;
        auto what = meaningOf(label, reading.maps, byUser);
        if (!what && !byUser)
            what = meaningByUnit(label, textAt(row, form.value), form.unit ? textAt(row, *form.unit) : "");
        Claim claim {.what = what.value_or(NamedQuantity {}),
            .label = label,
            .text = textAt(row, form.value),
            .said_where = form.where ? textAt(row, *form.where) : std::string(),
            .where = placeOf(grid, row.empty() ? Cell {} : row.front(), form.value)};
        claim.mapped_by_user = byUser;
        const std::string name = form.platform ? textAt(row, *form.platform) : std::string();
        const std::size_t slash = name.find('/');
        const auto platform = [&](const std::string& text) {
            const LabelMap* const map = mapOf(text, reading.maps);
            return map != nullptr && map->target.starts_with("platform:") ? map->target.substr(9)
                                                                          : std::string(base::trimmed(text));
        };
        claim.platform = platform(name.substr(0, slash));
        if (slash != std::string::npos)
            claim.baseline = platform(name.substr(slash + 1));
        std::string unit = form.unit && !isNothing(textAt(row, *form.unit)) ? textAt(row, *form.unit) : std::string();
        if (unit.empty() && claim.isMapped())
            unit = unitInLabel(label, claim.what);
        takeFigure(std::move(claim), unit, reading);
    }
}

} // namespace

void takeGrid(const Grid& whole, Reading& reading)
{
    if (whole.rows.size() < 2)
        return;
    const Grid grid = withOneHead(whole, reading.catalogue);
    if (const auto form = longForm(grid.rows.front())) {
        takeList(grid, *form, reading);
        return;
    }
    // Where more labels are known, there the quantities stand.
    const auto known = [&](const std::string& label) {
        bool byUser = false;
        return meaningOf(label, reading.maps, byUser).has_value() || byUser ? 1 : 0;
    };
    int inRows = 0, inColumns = 0;
    for (std::size_t i = 1; i < grid.rows.size(); ++i)
        inRows += known(textAt(grid.rows[i], 0));
    for (std::size_t column = 1; column < grid.rows.front().size(); ++column)
        if (const std::string& text = grid.rows.front()[column].text; !resolve(text, reading.catalogue).isKnown())
            inColumns += known(text); // "p5.48xlarge, on demand" is a platform
    if (inColumns > inRows || (inColumns == inRows && isPlatformHeading(textAt(grid.rows.front(), 0))))
        takeRowsOfPlatforms(grid, reading);
    else
        takeRowsOfQuantities(grid, reading);
}

} // namespace fullscope::audit
