// SPDX-License-Identifier: GPL-3.0-or-later
// Window or subcommand. Qt is started only when a window or a PDF is asked for.
#include "app/cli/bench.h"
#include "app/cli/common.h"
#include "app/cli/export.h"
#include "app/cli/find.h"
#include "app/cli/help.h"
#include "app/cli/recover.h"
#include "app/cli/trends.h"
#include "ui/shell/ui_app.h"

#include "core/base/utc.h"

#include <QString>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <map>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include <unistd.h>

namespace {

using namespace fullscope;

using Verb = int (*)(std::span<const std::string>, cli::Console&);

const std::map<std::string, Verb, std::less<>> kVerbs = {
    {"import", cli::runImport},
    {"overview", cli::runOverview},
    {"find", cli::runFind},
    {"uses", cli::runUses},
    {"runs", cli::runRuns},
    {"bills", cli::runBills},
    {"telemetry", cli::runTelemetry},
    {"jobs", cli::runJobs},
    {"reconcile", cli::runReconcile},
    {"attribute", cli::runAttribute},
    {"trends", cli::runTrends},
    {"rates", cli::runRates},
    {"warehouse", cli::runWarehouse},
    {"mappings", cli::runMappings},
    {"catalogue", cli::runCatalogue},
    {"audit", cli::runAudit},
    {"evaluate", cli::runEvaluate},
    {"scenario", cli::runScenario},
    {"compare", cli::runCompare},
    {"break-even", cli::runBreakEven},
    {"goal-seek", cli::runGoalSeek},
    {"explain", cli::runExplain},
    {"sweep", cli::runSweep},
    {"tornado", cli::runTornado},
    {"voi", cli::runValueOfInformation},
    {"report", cli::runReport},
    {"export", cli::runExport},
    {"bench", cli::runBench},
    {"backup", cli::runBackup},
    {"recover", cli::runRecover},
    {"benchmarks", cli::runBenchmarks},
    {"demo", cli::runDemo},
    {"help", cli::runHelp},
};

std::stop_source stopSource;

// Ctrl+C asks the running job to stop; a second one ends the program the usual way.
void onInterrupt(int signal)
{
    stopSource.request_stop();
    std::signal(signal, SIG_DFL);
}

// Takes `--lang L` out of the words; without one, the environment decides.
base::Result<words::Language> takeLanguage(std::vector<std::string>& arguments)
{
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const bool joined = arguments[i].starts_with("--lang=");
        if (!joined && arguments[i] != "--lang")
            continue;
        const std::string given = joined ? arguments[i].substr(7)
            : i + 1 < arguments.size()   ? arguments[i + 1]
                                         : std::string();
        const auto language = words::languageByName(given);
        if (!language)
            return base::Error {.code = base::Code::usage, .field = "--lang", .found = given, .expected = "en, zh_CN"};
        arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i),
            arguments.begin() + static_cast<std::ptrdiff_t>(std::min(arguments.size(), i + (joined ? 1 : 2))));
        return *language;
    }
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
        if (const char* value = std::getenv(name); value != nullptr && *value != '\0')
            return std::string_view(value).starts_with("zh") ? words::Language::zh_CN : words::Language::en;
    return words::Language::en;
}

std::string today()
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return base::formatDate({std::chrono::duration_cast<std::chrono::microseconds>(now).count()});
}

// What was written is lost when standard output is full or closed: that is no success.
int finished(int code, cli::Console& console, bool as_json)
{
    console.out.flush();
    if (console.out.good())
        return code;
    return cli::failed({.code = base::Code::write_failed, .file = "/dev/stdout"}, console, as_json);
}

int runVerb(Verb verb, std::span<const std::string> arguments, cli::Console& console)
{
    if (cli::mentions(arguments, "--help") || cli::mentions(arguments, "-h")) {
        console.out << cli::helpText(console.language);
        return cli::kDone;
    }
    std::signal(SIGINT, onInterrupt);
    return verb(arguments, console);
}

} // namespace

int main(int argc, char** argv)
{
    std::vector<std::string> arguments(argv + 1, argv + argc);
    cli::Console console {.in = std::cin,
        .out = std::cout,
        .err = std::cerr,
        .err_is_terminal = isatty(STDERR_FILENO) == 1,
        .job = base::JobContext(stopSource.get_token(), {}),
        .today = today()};
    const bool as_json = cli::mentions(arguments, "--json");
    const auto language = takeLanguage(arguments);
    if (!language.ok())
        return cli::failed(language.error(), console, as_json);
    console.language = *language;
    const std::string first = arguments.empty() ? std::string() : arguments[0];
    if (first == "--help" || first == "-h") {
        console.out << cli::helpText(console.language);
        return finished(cli::kDone, console, as_json);
    }
    if (first == "--version") {
        console.out << "fullscope " FULLSCOPE_VERSION "\n";
        return finished(cli::kDone, console, as_json);
    }
    if (const auto verb = kVerbs.find(first); verb != kVerbs.end())
        return finished(runVerb(verb->second, std::span(arguments).subspan(1), console), console, as_json);
    if (!first.empty() && first != "open" && !first.starts_with('-') && !first.ends_with(".fullscope"))
        return cli::failed(cli::unknownVerb(first), console, as_json);
    const std::size_t at = first == "open" ? 1 : 0;
    const bool named = at < arguments.size() && !arguments[at].starts_with('-');
    return ui::runWindow(argc, argv, named ? QString::fromStdString(arguments[at]) : QString());
}
