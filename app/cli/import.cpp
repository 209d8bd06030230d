// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/common.h"
#include "core/store/benchmarks.h"

#include "core/store/discard_unused.h"
#include "core/words/mapping_words.h"
#include "core/workspace/mapping_profiles.h"

#include <filesystem>
#include <ostream>

namespace fullscope::cli {

namespace {

// For another import: once something was read with it.
base::Status saveMapping(
    const std::string& name, const workspace::ImportOptions& options, Console& console, bool as_json)
{
    FS_TRY_VALUE(file, workspace::mappingProfilesFile());
    const auto& columns = options.parse.columns;
    FS_TRY(workspace::saveMappingProfile(file, {.name = name, .kind = workspace::kindOf(columns), .columns = columns}));
    if (!as_json)
        console.out << words::say(
            words::MappingWord::saved, console.language, {name, import::formatColumnMapping(columns)})
                    << '\n';
    return {};
}

base::Result<workspace::ImportOptions> importOptions(const Arguments& arguments)
{
    workspace::ImportOptions options {.as = arguments.value("--as")};
    if (arguments.has("--map")) {
        FS_TRY_VALUE(columns, workspace::mappingByText(arguments.value("--map")));
        options.parse.columns = std::move(columns);
    } else if (arguments.has("--save-map")) {
        return base::Error {.code = base::Code::usage,
            .field = "--save-map",
            .found = arguments.value("--save-map"),
            .expected = "import FILES… --map step=COLUMN,… --save-map NAME"};
    }
    return options;
}

} // namespace

int runImport(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace", "--as", "--map", "--save-map"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool as_json = parsed->has("--json");
    if (parsed->words.empty())
        return failed({.code = base::Code::usage, .expected = "import FILES…"}, console, as_json);
    const auto options = importOptions(*parsed);
    if (!options.ok())
        return failed(options.error(), console, as_json);
    std::error_code ignored;
    const std::string path = workspacePath(*parsed);
    const bool is_new = !std::filesystem::exists(std::filesystem::symlink_status(path, ignored));
    int code = kNothingDone;
    {
        const auto workspace = openWorkspace(*parsed, store::Access::read_write, console);
        if (!workspace.ok())
            return failed(workspace.error(), console, as_json);
        code = importInto(**workspace, parsed->words, *options, console, as_json);
        if (code != kNothingDone && parsed->has("--save-map"))
            if (const auto saved = saveMapping(parsed->value("--save-map"), *options, console, as_json); !saved.ok()) {
                printError(saved.error(), console, as_json);
                code = kDoneInPart;
            }
    }
    if (code == kNothingDone && is_new) // nothing came into what was made for it
        store::discardUnused(path);
    return code;
}

} // namespace fullscope::cli
