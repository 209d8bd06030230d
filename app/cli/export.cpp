// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/export.h"

#include "app/cli/common.h"
#include "app/cli/documents.h"
#include "app/cli/report_files.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>

namespace fullscope::cli {

namespace {

constexpr const char* kForm = "export -o FOLDER [--workspace W] [--scope SCOPE] [--sections A,B,…] [--plots "
                              "png,svg,pdf] [--json]";

base::Result<std::vector<std::string>> askedPictures(const Arguments& arguments)
{
    constexpr std::string_view kKnown[] = {"png", "svg", "pdf"};
    if (!arguments.has("--plots"))
        return std::vector<std::string> {"png", "svg", "pdf"};
    std::vector<std::string> asked = listOf(arguments.value("--plots"));
    for (const std::string& ending : asked)
        if (std::ranges::find(kKnown, ending) == std::end(kKnown))
            return base::Error {
                .code = base::Code::usage, .field = "--plots", .found = ending, .expected = "png, svg, pdf"};
    return asked;
}

} // namespace

int runExport(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json"};
    constexpr std::string_view kValued[] = {"--workspace", "--scope", "-o", "--sections", "--plots"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const bool as_json = parsed->has("--json");
    if (!parsed->words.empty() || parsed->value("-o").empty() || parsed->value("-o") == "-")
        return failed({.code = base::Code::usage, .field = "-o", .expected = kForm}, console, as_json);
    const auto pictures = askedPictures(*parsed);
    if (!pictures.ok())
        return failed(pictures.error(), console, as_json);
    const auto scope = scopeArgument(*parsed);
    if (!scope.ok())
        return failed(scope.error(), console, as_json);
    report::ReportRequest request {
        .language = console.language, .scope = *scope, .made_on = console.today, .program_version = FULLSCOPE_VERSION};
    request.layout.sections = listOf(parsed->value("--sections"));
    const auto workspace = openWorkspace(*parsed, store::Access::read_only, console);
    if (!workspace.ok())
        return failed(workspace.error(), console, as_json);
    const auto written = exportParts(**workspace, std::move(request), parsed->value("-o"), *pictures, console.job);
    if (!written.ok())
        return failed(written.error(), console, as_json);
    if (as_json) {
        nlohmann::ordered_json files = nlohmann::ordered_json::array();
        for (const ExportedFile& file : *written)
            files.push_back({{"file", file.name}, {"section", file.section}, {"title", file.title}});
        console.out << text({{"folder", parsed->value("-o")}, {"files", files}});
    } else {
        for (const ExportedFile& file : *written)
            console.out << file.name << "  " << file.title << '\n';
    }
    return kDone;
}

} // namespace fullscope::cli
