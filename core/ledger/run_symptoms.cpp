// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/run_symptoms.h"

#include "core/ledger/printed_rates.h"

namespace fullscope::ledger {

namespace {

constexpr std::int64_t kFewest = 3; // records or compilations: fewer may be chance

// Seconds per step in the first and the last quarter of the run, where it slows down all along.
struct Slowing {
    double first = 0, last = 0;
};

std::optional<Slowing> slowing(const std::vector<double>& windows)
{
    constexpr std::size_t kQuarters = 4;
    constexpr double kSlower = 1.1; // the last quarter against the first
    constexpr double kNoise = 0.98; // a quarter against the one before it
    if (windows.size() < kQuarters)
        return std::nullopt;
    std::vector<double> means;
    for (std::size_t q = 0; q < kQuarters; ++q) {
        const std::size_t begin = q * windows.size() / kQuarters, end = (q + 1) * windows.size() / kQuarters;
        double sum = 0;
        for (std::size_t i = begin; i < end; ++i)
            sum += windows[i];
        means.push_back(sum / static_cast<double>(end - begin));
    }
    for (std::size_t q = 1; q < kQuarters; ++q)
        if (!(means[q] >= kNoise * means[q - 1]))
            return std::nullopt;
    if (!(means.front() > 0) || !(means.back() >= kSlower * means.front()))
        return std::nullopt;
    return Slowing {means.front(), means.back()};
}

} // namespace

void findSymptoms(const evidence::Run& run, const Survey& survey, const Pace& pace, const TimeLedger& ledger,
    base::ProblemList& problems)
{
    constexpr double kOften = 0.1; // of the records
    constexpr double kLargePart = 0.1; // of the wall-clock
    constexpr std::int64_t kLongCompile_us = 600 * base::kSecondUs;
    const std::string file = run.files.empty() ? run.name : run.files.front().path;
    const auto say
        = [&](base::Code code, std::vector<std::string> args, std::int64_t line = 0, const char* field = "") {
              problems.add({.severity = base::Severity::warning,
                  .handling = base::Handling::noted,
                  .what = {.code = code, .args = std::move(args), .file = file, .line = line, .field = field}});
          };
    if (survey.lost_losses >= kFewest) {
        const evidence::Fact* const precision = run.fact("precision");
        say(base::Code::value_not_finite,
            {std::to_string(survey.lost_step), precision != nullptr ? precision->value : ""}, survey.lost_line,
            evidence::series::loss);
    }
    const bool does_the_same = !survey.batch.varies() && !survey.tokens.varies() && !survey.sequences.varies();
    if (const auto slow = does_the_same ? slowing(pace.course) : std::nullopt)
        say(base::Code::symptom_throttled, {toFourDigits(slow->first), toFourDigits(slow->last)});
    if (ledger.recompiles >= kFewest
        && static_cast<double>(ledger.recompiles) >= kOften * static_cast<double>(ledger.samples))
        say(base::Code::symptom_recompiling, {std::to_string(ledger.recompiles), std::to_string(ledger.samples)});
    const auto first_compile = ledger.us[static_cast<std::size_t>(TimeCategory::first_compile)];
    if (first_compile && *first_compile >= kLongCompile_us
        && static_cast<double>(*first_compile) >= kLargePart * static_cast<double>(ledger.wall_us))
        say(base::Code::symptom_recompiling,
            {"", "", std::to_string(*first_compile / (60 * base::kSecondUs)),
                std::to_string(ledger.wall_us / (60 * base::kSecondUs))},
            0, "first_compile");
}

} // namespace fullscope::ledger
