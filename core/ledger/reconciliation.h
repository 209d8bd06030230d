// SPDX-License-Identifier: GPL-3.0-or-later
// Billed instance-hours against the instance-hours that runs held: what was paid and used, paid and idle, and run
// without a bill. Everything is conserved exactly; see ReconciledHours.
#pragma once

#include "core/base/decimal.h"
#include "core/base/job.h"
#include "core/base/utc.h"
#include "core/evidence/bill.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::ledger {

constexpr std::int64_t kHourUs = 3'600 * base::kSecondUs;
constexpr std::int64_t kDayUs = 24 * kHourUs;

// Hours of one instance type that a row of a bill charges for.
struct BilledHours {
    std::string instance_type;
    std::string resource_id; // of the instance; empty where the bill does not tell
    std::string currency;
    bool unused = false; // of a capacity reservation that nothing was started on
    std::int64_t start_us = base::kNoTime, end_us = base::kNoTime; // charge period, end exclusive
    base::Decimal hours; // below zero where a correction takes some back
    std::optional<base::Decimal> cost; // evidence::costOfHours(); none of a capacity block, whose fee has no hours
};

// A stretch of a run's wall-clock.
struct HeldTime {
    std::int64_t start_us = 0, end_us = 0;
    bool surely = true; // false: between its attempts, when it may have given its instances back
    bool operator==(const HeldTime&) const = default;
};

// What a run held, as far as it is known.
struct RunHours {
    std::int64_t run_id = 0;
    std::string name;
    std::string instance_type;
    std::int64_t nodes = 1;
    std::vector<std::string> resource_ids; // of its instances; of further ones, up to `nodes`, it is not known
    std::vector<HeldTime> times; // apart from each other
    bool zone_known = true; // else the times are read as UTC
};

// Instance-seconds, exact. billed = used + idle + unused + not_placed; run = used + without_bill; nodes · wall-clock of
// all runs = run + shared.
struct ReconciledHours {
    base::Decimal billed;
    base::Decimal used; // by runs
    base::Decimal idle; // by no run that is known
    base::Decimal unused; // of a reservation that nothing was started on
    base::Decimal not_placed; // without a time, or taken back (below zero) by a correction of another time
    base::Decimal run; // that the runs held for sure, and beyond that as far as it was billed
    base::Decimal without_bill; // that were held even if all runs of one time had shared their instances
    base::Decimal shared; // of runs at one time, or between attempts, beyond what was billed

    base::Status add(const ReconciledHours& other);
    // idle / billed, without what was taken back (not_placed); absent where nothing was billed.
    std::optional<double> idleShare() const;
    base::Result<base::Decimal> placed() const; // what was billed and not taken back
    bool operator==(const ReconciledHours&) const = default;
};

// In one currency: billed = used + idle + unused + apart. A part of the cost of a slot is rounded to 12 decimals, the
// rest of it is what remains.
struct ReconciledMoney {
    base::Decimal billed, used, idle, unused;
    base::Decimal apart; // of hours that are in no slot, and of slots where some hours have no price

    base::Status add(const ReconciledMoney& other);
    bool operator==(const ReconciledMoney&) const = default;
};

struct ReconciledAmounts {
    ReconciledHours hours;
    std::map<std::string, ReconciledMoney> money; // by currency
    base::Decimal unpriced; // of the billed instance-seconds: in slots without one price for all hours
    base::Decimal idle_unpriced; // of the idle ones

    base::Status add(const ReconciledAmounts& other);
    // Of the cost in the only currency there is; absent where some hours have no price.
    std::optional<double> idleShareOfMoney() const;
};

enum class SlotWidth { hour, day };
// How fine the bill of a type is, by its longest charge period: a day cannot tell which hour was idle.
enum class Resolution { hour, day, longer };
std::string_view name(Resolution resolution); // spelled as the enumerator

// An hour or a day (UTC), or a longer charge period of the bill.
struct ReconciledSlot {
    std::int64_t start_us = 0, end_us = 0;
    ReconciledAmounts amounts;
};

