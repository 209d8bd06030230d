// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/paste.h"

#include "core/base/spreadsheet.h"
#include "core/base/text.h"

#include <algorithm>

namespace fullscope::scenario {

using base::Code;
using base::Error;

namespace {

constexpr std::string_view kBaselineMark = " ("; // behind an option's name in a heading: "(baseline)" in any language

bool isBlank(const std::vector<std::string>& row, std::size_t from = 0)
{
    return std::all_of(row.begin() + static_cast<std::ptrdiff_t>(std::min(from, row.size())), row.end(),
        [](const std::string& cell) { return cell.empty(); });
}

std::string cellAt(const std::vector<std::string>& row, std::size_t column)
{
    return column < row.size() ? row[column] : std::string();
}

std::optional<Input> inputCalled(const std::string& name, const PasteNames& names)
{
    if (const auto shown = names.inputs.find(name); shown != names.inputs.end())
        return shown->second;
    return inputByName(name);
}

std::optional<std::size_t> optionCalled(const std::string& name, const Scenario& scenario)
{
    for (std::size_t i = 0; i < scenario.options.size(); ++i)
        if (const std::string& known = scenario.options[i].name;
            name == known || (i == scenario.baseline && name.starts_with(known + std::string(kBaselineMark))))
            return i;
    return {};
}

// Where each cell goes.
struct Plan {
    bool by_name = false;
    std::size_t first_row = 0, first_column = 0; // of the values
    std::vector<std::optional<std::size_t>> options; // by column of values
};

bool unitsFollow(const Cells& cells, const Scenario& scenario, const PasteNames& names)
{
    bool any = false;
    for (const auto& row : cells) {
        if (isBlank(row, 1)) // a heading, which may have the name of an input
            continue;
        const auto input = inputCalled(cellAt(row, 0), names);
        const std::string unit = input ? base::unitSuffix(spec(*input).unit, scenario.currency) : std::string();
        if (input && cellAt(row, 1) != std::string(base::trimmed(unit)))
            return false;
        any = any || !unit.empty();
    }
    return any;
}

Plan planOf(const Scenario& scenario, const Cells& cells, const PasteTarget& target, const PasteNames& names,
    std::vector<PasteProblem>& problems)
{
    Plan plan;
    std::size_t width = 0;
    for (const auto& row : cells) {
        plan.by_name = plan.by_name || inputCalled(cellAt(row, 0), names).has_value();
        width = std::max(width, row.size());
    }
    if (plan.by_name)
        plan.first_column = unitsFollow(cells, scenario, names) ? 2 : 1;
    const auto& first = cells.front();
    std::vector<std::optional<std::size_t>> named(width);
    bool is_heading = plan.by_name && !inputCalled(cellAt(first, 0), names) && !isBlank(first, plan.first_column);
    if (is_heading) {
        plan.first_row = 1;
        for (std::size_t column = plan.first_column; column < first.size(); ++column) {
            named[column] = optionCalled(first[column], scenario);
            if (!named[column] && !first[column].empty()) {
                problems.push_back({1, column + 1, {}, first[column],
                    Error {.code = Code::name_unknown, .field = "option", .found = base::excerpt(first[column])}});
            }
        }
    }
    for (std::size_t column = plan.first_column; column < width; ++column) {
        const std::size_t place = column - plan.first_column + (plan.by_name ? 0 : target.first_option);
        plan.options.push_back(is_heading         ? named[column]
                : place < scenario.options.size() ? std::optional(place)
                                                  : std::nullopt);
    }
    return plan;
}

class Paster final {
public:
    Paster(const Scenario& scenario, const PasteNames& names, const evidence::Provenance& provenance)
        : m_names(names)
        , m_provenance(provenance)
    {
        m_result.scenario = scenario;
    }

