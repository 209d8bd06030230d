// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/common.h"
#include "app/cli/report_files.h"
#include "core/base/text.h"
#include "core/words/text_ids.h"
#include "core/workspace/reconcile.h"
#include "core/workspace/user_catalogue.h"

#include <ostream>

namespace fullscope::cli {

base::Status writeReport(
    const store::WorkspaceFile& workspace, analysis::Scope scope, const std::string& path, Console& console)
{
    FS_TRY_VALUE(bills_and_runs, workspace::reconcile(workspace, {}, base::JobContext()));
    FS_TRY_VALUE(catalogue, workspace::catalogueOf(workspace));
    FS_TRY_VALUE(made,
        report::makeReport(workspace, catalogue,
            {.language = console.language,
                .scope = scope,
                .made_on = console.today,
                .program_version = FULLSCOPE_VERSION,
                .bills_and_runs = std::move(bills_and_runs)}));
    const std::string lower = base::toLower(path);
    if (lower.ends_with(".pdf"))
        return writePdf(made, path);
    if (lower.ends_with(".json"))
        return writeText(report::toJson(made) + "\n", path);
    return base::Error {.code = base::Code::usage, .field = "-o", .found = path, .expected = "OUT.pdf, OUT.json"};
}

int runReport(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kValued[] = {"--workspace", "--scope", "-o"};
    const auto parsed = parseArguments(arguments, {}, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, false);
    if (!parsed->has("-o") || !parsed->words.empty())
        return failed({.code = base::Code::usage, .field = "-o", .expected = "report -o OUT.pdf"}, console, false);
    const auto scope = scopeArgument(*parsed);
    if (!scope.ok())
        return failed(scope.error(), console, false);
    const auto workspace = openWorkspace(*parsed, store::Access::read_only, console);
    if (!workspace.ok())
        return failed(workspace.error(), console, false);
    const std::string path = parsed->value("-o");
    if (const auto status = writeReport(**workspace, *scope, path, console); !status.ok())
        return failed(status.error(), console, false);
    console.out << words::say(words::Text::report_written, console.language, {path}) << '\n';
    return kDone;
}

} // namespace fullscope::cli
