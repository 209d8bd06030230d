// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/common.h"
#include "app/cli/contents.h"
#include "app/cli/report_files.h"
#include "core/base/text.h"
#include "core/words/text_ids.h"

#include <ostream>

namespace fullscope::cli {

namespace {

// --template FILE, and what other options say instead.
base::Result<report::Layout> askedLayout(const Arguments& arguments, Console& console)
{
    report::Layout layout;
    if (arguments.has("--template")) {
        const std::string file = arguments.value("--template");
        FS_TRY_VALUE(json, contentsOf(file, console));
        FS_TRY_VALUE(read, report::layoutFromJson(json, file));
        layout = std::move(read);
    }
    if (arguments.has("--sections")) {
        layout.sections = listOf(arguments.value("--sections"));
        if (auto status = report::checkSections(layout.sections); !status)
            return ofOption(std::move(status.error()));
    }
    if (arguments.has("--paper")) {
        auto paper = report::paperByName(arguments.value("--paper"));
        if (!paper)
            return ofOption(std::move(paper.error()));
        layout.paper = *paper;
    }
    layout.brief = layout.brief || arguments.has("--short");
    layout.company = arguments.value("--company", layout.company);
    layout.confidential = arguments.value("--confidential", layout.confidential);
    layout.logo = arguments.value("--logo", layout.logo);
    return layout;
}

report::ReportRequest requestOf(analysis::Scope scope, const Console& console)
{
    return {
        .language = console.language, .scope = scope, .made_on = console.today, .program_version = FULLSCOPE_VERSION};
}

} // namespace

base::Status writeReport(
    const store::WorkspaceFile& workspace, analysis::Scope scope, const std::string& path, Console& console)
{
    return writeReport(workspace, requestOf(scope, console), path, console.job);
}

int runReport(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--short"};
    constexpr std::string_view kValued[] = {"--workspace", "--scope", "-o", "--template", "--sections", "--paper",
        "--company", "--logo", "--confidential", "--save-template"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, false);
    const auto layout = askedLayout(*parsed, console);
    if (!layout.ok())
        return failed(layout.error(), console, false);
    if (parsed->has("--save-template"))
        if (const auto status = writeText(report::toJson(*layout), parsed->value("--save-template")); !status.ok())
            return failed(status.error(), console, false);
    if (!parsed->words.empty() || !(parsed->has("-o") || parsed->has("--save-template")))
        return failed({.code = base::Code::usage, .field = "-o", .expected = "report -o OUT.pdf"}, console, false);
    if (!parsed->has("-o"))
        return kDone;
    const auto scope = scopeArgument(*parsed);
    if (!scope.ok())
        return failed(scope.error(), console, false);
    const auto workspace = openWorkspace(*parsed, store::Access::read_only, console);
    if (!workspace.ok())
        return failed(workspace.error(), console, false);
    const std::string path = parsed->value("-o");
    auto request = requestOf(*scope, console);
    request.layout = *layout;
    if (const auto status = writeReport(**workspace, request, path, console.job); !status.ok())
        return failed(status.error(), console, false);
    console.out << words::say(words::Text::report_written, console.language, {path}) << '\n';
    return kDone;
}

} // namespace fullscope::cli
