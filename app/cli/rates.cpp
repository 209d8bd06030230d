// SPDX-License-Identifier: GPL-3.0-or-later
// `fullscope rates`: exchange rates that are typed in or read from a table.
#include "app/cli/rates.h"

#include "app/cli/text_table.h"
#include "core/report/attribution_parts.h"
#include "core/words/attribution_words.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace fullscope::cli {

namespace {

using ledger::ExchangeRate;
using words::AttributionWord;

constexpr const char* kUsage
    = "rates [list | add FROM TO DATE RATE --source NAME | remove FROM TO DATE | import FILE [--base EUR]]";
constexpr const char* kTableBase = "EUR"; // of the tables of the European Central Bank
constexpr const char* kTableSource = "ECB";

Json document(const ExchangeRate& rate)
{
    return {{"from", rate.from}, {"to", rate.to}, {"date", rate.date}, {"rate", rate.rate.toString()},
        {"source", rate.source}, {"note", rate.note}};
}

// Says what became of rates that were there.
void printAdded(const workspace::AddedRates& added, Console& console)
{
    for (const auto& [word, rates] : {std::pair {AttributionWord::rate_replaced, &added.replaced},
             std::pair {AttributionWord::rate_contradicts, &added.contradicting}})
        for (const ExchangeRate& rate : *rates)
            console.err << words::say(
                word, console.language, {rate.from, rate.rate.toString(), rate.to, rate.date, rate.source})
                        << '\n';
}

void addDocument(Json& out, const workspace::AddedRates& added)
{
    for (const auto& [key, rates] :
        {std::pair {"replaced", &added.replaced}, std::pair {"contradicting", &added.contradicting}}) {
        out[key] = Json::array();
        for (const ExchangeRate& rate : *rates)
            out[key].push_back(document(rate));
    }
}

base::Status list(const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_only, console));
    FS_TRY_VALUE(stored, workspace::exchangeRates(*workspace));
    if (!arguments.has("--json")) {
        print(report::ratesTable(stored.rates.all(), console.language), console.out);
        return {};
    }
    Json out = Json::array();
    for (const ExchangeRate& rate : stored.rates.all())
        out.push_back(document(rate));
    console.out << text({{"rates", out}});
    return {};
}

base::Status add(const Arguments& arguments, Console& console)
{
    const auto& words = arguments.words;
    const auto value = base::Decimal::parse(words[4]);
    if (!value.ok()) {
        base::Error error = value.error();
        error.field = "RATE";
        return error;
    }
    ExchangeRate rate {.from = words[1],
        .to = words[2],
        .date = words[3],
        .rate = *value,
        .source = arguments.value("--source"),
        .note = arguments.value("--note")};
    if (auto checked = ledger::checkRate(rate); !checked.ok()) { // before a workspace is made for it
        if (checked.error().field == "source")
            checked.error().field = "--source";
        return std::move(checked.error());
    }
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_write, console));
    FS_TRY_VALUE(stored, workspace::exchangeRates(*workspace));
    FS_TRY_VALUE(added, workspace::addRates(stored.rates, {rate}));
    FS_TRY(workspace::saveExchangeRates(*workspace, stored.rates, stored.version));
    if (arguments.has("--json")) {
        Json out = document(rate);
        addDocument(out, added);
        console.out << text(out);
        return {};
    }
    console.out << words::say(
        AttributionWord::rate_set, console.language, {rate.from, rate.rate.toString(), rate.to, rate.date, rate.source})
                << '\n';
    printAdded(added, console);
    return {};
}

base::Status remove(const Arguments& arguments, Console& console)
{
    const auto& words = arguments.words;
    FS_TRY_VALUE(workspace, openExisting(arguments, store::Access::read_write, console));
    FS_TRY_VALUE(stored, workspace::exchangeRates(*workspace));
    FS_TRY(stored.rates.remove(words[1], words[2], words[3]));
    FS_TRY(workspace::saveExchangeRates(*workspace, stored.rates, stored.version));
    if (arguments.has("--json"))
        console.out << text({{"removed", words[1] + " " + words[2] + " " + words[3]}});
    else
        console.out << words::say(AttributionWord::rate_removed, console.language, {words[1], words[2], words[3]})
                    << '\n';
    return {};
}

