// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/draw_plan.h"

#include "core/analysis/correlations.h"
#include "core/analysis/cost_terms.h"
#include "core/base/philox.h"
#include "core/base/sha256.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

namespace fullscope::analysis {

namespace {

using base::Code;
using base::Error;
using scenario::Input;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::string nameOf(const scenario::Scenario& scenario, const UncertainInput& input)
{
    const std::string name(scenario::spec(input.input).name);
    return input.option ? "options/" + scenario.options[*input.option].drawnAs() + '/' + name : "workload/" + name;
}

std::uint64_t streamOf(const std::string& name)
{
    base::Sha256 hash;
    hash.add(name);
    const std::string hex = hash.hex().substr(0, 16);
    std::uint64_t stream = 0;
    std::from_chars(hex.data(), hex.data() + hex.size(), stream, 16);
    return stream;
}

Error impossible()
{
    return {.code = Code::correlation_impossible, .field = "correlations"};
}

bool isUncertain(const scenario::Value& value)
{
    if (!value.distribution)
        return false;
    if (!scenario::validate(*value.distribution))
        return true; // and an error when it is drawn from
    const std::vector<double>& p = value.distribution->parameters;
    return value.distribution->kind == scenario::DistributionKind::normal ? p[1] > 0 : p.front() != p.back();
}

void addUncertain(std::vector<UncertainInput>& into, std::optional<std::size_t> option, const scenario::Values& values)
{
    for (const auto& [input, value] : values)
        if (isUncertain(value))
            into.push_back({option, input});
}

} // namespace

std::vector<UncertainInput> uncertainInputs(const scenario::Scenario& scenario)
{
    std::vector<UncertainInput> inputs;
    addUncertain(inputs, std::nullopt, scenario.workload);
    for (std::size_t i = 0; i < scenario.options.size(); ++i)
        addUncertain(inputs, i, scenario.options[i].values);
    return inputs;
}

base::Result<DrawPlan> DrawPlan::make(const scenario::Scenario& scenario, std::uint64_t seed, Scope scope)
{
    if (scenario.options.empty())
        return Error {.code = Code::no_options, .field = "options"};
    if (scenario.baseline >= scenario.options.size())
        return Error {.code = Code::out_of_range, .field = "baseline", .found = std::to_string(scenario.baseline)};
    DrawPlan plan;
    plan.m_seed = seed;
    plan.m_scope = scope;
    FS_TRY(plan.addInputs(scenario));
    const std::vector<Pair> pairs = plan.pairsOf(scenario);
    FS_TRY(plan.shareDraws(pairs));
    FS_TRY(plan.correlate(pairs));
    for (std::size_t i = 0; i < scenario.options.size(); ++i)
        plan.addOption(scenario, i);
    return plan;
}

base::Status DrawPlan::addInputs(const scenario::Scenario& scenario)
{
    m_inputs = uncertainInputs(scenario);
    for (const UncertainInput& input : m_inputs) {
        auto cut
            = scenario::TruncatedDistribution::make(*scenario::valueAt(scenario, input)->distribution, input.input);
        if (!cut) {
            if (input.option)
                cut.error().args.push_back(scenario.options[*input.option].name);
            return std::move(cut.error());
        }
        const std::string name = nameOf(scenario, input);
        m_columns.push_back({*std::move(cut), streamOf(name), m_columns.size(), false});
        m_names.push_back(name);
    }
    return {};
}

// A single figure moves with nothing.
std::vector<DrawPlan::Pair> DrawPlan::pairsOf(const scenario::Scenario& scenario) const
{
    const auto place = [this](const UncertainInput& input) {
        return static_cast<std::size_t>(std::ranges::find(m_inputs, input) - m_inputs.begin());
    };
    std::vector<Pair> pairs;
    for (const scenario::Correlation& pair : scenario.correlations)
        if (place(pair.a) < m_inputs.size() && place(pair.b) < m_inputs.size())
            pairs.push_back({place(pair.a), place(pair.b), pair.rank});
    return pairs;
}

// Inputs with a rank correlation of 1 or −1 share their draws; the first of them by name is their leader.
base::Status DrawPlan::shareDraws(const std::vector<Pair>& pairs)
{
    for (const Pair& pair : pairs) {
        if (std::abs(pair.rank) < 1)
            continue;
        const Column &a = m_columns[pair.a], &b = m_columns[pair.b];
        const bool isOpposite = (pair.rank < 0) != (a.opposite != b.opposite);
        if (a.leader == b.leader && isOpposite)
            return impossible();
        const bool isAFirst = m_names[a.leader] < m_names[b.leader];
        const std::size_t kept = isAFirst ? a.leader : b.leader, joining = isAFirst ? b.leader : a.leader;
        for (Column& column : m_columns)
            if (column.leader == joining && joining != kept) {
                column.leader = kept;
                column.opposite = column.opposite != isOpposite;
            }
    }
    return {};
}

// The leaders stand in the matrix for those that share their draws, in the order of their names.
base::Status DrawPlan::correlate(const std::vector<Pair>& pairs)
{
    std::vector<std::size_t> leaders;
    for (const Pair& pair : pairs)
        for (const std::size_t leader : {m_columns[pair.a].leader, m_columns[pair.b].leader})
            if (std::abs(pair.rank) < 1 && std::ranges::find(leaders, leader) == leaders.end())
                leaders.push_back(leader);
    std::ranges::sort(leaders, {}, [this](std::size_t i) -> const std::string& { return m_names[i]; });
    const auto row = [&leaders](const Column& column) {
        return static_cast<std::size_t>(std::ranges::find(leaders, column.leader) - leaders.begin());
    };
    Matrix matrix(leaders.size(), std::vector<double>(leaders.size(), kNaN));
    for (std::size_t i = 0; i < matrix.size(); ++i)
        matrix[i][i] = 1;
    for (const Pair& pair : pairs) {
        if (std::abs(pair.rank) >= 1)
            continue;
        const Column &a = m_columns[pair.a], &b = m_columns[pair.b];
        const double rank = a.opposite != b.opposite ? -pair.rank : pair.rank;
        double& given = matrix[row(a)][row(b)];
        if (!std::isnan(given) && given != rank)
            return impossible();
        given = matrix[row(b)][row(a)] = rank;
    }
    for (std::vector<double>& line : matrix)
        std::ranges::replace_if(
            line, [](double rank) { return std::isnan(rank); }, 0.0);
    return addGroups(leaders, matrix);
}

// Inputs that no chain of correlations joins are put in order apart: a further pair elsewhere changes no draw here.
base::Status DrawPlan::addGroups(const std::vector<std::size_t>& inputs, const Matrix& ranks)
{
    std::vector<bool> isPlaced(inputs.size());
    for (std::size_t first = 0; first < inputs.size(); ++first) {
        if (isPlaced[first])
            continue;
        std::vector<std::size_t> rows = {first};
        isPlaced[first] = true;
        for (std::size_t i = 0; i < rows.size(); ++i)
            for (std::size_t k = 0; k < inputs.size(); ++k)
                if (!isPlaced[k] && ranks[rows[i]][k] != 0) {
                    isPlaced[k] = true;
                    rows.push_back(k);
                }
        std::ranges::sort(rows);
        std::vector<std::size_t> members;
        Matrix part;
        for (const std::size_t row : rows) {
            members.push_back(inputs[row]);
            part.emplace_back();
            for (const std::size_t column : rows)
                part.back().push_back(ranks[row][column]);
        }
        FS_TRY_VALUE(correlation, RankCorrelation::make(part));
        if (rows.size() > 1)
            m_groups.push_back({std::move(members), std::move(correlation)});
    }
    return {};
}

void DrawPlan::addOption(const scenario::Scenario& scenario, std::size_t option)
{
    Plan plan;
    plan.fixed = scenario::inputValues(scenario, option);
    plan.columns.fill(nullptr);
    static constexpr double kDrawn = 0; // stands for a column until there is one
    for (std::size_t i = 0; i < m_inputs.size(); ++i)
        if (!m_inputs[i].option || m_inputs[i].option == option) {
            plan.inputs.push_back(i);
            plan.columns[static_cast<std::size_t>(m_inputs[i].input)] = &kDrawn;
        }
    plan.fast.emplace(plan.fixed, plan.columns);
    // What is not given is not given in any draw; but a price of the commitment is only asked for where there is one.
    if (const auto figure = this->figure(plan.fixed); !figure && figure.error().code == Code::not_given
        && figure.error().field != scenario::spec(Input::committed_price_per_h).name)
        plan.hopeless = figure.error();
    m_options.push_back(std::move(plan));
}

base::Result<double> DrawPlan::figure(const scenario::InputValues& inputs) const
{
    FS_TRY_VALUE(costs, evaluate(inputs));
    if (const auto figure = underScope(costs, m_scope))
        return *figure;
    return Error {.code = Code::not_given, .field = analysis::nameOf(Input::peak_flops_per_node)};
}

void DrawPlan::drawInputs(std::uint64_t block, const std::vector<std::span<double>>& values) const
{
    for (std::size_t k = 0; k < m_columns.size(); ++k)
        if (m_columns[k].leader == k)
            base::fillPhiloxUniforms(m_seed, m_columns[k].stream, block * (kBlock / 2), values[k]); // in pairs
    for (const Group& group : m_groups) {
        std::vector<std::span<double>> correlated;
        for (const std::size_t k : group.inputs)
            correlated.push_back(values[k]);
        group.correlation.apply(correlated);
    }
    for (std::size_t k = 0; k < m_columns.size(); ++k)
        if (const Column& column = m_columns[k]; column.leader != k)
            std::ranges::transform(
                values[column.leader], values[k].begin(), [&column](double u) { return column.opposite ? 1 - u : u; });
    for (std::size_t k = 0; k < m_columns.size(); ++k)
        m_columns[k].distribution.quantiles(values[k]);
}

scenario::InputValues DrawPlan::inputsAt(
    const Plan& plan, const std::vector<std::span<double>>& values, std::size_t i) const
{
    scenario::InputValues inputs = plan.fixed;
    for (const std::size_t k : plan.inputs)
        inputs[m_inputs[k].input] = values[k][i];
    return inputs;
}

void DrawPlan::computeTotals(
    const std::vector<std::span<double>>& values, const std::vector<std::span<double>>& totals) const
{
    for (std::size_t option = 0; option < m_options.size(); ++option) {
        const Plan& plan = m_options[option];
        const std::span<double> figures = totals[option];
        if (plan.hopeless) {
            std::ranges::fill(figures, kNaN);
            continue;
        }
        FastTotals::Columns columns = plan.columns;
        for (const std::size_t k : plan.inputs)
            columns[static_cast<std::size_t>(m_inputs[k].input)] = values[k].data();
        plan.fast->compute(columns, m_scope, figures);
        for (std::size_t i = 0; i < figures.size(); ++i)
            if (std::isnan(figures[i])) {
                const auto slow = figure(inputsAt(plan, values, i));
                figures[i] = slow ? *slow : kNaN;
            }
    }
}

base::Error DrawPlan::errorOf(std::size_t option, const std::vector<std::span<double>>& values, std::size_t i) const
{
    const auto failed = figure(inputsAt(m_options[option], values, i));
    return failed ? Error {} : failed.error();
}

base::Status checkCorrelations(const scenario::Scenario& scenario)
{
    const auto plan = DrawPlan::make(scenario, 0, Scope::full);
    if (!plan && plan.error().code == Code::correlation_impossible)
        return plan.error();
    return {}; // what else is wrong has nothing to do with them
}

} // namespace fullscope::analysis
