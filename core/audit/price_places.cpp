// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/price_places.h"

#include "core/audit/read/plain_text.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <set>

namespace fullscope::audit {

namespace {

bool isAnyOf(std::string_view text, std::initializer_list<std::string_view> words)
{
    return std::find(words.begin(), words.end(), text) != words.end();
}

bool isDirection(std::string_view text)
{
    return isAnyOf(
        text, {"north", "south", "east", "west", "central", "northeast", "northwest", "southeast", "southwest"});
}

bool isNumber(std::string_view text)
{
    return !text.empty() && text.size() <= 2 && std::ranges::all_of(text, isDigit);
}

std::vector<std::string_view> splitAtDashes(std::string_view text)
{
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = std::min(text.find('-'), text.size());
        parts.push_back(text.substr(0, end));
        if (end == text.size())
            return parts;
        text.remove_prefix(end + 1);
    }
}

// "us-east-1" of that or of a zone, "us-east-1a".
std::string amazonRegion(const std::vector<std::string_view>& parts)
{
    if (parts.size() < 3 || parts.size() > 4
        || !isAnyOf(parts[0], {"us", "eu", "ap", "sa", "ca", "me", "af", "il", "mx", "cn"})
        || (parts.size() == 4 && parts[1] != "gov") || !isDirection(parts[parts.size() - 2]))
        return {};
    std::string_view last = parts.back();
    if (last.size() > 1 && isLetter(last.back()))
        last.remove_suffix(1);
    if (!isNumber(last))
        return {};
    std::string region;
    for (std::size_t i = 0; i + 1 < parts.size(); ++i)
        region += std::string(parts[i]) + "-";
    return region + std::string(last);
}

// "us-central1" of that or of a zone, "us-central1-a".
std::string googleRegion(const std::vector<std::string_view>& parts)
{
    if (parts.size() < 2 || parts.size() > 3 || (parts.size() == 3 && parts[2].size() != 1)
        || !isAnyOf(parts[0], {"us", "europe", "asia", "northamerica", "southamerica", "australia", "me", "africa"}))
        return {};
    const std::size_t digits = std::min(parts[1].find_first_of("0123456789"), parts[1].size());
    if (!isDirection(parts[1].substr(0, digits)) || !isNumber(parts[1].substr(digits)))
        return {};
    return std::string(parts[0]) + "-" + std::string(parts[1]);
}

constexpr std::string_view kAzure[]
    = {"eastus2", "eastus", "westus3", "westus2", "westus", "centralus", "northcentralus", "southcentralus",
        "westcentralus", "westeurope", "northeurope", "uksouth", "ukwest", "francecentral", "germanywestcentral",
        "swedencentral", "norwayeast", "switzerlandnorth", "polandcentral", "italynorth", "spaincentral", "japaneast",
        "japanwest", "koreacentral", "southeastasia", "eastasia", "australiaeast", "canadacentral", "canadaeast",
        "brazilsouth", "centralindia", "southindia", "uaenorth", "southafricanorth"};
struct Named {
    std::string_view text, region;
};
// As consoles and price lists call them.
constexpr Named kNamed[] = {{"east us 2", "eastus2"}, {"east us", "eastus"}, {"west us 3", "westus3"},
    {"west us 2", "westus2"}, {"west europe", "westeurope"}, {"n. virginia", "us-east-1"},
    {"northern virginia", "us-east-1"}, {"弗吉尼亚北部", "us-east-1"}, {"us east (ohio)", "us-east-2"},
    {"us west (oregon)", "us-west-2"}, {"europe (frankfurt)", "eu-central-1"}, {"europe (ireland)", "eu-west-1"},
    {"asia pacific (tokyo)", "ap-northeast-1"}, {"asia pacific (singapore)", "ap-southeast-1"}};

constexpr std::string_view kMonths[] = {"january", "february", "march", "april", "may", "june", "july", "august",
    "september", "october", "november", "december"};

std::size_t digitsAt(std::string_view text, std::size_t at)
{
    std::size_t count = 0;
    while (at + count < text.size() && isDigit(text[at + count]))
        ++count;
    return count;
}

int valueOf(std::string_view digits)
{
    int value = 0;
    for (const char c : digits)
        value = value * 10 + (c - '0');
    return value;
}

std::string iso(int year, int month, int day)
{
    if (month < 1 || month > 12 || day < 0 || day > 31)
        return {};
    std::array<char, 16> text {};
    std::snprintf(text.data(), text.size(), day > 0 ? "%04d-%02d-%02d" : "%04d-%02d", year, month, day);
    return text.data();
}

// A number of one or two digits behind one of `signs`; 0: none. `at` moves behind it.
int partAfter(std::string_view text, std::size_t& at, std::initializer_list<std::string_view> signs)
{
    std::size_t from = at;
    while (from < text.size() && text[from] == ' ')
        ++from;
    for (const std::string_view sign : signs) {
        if (!text.substr(from).starts_with(sign))
            continue;
        std::size_t digits = from + sign.size();
        while (digits < text.size() && text[digits] == ' ')
            ++digits;
        const std::size_t count = digitsAt(text, digits);
        if (count == 0 || count > 2)
            return 0;
        at = digits + count;
        return valueOf(text.substr(digits, count));
    }
    return 0;
}

// The month whose name ends before `end`, and the day before or behind it: "3 June", "June 3,".
std::string namedMonth(std::string_view text, std::size_t end, int year)
{
    std::string_view before = base::trimmed(text.substr(0, end));
    int day = 0;
    if (before.ends_with(','))
        before = base::trimmed(before.substr(0, before.size() - 1));
    if (const std::size_t digits = before.find_last_not_of("0123456789") + 1; digits < before.size()) {
        if (before.size() - digits > 2)
            return {};
        day = valueOf(before.substr(digits));
        before = base::trimmed(before.substr(0, digits));
    }
    if (before.ends_with('.'))
        before.remove_suffix(1);
    const std::size_t word
        = before.find_last_of(" ,;:(/") == std::string_view::npos ? 0 : before.find_last_of(" ,;:(/") + 1;
    const std::string_view name = before.substr(word);
    for (std::size_t i = 0; i < std::size(kMonths); ++i)
        if (name == kMonths[i] || (name.size() >= 3 && name == kMonths[i].substr(0, name.size()) && name.size() <= 4)) {
            const std::string_view left = base::trimmed(before.substr(0, word));
            const std::size_t digits = left.find_last_not_of("0123456789") + 1;
            if (day == 0 && digits < left.size() && left.size() - digits <= 2)
                day = valueOf(left.substr(digits));
            return iso(year, static_cast<int>(i) + 1, day);
        }
    return {};
}

// What the year at `at` (four digits) is part of.
std::string dayAt(std::string_view text, std::size_t at)
{
    const int year = valueOf(text.substr(at, 4));
    std::size_t end = at + 4;
    if (const int month = partAfter(text, end, {"年", "-", "/"}); month > 0) {
        const int day = partAfter(text, end, {"月", "-", "/"});
        return iso(year, month, day);
    }
    if (std::string named = namedMonth(text, at, year); !named.empty())
        return named;
    const std::string_view before = base::trimmed(text.substr(0, at));
    const bool isSaid = before.ends_with("as of") || before.ends_with("截至") || before.ends_with("截止");
    return isSaid ? std::string(text.substr(at, 4)) : std::string();
}

bool isPrice(const Claim& claim)
{
    switch (claim.what.quantity) {
    case Quantity::instance_price:
    case Quantity::spot_price:
    case Quantity::chip_price:
    case Quantity::cluster_price:
        return claim.isValue();
    default:
        return false;
    }
}

std::string onlyOne(const std::set<std::string>& said)
{
    return said.size() == 1 ? *said.begin() : std::string();
}

using Find = std::string (*)(std::string_view);

// Rows and columns of a table that say it of the prices in them.
void settleByTable(const Grid& grid, std::initializer_list<std::string_view> heads, Find find,
    std::string Claim::*field, std::vector<Claim>& claims)
{
    const auto isHead = [&heads](const Cell& cell) {
        const std::string text = base::toLower(base::trimmed(plainText(cell.text)));
        return std::find(heads.begin(), heads.end(), text) != heads.end();
    };
    if (grid.rows.empty() || grid.rows.front().empty() || grid.rows.back().empty())
        return;
    const std::int64_t first = grid.rows.front().front().line, last = grid.rows.back().front().line;
    const auto say = [&](const std::string& what, auto isOfIt) {
        for (Claim& claim : claims)
            if (isPrice(claim) && (claim.*field).empty() && !what.empty() && claim.where.cell != 0
                && claim.where.line >= first && claim.where.line <= last && isOfIt(claim))
                claim.*field = what;
    };
    for (const std::vector<Cell>& row : grid.rows)
        for (std::size_t i = 1; i < row.size() && isHead(row.front()); ++i)
            say(find(row[i].text), [&](const Claim& claim) {
                return claim.where.cell == static_cast<std::int64_t>(i) + 1 + grid.first_column;
            });
    for (std::size_t column = 0; column < grid.rows.front().size(); ++column)
        for (std::size_t r = 1; r < grid.rows.size() && isHead(grid.rows.front()[column]); ++r)
            if (column < grid.rows[r].size())
                say(find(grid.rows[r][column].text),
                    [&](const Claim& claim) { return claim.where.line == grid.rows[r][column].line; });
}

std::set<std::string> regionsIn(std::string_view text)
{
    std::string lower = base::toLower(plainText(text));
    std::set<std::string> regions;
    const auto isPart = [](char c) { return isLetter(c) || isDigit(c) || c == '-'; };
    for (std::size_t at = 0; at < lower.size();) {
        std::size_t end = at;
        while (end < lower.size() && isPart(lower[end]))
            ++end;
        const std::string_view word = std::string_view(lower).substr(at, end - at);
        const std::vector<std::string_view> parts = splitAtDashes(word);
        for (const std::string& region : {amazonRegion(parts), googleRegion(parts)})
            if (!region.empty())
                regions.insert(region);
        if (std::ranges::find(kAzure, word) != std::end(kAzure))
            regions.emplace(word);
        at = std::max(end, at + 1);
    }
    for (const Named& named : kNamed)
        if (const std::size_t at = findWord(lower, named.text); at != std::string::npos) {
            regions.emplace(named.region);
            lower.replace(at, named.text.size(), named.text.size(), ' '); // "east us" is not in "east us 2" besides
        }
    return regions;
}

std::set<std::string> daysIn(std::string_view text)
{
    std::set<std::string> days;
    constexpr int kFirstYear = 2010, kLastYear = 2099;
    const std::string lower = base::toLower(plainText(text));
    for (std::size_t at = 0; at < lower.size(); ++at) {
        const std::size_t count = digitsAt(lower, at);
        if (count == 0)
            continue;
        const bool begins = at == 0 || !(isLetter(lower[at - 1]) || lower[at - 1] == '-' || lower[at - 1] == '.');
        if (const int year = count == 4 && begins ? valueOf(std::string_view(lower).substr(at, 4)) : 0;
            year >= kFirstYear && year <= kLastYear)
            if (std::string day = dayAt(lower, at); !day.empty())
                days.insert(std::move(day));
        at += count;
    }
    return days;
}

bool isOfPrices(std::string_view lower)
{
    for (const std::string_view word : {"price", "pricing", "as of", "rate", "cost", "价", "截至", "费"})
        if (lower.find(word) != std::string_view::npos)
            return true;
    return false;
}

} // namespace

