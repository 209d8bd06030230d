// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/reconciliation_parts.h"

#include "core/report/format.h"
#include "core/words/text_ids.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace fullscope::report {

using ledger::ReconciledAmounts;
using ledger::ReconciledHours;
using ledger::ReconciledMoney;
using ledger::ReconciledType;
using words::Language;
using words::Text;

namespace {

constexpr std::size_t kMostBars = 40; // that can be told apart, and named

// A part of the money of all currencies: "12.5 USD, 3 EUR"; a dash where there is none.
std::string moneyOf(const ReconciledAmounts& amounts, base::Decimal ReconciledMoney::*part)
{
    std::string out;
    for (const auto& [currency, money] : amounts.money)
        out += (out.empty() ? "" : ", ") + base::formatMoney((money.*part).toDouble(), 2, currency);
    return out.empty() ? "–" : out;
}

// What idle hours cost; a bound where some have no price.
std::string idleCost(const ReconciledAmounts& amounts)
{
    if (amounts.idle_unpriced.isZero())
        return moneyOf(amounts, &ReconciledMoney::idle);
    return amounts.idle_unpriced == amounts.hours.idle ? "–" : "≥ " + moneyOf(amounts, &ReconciledMoney::idle);
}

std::string shareText(const std::optional<double>& share)
{
    return share ? percent(*share) : "–";
}

std::string resolutionText(ledger::Resolution resolution, Language language)
{
    constexpr std::array kTexts {Text::resolution_hour, Text::resolution_day, Text::resolution_longer};
    return words::say(kTexts[static_cast<std::size_t>(resolution)], language);
}

std::string noRunText(ledger::NoRun reason, Language language)
{
    constexpr std::array kTexts {Text::no_run_of_type, Text::no_run_before, Text::no_run_after, Text::no_run_between};
    return words::say(kTexts[static_cast<std::size_t>(reason)], language);
}

std::string shiftText(std::int64_t shift_us) // "+08:00", "−05:30"
{
    const std::int64_t minutes = std::abs(shift_us) / (60 * base::kSecondUs);
    const auto two = [](std::int64_t number) { return (number < 10 ? "0" : "") + std::to_string(number); };
    return (shift_us < 0 ? "\u2212" : "+") + two(minutes / 60) + ":" + two(minutes % 60);
}

// The zones that explain a run without a bill are those that its times were moved by.
std::string noBillText(const ledger::RunWithoutBill& run, Language language)
{
    constexpr std::array kTexts {
        Text::no_bill_of_type, Text::no_bill_of_time, Text::no_bill_zone, Text::no_bill_too_few};
    constexpr std::size_t kMostZones = 3;
    std::string zones;
    for (std::size_t i = 0; i < std::min(kMostZones, run.shifts_us.size()); ++i)
        zones += (i > 0 ? ", UTC" : "UTC") + shiftText(-run.shifts_us[i]);
    if (run.shifts_us.size() > kMostZones)
        zones += " …";
    return words::say(kTexts[static_cast<std::size_t>(run.reason)], language, {zones});
}

std::string periodText(std::int64_t start_us, std::int64_t end_us)
{
    return end_us - start_us == ledger::kDayUs && start_us % ledger::kDayUs == 0
        ? base::formatDate({start_us})
        : base::formatIso({start_us}) + " – " + base::formatIso({end_us});
}

const std::vector<std::pair<Text, base::Decimal ReconciledHours::*>>& hourColumns()
{
    static const std::vector<std::pair<Text, base::Decimal ReconciledHours::*>> kColumns {
        {Text::billed_hours, &ReconciledHours::billed},
        {Text::used_hours, &ReconciledHours::used},
        {Text::idle_hours, &ReconciledHours::idle},
        {Text::unused_hours, &ReconciledHours::unused},
        {Text::without_bill_hours, &ReconciledHours::without_bill},
    };
    return kColumns;
}

void addHourHeadings(Table& table, Language language)
{
    for (const auto& [text, unused] : hourColumns())
        table.columns.push_back({words::say(text, language), true});
}

void addHours(std::vector<std::string>& row, const ReconciledHours& hours)
{
    for (const auto& [unused, part] : hourColumns())
        row.push_back(hoursText(hours.*part));
}

std::string barName(const ledger::ReconciledSlot& slot, std::size_t characters)
{
    const std::string start = base::formatIso({slot.start_us}); // 2024-03-01T05:00:00Z
    std::string name = start.substr(0, characters);
    std::replace(name.begin(), name.end(), 'T', ' ');
    return name;
}

// Bars by the beginning of their names: the coarsest that is needed to draw few enough.
std::vector<std::pair<std::string, ReconciledHours>> barsOf(const ReconciledType& type)
{
    constexpr std::array<std::size_t, 4> kNames {16, 10, 7, 4}; // characters: of a minute, a day, a month, a year
    std::map<std::string, ReconciledHours> bars;
    for (const std::size_t characters : kNames) {
        bars.clear();
        for (const auto& slot : type.periods)
            if (!bars[barName(slot, characters)].add(slot.amounts.hours).ok())
                return {};
        if (bars.size() <= kMostBars)
            break;
    }
    return {bars.begin(), bars.end()};
}

} // namespace

