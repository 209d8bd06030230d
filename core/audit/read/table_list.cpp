// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/platforms.h"
#include "core/audit/read/heading_names.h"
#include "core/audit/read/labels.h"
#include "core/audit/read/plain_text.h"
#include "core/audit/read/table_cells.h"
#include "core/audit/read/table_hardware.h"
#include "core/audit/read/table_layout.h"
#include "core/base/text.h"

#include <optional>

namespace fullscope::audit {

Where placeOf(const Grid& grid, const Cell& cell, std::size_t column)
{
    return {.line = cell.line, .cell = grid.first_column + static_cast<std::int64_t>(column) + 1};
}

std::string hardwareIn(const std::string& text, const Reading& reading)
{
    constexpr std::size_t kLongest = 60; // bytes; what is longer is a sentence
    const std::string plain = plainText(text);
    const auto mentions = plain.size() > kLongest ? std::vector<PlatformMention>() : platformsIn(plain, reading.names);
    return mentions.size() == 1 ? mentions.front().name : std::string();
}

std::string withHardware(const std::string& name, const std::string& cell, const Reading& reading)
{
    if (resolve(name, reading.catalogue).isKnown())
        return name;
    const std::string chip = hardwareIn(cell, reading);
    return chip.empty() ? name : name.empty() ? chip : name + " (" + chip + ")";
}

bool namesHardware(const std::string& label)
{
    bool byUser = false;
    const auto what = meaningOf(label, {}, byUser);
    return isPlatformHeading(label)
        || (what && what->form == Form::value
            && (what->quantity == Quantity::chips || what->quantity == Quantity::instances));
}

void takeHardware(const std::string& platform, const Claim& of, Reading& reading)
{
    takeHeading(platformLabel(of.text, reading), platform, of, reading);
}

namespace {

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

// Of what a list of metrics and values is that names no platforms: what a line of it, or its title, says.
std::string platformOfList(const Grid& grid, const LongForm& form, const Reading& reading)
{
    for (const auto& row : grid.rows)
        if (isPlatformHeading(textAt(row, form.quantity)))
            if (std::string name = hardwareIn(textAt(row, form.value), reading); !name.empty())
                return name;
    return hardwareIn(grid.title, reading);
}

void takeLines(const Grid& grid, const LongForm& form, Reading& reading)
{
    const std::string ofAll = form.platform ? std::string() : platformOfList(grid, form, reading);
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
        const std::string name = form.platform ? textAt(row, *form.platform) : ofAll;
        const std::size_t slash = name.find('/');
        const auto platform = [&](const std::string& text) {
            const LabelMap* const map = mapOf(text, reading.maps);
            return map != nullptr && map->target.starts_with("platform:") ? map->target.substr(9)
                                                                          : std::string(base::trimmed(text));
        };
        claim.platform = platform(name.substr(0, slash));
        if (!claim.isMapped() && isPlatformHeading(label) && !form.platform)
            takeHardware(claim.platform, claim, reading);
        if (slash != std::string::npos)
            claim.baseline = platform(name.substr(slash + 1));
        std::string unit = form.unit && !isNothing(textAt(row, *form.unit)) ? textAt(row, *form.unit) : std::string();
        if (unit.empty() && claim.isMapped())
            unit = unitInLabel(label, claim.what);
        takeFigure(std::move(claim), unit, reading);
    }
}

} // namespace

bool takeList(const Grid& grid, Reading& reading)
{
    const auto form = longForm(grid.rows.front());
    if (form)
        takeLines(grid, *form, reading);
    return form.has_value();
}

} // namespace fullscope::audit
