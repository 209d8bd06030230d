// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/plausibility.h"

#include "core/analysis/cost_terms.h"
#include "core/report/question_parts.h"
#include "core/words/case_words.h"
#include "core/words/question_words.h"

namespace fullscope::report {

using analysis::Judgement;
using analysis::Possibility;
using scenario::Input;
using words::CaseWord;
using words::Language;

namespace {

constexpr double kDaysPerMonth = analysis::kHoursPerMonth / 24;
constexpr double kRounding = 1e-9;

} // namespace

std::vector<Judgement> judgeThroughputs(
    const scenario::Scenario& scenario, std::span<const analysis::KnownLimits> limits)
{
    std::vector<Judgement> out;
    for (std::size_t i = 0; i < scenario.options.size(); ++i)
        out.push_back(analysis::judgeThroughput(scenario, i, i < limits.size() ? limits[i] : analysis::KnownLimits {}));
    return out;
}

std::string possibilityMark(const Judgement& judgement)
{
    return judgement.possibility == Possibility::impossible ? "✗ "
        : judgement.possibility == Possibility::doubtful    ? "⚠ "
                                                            : "";
}

std::vector<Paragraph> throughputWarnings(const scenario::Scenario& scenario, const analysis::Comparison& comparison,
    std::span<const Judgement> throughputs, Language language)
{
    std::vector<Paragraph> out;
    for (std::size_t i = 0; i < throughputs.size() && i < comparison.options.size(); ++i) {
        const auto& [name, costs] = comparison.options[i];
        const Judgement& judgement = throughputs[i];
        if (!costs.ok() || possibilityMark(judgement).empty())
            continue;
        const bool isModelled = !valueAt(scenario, {i, Input::tokens_per_s});
        out.push_back(
            {words::say(isModelled ? CaseWord::modelled_throughput_judged : CaseWord::throughput_judged, language,
                 {name, base::formatQuantity(costs->tokens_per_s, base::Unit::tokens_per_s),
                     words::label(judgement.possibility, language),
                     judgementText(scenario, judgement, isModelled ? Input::peak_flops_per_node : Input::tokens_per_s,
                         language)}),
                Paragraph::Kind::warning});
    }
    return out;
}

std::optional<double> monthsBeyondHorizon(const scenario::Scenario& scenario, const analysis::OptionResult& option)
{
    const auto horizon = scenario.workload.find(Input::horizon_months);
    if (!option.costs.ok() || horizon == scenario.workload.end())
        return std::nullopt;
    const double months = option.costs->wall_days / kDaysPerMonth;
    return months > horizon->second.value * (1 + kRounding) ? std::optional(months) : std::nullopt;
}

std::vector<Paragraph> horizonWarnings(
    const scenario::Scenario& scenario, const analysis::Comparison& comparison, Language language)
{
    std::vector<Paragraph> out;
    for (const analysis::OptionResult& option : comparison.options)
        if (const auto months = monthsBeyondHorizon(scenario, option))
            out.push_back(
                {words::say(CaseWord::beyond_horizon, language,
                     {option.name, base::formatQuantity(*months, base::Unit::months),
                         base::formatQuantity(scenario.workload.at(Input::horizon_months).value, base::Unit::months)}),
                    Paragraph::Kind::warning});
    return out;
}

std::vector<Paragraph> plausibilityWarnings(const scenario::Scenario& scenario, const analysis::Comparison& comparison,
    std::span<const analysis::KnownLimits> limits, Language language)
{
    auto out = throughputWarnings(scenario, comparison, judgeThroughputs(scenario, limits), language);
    for (Paragraph& warning : horizonWarnings(scenario, comparison, language))
        out.push_back(std::move(warning));
    return out;
}

} // namespace fullscope::report
