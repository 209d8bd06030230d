// SPDX-License-Identifier: GPL-3.0-or-later
// `fullscope attribute`: the charges of all bills by rules, and the rules.
#include "core/workspace/attribute.h"
#include "app/cli/common.h"
#include "app/cli/contents.h"
#include "app/cli/documents.h"
#include "app/cli/rates.h"
#include "app/cli/text_table.h"
#include "core/base/text.h"
#include "core/report/attribution_parts.h"
#include "core/words/attribution_words.h"
#include "core/workspace/attribution_rules.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace fullscope::cli {

namespace {

using ledger::Attribution;
using ledger::AttributionRule;
using words::AttributionWord;
using Rules = std::vector<AttributionRule>;

constexpr const char* kUsage = "attribute [rules [list | add GROUP FIELD equals|contains|pattern TEXT | remove N | "
                               "move N TO | export | import FILE]]";

base::Error usage(const std::string& found, const char* expected = kUsage)
{
    return {.code = base::Code::usage, .found = found, .expected = expected};
}

Json document(const AttributionRule& rule)
{
    return {{"field", ledger::fieldText(rule)}, {"match", ledger::name(rule.match)}, {"text", rule.text},
        {"group", rule.group}, {"note", rule.note}};
}

Json document(const ledger::CostSums& sums)
{
    Json out = {{"rows", sums.rows}};
    Json without = Json::object();
    for (std::size_t kind = 0; kind < ledger::kCostKinds; ++kind) {
        const std::string key(name(static_cast<ledger::CostKind>(kind)));
        out[key] = sums.sums[kind] ? Json(sums.sums[kind]->toString()) : Json();
        without[key] = sums.without[kind];
    }
    out["rows_without"] = std::move(without);
    return out;
}

base::Result<Json> document(const ledger::AttributedGroup& group)
{
    Json costs = Json::object();
    for (const auto& [currency, months] : group.costs) {
        FS_TRY_VALUE(sums, sumOf(months));
        costs[currency] = document(sums);
    }
    Json rules = Json::array();
    for (const std::size_t rule : group.rules)
        rules.push_back(rule + 1);
    Json out = {{"group", group.name.empty() ? Json() : Json(group.name)}, {"rules", rules}, {"rows", group.rows},
        {"costs", costs}};
    if (group.converted)
        out["converted"] = cli::document(*group.converted);
    return out;
}

base::Result<Json> document(const Attribution& all, const Rules& rules)
{
    Json groups = Json::array(), outcomes = Json::array(), totals = Json::object(), left_out = Json::array();
    for (const ledger::AttributedGroup& group : all.groups) {
        FS_TRY_VALUE(one, document(group));
        groups.push_back(std::move(one));
    }
    for (std::size_t i = 0; i < all.rules.size(); ++i) {
        const ledger::RuleOutcome& outcome = all.rules[i];
        Json one = document(rules[i]);
        one["matched"] = outcome.matched;
        one["taken"] = outcome.taken;
        one["shadowed_by"] = outcome.shadowed_by ? Json(*outcome.shadowed_by + 1) : Json();
        outcomes.push_back(std::move(one));
    }
    for (const auto& [currency, sums] : all.totals)
        totals[currency] = document(sums);
    for (const ledger::CostsLeftOut& one : all.left_out) {
        Json sums = Json::object();
        for (const auto& [currency, sum] : one.sums)
            sums[currency] = sum.toString();
        left_out.push_back({{"file", one.file}, {"cost", name(one.kind)}, {"sums", sums},
            {"counted_file", one.counted_file.empty() ? Json() : Json(one.counted_file)}});
    }
    Json differing = Json::array(), beside = Json::array();
    for (const ledger::DifferingExports& one : all.differing)
        differing.push_back(
            {{"account", one.account}, {"month", one.month}, {"cost", name(one.kind)}, {"currency", one.currency},
                {"counted", one.counted ? Json(one.counted->toString()) : Json()}, {"counted_file", one.counted_file},
                {"left_out", one.left_out.toString()}, {"left_out_file", one.left_out_file}});
    for (const ledger::CountedBeside& one : all.beside)
        beside.push_back({{"why", name(one.why)}, {"file", one.file}, {"others", one.others}});
    Json out = {{"groups", groups}, {"rules", outcomes}, {"totals", totals}, {"left_out", left_out},
        {"differing", differing}, {"counted_beside", beside}};
    if (all.converted) {
        out["currency"] = all.currency;
        out["converted"] = cli::document(*all.converted);
        addRates(out, all.rates);
    }
    return out;
}

void printText(const Attribution& all, const Rules& rules, Console& console)
{
    const auto language = console.language;
    if (all.totals.empty())
        console.out << words::say(AttributionWord::no_bills, language) << '\n';
    for (const auto& [currency, totals] : all.totals) {
        print(report::attributionTable(all, currency, language), console.out);
        console.out << '\n';
    }
    if (all.converted) {
        print(report::convertedTable(all, language), console.out);
        console.out << '\n';
    }
    if (rules.empty())
        console.out << words::say(AttributionWord::no_rules, language) << '\n';
    else
        print(report::rulesTable(rules, &all, language), console.out);
    if (const auto notes = report::attributionNotes(all, language); !notes.empty()) {
        console.out << '\n';
        print(notes, console.out);
    }
}

base::Result<Rules> rulesOf(const Arguments& arguments, const store::WorkspaceFile& workspace, Console& console)
{
    if (!arguments.has("--rules")) {
        FS_TRY_VALUE(stored, workspace::attributionRules(workspace));
        return std::move(stored.rules);
    }
    FS_TRY_VALUE(text, contentsOf(arguments.value("--rules"), console));
    return workspace::rulesFromJson(text, arguments.value("--rules"));
}

base::Status attribute(const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_only, console));
    FS_TRY_VALUE(rules, rulesOf(arguments, *workspace, console));
    FS_TRY_VALUE(all, workspace::attribute(*workspace, rules, withProgress(console)));
    if (arguments.has("--in")) {
        FS_TRY_VALUE(currency, currencyArgument(arguments));
        FS_TRY_VALUE(stored, workspace::exchangeRates(*workspace));
        FS_TRY(ledger::addConverted(all, currency, stored.rates));
    }
    if (arguments.has("--json")) {
        FS_TRY_VALUE(out, document(all, rules));
        console.out << text(out);
    } else {
        printText(all, rules, console);
    }
    return {};
}

