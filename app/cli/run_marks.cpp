// SPDX-License-Identifier: GPL-3.0-or-later
// `fullscope runs mark|unmark`: what the user says that a stretch of a run is.
#include "app/cli/run_marks.h"

#include "app/cli/common.h"
#include "core/base/text.h"
#include "core/evidence/mark_edits.h"

namespace fullscope::cli {

namespace {

constexpr std::string_view kFlags[] = {"--json", "--all"};
constexpr std::string_view kValued[] = {"--workspace", "--lines", "--as", "--note"};
constexpr const char* kUsage = "mark ID --lines A-B --as CATEGORY, unmark ID --lines A-B, unmark ID --all";

base::Error usage(std::string field, std::string found, std::string expected)
{
    return {.code = base::Code::usage,
        .field = std::move(field),
        .found = std::move(found),
        .expected = std::move(expected)};
}

struct Lines {
    std::int64_t first = 0, last = 0;
};

// "120-180" or "120".
base::Result<Lines> linesArgument(const Arguments& arguments)
{
    const std::string given = arguments.value("--lines");
    const auto dash = given.find('-');
    const auto first = base::parseInt(given.substr(0, dash));
    const auto last = dash == std::string::npos ? first : base::parseInt(given.substr(dash + 1));
    if (!first.ok() || !last.ok() || *first < 1 || *last < *first)
        return usage("--lines", given, "A-B, 1 ≤ A ≤ B");
    return Lines {*first, *last};
}

base::Result<evidence::MarkAs> asArgument(const Arguments& arguments)
{
    std::vector<std::string_view> known;
    std::string list;
    for (std::size_t i = 0; i < evidence::kMarkAs; ++i) {
        known.push_back(evidence::name(static_cast<evidence::MarkAs>(i)));
        list += (list.empty() ? "" : ", ") + std::string(known.back());
    }
    const std::string given = arguments.value("--as");
    if (const auto as = evidence::markAsByName(given))
        return *as;
    base::Error error = usage("--as", given, std::move(list));
    if (const auto near = base::nearest(given, known); !near.empty())
        error.args.emplace_back(near);
    return error;
}

base::Result<std::vector<evidence::UserMark>> changed(
    const Arguments& arguments, std::vector<evidence::UserMark> marks, std::int64_t id)
{
    const bool adds = arguments.words[0] == "mark";
    if (adds && arguments.has("--all"))
        return usage("--all", {}, kUsage);
    if (!adds && (arguments.has("--as") || arguments.has("--note")))
        return usage(arguments.has("--as") ? "--as" : "--note", {}, kUsage);
    if (arguments.has("--all"))
        return std::vector<evidence::UserMark> {};
    FS_TRY_VALUE(lines, linesArgument(arguments));
    if (adds) {
        FS_TRY_VALUE(as, asArgument(arguments));
        return withMark(std::move(marks), {lines.first, lines.last, as, arguments.value("--note")});
    }
    const std::size_t before = marks.size();
    std::vector<evidence::UserMark> left = withoutMarks(std::move(marks), lines.first, lines.last);
    if (left.size() == before) // nothing was taken back: the lines are mistyped
        return base::Error {.code = base::Code::name_unknown,
            .field = "--lines",
            .found = arguments.value("--lines"),
            .expected = "fullscope runs show " + std::to_string(id)};
    return left;
}

base::Status change(const Arguments& arguments, Console& console, ShowRun show)
{
    if (arguments.words.size() != 2)
        return usage({}, arguments.words.back(), kUsage);
    const auto id = base::parseInt(arguments.words[1]);
    if (!id.ok())
        return usage("ID", arguments.words[1], kUsage);
    FS_TRY_VALUE(workspace, openExisting(arguments, store::Access::read_write, console));
    FS_TRY_VALUE(run, workspace->run(*id));
    FS_TRY_VALUE(marks, changed(arguments, run.marks, *id));
    FS_TRY(workspace->setMarks(*id, marks, withProgress(console)));
    return show(*workspace, *id, console, arguments.has("--json"));
}

} // namespace

int runMarks(std::span<const std::string> arguments, Console& console, ShowRun show)
{
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const base::Status status = change(*parsed, console, show);
    return status.ok() ? kDone : failed(status.error(), console, parsed->has("--json"));
}

} // namespace fullscope::cli
