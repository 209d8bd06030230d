// SPDX-License-Identifier: GPL-3.0-or-later
// total cost / unit cost = tokens; tokens / throughput = hours; hours × price × instances = total cost.
#include "core/audit/rules/rules.h"

namespace fullscope::audit {

namespace {

constexpr double kSecondsPerHour = 3600;

// A stated total of tokens against cost / unit cost, and against throughput × time.
void addTokens(const FigureSet& figures, const std::string& platform, Findings& findings)
{
    const auto tokens = figures.find(platform, Quantity::total_tokens);
    if (!tokens)
        return;
    const auto total = figures.find(platform, Quantity::total_cost);
    const auto unit = pricePerMtok(figures, platform);
    if (total && unit) {
        Expression expression(base::Unit::tokens);
        expression.add({*total}, {*unit}, 1e6, "1e6");
        Finding finding = compare(Rule::total_cost, *tokens, expression);
        finding.platform = platform;
        // A total holds more than compute: fewer tokens than it would pay for are no contradiction.
        if (finding.verdict == Verdict::contradicts && tokens->range.high < finding.computed_range.low) {
            finding.doubt(Note::more_than_compute, true);
            const double rest = total->value - unit->value * tokens->value / 1e6;
            finding.arguments = {figureText(rest, base::Unit::money, total->currency)};
        }
        findings.push_back(std::move(finding));
    }
    const auto hours = figures.find(platform, Quantity::training_hours);
    const std::vector<Operand> rate = throughput(figures, platform);
    if (hours && !rate.empty()) {
        Expression expression(base::Unit::hours);
        expression.add({*tokens}, rate, 1 / kSecondsPerHour, "1 / 3600");
        Finding finding = compare(Rule::total_cost, *hours, expression);
        finding.platform = platform;
        findings.push_back(std::move(finding));
    }
}

Expression computeOf(const JobPrice& price, const Operand& time, bool inHours)
{
    std::vector<Operand> times = price.times;
    times.push_back(time);
    Expression expression(base::Unit::money);
    expression.add(times, price.over, inHours ? 1 : 1 / kSecondsPerHour, inHours ? "" : "1 / 3600");
    return expression;
}

// Stated engineers explain what a total holds besides compute.
void addLabour(
    const FigureSet& figures, const std::string& platform, const Operand& total, Expression compute, Finding& finding)
{
    const auto labour = figures.find(platform, Quantity::engineer_hours);
    const auto rate = figures.find(platform, Quantity::engineer_rate);
    if (!labour || !rate)
        return;
    compute.add({*labour, *rate});
    if (!fits(total, compute))
        return;
    Finding whole = compare(Rule::total_cost, total, compute);
    whole.platform = platform;
    whole.note = Note::holds_with_labour;
    finding = std::move(whole);
}

// Hours × price × instances: the compute that a total holds at the least.
void addHours(const FigureSet& figures, const std::string& platform, Findings& findings)
{
    const auto total = figures.find(platform, Quantity::total_cost);
    const JobPrice price = jobPricePerHour(figures, platform, false);
    if (!total || !price.isKnown())
        return;
    const auto hours = figures.find(platform, Quantity::training_hours);
    const auto time = figures.find(platform, Quantity::total_time);
    if (!hours && !time)
        return;
    const Operand& lasted = hours ? *hours : *time;
    const Expression expression = computeOf(price, lasted, hours.has_value());
    Finding finding = compare(Rule::total_cost, *total, expression);
    finding.platform = platform;
    if (finding.verdict == Verdict::contradicts) {
        const double rest = total->value - expression.value();
        finding.arguments = {figureText(rest, base::Unit::money, finding.currency)};
        const JobPrice spot = jobPricePerHour(figures, platform, true);
        if (spot.isKnown() && fits(*total, computeOf(spot, lasted, hours.has_value())))
            finding.doubt(Note::is_spot_price, false);
        else if (rest > 0) // the time may be that of a part of the work; a total may hold people and waste
            finding.doubt(hours ? Note::more_than_compute : Note::other_work, true);
        else if (hours)
            finding.note = Note::less_than_compute;
        else
            finding.doubt(Note::other_work, false);
        addLabour(figures, platform, *total, expression, finding);
    }
    findings.push_back(std::move(finding));
}

// Chip-hours × price of a chip: as far as that, a total needs neither machines nor time.
void addChipHours(const FigureSet& figures, const std::string& platform, Findings& findings)
{
    const auto total = figures.find(platform, Quantity::total_cost);
    const auto hours = figures.find(platform, Quantity::chip_hours);
    const auto price = figures.find(platform, Quantity::chip_price);
    if (!total || !hours || !price)
        return;
    Expression expression(base::Unit::money);
    expression.add({*price, *hours});
    Finding finding = compare(Rule::total_cost, *total, expression);
    finding.platform = platform;
    const double rest = finding.claimed->value - finding.computed.value_or(finding.claimed->value);
    finding.arguments = {figureText(rest, base::Unit::money)};
    if (finding.verdict == Verdict::contradicts) {
        if (rest > 0)
            finding.doubt(Note::more_than_compute, true);
        else
            finding.note = Note::less_than_compute;
        addLabour(figures, platform, *total, expression, finding);
    }
    findings.push_back(std::move(finding));
}

} // namespace

Findings totalCost(const FigureSet& figures)
{
    Findings findings;
    for (const Platform& platform : figures.platforms()) {
        addTokens(figures, platform.name, findings);
        // The method that the source names itself is recomputed by the rule of that name.
        if (figures.word(platform.name, Quantity::tco_method).empty())
            addHours(figures, platform.name, findings);
        addChipHours(figures, platform.name, findings);
    }
    return findings;
}

} // namespace fullscope::audit
