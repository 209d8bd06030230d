// SPDX-License-Identifier: GPL-3.0-or-later
// The whole story on the shipped sample: files → workspace → comparison → PDF.
#include "app/cli/common.h"
#include "app/cli/documents.h"
#include "app/cli/text_table.h"
#include "core/report/known_limits.h"
#include "core/words/text_ids.h"
#include "core/workspace/sample.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <ostream>

namespace fullscope::cli {

namespace {

// Returns the exit code.
base::Result<int> tell(const std::string& folder, Console& console, bool as_json)
{
    const auto workspacePath = (std::filesystem::path(folder) / "sample.fullscope").string();
    const auto reportPath = (std::filesystem::path(folder) / "report.pdf").string();
    FS_TRY_VALUE(workspace, store::WorkspaceFile::open(workspacePath, store::Access::read_write));
    FS_TRY_VALUE(outcome, workspace::buildSample(*workspace, console.language, withProgress(console)));
    if (outcome.cancelled)
        return base::Error {.code = base::Code::cancelled};
    FS_TRY_VALUE(scenario, workspace->scenario());
    FS_TRY_VALUE(comparison, analysis::compare(*scenario));
    const ComparedScenario compared {*scenario, comparison, analysis::Scope::full,
        report::knownLimits(*scenario, catalogue::Catalogue::builtIn(), console.language)};
    if (as_json) {
        printComparisonJson(compared, {}, {}, console);
    } else {
        print(outcome, console);
        console.out << '\n';
        printComparison(compared, console);
        console.out << '\n';
    }
    FS_TRY(writeReport(*workspace, analysis::Scope::full, reportPath, console));
    auto& where = as_json ? console.err : console.out;
    where << words::say(words::Text::demo_built, console.language, {workspacePath}) << '\n'
          << words::say(words::Text::report_written, console.language, {reportPath}) << '\n';
    return exitCode(outcome);
}

} // namespace

int runDemo(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    const auto parsed = parseArguments(arguments, kFlags, {});
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool as_json = parsed->has("--json");
    if (parsed->words.size() > 1)
        return failed({.code = base::Code::usage, .expected = "demo [DIR]"}, console, as_json);
    const std::string folder = parsed->words.empty() ? "fullscope-demo" : parsed->words[0];
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        return failed({.code = base::Code::write_failed, .file = folder, .found = error.message()}, console, as_json);
    const auto told = tell(folder, console, as_json);
    return told.ok() ? *told : failed(told.error(), console, as_json);
}

} // namespace fullscope::cli
