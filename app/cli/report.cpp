// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/common.h"
#include "app/cli/contents.h"
#include "app/cli/report_files.h"
#include "core/base/text.h"
#include "core/ledger/trends.h"
#include "core/words/text_ids.h"
#include "core/words/trend_words.h"

#include <filesystem>
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

// --weekly: the week that has ended last, --week NAME: another; kNoTime where none is asked for.
base::Result<std::int64_t> askedWeek(const Arguments& arguments, const Console& console)
{
    if (arguments.has("--week")) {
        auto week_us = ledger::parseWeek(arguments.value("--week"));
        if (!week_us)
            return base::Error {.code = base::Code::usage,
                .field = "--week",
                .found = arguments.value("--week"),
                .expected = week_us.error().expected};
        return *week_us;
    }
    if (!arguments.has("--weekly"))
        return base::kNoTime;
    FS_TRY_VALUE(today, base::parseIso(console.today));
    return ledger::weekOf(today.instant.us) - ledger::kWeekUs;
}

// A folder, or nothing: the file there that is named after the week.
std::string weeklyPath(std::string path, std::int64_t week_us)
{
    const std::string file = "fullscope-" + ledger::weekName(week_us) + ".pdf";
    std::error_code ignored;
    if (path.empty())
        return file;
    return std::filesystem::is_directory(path, ignored) ? (std::filesystem::path(path) / file).string() : path;
}

} // namespace

base::Status writeReport(
    const store::WorkspaceFile& workspace, analysis::Scope scope, const std::string& path, Console& console)
{
    FS_TRY(writeReport(workspace, requestOf(scope, console), path, console.job, base::kNoTime));
    return {};
}

int runReport(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--short", "--weekly"};
    constexpr std::string_view kValued[] = {"--workspace", "--scope", "-o", "--template", "--sections", "--paper",
        "--company", "--logo", "--confidential", "--save-template", "--week"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, false);
    const auto layout = askedLayout(*parsed, console);
    if (!layout.ok())
        return failed(layout.error(), console, false);
    if (parsed->has("--save-template"))
        if (const auto status = writeText(report::toJson(*layout), parsed->value("--save-template")); !status.ok())
            return failed(status.error(), console, false);
    const auto week_us = askedWeek(*parsed, console);
    if (!week_us.ok())
        return failed(week_us.error(), console, false);
    const bool of_week = *week_us != base::kNoTime;
    if (!parsed->words.empty() || !(of_week || parsed->has("-o") || parsed->has("--save-template")))
        return failed({.code = base::Code::usage, .field = "-o", .expected = "report -o OUT.pdf"}, console, false);
    if (!parsed->has("-o") && !of_week)
        return kDone;
    const auto scope = scopeArgument(*parsed);
    if (!scope.ok())
        return failed(scope.error(), console, false);
    const auto workspace = openWorkspace(*parsed, store::Access::read_only, console);
    if (!workspace.ok())
        return failed(workspace.error(), console, false);
    const std::string path = of_week ? weeklyPath(parsed->value("-o"), *week_us) : parsed->value("-o");
    auto request = requestOf(*scope, console);
    request.layout = *layout;
    if (of_week && request.layout.sections.empty())
        request.layout.sections = {"trends", "reconciliation", "limits"};
    if (of_week && base::toLower(path).ends_with(".xlsx")) // the workbook has no weeks
        return failed(
            {.code = base::Code::usage, .field = "-o", .found = path, .expected = "OUT.pdf, OUT.html, OUT.json"},
            console, false);
    const auto whole = writeReport(**workspace, request, path, console.job, *week_us);
    if (!whole.ok())
        return failed(whole.error(), console, false);
    console.out << words::say(words::Text::report_written, console.language, {path}) << '\n';
    if (!*whole)
        console.err << words::say(words::TrendWord::not_all_of_week, console.language, {ledger::weekName(*week_us)})
                    << '\n';
    return *whole ? kDone : kDoneInPart;
}

} // namespace fullscope::cli
