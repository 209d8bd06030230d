// SPDX-License-Identifier: GPL-3.0-or-later
// `fullscope runs state`: what the log of a run does not say.
#include "app/cli/run_state.h"

#include "app/cli/common.h"
#include "core/base/text.h"
#include "core/workspace/stated_facts.h"

#include <utility>
#include <vector>

namespace fullscope::cli {

namespace {

constexpr const char* kUsage = "state ID NAME=VALUE…";

base::Error usage(std::string found)
{
    return {.code = base::Code::usage, .found = std::move(found), .expected = kUsage};
}

using Facts = std::vector<std::pair<std::string, std::string>>;

// All are looked at before any is stored.
base::Result<Facts> factsOf(const Arguments& arguments)
{
    Facts facts;
    for (std::size_t i = 2; i < arguments.words.size(); ++i) {
        const std::string& word = arguments.words[i];
        const std::size_t equals = word.find('=');
        if (equals == std::string::npos)
            return usage(word);
        std::string name = word.substr(0, equals);
        FS_TRY_VALUE(value, workspace::statedFact(name, word.substr(equals + 1)));
        facts.emplace_back(std::move(name), std::move(value));
    }
    if (facts.empty())
        return usage(arguments.words.back());
    return facts;
}

// An offset is of times whose zone nobody knows; others would be moved for nothing.
base::Status checkOffset(const evidence::Run& run, const Facts& facts)
{
    const evidence::Fact* const zone = run.fact("zone_known");
    if (zone == nullptr || zone->value != "yes")
        return {};
    for (const auto& [name, value] : facts)
        if (name == workspace::stated::utc_offset && !value.empty())
            return base::Error {.code = base::Code::bad_value,
                .file = run.files.empty() ? run.name : run.files.front().path,
                .line = zone->line,
                .field = name,
                .found = value,
                .expected = "a log that does not tell its zone"};
    return {};
}

base::Status state(const Arguments& arguments, Console& console, ShowRun show)
{
    const auto id = base::parseInt(arguments.words.size() > 1 ? arguments.words[1] : std::string());
    if (!id.ok())
        return usage(arguments.words.back());
    FS_TRY_VALUE(facts, factsOf(arguments));
    FS_TRY_VALUE(workspace, openExisting(arguments, store::Access::read_write, console));
    FS_TRY_VALUE(run, workspace->run(*id));
    FS_TRY(checkOffset(run, facts));
    for (const auto& [name, value] : facts)
        FS_TRY(workspace->setFact(*id, name, value, withProgress(console)));
    return show(*workspace, *id, console, arguments.has("--json"));
}

} // namespace

int runState(std::span<const std::string> arguments, Console& console, ShowRun show)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const base::Status status = state(*parsed, console, show);
    return status.ok() ? kDone : failed(status.error(), console, parsed->has("--json"));
}

} // namespace fullscope::cli
