// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/bench_list_parts.h"

#include "core/report/bench_parts.h"
#include "core/report/benchmark_parts.h"
#include "core/words/bench_run_words.h"
#include "core/words/bench_words.h"

#include <algorithm>
#include <map>

namespace fullscope::report {

namespace {

using words::BenchRunWord;
using words::Language;

// Value and interval in one cell.
std::string joined(const std::vector<std::string>& row)
{
    std::string text = row.size() > 1 ? row[1] : std::string("–");
    if (row.size() > 2 && !row[2].empty() && row[2] != "–")
        text += " (" + row[2] + ')';
    return text;
}

} // namespace

// By the names of the figures: what one of them lacks is a dash, wherever the others have it.
Table benchSideBySide(const std::vector<NamedResult>& results, Language language)
{
    Table table {.title = words::say(BenchRunWord::side_by_side, language),
        .columns = {{words::say(BenchRunWord::figure, language), false}},
        .rows = {}};
    std::vector<std::map<std::string, std::string>> cells;
    std::vector<std::string> order;
    for (const NamedResult& one : results) {
        table.columns.push_back({one.name, true});
        auto& mine = cells.emplace_back();
        const std::string verdict = words::say(BenchRunWord::verdict, language);
        mine[verdict] = words::label(one.result.summary.verdict, language);
        if (order.empty())
            order.push_back(verdict);
        for (const auto& row : benchTable(one.result, language).rows) {
            mine[row[0]] = joined(row);
            if (std::ranges::find(order, row[0]) == order.end())
                order.push_back(row[0]);
        }
    }
    for (const std::string& figure : order) {
        auto& row = table.rows.emplace_back(std::vector<std::string> {figure});
        for (const auto& mine : cells) {
            const auto found = mine.find(figure);
            row.push_back(found == mine.end() ? "–" : found->second);
        }
    }
    return table;
}

std::vector<Paragraph> benchComparisons(const std::vector<ComparedResult>& compared, Language language)
{
    std::vector<Paragraph> out;
    for (const ComparedResult& one : compared) {
        bench::BenchComparison comparison = one.comparison;
        if (!comparison.comparable() && !one.overridden) {
            comparison.speed.reset();
            comparison.cost.reset();
        }
        if (compared.size() > 1)
            out.push_back({words::say(BenchRunWord::against_first, language, {one.second, one.first})});
        for (Paragraph& paragraph : benchComparison(comparison, one.first, one.second, language))
            out.push_back(std::move(paragraph));
        if (one.overridden && !comparison.comparable())
            for (Paragraph& paragraph : overrideSaid(*one.overridden, language))
                out.push_back(std::move(paragraph));
    }
    return out;
}

} // namespace fullscope::report
