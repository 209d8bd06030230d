// SPDX-License-Identifier: GPL-3.0-or-later
// `fullscope catalogue add | state | remove | import | export`: what the user enters.
#include "app/cli/catalogue.h"
#include "core/base/text.h"
#include "core/words/catalogue_words.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <ostream>

namespace fullscope::cli {

namespace {

using catalogue::UserEntries;
using words::CatalogueWord;

constexpr std::array<std::string_view, 5> kEdits {"add", "state", "remove", "import", "export"};
constexpr const char* kAddUsage = "catalogue add --provider P --instance-type T --region R --option O --price 24.69 "
                                  "--currency USD --as-of 2026-07-20 --source S [--note N]";
constexpr const char* kStateUsage = "catalogue state SUBJECT FACT=VALUE… --as-of 2026-07-20 --source S [--note N]";

// The option of a member of TypedPrice: "instance_type" → "--instance-type".
base::Error inOptions(base::Error error)
{
    constexpr std::string_view kOfValues[] = {"value", "fact", "subject"};
    const bool is_option = !error.field.empty()
        && std::find(std::begin(kOfValues), std::end(kOfValues), error.field) == std::end(kOfValues)
        && !catalogue::factKind(error.field);
    return is_option ? ofOption(std::move(error)) : error;
}

base::Error usage(const Arguments& arguments, const char* expected)
{
    return {.code = base::Code::usage, .found = arguments.words.back(), .expected = expected};
}

base::Status add(const Arguments& arguments, Console& console)
{
    if (arguments.words.size() != 1)
        return usage(arguments, kAddUsage);
    const auto price = workspace::priceOf({.provider = arguments.value("--provider"),
        .instance_type = arguments.value("--instance-type"),
        .region = arguments.value("--region"),
        .option = arguments.value("--option"),
        .price = arguments.value("--price"),
        .currency = arguments.value("--currency"),
        .as_of = arguments.value("--as-of"),
        .source = arguments.value("--source"),
        .note = arguments.value("--note")});
    if (!price.ok()) // before a workspace is made for it
        return inOptions(price.error());
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_write, console));
    FS_TRY_VALUE(before, workspace::userEntries(*workspace));
    FS_TRY_VALUE(after, catalogue::withPrice(before, *price));
    FS_TRY(workspace::changeEntries(*workspace, before, after));
    const catalogue::Price& added = after.prices.back();
    for (const catalogue::Price& other : before.prices) {
        const bool same = base::equalsIgnoreCase(other.provider, added.provider)
            && base::equalsIgnoreCase(other.instance_type, added.instance_type)
            && base::equalsIgnoreCase(other.region, added.region) && other.option == added.option
            && other.currency == added.currency && other.as_of == added.as_of;
        if (same)
            console.err << words::say(CatalogueWord::same_day, console.language, {std::to_string(other.id)}) << '\n';
    }
    if (arguments.has("--json"))
        console.out << text(document(added));
    else
        console.out << words::say(CatalogueWord::price_added, console.language,
            {std::to_string(added.id), added.instance_type, added.per_h.toString() + " " + added.currency})
                    << '\n';
    return {};
}

base::Result<std::vector<catalogue::UserFact>> factsOf(const Arguments& arguments)
{
    std::vector<catalogue::UserFact> facts;
    for (std::size_t i = 2; i < arguments.words.size(); ++i) {
        const std::string& word = arguments.words[i];
        const auto equals = word.find('=');
        if (equals == std::string::npos)
            return base::Error {.code = base::Code::usage, .found = word, .expected = kStateUsage};
        FS_TRY_VALUE(fact,
            workspace::factOf({.subject = arguments.words[1],
                .fact = word.substr(0, equals),
                .value = word.substr(equals + 1),
                .as_of = arguments.value("--as-of"),
                .source = arguments.value("--source"),
                .note = arguments.value("--note")}));
        facts.push_back(std::move(fact));
    }
    return facts;
}

