// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/beside_evidence.h"

#include "core/audit/expression.h"
#include "core/audit/platforms.h"
#include "core/words/audit_words.h"

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

} // namespace

base::Result<std::vector<BesideEvidence>> besideEvidence(
    const store::WorkspaceFile& workspace, const catalogue::Catalogue& catalogue, const std::vector<Claim>& claims)
{
    std::vector<Known> known;
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
            const bool comparable = one.currency.empty() || claim.currency.empty() || one.currency == claim.currency;
            beside.push_back({i, one.value, one.range, one.origin, one.source, one.purchase_option, one.currency,
                comparable, comparable && overlap(one.range, claim.range)});
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
            say(!one.comparable  ? AuditWord::other_currency
                    : one.agrees ? AuditWord::agrees
                                 : AuditWord::differs)});
    }
    return table;
}

} // namespace fullscope::report