// Why no run was there: none of the type at all, none yet, none any more, none for a while.
enum class NoRun { of_type, before_runs, after_runs, between_runs };
std::string_view name(NoRun reason);

// Charge periods one after the other in which no run held anything of what was billed.
struct BilledWithoutRun {
    std::string instance_type;
    std::int64_t start_us = 0, end_us = 0;
    ReconciledAmounts amounts; // all idle
    NoRun reason = NoRun::of_type;
};

// Why no bill was there: none of the type at all, none of that time, an unknown zone that explains it, or fewer
// instances than the runs held (another account, a file that is missing).
enum class NoBill { of_type, of_time, zone, too_few };
std::string_view name(NoBill reason);

struct RunWithoutBill {
    std::int64_t run_id = 0;
    std::string name, instance_type;
    base::Decimal run; // instance-seconds held for sure
    base::Decimal without_bill; // of it
    NoBill reason = NoBill::of_type;
    // What could be added to its times, whole and half hours, so that (all but 1 % of) it is billed; the least first.
    // Only for a run whose log does not tell the zone.
    std::vector<std::int64_t> shifts_us;
};

struct ReconciledType {
    std::string instance_type;
    Resolution resolution = Resolution::hour;
    ReconciledAmounts total;
    std::vector<ReconciledSlot> periods; // in order of time; they add up to the total, but for what has no time
};

struct Reconciliation {
    std::vector<ReconciledType> types; // by name
    std::vector<BilledWithoutRun> billed_without_run; // the longest idle first
    std::vector<RunWithoutBill> runs_without_bill; // the longest first
};

struct ReconcileRange {
    SlotWidth width = SlotWidth::hour;
    std::int64_t from_us = base::kNoTime, to_us = base::kNoTime; // start of slots, `to` exclusive; kNoTime = all
};

// Hours and what they cost, as rows tell it.
struct HourAmounts {
    base::Decimal seconds;
    std::map<std::string, base::Decimal> cost; // by currency
    base::Decimal unpriced; // of the seconds

    base::Status add(const HourAmounts& other);
    bool hasOnePrice() const { return unpriced.isZero() && cost.size() == 1 && !seconds.isZero(); }
};

// Charge periods that overlap are one slot: within it nobody knows when an instance ran.
struct BilledSlot {
    std::int64_t start_us = 0, end_us = 0;
    HourAmounts all;
    std::map<std::string, HourAmounts> named; // of it, by resource, as far as runs name them
};

struct BilledType {
    bool names_instances = false; // its rows have resources
    std::vector<BilledSlot> periods; // in order of time, apart from each other
    std::vector<BilledSlot> unused; // by charge period
    std::vector<BilledSlot> not_placed; // by charge period, which may be unknown
};

// Rows of bills on their way into slots: memory by charge periods, not by rows.
class BilledPeriods {
public:
    explicit BilledPeriods(std::set<std::string> resource_ids) // those that runs name
        : m_resource_ids(std::move(resource_ids))
    {
    }
    base::Status add(const BilledHours& row);
    base::Result<std::map<std::string, BilledType>> take();

private:
    using Period = std::pair<std::int64_t, std::int64_t>;
    struct Type {
        bool names_instances = false;
        std::map<Period, BilledSlot> used, unused;
    };
    std::set<std::string> m_resource_ids;
    std::map<std::string, Type> m_types;
};
std::set<std::string> resourceIds(const std::vector<RunHours>& runs);
// By which an instance is known in a bill and a run: some exports write its whole ARN.
std::string_view instanceId(std::string_view resource);

// Runs of which an instance is named hold that instance where the bill names instances, together never more than one;
// others hold as many as they have nodes. Nobody knows whether those that ran at one time were on the same nodes: they
// are taken to have held nodes of their own as far as nodes were billed, and to have shared them beyond that; only what
// no sharing explains is without a bill. So are the times between the attempts of a run: held where billed, else given
// back.
base::Result<Reconciliation> reconcile(const std::map<std::string, BilledType>& billed,
    const std::vector<RunHours>& runs, const ReconcileRange& range, const base::JobContext& job);

} // namespace fullscope::ledger
