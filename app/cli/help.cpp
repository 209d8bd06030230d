// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/help.h"

#include "core/base/text.h"

#include <ostream>
#include <string_view>

namespace fullscope::cli {

namespace {

constexpr const char* kHelp = R"(fullscope: what training a model really costs, full scope, from evidence

  fullscope                          the window
  fullscope open FILE.fullscope      the window on a workspace
  fullscope import FILES… [--workspace W] [--as FORMAT] [--json]
  fullscope runs  [list | show ID] [--workspace W] [--json]
  fullscope bills [list | show ID] [--workspace W] [--json]
  fullscope evaluate SCENARIO.json [--json]
  fullscope compare [--workspace W | --scenario FILE.json] [--scope SCOPE] [--json]
  fullscope report -o OUT.{pdf,json} [--workspace W] [--scope SCOPE]
  fullscope demo [DIR] [--json]      the whole story on the shipped sample

W is workspace.fullscope in the current folder unless given; - reads standard input; --lang en|zh_CN goes with every verb.
SCOPE is list_price, compute, compute_with_waste or full.
Exit codes: 0 done, 1 nothing could be done, 2 done in part (rows were rejected, or one of several files failed).
)";

} // namespace

void printHelp(std::ostream& out)
{
    out << kHelp;
}

std::string unknownVerb(const std::string& verb)
{
    constexpr std::string_view kKnown[]
        = {"open", "import", "runs", "bills", "evaluate", "compare", "report", "demo", "help"};
    const auto near = base::nearest(verb, kKnown);
    return "unknown verb '" + verb + "'" + (near.empty() ? "" : ", did you mean " + std::string(near) + "?")
        + " (fullscope --help lists all)";
}

} // namespace fullscope::cli