std::string hoursText(const base::Decimal& seconds)
{
    constexpr double kSecondsPerHour = 3600;
    const double hours = seconds.toDouble() / kSecondsPerHour;
    return base::formatNumber(hours, hours != 0 && std::abs(hours) < 0.01 ? 5 : 2);
}

Table reconciliationTable(const ledger::BillsAndRuns& all, Language language)
{
    const auto say = [&](Text id) { return words::say(id, language); };
    Table table;
    table.title = say(Text::reconciliation);
    table.columns = {{say(Text::instance_type), false}};
    addHourHeadings(table, language);
    table.columns.push_back({say(Text::idle_share_of_billed), true});
    table.columns.push_back({say(Text::idle_cost), true});
    table.columns.push_back({say(Text::bill_resolution), false});
    for (const ReconciledType& type : all.result.types) {
        std::vector<std::string> row {type.instance_type};
        addHours(row, type.total.hours);
        row.push_back(shareText(type.total.hours.idleShare()));
        row.push_back(idleCost(type.total));
        row.push_back(type.total.hours.billed.isZero() ? "–" : resolutionText(type.resolution, language));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table slotTable(const ReconciledType& type, Language language)
{
    Table table;
    table.title = type.instance_type;
    table.columns = {{words::say(Text::slot, language), false}};
    addHourHeadings(table, language);
    table.columns.push_back({words::say(Text::idle_cost, language), true});
    for (const ledger::ReconciledSlot& slot : type.periods) {
        std::vector<std::string> row {periodText(slot.start_us, slot.end_us)};
        addHours(row, slot.amounts.hours);
        row.push_back(idleCost(slot.amounts));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table billedWithoutRunTable(const ledger::Reconciliation& all, Language language, std::size_t most)
{
    const auto say = [&](Text id) { return words::say(id, language); };
    Table table;
    table.title = say(Text::billed_without_run);
    table.columns = {{say(Text::instance_type), false}, {say(Text::from_time), false}, {say(Text::to_time), false},
        {say(Text::idle_hours), true}, {say(Text::idle_cost), true}, {say(Text::reason), false}};
    const auto& stretches = all.billed_without_run;
    const std::size_t shown = most == 0 ? stretches.size() : std::min(most, stretches.size());
    for (std::size_t i = 0; i < shown; ++i)
        table.rows.push_back({stretches[i].instance_type, base::formatIso({stretches[i].start_us}),
            base::formatIso({stretches[i].end_us}), hoursText(stretches[i].amounts.hours.idle),
            idleCost(stretches[i].amounts), noRunText(stretches[i].reason, language)});
    if (shown < stretches.size())
        table.rows.push_back({words::say(Text::further_stretches, language, {std::to_string(stretches.size() - shown)}),
            "", "", "", "", ""});
    return table;
}

Table runsWithoutBillTable(const ledger::Reconciliation& all, Language language)
{
    const auto say = [&](Text id) { return words::say(id, language); };
    Table table;
    table.title = say(Text::runs_without_bill);
    table.columns = {{"ID", true}, {say(Text::run), false}, {say(Text::instance_type), false},
        {say(Text::run_hours), true}, {say(Text::without_bill_hours), true}, {say(Text::reason), false}};
    for (const ledger::RunWithoutBill& run : all.runs_without_bill)
        table.rows.push_back({std::to_string(run.run_id), run.name, run.instance_type, hoursText(run.run),
            hoursText(run.without_bill), noBillText(run, language)});
    return table;
}

Table countedRunsTable(const ledger::BillsAndRuns& all, Language language)
{
    constexpr std::array kFrom {
        Text::type_from_stated, Text::type_from_log, Text::type_from_job, Text::type_from_catalogue};
    const auto say = [&](Text id) { return words::say(id, language); };
    Table table;
    table.title = say(Text::runs_counted);
    table.columns
        = {{"ID", true}, {say(Text::run), false}, {say(Text::instance_type), false}, {say(Text::type_from), false},
            {say(Text::instances), true}, {say(Text::from_time), false}, {say(Text::to_time), false}};
    for (const ledger::CountedRun& run : all.runs) {
        const auto& times = run.hours.times;
        std::string start = base::formatIso({times.front().start_us}), end = base::formatIso({times.back().end_us});
        if (!run.hours.zone_known) {
            for (std::string* const time : {&start, &end})
                time->pop_back(); // the Z
            start = words::say(Text::zone_not_stated, language, {start});
        }
        table.rows.push_back({std::to_string(run.hours.run_id), run.hours.name, run.hours.instance_type,
            say(kFrom[static_cast<std::size_t>(run.type_from)]), std::to_string(run.hours.nodes), std::move(start),
            std::move(end)});
    }
    return table;
}

std::string lacksText(const ledger::RunNotCounted& run, Language language)
{
    constexpr std::array kTexts {Text::lacks_times, Text::lacks_instance_type, Text::lacks_nodes};
    const std::string lacks = words::say(kTexts[static_cast<std::size_t>(run.lacks)], language);
    return run.candidates.empty()
        ? lacks
        : words::say(Text::may_have_used, language, {lacks, listed(run.candidates, language)});
}

Table notCountedTable(const ledger::BillsAndRuns& all, Language language)
{
    Table table;
    table.title = words::say(Text::runs_not_counted, language);
    table.columns
        = {{"ID", true}, {words::say(Text::run, language), false}, {words::say(Text::reason, language), false}};
    for (const ledger::RunNotCounted& run : all.not_counted)
        table.rows.push_back({std::to_string(run.run_id), run.name, lacksText(run, language)});
    return table;
}

std::vector<Paragraph> reconciliationNotes(const ledger::BillsAndRuns& all, Language language)
{
    std::vector<Paragraph> notes;
    const auto say = [&](Text text, const std::vector<std::string>& arguments, bool warning) {
        notes.push_back(
            {words::say(text, language, arguments), warning ? Paragraph::Kind::warning : Paragraph::Kind::plain});
    };
    if (all.result.types.empty())
        say(Text::rec_nothing, {}, false);
    else
        say(Text::rec_only_types, {}, false);
    if (!all.not_counted.empty())
        say(Text::rec_not_counted, {std::to_string(all.not_counted.size())}, true);
    for (const ReconciledType& type : all.result.types) {
        const ReconciledHours& hours = type.total.hours;
        if (type.resolution != ledger::Resolution::hour)
            say(Text::rec_coarse, {type.instance_type, resolutionText(type.resolution, language)}, true);
        if (!type.total.idle_unpriced.isZero())
            say(Text::rec_unpriced, {type.instance_type, hoursText(type.total.idle_unpriced)}, true);
        if (!hours.not_placed.isZero())
            say(Text::rec_not_placed, {type.instance_type, hoursText(hours.not_placed)}, true);
        if (!hours.shared.isZero())
            say(Text::rec_shared, {type.instance_type, hoursText(hours.shared)}, false);
    }
    for (const ledger::HoursLeftOut& one : all.left_out)
        say(Text::rec_left_out, {one.instance_type, std::to_string(one.rows), one.file, one.counted_file}, true);
    return notes;
}

PlotSpec calendarBars(const ReconciledType& type, Language language)
{
    PlotSpec plot;
    plot.kind = PlotKind::stacked_bars;
    plot.id = "reconciliation." + type.instance_type;
    plot.title = type.instance_type;
    plot.y = {words::say(Text::instance_hours, language), base::Unit::hours};
    const ReconciledHours& total = type.total.hours;
    plot.description = words::say(Text::rec_spoken, language,
        {type.instance_type, hoursText(total.billed), hoursText(total.used), hoursText(total.idle),
            hoursText(total.without_bill)});
    const auto bars = barsOf(type);
    for (const auto& [name, unused] : bars)
        plot.categories.push_back(name);
    const auto add = [&](Text text, base::Decimal ReconciledHours::*part, Tone tone, bool hatched) {
        BarSeries series {words::say(text, language), {}, tone, hatched};
        for (const auto& [unused, hours] : bars)
            series.values.push_back((hours.*part).toDouble() / 3600);
        if (!(total.*part).isZero())
            plot.bars.push_back(std::move(series));
    };
    add(Text::used_hours, &ReconciledHours::used, Tone::good, false);
    add(Text::idle_hours, &ReconciledHours::idle, Tone::bad, true);
    add(Text::unused_hours, &ReconciledHours::unused, Tone::neutral, true);
    add(Text::without_bill_hours, &ReconciledHours::without_bill, Tone::d, false);
    return plot;
}

Section reconciliationSection(const ledger::BillsAndRuns& all, Language language)
{
    constexpr std::size_t kMostListed = 20;
    Section section {"reconciliation", words::say(Text::reconciliation, language), {}};
    if (all.result.types.empty())
        return section;
    section.blocks.push_back(reconciliationTable(all, language));
    for (const ReconciledType& type : all.result.types)
        if (!type.periods.empty())
            section.blocks.push_back(calendarBars(type, language));
    for (Table& table : std::array {runsWithoutBillTable(all.result, language),
             billedWithoutRunTable(all.result, language, kMostListed), countedRunsTable(all, language),
             notCountedTable(all, language)})
        if (!table.rows.empty())
            section.blocks.push_back(std::move(table));
    for (Paragraph& note : reconciliationNotes(all, language))
        section.blocks.push_back(std::move(note));
    return section;
}

} // namespace fullscope::report
