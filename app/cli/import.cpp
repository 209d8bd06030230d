// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/common.h"

#include "core/import/column_mapping.h"

namespace fullscope::cli {

int runImport(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace", "--as", "--map"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool as_json = parsed->has("--json");
    if (parsed->words.empty())
        return failed({.code = base::Code::usage, .expected = "import FILES…"}, console, as_json);
    workspace::ImportOptions options {.as = parsed->value("--as")};
    if (parsed->has("--map")) {
        auto columns = import::parseColumnMapping(parsed->value("--map"));
        if (!columns.ok())
            return failed(columns.error(), console, as_json);
        options.parse.columns = *std::move(columns);
    }
    const auto workspace = openWorkspace(*parsed, store::Access::read_write, console);
    if (!workspace.ok())
        return failed(workspace.error(), console, as_json);
    return importInto(**workspace, parsed->words, options, console, as_json);
}

} // namespace fullscope::cli
