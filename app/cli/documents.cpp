// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/documents.h"

#include "app/cli/bench_output.h"
#include "core/base/utc.h"
#include "core/store/names.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace fullscope::cli {

namespace {

Json exact(const std::optional<base::Decimal>& amount) // money as text: exact
{
    return amount ? Json(amount->toString()) : Json();
}

const char* kindName(import::Kind kind)
{
    switch (kind) {
    case import::Kind::log:
        return "run";
    case import::Kind::telemetry:
        return "telemetry";
    case import::Kind::jobs:
        return "jobs";
    case import::Kind::bill:
        break;
    }
    return "bill";
}

} // namespace

const char* optionName(evidence::PurchaseOption option)
{
    constexpr const char* kNames[]
        = {"none", "on_demand", "reserved", "savings_plan", "committed_other", "spot", "capacity_block"};
    return kNames[static_cast<std::size_t>(option)];
}

namespace {

Json ledgerDocument(const ledger::TimeLedger& ledger)
{
    Json out = Json::object();
    for (std::size_t c = 0; c < ledger::kTimeCategories; ++c)
        out[std::string(name(static_cast<ledger::TimeCategory>(c)))] = seconds(ledger.us[c]);
    return out;
}

const char* whyName(ledger::Why why)
{
    constexpr const char* kNames[] = {"user_mark", "event", "result", "recurrence", "beyond_pace", "first_record",
        "after_restart", "ran_again", "between_segments", "before_records", "after_records"};
    return kNames[static_cast<std::size_t>(why)];
}

Json marksDocument(const std::vector<evidence::UserMark>& marks)
{
    Json out = Json::array();
    for (const auto& mark : marks)
        out.push_back({{"first_line", mark.first_line}, {"last_line", mark.last_line}, {"as", evidence::name(mark.as)},
            {"note", mark.note}});
    return out;
}

// Marks that move no time are among the marks alone.
Json stretchesDocument(const std::vector<ledger::Stretch>& stretches)
{
    const auto orNull = [](std::int64_t value, bool known) { return known ? Json(value) : Json(); };
    Json out = Json::array();
    for (const auto& one : stretches) {
        if (one.duration_us == 0)
            continue;
        const bool has_records = one.first_line > 0;
        out.push_back(
            {{"category", name(one.category)}, {"begin", seconds(one.begin_us)}, {"seconds", seconds(one.duration_us)},
                {"first_line", orNull(one.first_line, has_records)}, {"last_line", orNull(one.last_line, has_records)},
                {"first_step", orNull(one.first_step, has_records)}, {"last_step", orNull(one.last_step, has_records)},
                {"why", whyName(one.why)}, {"event_line", orNull(one.event_line, one.event_line > 0)}});
    }
    return out;
}

Json replacedDocument(const std::vector<store::Replaced>& replaced)
{
    Json out = Json::array();
    for (const auto& one : replaced) {
        Json totals = Json::object();
        for (const auto& [currency, sums] : one.totals)
            totals[currency] = document(sums);
        out.push_back({{"kind", one.kind}, {"id", one.id}, {"file", one.file}, {"rows", one.rows}, {"totals", totals}});
    }
    return out;
}

} // namespace

Json seconds(const std::optional<std::int64_t>& us)
{
    return us ? Json(static_cast<double>(*us) / 1e6) : Json();
}

Json files(const std::vector<evidence::SourceFile>& sources)
{
    Json out = Json::array();
    for (const auto& file : sources)
        out.push_back({{"file", file.path}, {"sha256", file.sha256}, {"bytes", file.bytes}, {"format", file.format},
            {"compression", file.compression}, {"encoding", file.encoding}, {"lines", file.lines},
            {"records", file.records}, {"rejected", file.rejected}, {"mapping", file.mapping}});
    return out;
}

Json instant(std::int64_t us)
{
    return us == base::kNoTime ? Json() : Json(base::formatIso({us}));
}

Json number(double value)
{
    return std::isfinite(value) ? Json(value) : Json();
}

Json number(const std::optional<double>& value)
{
    return value ? number(*value) : Json();
}

Json wall(std::int64_t us)
{
    return us == 0 ? Json() : Json(static_cast<double>(us) / 1e6);
}

