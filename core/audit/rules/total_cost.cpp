// SPDX-License-Identifier: GPL-3.0-or-later
// total cost / unit cost = tokens; tokens / throughput = hours; hours × price × instances = total cost.
#include "core/audit/rules/rules.h"

#include <cmath>

namespace fullscope::audit {

namespace {

constexpr double kSecondsPerHour = 3600;

// A stated total of tokens against cost / unit cost.
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
}

// Tokens / throughput is the least that a time can be; a tenth of it may lie beyond.
Finding judgedTime(const Operand& time, const Operand& tokens, const std::vector<Operand>& rate)
{
    const bool inHours = time.unit == base::Unit::hours;
    Expression needed(time.unit);
    needed.add({tokens}, rate, inHours ? 1 / kSecondsPerHour : 1, inHours ? "1 / 3600" : "");
    Operand bound = time;
    bound.range.low -= kUnexplainedShare * bound.range.high;
    for (Operand::Printed& one : bound.each)
        one.range.low -= kUnexplainedShare * one.range.high;
    Finding finding = compare(Rule::total_cost, bound, needed);
    finding.claimed = time;
    const bool isShorter = finding.computed_range.low > time.range.high;
    const double rest = time.value - needed.value();
    if (finding.verdict == Verdict::contradicts)
        finding.note = isShorter ? Note::shorter_than_tokens : Note::beyond_tokens;
    else if (!overlap(time.range, finding.computed_range))
        finding.note = Note::beyond_tokens_small;
    finding.arguments = {figureText(std::abs(rest), time.unit), shareText(std::abs(rest) / time.value)};
    return finding;
}

void addTimes(const FigureSet& figures, const std::string& platform, Findings& findings)
{
    const auto tokens = figures.find(platform, Quantity::total_tokens);
    const std::vector<Operand> rate = throughput(figures, platform);
    // Where steps are stated, they say how many of the tokens the time is of.
    const bool isOfSteps = figures.find(platform, Quantity::steps) && !tokensPerStep(figures, platform).empty();
    if (!tokens || rate.empty() || isOfSteps || isOfMachinesOfUnknownNumber(figures, platform))
        return;
    for (const Quantity quantity : {Quantity::training_hours, Quantity::total_time}) {
        const auto time = figures.find(platform, quantity);
        if (!time)
            continue;
        Finding finding = judgedTime(*time, *tokens, rate);
        finding.platform = platform;
        if (finding.verdict == Verdict::contradicts && isOfData(figures, *tokens)) {
            Expression done(base::Unit::tokens);
            std::vector<Operand> times = rate;
            times.push_back(*time);
            done.add(times, {}, quantity == Quantity::training_hours ? kSecondsPerHour : 1);
            finding.doubt(Note::tokens_of_data, true);
            finding.arguments = {figureText(done.value(), base::Unit::tokens)};
        }
        // A total time may hold what takes no tokens; training hours are those of the tokens.
        if (finding.verdict == Verdict::contradicts && finding.note == Note::beyond_tokens
            && quantity == Quantity::total_time)
            finding.doubt(Note::beyond_tokens, true);
        findings.push_back(std::move(finding));
    }
}

Expression computeOf(const JobPrice& price, const Operand& time)
{
    const bool inHours = time.unit == base::Unit::hours;
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

// A price of machines of which nothing says how many chips they have.
bool trySizes(const FigureSet& figures, const std::string& platform, const Operand& total, const Operand& lasted,
    Finding& finding)
{
    for (const JobPrice& job : jobPricesBySize(figures, platform, false))
        if (const Expression compute = computeOf(job, lasted); fits(total, compute)) {
            finding.doubt(Note::size_of_machine_unsaid, true);
            finding.arguments = {figureText(job.chips_per_instance, base::Unit::one)};
            finding.lines.push_back({compute, "total_cost"});
            return true;
        }
    return false;
}

// What a total that is not price × time may be.
void explainTotal(const FigureSet& figures, const std::string& platform, const Operand& total, const Operand& lasted,
    const Expression& compute, Finding& finding)
{
    const bool inHours = lasted.unit == base::Unit::hours;
    const double rest = total.value - compute.value();
    finding.arguments = {figureText(rest, base::Unit::money, finding.currency)};
    const JobPrice spot = jobPricePerHour(figures, platform, true);
    if (trySizes(figures, platform, total, lasted, finding))
        return;
    if (spot.isKnown() && fits(total, computeOf(spot, lasted)))
        finding.doubt(Note::is_spot_price, false);
    else if (rest > 0) // the time may be that of a part of the work; a total may hold people and waste
        finding.doubt(inHours ? Note::more_than_compute : Note::other_work, true);
    else if (inHours)
        finding.note = Note::less_than_compute;
    else
        finding.doubt(Note::other_work, false);
    addLabour(figures, platform, total, compute, finding);
}

// Hours × price × instances: the compute that a total holds at the least.
void addHours(const FigureSet& figures, const std::string& platform, Findings& findings)
{
    const auto total = figures.find(platform, Quantity::total_cost);
    const JobPrice price = jobPricePerHour(figures, platform, false);
    if (!total || !price.isKnown())
        return;
    auto lasted = figures.find(platform, Quantity::training_hours);
    if (!lasted)
        lasted = figures.find(platform, Quantity::total_time);
    if (!lasted)
        return;
    const Expression expression = computeOf(price, *lasted);
    Finding finding = compare(Rule::total_cost, *total, expression);
    finding.platform = platform;
    if (finding.verdict == Verdict::contradicts)
        explainTotal(figures, platform, *total, *lasted, expression, finding);
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
        addTimes(figures, platform.name, findings);
        // The method that the source names itself is recomputed by the rule of that name.
        if (figures.word(platform.name, Quantity::tco_method).empty())
            addHours(figures, platform.name, findings);
        addChipHours(figures, platform.name, findings);
    }
    return findings;
}

} // namespace fullscope::audit