base::Status state(const Arguments& arguments, Console& console)
{
    if (arguments.words.size() < 3)
        return usage(arguments, kStateUsage);
    const auto facts = factsOf(arguments);
    if (!facts.ok())
        return inOptions(facts.error());
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_write, console));
    FS_TRY_VALUE(before, workspace::userEntries(*workspace));
    UserEntries after = before;
    for (const catalogue::UserFact& fact : *facts) {
        FS_TRY_VALUE(more, catalogue::withFact(std::move(after), fact));
        after = std::move(more);
    }
    FS_TRY(workspace::changeEntries(*workspace, before, after));
    Json out = Json::array();
    for (std::size_t i = before.facts.size(); i < after.facts.size(); ++i) {
        const catalogue::UserFact& fact = after.facts[i];
        out.push_back(document(fact));
        if (!arguments.has("--json"))
            console.out << words::say(CatalogueWord::fact_added, console.language,
                {std::to_string(fact.id), fact.subject,
                    words::factLabel(name(fact.kind), console.language) + " " + fact.value})
                        << '\n';
    }
    if (arguments.has("--json"))
        console.out << text({{"facts", out}});
    return {};
}

base::Status remove(const Arguments& arguments, Console& console)
{
    FS_TRY_VALUE(id, idArgument(arguments));
    FS_TRY_VALUE(workspace, openExisting(arguments, store::Access::read_write, console));
    FS_TRY_VALUE(before, workspace::userEntries(*workspace));
    FS_TRY_VALUE(after, catalogue::without(before, id));
    FS_TRY(workspace::changeEntries(*workspace, before, after));
    if (arguments.has("--json"))
        console.out << text({{"removed", id}});
    else
        console.out << words::say(CatalogueWord::removed, console.language, {std::to_string(id)}) << '\n';
    return {};
}

base::Result<int> import(const Arguments& arguments, Console& console)
{
    if (arguments.words.size() != 2)
        return usage(arguments, "catalogue import FILE.csv");
    FS_TRY_VALUE(file, workspace::readEntries(arguments.words[1]));
    workspace::MergedEntries outcome;
    if (!file.entries.isEmpty()) { // else no workspace is made for it
        FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_write, console));
        FS_TRY_VALUE(before, workspace::userEntries(*workspace));
        FS_TRY_VALUE(merged, workspace::merged(before, file.entries));
        FS_TRY(workspace::changeEntries(*workspace, before, merged.entries));
        outcome = std::move(merged);
    }
    Json problems = Json::array();
    for (const base::Problem& problem : file.problems) {
        problems.push_back(document(problem, console.language));
        if (!arguments.has("--json"))
            console.err << words::sentence(problem, console.language) << '\n';
    }
    if (arguments.has("--json")) {
        console.out << text({{"added", outcome.added}, {"repeated", outcome.repeated}, {"rejected", file.rejected},
            {"problems", problems}});
    } else {
        console.out << words::say(
            CatalogueWord::imported, console.language, {std::to_string(outcome.added), std::to_string(file.rejected)});
        if (outcome.repeated > 0)
            console.out << "; "
                        << words::say(
                               CatalogueWord::imported_again, console.language, {std::to_string(outcome.repeated)});
        console.out << '\n';
    }
    if (file.rejected == 0)
        return kDone;
    return outcome.added + outcome.repeated > 0 ? kDoneInPart : kNothingDone;
}

base::Status write(const Arguments& arguments, Console& console)
{
    if (arguments.words.size() != 1)
        return usage(arguments, "catalogue export [--facts]");
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_only, console));
    FS_TRY_VALUE(entries, workspace::userEntries(*workspace));
    if (arguments.has("--json")) {
        Json prices = Json::array(), facts = Json::array();
        for (const auto& price : entries.prices)
            prices.push_back(document(price));
        for (const auto& fact : entries.facts)
            facts.push_back(document(fact));
        console.out << text({{"prices", prices}, {"facts", facts}});
    } else {
        console.out << (arguments.has("--facts") ? workspace::factsCsv(entries) : workspace::pricesCsv(entries));
    }
    return {};
}

} // namespace

bool isCatalogueEdit(const std::string& word)
{
    return std::find(kEdits.begin(), kEdits.end(), word) != kEdits.end();
}

base::Result<int> editCatalogue(const Arguments& arguments, Console& console)
{
    const std::string& what = arguments.words[0];
    if (what == "import")
        return import(arguments, console);
    FS_TRY(what == "add"       ? add(arguments, console)
            : what == "state"  ? state(arguments, console)
            : what == "remove" ? remove(arguments, console)
                               : write(arguments, console));
    return kDone;
}

} // namespace fullscope::cli