std::string text(const Json& document)
{
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json document(const base::Error& error, words::Language language)
{
    return {{"message", words::sentence(error, language)}, {"file", error.file}, {"line", error.line},
        {"field", error.field}, {"found", error.found}, {"expected", error.expected}};
}

Json document(const base::Problem& problem, words::Language language)
{
    constexpr const char* kSeverities[] = {"info", "warning", "error"};
    const base::Error& what = problem.what;
    return {{"severity", kSeverities[static_cast<std::size_t>(problem.severity)]}, {"file", what.file},
        {"line", what.line}, {"field", what.field}, {"found", what.found}, {"expected", what.expected},
        {"count", problem.count}, {"message", words::sentence(problem, language)}};
}

Json document(const workspace::ImportOutcome& outcome, words::Language language)
{
    Json imported = Json::array();
    for (const auto& one : outcome.imported)
        imported.push_back({{"kind", kindName(one.kind)}, {"id", one.id}, {"file", one.file.path},
            {"sha256", one.file.sha256}, {"format", one.file.format}, {"rows", one.file.records},
            {"rejected", one.file.rejected}, {"replaced", replacedDocument(one.replaced)}});
    for (const auto& one : outcome.benchmarks)
        imported.push_back({{"kind", "benchmark"}, {"id", one.added.id}, {"file", one.file.path},
            {"sha256", one.file.sha256}, {"format", one.file.format}, {"rows", one.file.records},
            {"rejected", one.file.rejected}, {"replaced", Json::array()}, {"how", nameOf(one.added.how)}});
    Json problems = Json::array();
    for (const auto& problem : outcome.problems)
        problems.push_back(document(problem, language));
    return {{"imported", imported}, {"problems", problems}};
}

Json document(const evidence::BillTotals& totals)
{
    const evidence::RowsWithout& without = totals.without;
    return {{"billed", exact(totals.billed)}, {"effective", exact(totals.effective)}, {"net", exact(totals.net)},
        {"list", exact(totals.list)}, {"contracted", exact(totals.contracted)},
        {"rows_without",
            {{"billed", without.billed}, {"effective", without.effective}, {"net", without.net}, {"list", without.list},
                {"contracted", without.contracted}}}};
}

Json document(const evidence::Run& run, const ledger::TimeLedger& ledger, const std::vector<ledger::Stretch>& stretches)
{
    Json facts = Json::object();
    for (const auto& fact : run.facts) {
        const evidence::Run::Place place = run.placeOf(fact.line);
        const bool of_file = !fact.stated_by_user && place.file < run.files.size();
        facts[fact.name] = {{"value", fact.value}, {"line", place.line},
            {"file", of_file ? Json(run.files[place.file].path) : Json()}, {"stated_by_user", fact.stated_by_user}};
    }
    Json steady;
    if (ledger.steady)
        steady = {{"median", number(ledger.steady->median)}, {"low", number(ledger.steady->low)},
            {"high", number(ledger.steady->high)}, {"mean_all", number(ledger.steady->mean_all)}};
    return {{"id", run.id}, {"name", run.name}, {"format", run.files.empty() ? "" : run.files.front().format},
        {"files", files(run.files)}, {"facts", facts}, {"samples", ledger.samples}, {"first_step", ledger.first_step},
        {"last_step", ledger.last_step}, {"first_loss", number(ledger.first_loss)},
        {"last_loss", number(ledger.last_loss)}, {"steady_step_time", steady},
        {"tokens_per_s",
            {{"steady", number(ledger.tokens_per_s_steady)}, {"paid", number(ledger.tokens_per_s_paid)},
                {"logged", number(ledger.tokens_per_s_logged)}}},
        {"marks", marksDocument(run.marks)}, {"stretches", stretchesDocument(stretches)}, {"restarts", ledger.restarts},
        {"rework_steps", ledger.rework_steps}, {"recompiles", ledger.recompiles},
        {"time_ledger", ledgerDocument(ledger)}, {"timed", ledger.timed}, {"wall", wall(ledger.wall_us)},
        {"goodput", number(ledger.goodput)}, {"failure_waste", number(ledger.failure_waste)},
        {"checkpoint_overhead", number(ledger.checkpoint_overhead)}, {"stall_overhead", number(ledger.stall_overhead)},
        {"mtbf",
            {{"value", number(ledger.mtbf.value)}, {"low", number(ledger.mtbf.low)},
                {"high", number(ledger.mtbf.high)}}}};
}

Json document(const std::vector<evidence::RunPart>& parts)
{
    Json out = Json::array();
    for (const evidence::RunPart& part : parts)
        out.push_back({{"role", store::nameOf(part.role)}, {"id", part.part_id},
            {"record", part.record < 0 ? Json() : Json(part.record + 1)},
            {"shift", static_cast<double>(part.shift_us) / 1e6}});
    return out;
}

Json document(const evidence::Telemetry& telemetry, const ledger::TelemetryFigures& figures)
{
    constexpr const char* kSources[] = {nullptr, "counter", "power"};
    const auto seconds = [](std::int64_t us) { return static_cast<double>(us) / 1e6; };
    const auto kwh = [](const std::optional<double>& joules) { return joules ? number(*joules / 3.6e6) : Json(); };
    Json devices = Json::array();
    for (const ledger::DeviceFigures& one : figures.devices) {
        const auto& device = telemetry.devices[static_cast<std::size_t>(one.device)];
        const char* source = kSources[static_cast<std::size_t>(one.energy_source)];
        devices.push_back({{"device", device.id}, {"host", device.host}, {"model", device.model},
            {"readings", one.readings}, {"max_gap", figures.timed ? Json(seconds(one.max_gap_us)) : Json()},
            {"covered", figures.timed ? Json(seconds(one.covered_us)) : Json()},
            {"utilization", {{"mean", number(one.utilization_mean)}, {"median", number(one.utilization_median)}}},
            {"idle_share", number(one.idle_share)},
            {"memory", {{"mean", number(one.memory_mean)}, {"peak", number(one.memory_peak)}}},
            {"power", {{"mean", number(one.power_mean)}, {"peak", number(one.power_peak)}}},
            {"energy_kwh", kwh(one.energy_j)}, {"energy_source", source ? Json(source) : Json()},
            {"energy_covered", one.energy_j ? Json(seconds(one.energy_us)) : Json()},
            {"counter_resets", one.counter_resets}});
    }
    return {{"id", telemetry.id}, {"name", telemetry.name},
        {"format", telemetry.files.empty() ? "" : telemetry.files.front().format}, {"files", files(telemetry.files)},
        {"readings", telemetry.reading_count}, {"zone_known", telemetry.zone_known}, {"from", instant(figures.from_us)},
        {"to", instant(figures.to_us)}, {"devices", devices}, {"utilization_mean", number(figures.utilization.value)},
        {"utilization_devices", figures.utilization.devices}, {"energy_kwh", kwh(figures.energy_j.value)},
        {"energy_devices", figures.energy_j.devices},
        {"energy_covered_share", figures.energy_j.value ? number(figures.energyShare()) : Json()}};
}

Json document(const std::vector<workspace::RunTelemetry>& telemetry)
{
    Json out = Json::array();
    for (const workspace::RunTelemetry& one : telemetry) {
        out.push_back(document(one.telemetry, one.figures));
        out.back()["shift"] = static_cast<double>(one.stretch.shift_us) / 1e6;
        out.back()["of_run"] = one.run_timed;
    }
    return out;
}

Json document(const evidence::Bill& bill, const ledger::MoneyLedger& ledger)
{
    Json totals = Json::object();
    for (const auto& [currency, sums] : bill.totals)
        totals[currency] = document(sums);
    Json categories = Json::object();
    Json unattributed = Json::object();
    for (const auto& [currency, sums] : ledger.categories) {
        Json& one = categories[currency] = Json::object();
        for (std::size_t c = 0; c < ledger::kMoneyCategories; ++c) {
            if (sums[c].rows == 0)
                continue;
            const auto category = static_cast<ledger::MoneyCategory>(c);
            const evidence::RowsWithout& without = sums[c].without;
            const Json sum = {{"billed", exact(sums[c].billed)}, {"effective", exact(sums[c].effective)},
                {"list", exact(sums[c].list)}, {"rows", sums[c].rows},
                {"rows_without",
                    {{"billed", without.billed}, {"effective", without.effective}, {"list", without.list}}}};
            one[std::string(name(category))] = sum;
            if (category == ledger::MoneyCategory::unattributed)
                unattributed[currency] = sum;
        }
    }
    Json hours = Json::array();
    for (const auto& one : ledger.instance_hours)
        hours.push_back({{"instance_type", one.instance_type}, {"purchase_option", optionName(one.purchase_option)},
            {"region", one.region}, {"currency", one.currency}, {"hours", one.hours.toString()},
            {"effective", exact(one.effective)}, {"effective_price_per_h", number(one.effective_price_per_h)},
            {"unused", one.unused}, {"fee_not_spread", one.feeNotSpread()}});
    return {{"id", bill.id}, {"name", bill.name}, {"format", bill.files.empty() ? "" : bill.files.front().format},
        {"files", files(bill.files)}, {"rows", bill.rows},
        {"period", {{"start", instant(bill.period_start_us)}, {"end", instant(bill.period_end_us)}}},
        {"dataset", store::nameOf(bill.dataset)}, {"final", bill.final}, {"totals", totals},
        {"money_ledger", categories}, {"instance_hours", hours}, {"unattributed", unattributed}};
}

} // namespace fullscope::cli
