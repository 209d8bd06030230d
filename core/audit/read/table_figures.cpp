// SPDX-License-Identifier: GPL-3.0-or-later
// A table whose columns are platforms and rows quantities, or the other way round, or that has a line for each figure.
#include "core/audit/platforms.h"
#include "core/audit/read/document.h"
#include "core/audit/read/figures.h"
#include "core/audit/read/heading_names.h"
#include "core/audit/read/labels.h"
#include "core/audit/read/plain_text.h"
#include "core/audit/read/printed_number.h"
#include "core/audit/read/table_cells.h"
#include "core/audit/read/table_hardware.h"
#include "core/audit/read/table_heads.h"
#include "core/audit/read/table_layout.h"
#include "core/base/text.h"

#include <algorithm>
#include <map>
#include <set>

namespace fullscope::audit {

namespace {

// How much is done in the time, or for the money, of which a label speaks.
void takeWorkOf(const std::string& label, const NamedQuantity& of, const Cell& cell, Reading& reading)
{
    const bool isTime = spec(of.quantity).unit == base::Unit::seconds;
    const bool isWhole = of.quantity == Quantity::total_cost || of.quantity == Quantity::total_time;
    const auto take = [&](Quantity quantity, const std::optional<std::string>& text) {
        Claim claim {.what = {.quantity = quantity},
            .label = label,
            .text = text.value_or(""),
            .where = {.line = cell.line, .cell = 1}};
        if (!text || !readValue(claim, ""))
            return;
        if (quantity == Quantity::total_tokens)
            claim.range = asSetting(claim);
        const bool known = std::ranges::any_of(reading.out.claims, [&claim](const Claim& other) {
            return other.what == claim.what && other.platform.empty() && other.value == claim.value;
        });
        if (!known)
            addClaim(std::move(claim), reading);
    };
    if (isTime)
        take(Quantity::steps, stepsInLabel(label));
    if (isWhole && of.form == Form::value)
        take(Quantity::total_tokens, tokensOfLabel(label));
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
        const bool isWorded
            = text.find('%') != std::string_view::npos && directionIn(text, Quantity::tokens_per_s) != Direction::none;
        if (!isWorded && !text.ends_with('%') && !text.ends_with('x') && !text.ends_with("×") && !text.ends_with("倍"))
            return false;
        ++compared;
        bool byUser = false;
        const auto what = meaningOf(textAt(grid.rows[i], 0), reading.maps, byUser);
        ofOther += what && what->form == Form::value && spec(what->quantity).unit != base::Unit::share ? 1 : 0;
    }
    return compared > 0 && ofOther > 0;
}

// "Cost", "Savings" mean the total where the table has no other, the compute where it has no such either.
std::optional<NamedQuantity> costInTable(const Grid& grid, const std::string& label)
{
    const PlainCost plain = plainCostOf(label);
    if (plain == PlainCost::none)
        return std::nullopt;
    bool hasTotal = false, hasPlain = false;
    const auto look = [&](const std::string& other) {
        const auto known = quantityOfLabel(other);
        hasTotal = hasTotal || (known && known->quantity == Quantity::total_cost && known->form == Form::value);
        hasPlain = hasPlain || plainCostOf(other) == PlainCost::all;
    };
    for (const auto& row : grid.rows)
        look(textAt(row, 0));
    for (const Cell& cell : grid.rows.front())
        look(cell.text);
    if (plain == PlainCost::saving && (hasTotal || hasPlain))
        return NamedQuantity {.quantity = Quantity::total_cost, .form = Form::saving};
    if (hasTotal || plain == PlainCost::saving || (plain == PlainCost::compute && hasPlain))
        return std::nullopt;
    return NamedQuantity {.quantity = Quantity::total_cost};
}

void takeChipsOfNode(const Claim& of, const std::string& chips, Reading& reading)
{
    Claim claim = of;
    claim.what = {.quantity = Quantity::chips_per_instance};
    claim.text = chips;
    claim.mapped_by_user = false;
    const bool isKnown = std::ranges::any_of(reading.out.claims,
        [&claim](const Claim& other) { return other.what == claim.what && other.platform == claim.platform; });
    if (!isKnown && readValue(claim, ""))
        addClaim(std::move(claim), reading);
}

std::vector<Heading> headingsOf(const Grid& grid, std::vector<std::string>& platforms, Reading& reading)
{
    const std::vector<Cell>& head = grid.rows.front();
    std::vector<Heading> headings;
    std::vector<PlatformLabel> labels(head.size());
    for (std::size_t column = 0; column < head.size(); ++column) {
        Heading heading {.text = head[column].text};
        heading.is = column == 0 ? Heading::Is::label : kindOfHeading(heading.text);
        if (heading.is == Heading::Is::platform && isAgainst(heading.text) && comparesOnly(grid, column, reading))
            heading.is = Heading::Is::change; // "Trn2 vs H100"
        else if (heading.is == Heading::Is::platform && comparesOnly(grid, column, reading)
            && !resolve(heading.text, reading.catalogue).isKnown() && mapOf(heading.text, reading.maps) == nullptr)
            heading.is = base::equalsIgnoreCase(heading.text, "x") ? Heading::Is::ratio : Heading::Is::unclear;
        if (heading.is == Heading::Is::platform && !isValueHeading(heading.text))
            labels[column] = platformLabel(heading.text, reading);
        headings.push_back(std::move(heading));
    }
    const std::vector<std::string> names = namesOf(labels);
    for (std::size_t column = 1; column < head.size(); ++column) {
        Heading& heading = headings[column];
        if (heading.is != Heading::Is::platform)
            continue;
        heading.platform = names[column];
        for (std::size_t i = 1; i < grid.rows.size() && !labels[column].is_given; ++i)
            if (namesHardware(textAt(grid.rows[i], 0)))
                heading.platform = withHardware(heading.platform, textAt(grid.rows[i], column), reading);
        if (heading.platform.empty())
            heading.platform = hardwareIn(grid.title, reading);
        if (heading.platform.empty())
            continue;
        heading.spot = isSpot(heading.text);
        platforms.push_back(heading.platform);
        const auto place = grid.first_column + static_cast<std::int64_t>(column) + 1;
        takeHeading(labels[column], heading.platform,
            {.label = heading.text, .where = {.line = head[column].line, .cell = place}}, reading);
    }
    return headings;
}

// "in USD" below "Training cost": what it is stands in the corner.
std::string labelOf(const Grid& grid, const std::string& label, const Reading& reading)
{
    const std::string& corner = textAt(grid.rows.front(), 0);
    bool byUser = false;
    if (corner.empty() || meaningOf(label, reading.maps, byUser) || byUser || isQuantityHeading(corner))
        return label;
    const std::string lower = base::toLower(plainText(label));
    const bool isUnitOnly = isUnit(base::trimmed(lower.starts_with("in ") ? lower.substr(3) : lower))
        || (lower.starts_with("in ") && quantityOfLabel(corner));
    return isUnitOnly && quantityOfLabel(corner + " " + label) ? corner + " " + label : label;
}

// A row with more cells than there are headings: a comma that groups digits, without quotes around it. Which figure is
// whose nobody knows.
bool isTooLong(const Grid& grid, const std::vector<Cell>& row)
{
    std::size_t last = row.size();
    while (last > 0 && row[last - 1].text.empty())
        --last;
    return last > grid.rows.front().size();
}

void reportRow(const Grid& grid, const std::vector<Cell>& row, Reading& reading)
{
    base::Problem problem {.severity = base::Severity::warning, .handling = base::Handling::row_skipped, .what = {}};
    problem.what = {.code = base::Code::row_long,
        .file = reading.file,
        .line = row.front().line,
        .field = base::excerpt(row.front().text),
        .found = std::to_string(row.size()),
        .expected = std::to_string(grid.rows.front().size())};
    reading.out.problems.push_back(std::move(problem));
}

void takeRowOfQuantity(const Grid& grid, const std::vector<Cell>& row, const std::vector<Heading>& headings,
    const std::vector<std::string>& platforms, Reading& reading)
{
    const std::string label = labelOf(grid, textAt(row, 0), reading);
    bool byUser = false;
    const auto said = meaningOf(label, reading.maps, byUser);
    const auto cost = said || byUser ? std::nullopt : costInTable(grid, label);
    std::string unit = said || cost ? unitInLabel(label, said ? *said : *cost) : std::string();
    for (std::size_t column = 1; column < headings.size(); ++column)
        if (headings[column].is == Heading::Is::unit && !isNothing(textAt(row, column)))
            unit = textAt(row, column);
    if (said && !row.empty())
        takeWorkOf(label, *said, row[0], reading);
    const std::string ofNode = chipsOfNodeIn(label);
    for (std::size_t column = 1; column < std::min(row.size(), headings.size()); ++column) { // others are empty
        const Heading& heading = headings[column];
        if (heading.is == Heading::Is::unit || heading.is == Heading::Is::note)
            continue;
        auto what = said;
        if (!what && !byUser)
            what = meaningByUnit(label, row[column].text, unit);
        if (!what)
            what = cost;
        if (what && heading.spot)
            what = ofSpot(*what);
        Claim claim {.platform = heading.platform,
            .what = what.value_or(NamedQuantity {}),
            .label = label,
            .text = row[column].text,
            .where = placeOf(grid, row[column], column),
            .mapped_by_user = byUser};
        if (heading.is != Heading::Is::platform) {
            takeRatio(std::move(claim), heading, platforms, unit, reading);
            continue;
        }
        if (isPlatformHeading(label) && !what)
            takeHardware(heading.platform, claim, reading);
        else if (!ofNode.empty() && what && !isNothing(claim.text))
            takeChipsOfNode(claim, ofNode, reading);
        if (!isPlatformHeading(label) || what)
            takeFigure(std::move(claim), unit, reading);
    }
}

void takeRowsOfQuantities(const Grid& grid, Reading& reading)
{
    std::vector<std::string> platforms;
    const std::vector<Heading> headings = headingsOf(grid, platforms, reading);
    for (std::size_t i = 1; i < grid.rows.size(); ++i)
        if (isTooLong(grid, grid.rows[i]))
            reportRow(grid, grid.rows[i], reading);
        else
            takeRowOfQuantity(grid, grid.rows[i], headings, platforms, reading);
}

// Names of the rows, each with the hardware that another column has for it.
std::vector<std::string> rowNames(const Grid& grid, const std::vector<PlatformLabel>& labels, const Reading& reading)
{
    std::vector<std::string> names = namesOf(labels);
    for (std::size_t i = 1; i < grid.rows.size(); ++i)
        for (std::size_t column = 1; column < grid.rows[i].size() && !labels[i].is_given; ++column)
            if (namesHardware(textAt(grid.rows.front(), column)) && !names[i].empty())
                names[i] = withHardware(names[i], grid.rows[i][column].text, reading);
    return names;
}

void takeRowOfPlatform(const Grid& grid, const std::vector<Cell>& row, const std::string& platform, Reading& reading)
{
    const std::vector<Cell>& head = grid.rows.front();
    const bool spot = isSpot(row[0].text);
    for (std::size_t column = 1; column < row.size(); ++column) {
        const std::string& label = textAt(head, column);
        bool byUser = false;
        auto what = meaningOf(label, reading.maps, byUser);
        Claim claim {.platform = platform,
            .label = label,
            .text = row[column].text,
            .where = placeOf(grid, row[column], column)};
        if (!what && isPlatformHeading(label))
            takeHardware(platform, claim, reading);
        if (!what && (isNoteHeading(label) || isPlatformHeading(label)))
            continue;
        if (!what && !byUser)
            what = meaningByUnit(label, row[column].text, "");
        if (!what && !byUser)
            what = costInTable(grid, label);
        if (what && spot)
            what = ofSpot(*what);
        if (what && !isNothing(claim.text))
            takeWorkOf(label, *what, head[column], reading);
        claim.what = what.value_or(NamedQuantity {});
        claim.mapped_by_user = byUser;
        takeFigure(std::move(claim), what ? unitInLabel(label, *what) : "", reading);
    }
}

void takeRowsOfPlatforms(const Grid& grid, Reading& reading)
{
    std::vector<PlatformLabel> labels(1);
    for (std::size_t i = 1; i < grid.rows.size(); ++i)
        labels.push_back(platformLabel(textAt(grid.rows[i], 0), reading));
    const std::vector<std::string> names = rowNames(grid, labels, reading);
    for (std::size_t i = 1; i < grid.rows.size(); ++i) {
        const std::vector<Cell>& row = grid.rows[i];
        if (row.empty())
            continue;
        if (isTooLong(grid, row)) {
            reportRow(grid, row, reading);
        } else if (names[i].empty()) { // whose it is, nobody knows
            for (std::size_t column = 1; column < row.size(); ++column)
                takeFigure({.label = textAt(grid.rows.front(), column),
                               .text = row[column].text,
                               .where = placeOf(grid, row[column], column)},
                    "", reading);
        } else {
            takeHeading(labels[i], names[i],
                {.label = row[0].text, .where = {.line = row[0].line, .cell = grid.first_column + 1}}, reading);
            takeRowOfPlatform(grid, row, names[i], reading);
        }
    }
}

} // namespace

