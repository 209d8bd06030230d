// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/trends.h"

#include "core/base/text.h"
#include "core/ledger/decimal_sum.h"
#include "core/ledger/slot_shares.h"

#include <algorithm>
#include <cmath>

namespace fullscope::ledger {

using base::Decimal;
using base::kNoTime;

namespace {

constexpr std::int64_t kToMonday = 3 * kDayUs; // the epoch is a Thursday
constexpr int kPlaces = 12;

// One amount in parts by time, the last of which is what remains.
class Parts {
public:
    explicit Parts(std::int64_t whole_us)
        : m_left_us(whole_us)
        , m_whole_us(whole_us)
    {
    }
    // Of `left`, which it makes smaller, the part of the share that next() has said.
    base::Result<Decimal> take(Decimal whole, Decimal& left) const
    {
        Decimal part = left;
        if (m_left_us > 0) {
            FS_TRY_VALUE(rounded,
                Decimal::fromDouble(
                    whole.toDouble() * (static_cast<double>(m_share_us) / static_cast<double>(m_whole_us)), kPlaces));
            part = rounded;
        }
        FS_TRY(takeFrom(left, part));
        return part;
    }
    void next(std::int64_t share_us)
    {
        m_share_us = share_us;
        m_left_us -= share_us;
    }

private:
    std::int64_t m_left_us, m_whole_us, m_share_us = 0;
};

base::Result<ReconciledHours> partOf(const ReconciledHours& whole, ReconciledHours& left, const Parts& parts)
{
    ReconciledHours part;
    for (const auto field : {&ReconciledHours::used, &ReconciledHours::idle, &ReconciledHours::unused,
             &ReconciledHours::not_placed, &ReconciledHours::without_bill, &ReconciledHours::shared}) {
        FS_TRY_VALUE(amount, parts.take(whole.*field, left.*field));
        part.*field = amount;
    }
    for (const auto field :
        {&ReconciledHours::used, &ReconciledHours::idle, &ReconciledHours::unused, &ReconciledHours::not_placed})
        FS_TRY(addTo(part.billed, part.*field));
    for (const auto field : {&ReconciledHours::used, &ReconciledHours::without_bill})
        FS_TRY(addTo(part.run, part.*field));
    return part;
}

base::Result<ReconciledAmounts> partOf(const ReconciledAmounts& whole, ReconciledAmounts& left, const Parts& parts)
{
    ReconciledAmounts part;
    FS_TRY_VALUE(hours, partOf(whole.hours, left.hours, parts));
    part.hours = hours;
    for (const auto& [currency, money] : whole.money)
        for (const auto field :
            {&ReconciledMoney::used, &ReconciledMoney::idle, &ReconciledMoney::unused, &ReconciledMoney::apart}) {
            FS_TRY_VALUE(amount, parts.take(money.*field, left.money[currency].*field));
            part.money[currency].*field = amount;
            FS_TRY(addTo(part.money[currency].billed, amount));
        }
    for (const auto field : {&ReconciledAmounts::unpriced, &ReconciledAmounts::idle_unpriced}) {
        FS_TRY_VALUE(amount, parts.take(whole.*field, left.*field));
        part.*field = amount;
    }
    return part;
}

// What of the total stands in no period.
base::Status takeAway(ReconciledAmounts& from, const ReconciledAmounts& part)
{
    for (const auto field : {&ReconciledHours::billed, &ReconciledHours::used, &ReconciledHours::idle,
             &ReconciledHours::unused, &ReconciledHours::not_placed, &ReconciledHours::run,
             &ReconciledHours::without_bill, &ReconciledHours::shared})
        FS_TRY(takeFrom(from.hours.*field, part.hours.*field));
    for (const auto& [currency, money] : part.money)
        for (const auto field : {&ReconciledMoney::billed, &ReconciledMoney::used, &ReconciledMoney::idle,
                 &ReconciledMoney::unused, &ReconciledMoney::apart})
            FS_TRY(takeFrom(from.money[currency].*field, money.*field));
    FS_TRY(takeFrom(from.unpriced, part.unpriced));
    return takeFrom(from.idle_unpriced, part.idle_unpriced);
}

// Money in the only currency that there is.
std::optional<TrendCost> costOf(const TrendWeek& week, std::initializer_list<Decimal ReconciledMoney::*> parts)
{
    const auto& money = week.bills.money;
    if (money.size() != 1)
        return std::nullopt;
    TrendCost cost {.value = 0, .currency = money.begin()->first};
    for (const auto part : parts)
        cost.value += (money.begin()->second.*part).toDouble();
    return cost;
}

std::optional<TrendCost> costBy(const TrendWeek& week, double amount)
{
    auto cost = costOf(week, {&ReconciledMoney::billed});
    if (!cost || !(amount > 0) || week.bills.hours.billed.isZero())
        return std::nullopt;
    cost->value /= amount;
    cost->at_least = !week.bills.unpriced.isZero() || week.bills.hours.without_bill >= secondsOf(base::kSecondUs);
    cost->at_most = week.progress_elsewhere;
    return cost;
}

} // namespace

std::int64_t weekOf(std::int64_t us)
{
    return floorTo(us + kToMonday, kWeekUs) - kToMonday;
}

std::string weekName(std::int64_t start_us)
{
    const std::int64_t thursday_us = start_us + kToMonday;
    const std::string year = base::formatDate({thursday_us}).substr(0, 4);
    const auto number = base::parseInt(year);
    const std::int64_t first_us = base::fromCivil(number.ok() ? static_cast<int>(*number) : 1970, 1, 1).us;
    const std::string week = std::to_string((thursday_us - first_us) / kWeekUs + 1);
    return year + "-W" + (week.size() < 2 ? "0" : "") + week;
}

base::Result<std::int64_t> parseWeek(std::string_view name)
{
    const base::Error odd {.code = base::Code::bad_time, .found = std::string(name), .expected = "2024-W09"};
    if (name.size() != 8 || name.substr(4, 2) != "-W")
        return odd;
    const auto year = base::parseInt(name.substr(0, 4)), week = base::parseInt(name.substr(6));
    if (!year.ok() || !week.ok() || *year < 1970 || *week < 1 || *week > 53)
        return odd;
    // The fourth of January is always in the first week.
    const std::int64_t start_us = weekOf(base::fromCivil(static_cast<int>(*year), 1, 4).us) + (*week - 1) * kWeekUs;
    return weekName(start_us) == name ? base::Result<std::int64_t>(start_us) : odd;
}

void eachWeek(std::int64_t start_us, std::int64_t end_us,
    const std::function<void(std::int64_t week_us, std::int64_t share_us)>& part)
{
    for (std::int64_t at = start_us; at < end_us;) {
        const std::int64_t week_us = weekOf(at), next = std::min(end_us, week_us + kWeekUs);
        part(week_us, next - at);
        at = next;
    }
}

std::optional<double> TrendWeek::goodput() const
{
    return wall_us > 0 ? std::optional(static_cast<double>(productive_us) / static_cast<double>(wall_us))
                       : std::nullopt;
}

std::optional<TrendCost> TrendWeek::costPer1000Steps() const
{
    return steps_not_told ? std::nullopt : costBy(*this, steps / 1'000);
}

std::optional<TrendCost> TrendWeek::costPerMTokens() const
{
    const bool all_tell = !tokens_not_told && std::abs(steps - steps_with_tokens) <= 1e-6 * steps;
    return all_tell ? costBy(*this, tokens / 1e6) : std::nullopt;
}

std::optional<TrendCost> TrendWeek::idleCost() const
{
    auto cost = costOf(*this, {&ReconciledMoney::idle, &ReconciledMoney::unused});
    if (!cost || bills.hours.billed.isZero())
        return std::nullopt;
    cost->at_least = !bills.idle_unpriced.isZero();
    cost->at_most = progress_elsewhere;
    // Hours without a price are no hours for nothing.
    return cost->value == 0 && cost->at_least ? std::nullopt : cost;
}

std::optional<TrendCost> TrendWeek::cost() const
{
    auto cost = costOf(*this, {&ReconciledMoney::billed});
    if (cost)
        cost->at_least = !bills.unpriced.isZero();
    return cost;
}

const TrendWeek* PlatformTrend::week(std::int64_t start_us) const
{
    const auto found = std::ranges::find(weeks, start_us, &TrendWeek::start_us);
    return found == weeks.end() ? nullptr : &*found;
}

std::vector<std::int64_t> Trends::weeks() const
{
    std::set<std::int64_t> known;
    for (const PlatformTrend& platform : platforms)
        for (const TrendWeek& week : platform.weeks)
            known.insert(week.start_us);
    std::vector<std::int64_t> all;
    for (const std::int64_t week_us : known) {
        if (!all.empty() && all.back() + kWeekUs < week_us)
            all.push_back(all.back() + kWeekUs);
        all.push_back(week_us);
    }
    return all;
}

TrendWeek& TrendTally::week(const std::string& platform, std::int64_t start_us)
{
    TrendWeek& week = m_platforms[platform].weeks[start_us];
    week.start_us = start_us;
    return week;
}

base::Status TrendTally::addBills(const std::string& platform, const ReconciledType& type)
{
    m_platforms[platform].instance_types.insert(type.instance_type);
    ReconciledAmounts apart = type.total;
    for (const ReconciledSlot& slot : type.periods) {
        if (slot.end_us - slot.start_us > kLongestSpread)
            continue;
        FS_TRY(takeAway(apart, slot.amounts));
        Parts parts(slot.end_us - slot.start_us);
        ReconciledAmounts left = slot.amounts;
        base::Status status;
        eachWeek(slot.start_us, slot.end_us, [&](std::int64_t week_us, std::int64_t share_us) {
            parts.next(share_us);
            const auto part = partOf(slot.amounts, left, parts);
            if (status.ok())
                status = part.ok() ? week(platform, week_us).bills.add(*part) : part.error();
        });
        FS_TRY(status);
    }
    const bool is_money = std::ranges::any_of(apart.money, [](const auto& of) { return !of.second.billed.isZero(); });
    if (is_money || apart.hours != ReconciledHours())
        FS_TRY(week(platform, kNoTime).bills.add(apart));
    return {};
}

void TrendTally::addRow(const std::string& platform, std::int64_t start_us, std::int64_t end_us, const TrendRows& row)
{
    const auto add = [&](std::int64_t week_us) {
        auto& rows = week(platform, week_us).rows;
        auto of = std::ranges::find(rows, row.bill_id, &TrendRows::bill_id);
        if (of == rows.end())
            of = rows.insert(rows.end(), {row.bill_id, row.first_row, 0});
        of->first_row = std::min(of->first_row, row.first_row);
        of->rows += row.rows;
    };
    if (start_us == kNoTime || end_us == kNoTime || end_us - start_us > kLongestSpread)
        add(kNoTime);
    else if (end_us <= start_us)
        add(weekOf(start_us));
    else
        eachWeek(start_us, end_us, [&](std::int64_t week_us, std::int64_t) { add(week_us); });
}

base::Status TrendTally::addOther(std::int64_t start_us, std::int64_t end_us, const std::string& currency, Decimal cost)
{
    if (cost.isZero())
        return {};
    if (start_us == kNoTime || end_us == kNoTime || end_us - start_us > kLongestSpread)
        return addTo(m_out.other[kNoTime][currency], cost);
    if (end_us <= start_us)
        return addTo(m_out.other[weekOf(start_us)][currency], cost);
    Parts parts(end_us - start_us);
    Decimal left = cost;
    base::Status status;
    eachWeek(start_us, end_us, [&](std::int64_t week_us, std::int64_t share_us) {
        parts.next(share_us);
        const auto part = parts.take(cost, left);
        if (status.ok())
            status = part.ok() ? addTo(m_out.other[week_us][currency], *part) : part.error();
    });
    return status;
}

void TrendTally::addRun(const Run& run, const TimeLedger& ledger)
{
    std::int64_t end_us = run.start_us;
    for (const TimeSpan& span : ledger.spans) {
        const std::int64_t from_us = run.start_us + span.begin_us;
        end_us = std::max(end_us, from_us + span.duration_us);
        eachWeek(from_us, from_us + span.duration_us, [&](std::int64_t week_us, std::int64_t share_us) {
            TrendWeek& of = week(run.platform, week_us);
            if (of.run_ids.empty() || of.run_ids.back() != run.run_id)
                of.run_ids.push_back(run.run_id);
            if (!ledger.goodput)
                return;
            of.wall_us += share_us * run.nodes;
            if (span.category == TimeCategory::productive)
                of.productive_us += share_us * run.nodes;
        });
    }
    m_first_us = m_first_us == kNoTime ? run.start_us : std::min(m_first_us, run.start_us);
    m_last_us = std::max(m_last_us, end_us);
}

void TrendTally::addProgress(const Run& run, std::int64_t from_us, std::int64_t to_us, double steps, double tokens)
{
    const auto add = [&](std::int64_t week_us, double share) {
        TrendWeek& of = week(run.platform, week_us);
        if (of.run_ids.empty() || of.run_ids.back() != run.run_id)
            of.run_ids.push_back(run.run_id);
        const bool tells_steps = std::isfinite(steps), tells_tokens = std::isfinite(tokens);
        of.steps += tells_steps ? steps * share : 0;
        of.steps_not_told = of.steps_not_told || !tells_steps;
        of.tokens += tells_tokens ? tokens * share : 0;
        of.steps_with_tokens += tells_steps && tells_tokens ? steps * share : 0;
        of.tokens_not_told = of.tokens_not_told || (!tells_steps && !tells_tokens);
    };
    if (to_us <= from_us || weekOf(from_us) == weekOf(to_us - 1)) // what ends with the week was made in it
        return add(weekOf(std::max(from_us, to_us - 1)), 1);
    eachWeek(from_us, to_us, [&](std::int64_t week_us, std::int64_t share_us) {
        add(week_us, static_cast<double>(share_us) / static_cast<double>(to_us - from_us));
    });
}

void TrendTally::addCovered(const std::string& platform, std::int64_t from_us, std::int64_t to_us)
{
    if (to_us > from_us)
        m_platforms[platform].covered.emplace_back(from_us, to_us);
}

void TrendTally::markWhole()
{
    for (auto& [name, platform] : m_platforms) {
        auto& covered = platform.covered;
        if (covered.empty() && m_first_us != kNoTime)
            covered.emplace_back(m_first_us, m_last_us);
        std::ranges::sort(covered);
        for (auto& [start_us, week] : platform.weeks) {
            std::int64_t at = start_us; // all before it is covered
            for (const auto& [from_us, to_us] : covered)
                at = from_us <= at ? std::max(at, to_us) : at;
            week.whole = start_us != kNoTime && at >= start_us + kWeekUs;
        }
    }
    const auto unknown = m_platforms.find("");
    if (unknown == m_platforms.end())
        return;
    for (auto& [name, platform] : m_platforms)
        for (auto& [start_us, week] : platform.weeks)
            week.progress_elsewhere = !name.empty() && unknown->second.weeks.contains(start_us);
}

base::Result<Trends> TrendTally::take(const MoneySums& total)
{
    markWhole();
    MoneySums sums;
    for (auto& [name, platform] : m_platforms) {
        PlatformTrend& out
            = m_out.platforms.emplace_back(PlatformTrend {name, std::move(platform.instance_types), {}, {}});
        for (auto& [start_us, week] : platform.weeks) {
            for (const auto& [currency, money] : week.bills.money)
                FS_TRY(addTo(sums[currency], money.billed));
            std::ranges::sort(week.run_ids);
            week.run_ids.erase(std::ranges::unique(week.run_ids).begin(), week.run_ids.end());
            if (start_us == kNoTime)
                out.apart = std::move(week);
            else
                out.weeks.push_back(std::move(week));
        }
    }
    for (const auto& [start_us, costs] : m_out.other)
        for (const auto& [currency, cost] : costs)
            FS_TRY(addTo(sums[currency], cost));
    for (const auto& [currency, sum] : total)
        FS_TRY(takeFrom(sums[currency], sum));
    for (const auto& [currency, rest] : sums)
        if (!rest.isZero())
            return base::Error {
                .code = base::Code::internal, .field = currency, .found = rest.toString(), .expected = "0"};
    m_out.total = total;
    return std::move(m_out);
}

} // namespace fullscope::ledger