// Rows that could not be read make it done in part.
base::Result<int> import(const Arguments& arguments, Console& console)
{
    const std::string& path = arguments.words[1];
    FS_TRY_VALUE(table,
        workspace::readRateTable(path, arguments.value("--base", kTableBase), arguments.value("--source", kTableSource),
            withProgress(console)));
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_write, console));
    FS_TRY_VALUE(stored, workspace::exchangeRates(*workspace));
    FS_TRY_VALUE(added, workspace::addRates(stored.rates, table.rates));
    FS_TRY(workspace::saveExchangeRates(*workspace, stored.rates, stored.version));
    if (arguments.has("--json")) {
        Json problems = Json::array();
        for (const base::Problem& problem : table.problems)
            problems.push_back(cli::document(problem, console.language));
        Json out = {{"file", path}, {"read", table.read}, {"kept", table.rates.size()}, {"changed", added.changed},
            {"not_quoted", table.not_quoted}, {"problems", problems}};
        addDocument(out, added);
        console.out << text(out);
    } else {
        console.out << words::say(AttributionWord::rates_imported, console.language,
            {path, std::to_string(table.read), std::to_string(table.rates.size()), std::to_string(added.changed)});
        if (table.not_quoted > 0)
            console.out << ' '
                        << words::say(
                               AttributionWord::rates_not_quoted, console.language, {std::to_string(table.not_quoted)});
        console.out << '\n';
        for (const base::Problem& problem : base::firstOfEachKind(table.problems))
            console.err << words::sentence(problem, console.language) << '\n';
        printAdded(added, console);
    }
    return table.problems.empty() ? kDone : kDoneInPart;
}

base::Result<int> rates(const Arguments& arguments, Console& console)
{
    const auto& words = arguments.words;
    base::Status done
        = base::Error {.code = base::Code::usage, .found = words.empty() ? "" : words.back(), .expected = kUsage};
    if (words.empty() || (words.size() == 1 && words[0] == "list"))
        done = list(arguments, console);
    else if (words.size() == 5 && words[0] == "add")
        done = add(arguments, console);
    else if (words.size() == 4 && words[0] == "remove")
        done = remove(arguments, console);
    else if (words.size() == 2 && words[0] == "import")
        return import(arguments, console);
    FS_TRY(done);
    return kDone;
}

} // namespace

base::Result<std::string> currencyArgument(const Arguments& arguments)
{
    std::string currency = arguments.value("--in");
    FS_TRY(ledger::checkCurrency(currency, "--in"));
    return currency;
}

Json document(const ledger::ConvertedSums& sums)
{
    Json out = Json::object(), without = Json::object();
    for (std::size_t kind = 0; kind < ledger::kCostKinds; ++kind) {
        const std::string key(name(static_cast<ledger::CostKind>(kind)));
        out[key] = sums.sums[kind] ? Json(sums.sums[kind]->toString()) : Json();
        without[key] = sums.without[kind];
    }
    out["rows_without"] = std::move(without);
    return out;
}

void addRates(Json& out, const ledger::RatesUsed& rates)
{
    Json used = Json::array(), missing = Json::array();
    for (const ledger::UsedRate& one : rates.rates) {
        Json legs = Json::array();
        for (const ledger::UsedRate::Leg& leg : one.legs) {
            legs.push_back(document(leg.rate));
            legs.back()["inverse"] = leg.inverse;
        }
        used.push_back({{"from", one.from}, {"to", one.to}, {"month", one.month},
            {"via", one.via().empty() ? Json() : Json(one.via())}, {"legs", legs}, {"old", !one.oldDate().empty()}});
    }
    for (const base::Error& one : rates.missing)
        missing.push_back(
            {{"from", one.found}, {"to", one.expected}, {"month", one.args.empty() ? Json() : Json(one.args.front())}});
    out["rates"] = std::move(used);
    out["rates_missing"] = std::move(missing);
}

int runRates(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace", "--source", "--note", "--base"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const auto done = rates(*parsed, console);
    return done.ok() ? *done : failed(done.error(), console, parsed->has("--json"));
}

} // namespace fullscope::cli
