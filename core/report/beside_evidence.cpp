// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/beside_evidence.h"

#include "core/audit/expression.h"
#include "core/audit/platforms.h"
#include "core/report/benchmark_parts.h"
#include "core/words/audit_words.h"
#include "core/words/bench_words.h"
#include "core/words/benchmark_words.h"

#include <algorithm>
#include <map>

namespace fullscope::report {

using audit::Claim;
using audit::Quantity;
using evidence::Origin;
using evidence::PurchaseOption;

namespace {

struct Known { // a figure of the evidence
    audit::Platform platform;
    Quantity quantity = Quantity::count;
    double value = 0;
    audit::Interval range {};
    Origin origin = Origin::measured;
    std::string source;
    PurchaseOption purchase_option = PurchaseOption::none;
    std::string currency {};
    std::string precision {}; // of a benchmark
    std::string why_not {}; // never comparable
};

base::Status addRuns(
    const store::WorkspaceFile& workspace, const catalogue::Catalogue& catalogue, std::vector<Known>& known)
{
    FS_TRY_VALUE(runs, workspace.runs());
    for (const store::RunSummary& summary : runs) {
        FS_TRY_VALUE(run, workspace.run(summary.id));
        const evidence::Fact* const type = run.fact("instance_type");
        if (type == nullptr)
            continue;
        const audit::Platform platform = audit::resolve(type->value, catalogue);
        FS_TRY_VALUE(ledger, workspace.timeLedger(summary.id));
        const auto add = [&](Quantity quantity, double value, const audit::Interval& range) {
            known.push_back({platform, quantity, value, range, Origin::measured, summary.name, {}, {}});
        };
        if (ledger.steady)
            add(Quantity::step_time, ledger.steady->median, {ledger.steady->low, ledger.steady->high});
        const auto rate = ledger.tokens_per_s_steady ? ledger.tokens_per_s_steady : ledger.tokens_per_s_logged;
        if (rate)
            add(Quantity::tokens_per_s, *rate, {*rate, *rate});
    }
    return {};
}

base::Status addBills(
    const store::WorkspaceFile& workspace, const catalogue::Catalogue& catalogue, std::vector<Known>& known)
{
    FS_TRY_VALUE(bills, workspace.bills());
    for (const store::BillSummary& bill : bills) {
        FS_TRY_VALUE(ledger, workspace.moneyLedger(bill.id));
        for (const ledger::InstanceHours& hours : ledger.instance_hours) {
            const bool spot = hours.purchase_option == PurchaseOption::spot;
            if (!hours.effective_price_per_h || hours.unused)
                continue;
            const double price = *hours.effective_price_per_h;
            known.push_back(
                {audit::resolve(hours.instance_type, catalogue), spot ? Quantity::spot_price : Quantity::instance_price,
                    price, {price, price}, Origin::billed, bill.name, hours.purchase_option, hours.currency});
        }
    }
    return {};
}

// Of the chip: MFU is what one can hold against the other; the rest is of the benchmark's own model.
void addBenchmark(const store::BenchmarkSummary& one, const catalogue::Catalogue& catalogue, words::Language language,
    std::vector<Known>& known)
{
    using words::BenchmarkWord;
    const auto peak = catalogue::densePeak(catalogue, one.namedDevices(), one.precision);
    if (peak.found.what != catalogue::DeviceChip::known)
        return;
    const audit::Platform platform = audit::resolve(peak.found.chip, catalogue);
    const auto verdict = bench::verdictByName(one.verdict);
    const std::string doubt = one.usable || !verdict
        ? std::string()
        : words::say(BenchmarkWord::not_usable, language, {words::label(*verdict, language)});
    const auto add = [&](Quantity quantity, const store::StoredEstimate& figure, double factor, std::string why_not,
                         const std::string& currency) {
        if (!figure.value)
            return;
        const audit::Interval range {
            factor * figure.low.value_or(*figure.value), factor * figure.high.value_or(*figure.value)};
        known.push_back({platform, quantity, factor * *figure.value, range, Origin::measured, one.name,
            PurchaseOption::none, currency, one.precision, std::move(why_not)});
    };
    const auto mfu = mfuOf(one, peak);
    if (mfu && one.tokens_per_s.value)
        add(Quantity::mfu, one.tokens_per_s, *mfu / *one.tokens_per_s.value, doubt, {});
    const std::string own = words::say(BenchmarkWord::own_model, language, {"?"});
    add(Quantity::tokens_per_s, one.tokens_per_s, 1, own, {});
    add(Quantity::tokens_per_s_per_chip, one.tokens_per_s, 1 / peak.found.chips, own, {});
    add(Quantity::step_time, one.step_time_s, 1, own, {});
    add(Quantity::cost_per_million_tokens, one.cost_per_million_tokens, 1, own, "USD");
}

base::Status addBenchmarks(const store::WorkspaceFile& workspace, const catalogue::Catalogue& catalogue,
    words::Language language, std::vector<Known>& known)
{
    FS_TRY_VALUE(results, workspace.benchmarks());
    for (const store::BenchmarkSummary& one : results)
        addBenchmark(one, catalogue, language, known);
    return {};
}

// That is claimed of the platform, or of all; empty: not said.
std::string claimedPrecision(const std::vector<Claim>& claims, const std::string& platform)
{
    for (const Claim& claim : claims)
        if (claim.isMapped() && claim.what.quantity == Quantity::precision
            && (claim.platform == platform || claim.platform.empty()))
            return claim.word;
    return {};
}

std::string whyNot(const Known& known, const std::string& claimed_precision, words::Language language)
{
    if (!known.why_not.empty() || known.precision.empty() || claimed_precision.empty()
        || known.precision == claimed_precision)
        return known.why_not;
    return words::say(words::BenchmarkWord::not_comparable_precision, language, {known.precision, claimed_precision});
}

} // namespace

base::Result<std::vector<BesideEvidence>> besideEvidence(const store::WorkspaceFile& workspace,
    const catalogue::Catalogue& catalogue, const std::vector<Claim>& claims, words::Language language)
{
    std::vector<Known> known;
    FS_TRY(addBenchmarks(workspace, catalogue, language, known));
    FS_TRY(addRuns(workspace, catalogue, known));
    FS_TRY(addBills(workspace, catalogue, known));
    std::map<std::string, audit::Platform> platforms;
    std::vector<BesideEvidence> beside;
    for (std::size_t i = 0; i < claims.size(); ++i) {
        const Claim& claim = claims[i];
        if (!claim.isValue() || known.empty())
            continue;
        const auto [platform, added] = platforms.try_emplace(claim.platform);
        if (added)
            platform->second = audit::resolve(claim.platform, catalogue);
        for (const Known& one : known) {
            if (one.quantity != claim.what.quantity || !audit::mayBeSame(one.platform, platform->second))
                continue;
            const std::string why_not = whyNot(one, claimedPrecision(claims, claim.platform), language);
            const bool comparable
                = why_not.empty() && (one.currency.empty() || claim.currency.empty() || one.currency == claim.currency);
            beside.push_back({i, one.value, one.range, one.origin, one.source, one.purchase_option, one.currency,
                comparable, why_not, comparable && overlap(one.range, claim.range)});
        }
    }
    return beside;
}

Table besideTable(const std::vector<BesideEvidence>& beside, const std::vector<Claim>& claims, words::Language language)
{
    using words::AuditWord;
    const auto say = [language](AuditWord word) { return words::say(word, language); };
    Table table {.title = say(AuditWord::beside),
        .columns
        = {{say(AuditWord::platform), false}, {say(AuditWord::quantity), false}, {say(AuditWord::claimed), true},
            {say(AuditWord::measured), true}, {say(AuditWord::source), false}, {say(AuditWord::verdict), false}},
        .rows = {}};
    for (const BesideEvidence& one : beside) {
        const Claim& claim = claims[one.claim];
        const base::Unit unit = audit::spec(claim.what.quantity).unit;
        std::string value = audit::figureText(one.value, unit, one.currency);
        if (one.range.low < one.range.high)
            value += " (" + audit::figureText(one.range.low, unit) + " – " + audit::figureText(one.range.high, unit)
                + ")";
        std::string source = words::label(one.origin, language) + ": " + one.source;
        if (one.purchase_option != PurchaseOption::none)
            source += ", " + words::label(one.purchase_option, language);
        table.rows.push_back({claim.platform, words::label(claim.what, language),
            audit::figureText(claim.value, unit, claim.currency), value, source,
            !one.why_not.empty() ? one.why_not
                                 : say(!one.comparable ? AuditWord::other_currency
                                         : one.agrees  ? AuditWord::agrees
                                                       : AuditWord::differs)});
    }
    return table;
}

} // namespace fullscope::report
