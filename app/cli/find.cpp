// SPDX-License-Identifier: GPL-3.0-or-later
// A text in all that a workspace holds.
#include "app/cli/find.h"

#include "core/workspace/find.h"
#include "app/cli/common.h"
#include "app/cli/place_document.h"
#include "app/cli/text_table.h"
#include "core/words/overview_words.h"
#include "core/words/text_ids.h"

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

} // namespace fullscope::cli
