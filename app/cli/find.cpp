// SPDX-License-Identifier: GPL-3.0-or-later
// A text in all that a workspace holds, and what uses one of these things.
#include "app/cli/find.h"

#include "app/cli/common.h"
#include "app/cli/place_document.h"
#include "app/cli/text_table.h"
#include "core/base/text.h"
#include "core/report/layout.h"
#include "core/words/overview_words.h"
#include "core/words/text_ids.h"
#include "core/words/trend_words.h"
#include "core/workspace/find.h"
#include "core/workspace/uses.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace fullscope::cli {

namespace {

using words::FindWord;

std::string label(workspace::FoundIn where, words::Language language)
{
    return words::say(static_cast<FindWord>(where), language);
}

base::Status answer(const Arguments& arguments, const std::string& looked, Console& console)
{
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_only, console));
    FS_TRY_VALUE(scenario, workspace->scenario());
    FS_TRY_VALUE(found, workspace::find(*workspace, looked, scenario, console.language, withProgress(console)));
    if (arguments.has("--json")) {
        Json hits = Json::array(), totals = Json::object();
        for (const workspace::Hit& hit : found.hits)
            hits.push_back({{"in", workspace::name(hit.where)}, {"title", hit.title}, {"detail", hit.detail},
                {"rows", hit.rows}, {"place", document(hit.place, scenario)}});
        for (std::size_t kind = 0; kind < workspace::kFoundIn; ++kind)
            totals[std::string(workspace::name(static_cast<workspace::FoundIn>(kind)))] = found.total[kind];
        console.out << text({{"hits", hits}, {"total", totals}});
        return {};
    }
    report::Table table;
    table.columns = {{words::say(FindWord::in, console.language), false},
        {words::say(words::Text::what, console.language), false},
        {words::say(FindWord::stands, console.language), false}, {words::say(FindWord::rows, console.language), true},
        {"fullscope …", false}};
    for (const workspace::Hit& hit : found.hits)
        table.rows.push_back({label(hit.where, console.language), hit.title, hit.detail,
            hit.where == workspace::FoundIn::charges ? base::formatNumber(static_cast<double>(hit.rows), 0) : "",
            verbOf(hit.place)});
    if (table.rows.empty())
        console.out << words::say(FindWord::nothing, console.language, {looked}) << '\n';
    else
        print(table, console.out);
    for (std::size_t kind = 0; kind < workspace::kFoundIn; ++kind)
        if (found.total[kind] > static_cast<std::int64_t>(workspace::kMostHits))
            console.err << words::say(FindWord::more, console.language,
                {label(static_cast<workspace::FoundIn>(kind), console.language), std::to_string(workspace::kMostHits),
                    base::formatNumber(static_cast<double>(found.total[kind]), 0)})
                        << '\n';
    return {};
}

base::Error usesUsage(const std::string& found)
{
    return {.code = base::Code::usage,
        .found = found,
        .expected = "uses run|bill|telemetry|jobs ID [--row N] | claims NAME [--row N] | catalogue TYPE | input NAME "
                    "[--option OPTION] [--workspace W] [--json]"};
}

base::Result<std::int64_t> numberOf(const std::string& text)
{
    auto number = base::parseInt(text);
    return number.ok() && *number > 0 ? std::move(number) : usesUsage(text);
}

base::Status readInput(
    store::Place& place, const std::string& name, const Arguments& arguments, const store::WorkspaceFile& workspace)
{
    const auto input = scenario::inputByName(name);
    if (!input)
        return base::Error {.code = base::Code::name_unknown, .field = "input", .found = name};
    place.input.input = *input;
    if (!arguments.has("--option"))
        return {};
    FS_TRY_VALUE(scenario, workspace.scenario());
    const std::string wanted = arguments.value("--option");
    for (std::size_t i = 0; scenario && i < scenario->options.size(); ++i)
        if (scenario->options[i].name == wanted)
            place.input.option = i;
    return place.input.option ? base::Status()
                              : base::Error {.code = base::Code::name_unknown, .field = "--option", .found = wanted};
}

base::Result<store::Place> askedPlace(const Arguments& arguments, const store::WorkspaceFile& workspace)
{
    using Kind = store::Place::Kind;
    if (arguments.words.size() != 2)
        return usesUsage(arguments.words.empty() ? std::string() : arguments.words.front());
    constexpr Kind kKinds[]
        = {Kind::run, Kind::bill, Kind::telemetry, Kind::jobs, Kind::claims, Kind::catalogue, Kind::input};
    const auto kind = std::ranges::find(kKinds, arguments.words[0], [](Kind one) { return store::name(one); });
    if (kind == std::end(kKinds))
        return usesUsage(arguments.words[0]);
    store::Place place {.kind = *kind};
    const std::string& what = arguments.words[1];
    if (place.kind == Kind::input) {
        FS_TRY(readInput(place, what, arguments, workspace));
    } else if (place.kind == Kind::claims || place.kind == Kind::catalogue) {
        place.name = what;
    } else {
        FS_TRY_VALUE(id, numberOf(what));
        place.id = id;
    }
    if (arguments.has("--row")) { // counted from 1, as people do
        FS_TRY_VALUE(row, numberOf(arguments.value("--row")));
        place.row = row - 1;
        if (place.kind == Kind::bill)
            place.kind = Kind::bill_row;
    }
    return place;
}

base::Status answerUses(const Arguments& arguments, Console& console)
{
    using words::UseWord;
    FS_TRY_VALUE(workspace, openWorkspace(arguments, store::Access::read_only, console));
    FS_TRY_VALUE(place, askedPlace(arguments, *workspace));
    FS_TRY_VALUE(scenario, workspace->scenario());
    FS_TRY_VALUE(uses, workspace::usesOf(*workspace, place, scenario, console.language));
    if (arguments.has("--json")) {
        Json all = Json::array();
        for (const workspace::Use& use : uses)
            all.push_back({{"by", workspace::name(use.by)}, {"title", use.title}, {"detail", use.detail},
                {"place", use.place ? document(*use.place, scenario) : Json(nullptr)}});
        console.out << text({{"of", document(place, scenario)}, {"uses", all}});
        return {};
    }
    const auto say = [&](UseWord word) { return words::say(word, console.language); };
    report::Table table;
    table.columns = {{say(UseWord::used_by), false}, {say(UseWord::uses_what), false}, {say(UseWord::value), false},
        {"fullscope …", false}};
    for (const workspace::Use& use : uses)
        table.rows.push_back({say(static_cast<UseWord>(use.by)),
            use.by == workspace::UsedBy::report ? report::sectionTitle(use.title, console.language) : use.title,
            use.detail, use.place ? verbOf(*use.place) : ""});
    if (uses.empty())
        console.out << say(UseWord::used_by) << ": " << say(UseWord::by_nothing) << '\n';
    else
        print(table, console.out);
    return {};
}

} // namespace

int runFind(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool as_json = parsed->has("--json");
    std::string looked;
    for (const std::string& word : parsed->words)
        looked += (looked.empty() ? "" : " ") + word;
    if (looked.find_first_not_of(" \t") == std::string::npos)
        return failed({.code = base::Code::usage, .expected = "find TEXT [--workspace W] [--json]"}, console, as_json);
    const auto status = answer(*parsed, looked, console);
    return status.ok() ? kDone : failed(status.error(), console, as_json);
}

int runUses(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace", "--row", "--option"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const auto status = answerUses(*parsed, console);
    return status.ok() ? kDone : failed(status.error(), console, parsed->has("--json"));
}

} // namespace fullscope::cli
