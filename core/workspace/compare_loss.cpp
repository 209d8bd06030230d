// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/compare_loss.h"

#include "core/base/quantity.h"
#include "core/words/loss_words.h"
#include "core/words/text_ids.h"

namespace fullscope::workspace {

namespace {

std::string amount(double x, ledger::LossAxis axis, words::Language language)
{
    if (axis == ledger::LossAxis::tokens)
        return base::formatQuantity(x, base::Unit::tokens);
    return base::formatNumber(x, 0) + " " + words::say(words::Text::steps, language);
}

std::string interval(const std::optional<std::string>& low, const std::optional<std::string>& high)
{
    return low.value_or("…") + " – " + high.value_or("…");
}

std::optional<std::string> written(const std::optional<double>& end, ledger::LossAxis axis, words::Language language)
{
    return end ? std::optional(amount(*end, axis, language)) : std::nullopt;
}

std::optional<std::string> written(const std::optional<double>& factor)
{
    return factor ? std::optional(base::formatNumber(*factor, 3)) : std::nullopt;
}

} // namespace

base::Result<ledger::LossCurve> lossCurve(
    const store::WorkspaceFile& workspace, std::int64_t run_id, const base::JobContext& job, ledger::LossOf of)
{
    FS_TRY_VALUE(run, workspace.run(run_id));
    return ledger::lossCurve(run, *workspace.samples(run_id), job, of);
}

base::Result<ledger::LossComparison> compareLoss(const store::WorkspaceFile& workspace, std::int64_t baseline,
    std::int64_t candidate, std::optional<double> target, const base::JobContext& job, ledger::LossOf of)
{
    if (baseline == candidate)
        return base::Error {.code = base::Code::out_of_range,
            .field = "run",
            .found = std::to_string(candidate),
            .expected = "another run"};
    FS_TRY_VALUE(first, lossCurve(workspace, baseline, job, of));
    FS_TRY_VALUE(second, lossCurve(workspace, candidate, job, of));
    return ledger::compareLoss(first, second, target, job);
}

bool haveEvaluations(const store::WorkspaceFile& workspace, std::int64_t baseline, std::int64_t candidate)
{
    const auto has = [&](std::int64_t id) {
        const auto run = workspace.run(id);
        return run.ok() && run->seriesIndex(evidence::series::eval_loss) >= 0;
    };
    return has(baseline) && has(candidate);
}

std::optional<scenario::Value> tokensFactorValue(const ledger::LossComparison& comparison, words::Language language)
{
    const auto& factor = comparison.factor;
    if (!factor || factor->kind != ledger::TokensFactor::Kind::value
        || !scenario::validate(scenario::Input::tokens_factor, factor->value).ok())
        return std::nullopt;
    std::vector<std::string> arguments {base::formatNumber(comparison.target, 4)};
    for (const ledger::LossSide* side : {&comparison.candidate, &comparison.baseline}) {
        const auto& [low, high] = std::tie(side->crossing.low, side->crossing.high);
        arguments.insert(arguments.end(),
            {side->run_name, std::to_string(side->run_id), amount(side->crossing.x, comparison.axis, language),
                side->ends_at_target
                    ? words::say(words::Text::end_of_the_log, language)
                    : interval(written(low, comparison.axis, language), written(high, comparison.axis, language))});
    }
    arguments.push_back(
        base::formatNumber(factor->value, 3) + " (" + interval(written(factor->low), written(factor->high)) + ")");
    return scenario::Value {.value = factor->value,
        .provenance = {.origin = evidence::Origin::measured,
            .source = comparison.candidate.file + ", " + comparison.baseline.file,
            .detail = words::say(words::Text::candidate_loss_detail, language, arguments)
                + words::say(comparison.of == ledger::LossOf::training ? words::LossWord::by_training
                                                                       : words::LossWord::by_evaluation,
                    language),
            .as_of = {},
            .run_id = comparison.candidate.run_id,
            .bill_id = 0}};
}

} // namespace fullscope::workspace
