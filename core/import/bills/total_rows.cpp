// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/total_rows.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

constexpr std::array kWords
    = std::to_array<std::string_view>({"total", "totals", "grand total", "subtotal", "sub-total", "sub total", "sum",
        "total cost", "total amount", "amount due", "balance due", "total due", "amount payable", "all services",
        "summe", "gesamt", "gesamtbetrag", "zwischensumme", "合计", "总计", "小计", "应付总额", "总额"});

std::string word(std::string_view text)
{
    text = base::trimmed(text);
    while (text.ends_with(':') || text.ends_with('.'))
        text.remove_suffix(1);
    return base::toLower(text);
}

} // namespace

bool isTotalWord(std::string_view text)
{
    const std::string lower = word(text);
    return std::find(kWords.begin(), kWords.end(), lower) != kWords.end();
}

bool saysTotal(std::string_view text)
{
    const std::string lower = word(text);
    return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view total) {
        return lower == total || lower.starts_with(std::string(total) + " ")
            || lower.ends_with(" " + std::string(total))
            || (static_cast<unsigned char>(total.front()) >= 0x80 && lower.ends_with(total));
    });
}

base::Status TotalRows::add(const evidence::BillRow& row)
{
    if (!row.billed)
        return {};
    Sum& sum = m_sums[row.currency];
    FS_TRY_VALUE(more, base::Decimal::sum(sum.billed, *row.billed));
    sum.billed = more;
    ++sum.rows;
    return {};
}

bool TotalRows::hold(Candidate& candidate)
{
    if (m_held.size() >= kMost)
        return false;
    m_held.push_back({.row = std::move(candidate), .before = m_sums});
    return true;
}

// Whether `total` is what came between two places of the file. Where no word says so, one row alone that is equal to
// another proves nothing.
bool TotalRows::equals(const Candidate& total, const Sums& from, const Sums& to) const
{
    const std::int64_t least = total.named ? 1 : 2;
    for (const auto& [code, end] : to) {
        if (!total.currency.empty() && code != total.currency && m_sums.size() > 1)
            continue;
        const auto begin = from.find(code);
        const Sum none, &start = begin == from.end() ? none : begin->second;
        const auto sum = base::Decimal::difference(end.billed, start.billed);
        if (end.rows - start.rows >= least && sum.ok() && agrees(total.amount, *sum))
            return true;
    }
    return false;
}

// Of everything before it, of everything in the file, or of what stands between it and another total. A zero that sums
// up nothing is no total.
bool TotalRows::isTotal(std::size_t at) const
{
    const Held& held = m_held[at];
    if (held.row.amount.value.isZero() && !held.row.named)
        return false;
    const auto fits = [&](const Sums& from, const Sums& to) { return equals(held.row, from, to); };
    if (fits({}, held.before) || fits({}, m_sums) || fits(held.before, m_sums))
        return true;
    for (std::size_t other = 0; other < m_held.size(); ++other)
        if (other < at ? fits(m_held[other].before, held.before) : fits(held.before, m_held[other].before))
            return true;
    return false;
}

std::string TotalRows::expected(const Held& held) const
{
    const auto& sums = held.before.empty() ? m_sums : held.before;
    const auto own = sums.find(held.row.currency);
    if (own != sums.end())
        return own->second.billed.toString();
    return sums.size() == 1 ? sums.begin()->second.billed.toString() : std::string();
}

// Where nothing but such rows is in the file, they are its charges, unless one sums up those before it.
base::Status TotalRows::deliverAlone(Candidate& row, const Deliver& deliver, const Report& report)
{
    row.named = false; // one row alone that is equal to another proves nothing
    if (equals(row, {}, m_sums)) {
        report({.severity = base::Severity::warning,
            .handling = base::Handling::noted,
            .what = {.code = base::Code::total_not_counted, .line = row.line, .found = row.text}});
        return {};
    }
    for (const evidence::BillRow& one : row.rows) {
        FS_TRY(add(one));
        FS_TRY(deliver(one));
    }
    return {};
}

base::Status TotalRows::finish(const Deliver& deliver, const Report& report)
{
    using base::Handling;
    using base::Severity;
    const bool nothing_else = m_sums.empty();
    for (std::size_t at = 0; at < m_held.size(); ++at) {
        Held& held = m_held[at];
        if (nothing_else && held.row.dated && held.row.named) {
            FS_TRY(deliverAlone(held.row, deliver, report));
        } else if (isTotal(at)) {
            report({.severity = held.row.named ? Severity::info : Severity::warning,
                .handling = Handling::noted,
                .what = {.code = base::Code::total_not_counted, .line = held.row.line, .found = held.row.text}});
        } else if (held.row.named) {
            report({.severity = Severity::warning,
                .handling = Handling::noted,
                .what = {.code = base::Code::total_disagrees,
                    .line = held.row.line,
                    .found = held.row.text,
                    .expected = expected(held)}});
        } else if (held.row.dated) {
            for (const evidence::BillRow& row : held.row.rows)
                FS_TRY(deliver(row));
        } else {
            report(
                {.severity = Severity::error, .handling = Handling::row_skipped, .what = std::move(held.row.undated)});
        }
    }
    m_held.clear();
    return {};
}

} // namespace fullscope::import