void takeGrid(const Grid& whole, Reading& reading)
{
    if (whole.rows.size() < 2)
        return;
    if (takeList(whole, reading))
        return;
    const Grid grid = laidOut(whole, reading);
    // Where more labels are known, there the quantities stand.
    const auto known = [&](const std::string& label) {
        bool byUser = false;
        const bool isKnown = meaningOf(label, reading.maps, byUser) || plainCostOf(label) != PlainCost::none;
        return isKnown || byUser ? 1 : 0;
    };
    const auto isPlatform = [&](const std::string& label) { return resolve(label, reading.catalogue).isKnown(); };
    int inRows = 0, inColumns = 0, platforms = 0; // platforms: more of them in rows than in columns
    for (std::size_t i = 1; i < grid.rows.size(); ++i) {
        inRows += known(textAt(grid.rows[i], 0));
        platforms += isPlatform(textAt(grid.rows[i], 0)) ? 1 : 0;
    }
    for (std::size_t column = 1; column < grid.rows.front().size(); ++column)
        if (const std::string& text = grid.rows.front()[column].text; isPlatform(text))
            --platforms; // "p5.48xlarge, on demand" too
        else
            inColumns += known(text);
    if (inColumns > inRows
        || (inColumns == inRows && (platforms > 0 || isPlatformHeading(textAt(grid.rows.front(), 0)))))
        takeRowsOfPlatforms(grid, reading);
    else
        takeRowsOfQuantities(grid, reading);
}

} // namespace fullscope::audit
