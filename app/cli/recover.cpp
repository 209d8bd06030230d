// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/recover.h"
#include "app/cli/recover.h"

#include "app/cli/common.h"
#include "app/cli/documents.h"
#include "core/workspace/recovery_text.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace fullscope::cli {

namespace {

nlohmann::json documentOf(const store::Recovery& recovery, const std::string& from, const std::string& to)
{
    nlohmann::json kept = nlohmann::json::object();
    for (std::size_t i = 0; i < recovery.kept.size(); ++i)
        kept[std::string(name(static_cast<store::Recoverable>(i)))] = recovery.kept[i];
    nlohmann::json lost = nlohmann::json::array();
    for (const store::Lost& one : recovery.lost)
        lost.push_back({{"kind", name(one.kind)}, {"id", one.id}, {"name", one.name}, {"file", one.file},
            {"sha256", one.sha256}, {"why", name(one.why)}});
    return {{"recovered", to}, {"of", from}, {"whole", recovery.isWhole()}, {"kept", kept}, {"lost", lost},
        {"damaged_tables", recovery.damaged}, {"imports_unreadable", recovery.imports_unreadable},
        {"problems_lost", recovery.problems_lost}, {"scenario_may_be_older", recovery.scenario_may_be_older},
        {"documents_may_be_older", recovery.documents_may_be_older}};
}

} // namespace

int runRecover(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"-o"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool as_json = parsed->has("--json");
    const std::string to = parsed->value("-o");
    if (to.empty() || parsed->words.size() != 1)
        return failed(
            {.code = base::Code::usage, .field = "-o", .expected = "recover FILE -o NEW.fullscope"}, console, as_json);
    const std::string& from = parsed->words[0];
    const auto recovery = store::recover(from, to, withProgress(console));
    if (!recovery.ok())
        return failed(recovery.error(), console, as_json);
    if (as_json)
        console.out << text(documentOf(*recovery, from, to));
    else
        for (const std::string& line : workspace::recoveryText(*recovery, to, console.language))
            console.out << line << '\n';
    return recovery->isWhole() ? kDone : kDoneInPart;
}

} // namespace fullscope::cli