// --- rules

base::Result<std::size_t> ruleNumber(const std::string& text, std::size_t count)
{
    const auto number = base::parseInt(text);
    if (!number.ok() || *number < 1 || static_cast<std::size_t>(*number) > count)
        return base::Error {
            .code = base::Code::out_of_range, .field = "N", .found = text, .expected = "1 … " + std::to_string(count)};
    return static_cast<std::size_t>(*number) - 1;
}

base::Status addRule(const Arguments& arguments, Rules& rules, std::string& done, words::Language language)
{
    const auto& words = arguments.words;
    if (words.size() != 6)
        return usage(
            words.back(), "attribute rules add GROUP FIELD equals|contains|pattern TEXT [--note TEXT] [--at N]");
    AttributionRule rule {.text = words[5], .group = words[2], .note = arguments.value("--note")};
    FS_TRY(ledger::setField(rule, words[3]));
    const auto match = ledger::attributionMatch(words[4]);
    if (!match)
        return base::Error {.code = base::Code::bad_value,
            .field = "MATCH",
            .found = words[4],
            .expected = "equals, contains, pattern"};
    rule.match = *match;
    FS_TRY(ledger::checkRule(rule));
    std::size_t place = rules.size();
    if (arguments.has("--at")) {
        FS_TRY_VALUE(at, ruleNumber(arguments.value("--at"), rules.size() + 1));
        place = at;
    }
    rules.insert(rules.begin() + static_cast<std::ptrdiff_t>(place), std::move(rule));
    done = words::say(AttributionWord::rule_added, language, {std::to_string(place + 1)});
    return {};
}

base::Status changeRules(const Arguments& arguments, Rules& rules, std::string& done, Console& console)
{
    const auto& words = arguments.words;
    const auto language = console.language;
    if (words[1] == "add")
        return addRule(arguments, rules, done, language);
    if (words[1] == "remove" && words.size() == 3) {
        FS_TRY_VALUE(number, ruleNumber(words[2], rules.size()));
        rules.erase(rules.begin() + static_cast<std::ptrdiff_t>(number));
        done = words::say(AttributionWord::rule_removed, language, {words[2]});
        return {};
    }
    if (words[1] == "move" && words.size() == 4) {
        FS_TRY_VALUE(from, ruleNumber(words[2], rules.size()));
        FS_TRY_VALUE(to, ruleNumber(words[3], rules.size()));
        ledger::moveRule(rules, from, to);
        done = words::say(AttributionWord::rule_moved, language, {words[2], words[3]});
        return {};
    }
    if (words[1] == "import" && words.size() == 3) {
        FS_TRY_VALUE(text, contentsOf(words[2], console));
        FS_TRY_VALUE(imported, workspace::rulesFromJson(text, words[2]));
        done = words::say(AttributionWord::rules_imported, language,
            {std::to_string(imported.size()), words[2], std::to_string(rules.size())});
        rules = std::move(imported);
        return {};
    }
    return usage(words.back());
}

void printRules(const Rules& rules, Console& console, bool as_json)
{
    if (as_json) {
        Json list = Json::array();
        for (const AttributionRule& rule : rules)
            list.push_back(document(rule));
        console.out << text({{"rules", list}});
    } else if (rules.empty()) {
        console.out << words::say(AttributionWord::no_rules, console.language) << '\n';
    } else {
        print(report::rulesTable(rules, nullptr, console.language), console.out);
    }
}

base::Status rulesVerb(const Arguments& arguments, Console& console)
{
    const auto& words = arguments.words;
    const bool as_json = arguments.has("--json");
    if (words.size() == 1 || (words.size() == 2 && (words[1] == "list" || words[1] == "export"))) {
        FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_only, console));
        FS_TRY_VALUE(stored, workspace::attributionRules(*workspace));
        if (words.size() == 2 && words[1] == "export")
            console.out << workspace::rulesToJson(stored.rules);
        else
            printRules(stored.rules, console, as_json);
        return {};
    }
    FS_TRY_VALUE(workspace, openExisting(arguments, store::Access::read_write, console));
    FS_TRY_VALUE(stored, workspace::attributionRules(*workspace));
    std::string done;
    FS_TRY(changeRules(arguments, stored.rules, done, console));
    FS_TRY(workspace::saveAttributionRules(*workspace, stored.rules, stored.version));
    if (as_json)
        printRules(stored.rules, console, true);
    else
        console.out << done << '\n';
    return {};
}

} // namespace

int runAttribute(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace", "--rules", "--in", "--note", "--at"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    base::Status done = usage(parsed->words.empty() ? std::string() : parsed->words.front());
    if (parsed->words.empty())
        done = attribute(*parsed, console);
    else if (parsed->words.front() == "rules")
        done = rulesVerb(*parsed, console);
    return done.ok() ? kDone : failed(done.error(), console, parsed->has("--json"));
}

} // namespace fullscope::cli