    Pasted take(const Cells& cells, const PasteTarget& target)
    {
        const Plan plan = planOf(m_result.scenario, cells, target, m_names, m_result.problems);
        for (std::size_t row = plan.first_row; row < cells.size(); ++row) {
            std::optional<Input> input = plan.by_name ? inputCalled(cellAt(cells[row], 0), m_names)
                : row < target.rows.size()            ? target.rows[row]
                                                      : std::nullopt;
            takeRow(cells[row], row, input, plan);
        }
        return std::move(m_result);
    }

private:
    void takeRow(const std::vector<std::string>& cells, std::size_t row, std::optional<Input> input, const Plan& plan)
    {
        if (!input && plan.by_name && !isBlank(cells, plan.first_column)) {
            m_result.problems.push_back({row + 1, 1, {}, cellAt(cells, 0),
                Error {.code = Code::name_unknown, .field = "input", .found = base::excerpt(cellAt(cells, 0))}});
            return;
        }
        bool workload_is_set = false;
        for (std::size_t column = plan.first_column; column < cells.size(); ++column) {
            const std::string& cell = cells[column];
            if (cell.empty() || m_names.not_given.contains(cell))
                continue;
            const auto option = plan.options[column - plan.first_column];
            const bool is_workload = input && isWorkload(*input);
            const bool is_elsewhere = !input || (!option && !is_workload) || (is_workload && workload_is_set);
            if (is_elsewhere) {
                const bool is_told = plan.by_name && plan.first_row > 0 && input && !is_workload; // by the heading
                if (!is_told && !(workload_is_set && cell == m_workload_cell))
                    m_result.problems.push_back({row + 1, column + 1, input, cell, {}});
                continue;
            }
            takeCell(cell, row, column, *input, is_workload ? std::nullopt : option);
            workload_is_set = is_workload;
            m_workload_cell = cell;
        }
    }

    void takeCell(
        const std::string& cell, std::size_t row, std::size_t column, Input input, std::optional<std::size_t> option)
    {
        auto value = parseValue(cell, input, m_result.scenario.currency);
        if (value.ok()) {
            value->provenance = m_provenance;
            auto after = withValue(m_result.scenario, option, input, *std::move(value));
            if (after.ok()) {
                m_result.scenario = *std::move(after);
                ++m_result.values;
                return;
            }
            m_result.problems.push_back({row + 1, column + 1, input, cell, after.error()});
        } else {
            m_result.problems.push_back({row + 1, column + 1, input, cell, value.error()});
        }
    }

    const PasteNames& m_names;
    const evidence::Provenance& m_provenance;
    std::string m_workload_cell; // of the row
    Pasted m_result;
};

} // namespace

Cells spreadsheetCells(std::string_view text)
{
    Cells cells;
    std::vector<std::string> row;
    std::string cell;
    bool is_quoted = false;
    const auto endCell = [&] {
        row.push_back(base::fromSpreadsheetText(std::string(base::trimmed(cell))));
        cell.clear();
    };
    const auto endRow = [&] {
        endCell();
        cells.push_back(std::exchange(row, {}));
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (is_quoted) {
            if (c != '"')
                cell += c;
            else if (i + 1 < text.size() && text[i + 1] == '"')
                cell += text[++i];
            else
                is_quoted = false;
        } else if (c == '"' && cell.empty() && text.find('"', i + 1) != std::string_view::npos) {
            is_quoted = true;
        } else if (c == '\t') {
            endCell();
        } else if (c == '\n' || c == '\r') {
            if (c == '\r' && i + 1 < text.size() && text[i + 1] == '\n')
                ++i;
            endRow();
        } else {
            cell += c;
        }
    }
    if (!cell.empty() || !row.empty())
        endRow();
    return cells;
}

Pasted withPasted(const Scenario& scenario, const Cells& cells, const PasteTarget& target, const PasteNames& names,
    const evidence::Provenance& provenance)
{
    if (cells.empty())
        return {.scenario = scenario};
    return Paster(scenario, names, provenance).take(cells, target);
}

} // namespace fullscope::scenario