std::string regionIn(std::string_view text)
{
    return onlyOne(regionsIn(text));
}

std::string dayIn(std::string_view text)
{
    return onlyOne(daysIn(text));
}

void settlePlaces(const Document& document, std::vector<Claim>& claims)
{
    if (std::ranges::none_of(claims, isPrice))
        return;
    for (Claim& claim : claims)
        for (const std::string* const text : {&claim.text, &claim.label, &claim.platform}) {
            if (!isPrice(claim))
                break;
            if (claim.region.empty())
                claim.region = regionIn(*text);
            if (claim.as_of.empty())
                claim.as_of = dayIn(*text);
        }
    for (const Grid& grid : document.grids) {
        settleByTable(
            grid, {"region", "location", "cloud region", "区域", "地域", "可用区"}, regionIn, &Claim::region, claims);
        settleByTable(grid, {"date", "as of", "price date", "price as of", "日期", "价格日期", "截至"}, dayIn,
            &Claim::as_of, claims);
    }
    std::set<std::string> regions, days;
    for (const Paragraph& paragraph : document.paragraphs) {
        regions.merge(regionsIn(paragraph.text));
        if (isOfPrices(base::toLower(paragraph.text)))
            days.merge(daysIn(paragraph.text));
    }
    for (Claim& claim : claims) {
        if (isPrice(claim) && claim.region.empty())
            claim.region = onlyOne(regions);
        if (isPrice(claim) && claim.as_of.empty())
            claim.as_of = onlyOne(days);
    }
}

} // namespace fullscope::audit
