// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/common.h"
#include "app/cli/documents.h"
#include "app/cli/text_table.h"
#include "core/words/mapping_words.h"
#include "core/workspace/mapping_profiles.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace fullscope::cli {

namespace {

using words::MappingWord;
using workspace::MappingProfile;

Json document(const MappingProfile& profile)
{
    return {{"name", profile.name}, {"kind", profile.kind == import::Kind::bill ? "bill" : "log"},
        {"columns", import::formatColumnMapping(profile.columns)}};
}

base::Status list(const std::string& file, Console& console, bool as_json)
{
    FS_TRY_VALUE(profiles, workspace::mappingProfiles(file));
    if (as_json) {
        Json out = Json::array();
        for (const MappingProfile& profile : profiles)
            out.push_back(document(profile));
        console.out << text({{"mappings", out}});
        return {};
    }
    const auto say = [&](MappingWord id) { return words::say(id, console.language); };
    report::Table table;
    table.columns
        = {{say(MappingWord::mapping), false}, {say(MappingWord::kind), false}, {say(MappingWord::columns), false}};
    for (const MappingProfile& profile : profiles)
        table.rows.push_back(
            {profile.name, say(profile.kind == import::Kind::bill ? MappingWord::bill : MappingWord::log),
                import::formatColumnMapping(profile.columns)});
    print(table, console.out);
    return {};
}

base::Status show(const std::string& file, const std::string& name, Console& console, bool as_json)
{
    FS_TRY_VALUE(profile, workspace::mappingProfile(file, name));
    if (as_json)
        console.out << text(document(profile));
    else
        console.out << import::formatColumnMapping(profile.columns) << '\n';
    return {};
}

base::Status remove(const std::string& file, const std::string& name, Console& console, bool as_json)
{
    FS_TRY(workspace::removeMappingProfile(file, name));
    if (as_json)
        console.out << text({{"removed", name}});
    else
        console.out << words::say(MappingWord::removed, console.language, {name}) << '\n';
    return {};
}

base::Status mappings(const Arguments& arguments, Console& console, bool as_json)
{
    FS_TRY_VALUE(file, workspace::mappingProfilesFile());
    const auto& words = arguments.words;
    if (words.empty() || (words.size() == 1 && words[0] == "list"))
        return list(file, console, as_json);
    if (words.size() == 2 && words[0] == "show")
        return show(file, words[1], console, as_json);
    if (words.size() == 2 && words[0] == "remove")
        return remove(file, words[1], console, as_json);
    return base::Error {
        .code = base::Code::usage, .found = words[0], .expected = "mappings [list | show NAME | remove NAME]"};
}

} // namespace

int runMappings(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    const auto parsed = parseArguments(arguments, kFlags, {});
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool as_json = parsed->has("--json");
    const base::Status done = mappings(*parsed, console, as_json);
    return done.ok() ? kDone : failed(done.error(), console, as_json);
}

} // namespace fullscope::cli
