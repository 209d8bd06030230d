// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/attribution_parts.h"

#include "core/base/text.h"
#include "core/report/format.h"
#include "core/words/attribution_words.h"

#include <algorithm>

namespace fullscope::report {

using ledger::AttributedGroup;
using ledger::Attribution;
using ledger::CostKind;
using ledger::CostSums;
using ledger::kCostKinds;
using words::AttributionWord;
using words::Language;

namespace {

std::string countText(std::int64_t count)
{
    return base::formatNumber(static_cast<double>(count), 0);
}

std::string groupName(const Attribution& all, const AttributedGroup& group, Language language)
{
    if (!group.name.empty())
        return group.name;
    std::string name = words::say(AttributionWord::unattributed, language);
    const bool is_taken = std::any_of(all.groups.begin(), all.groups.end(),
        [&](const AttributedGroup& other) { return base::equalsIgnoreCase(base::trimmed(other.name), name); });
    return is_taken ? words::say(AttributionWord::taken_by_none, language) : name;
}

std::vector<Table::Column> costColumns(Language language)
{
    std::vector<Table::Column> columns {
        {words::say(AttributionWord::group, language), false}, {words::say(AttributionWord::rows, language), true}};
    for (std::size_t kind = 0; kind < kCostKinds; ++kind)
        columns.push_back({words::label(static_cast<CostKind>(kind), language), true});
    return columns;
}

std::vector<std::string> costRow(const std::string& name, const CostSums& sums, Language language)
{
    std::vector<std::string> row {name, countText(sums.rows)};
    for (std::size_t kind = 0; kind < kCostKinds; ++kind)
        row.push_back(sums.rows == 0 ? "–" : exactSum(sums.sums[kind], sums.without[kind], "", language));
    return row;
}

std::vector<std::string> convertedRow(
    const std::string& name, std::int64_t rows, const ledger::ConvertedSums& sums, Language language)
{
    std::vector<std::string> row {name, countText(rows)};
    for (std::size_t kind = 0; kind < kCostKinds; ++kind)
        row.push_back(convertedText(sums, static_cast<CostKind>(kind), "", language));
    return row;
}

std::string sumsText(const std::map<std::string, base::Decimal>& sums, Language language)
{
    std::string text;
    for (const auto& [currency, sum] : sums)
        text += (text.empty() ? "" : ", ") + exactMoney(sum, currency, language);
    return text;
}

std::string filesText(const std::vector<std::string>& files, Language language)
{
    constexpr std::size_t kMost = 3;
    const auto shown = static_cast<std::ptrdiff_t>(std::min(files.size(), kMost));
    const std::string text = listed({files.begin(), files.begin() + shown}, language);
    return files.size() <= kMost
        ? text
        : words::say(AttributionWord::more_files, language, {text, std::to_string(files.size() - kMost)});
}

Paragraph besideNote(const ledger::CountedBeside& beside, Language language)
{
    using Why = ledger::CountedBeside::Why;
    const AttributionWord word = beside.why == Why::typed ? AttributionWord::beside_typed
        : beside.why == Why::not_told                     ? AttributionWord::beside_not_told
                                                          : AttributionWord::beside_apart;
    return {words::say(word, language, {beside.file, filesText(beside.others, language)}),
        beside.why == Why::apart ? Paragraph::Kind::plain : Paragraph::Kind::warning};
}

} // namespace

std::string ruleRemark(const ledger::RuleOutcome& outcome, Language language)
{
    if (outcome.shadowed_by)
        return words::say(AttributionWord::shadowed, language, {std::to_string(*outcome.shadowed_by + 1)});
    return outcome.matched == 0 ? words::say(AttributionWord::never_matches, language) : std::string();
}

Table rulesTable(std::span<const ledger::AttributionRule> rules, const Attribution* all, Language language)
{
    const auto say = [&](AttributionWord word) { return words::say(word, language); };
    Table table;
    table.columns = {{say(AttributionWord::number), true}, {say(AttributionWord::field), false},
        {say(AttributionWord::match), false}, {say(AttributionWord::text), false}, {say(AttributionWord::group), false},
        {say(AttributionWord::note), false}};
    if (all != nullptr)
        for (const auto& [word, is_number] : {std::pair {AttributionWord::matched, true},
                 std::pair {AttributionWord::taken, true}, std::pair {AttributionWord::remark, false}})
            table.columns.push_back({say(word), is_number});
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const ledger::AttributionRule& rule = rules[i];
        std::vector<std::string> row {std::to_string(i + 1), ledger::fieldText(rule),
            words::label(rule.match, language), rule.text, rule.group, rule.note};
        if (all != nullptr && i < all->rules.size()) {
            row.push_back(countText(all->rules[i].matched));
            row.push_back(countText(all->rules[i].taken));
            row.push_back(ruleRemark(all->rules[i], language));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table attributionTable(const Attribution& all, const std::string& currency, Language language)
{
    Table table;
    table.title = words::say(AttributionWord::attribution, language, {currency});
    table.columns = costColumns(language);
    table.last_row_is_total = true;
    for (const AttributedGroup& group : all.groups) {
        const auto months = group.costs.find(currency);
        const auto sums = months == group.costs.end() ? base::Result<CostSums>(CostSums()) : sumOf(months->second);
        if (sums.ok()) // of parts of a total that was summed
            table.rows.push_back(costRow(groupName(all, group, language), *sums, language));
    }
    if (const auto total = all.totals.find(currency); total != all.totals.end())
        table.rows.push_back(costRow(words::say(AttributionWord::total, language), total->second, language));
    return table;
}

std::string convertedText(
    const ledger::ConvertedSums& sums, CostKind kind, const std::string& currency, Language language)
{
    const auto place = static_cast<std::size_t>(kind);
    const auto& sum = sums.sums[place];
    return sum ? exactSum(sum, sums.without[place], currency, language) : "–";
}

Table convertedTable(const Attribution& all, Language language)
{
    Table table;
    if (!all.converted)
        return table;
    table.title = words::say(AttributionWord::converted, language, {all.currency});
    table.columns = costColumns(language);
    table.last_row_is_total = true;
    std::int64_t rows = 0;
    for (const AttributedGroup& group : all.groups) {
        rows += group.rows;
        table.rows.push_back(convertedRow(groupName(all, group, language), group.rows, *group.converted, language));
    }
    table.rows.push_back(convertedRow(words::say(AttributionWord::total, language), rows, *all.converted, language));
    return table;
}

std::vector<Paragraph> ratesNotes(const ledger::RatesUsed& rates, Language language)
{
    std::vector<Paragraph> notes;
    for (const base::Error& missing : rates.missing)
        notes.push_back({words::sentence(missing, language), Paragraph::Kind::warning});
    for (const ledger::UsedRate& used : rates.rates)
        if (const std::string old = words::oldRateText(used, language); !old.empty())
            notes.push_back({old, Paragraph::Kind::warning});
    for (const ledger::UsedRate& used : rates.rates)
        notes.push_back({words::rateText(used, language)});
    if (!rates.rates.empty())
        notes.push_back({words::say(AttributionWord::how_converted, language)});
    return notes;
}

std::vector<Paragraph> attributionNotes(const Attribution& all, Language language)
{
    std::vector<Paragraph> notes;
    for (const ledger::CostsLeftOut& one : all.left_out)
        notes.push_back({words::say(
            one.counted_file.empty() ? AttributionWord::left_out_model : AttributionWord::left_out, language,
            {one.file, words::label(one.kind, language), sumsText(one.sums, language), one.counted_file})});
    for (const ledger::DifferingExports& one : all.differing)
        notes.push_back({words::say(AttributionWord::differing, language,
                             {words::label(one.kind, language), one.account, one.month,
                                 exactMoney(one.counted, one.currency, language), one.counted_file,
                                 exactMoney(one.left_out, one.currency, language), one.left_out_file}),
            Paragraph::Kind::warning});
    for (const ledger::CountedBeside& one : all.beside)
        notes.push_back(besideNote(one, language));
    for (Paragraph& note : ratesNotes(all.rates, language))
        notes.push_back(std::move(note));
    return notes;
}

Table ratesTable(std::span<const ledger::ExchangeRate> rates, Language language)
{
    const auto say = [&](AttributionWord word) { return words::say(word, language); };
    Table table;
    table.columns = {{say(AttributionWord::from), false}, {say(AttributionWord::to), false},
        {say(AttributionWord::date), false}, {say(AttributionWord::rate), true}, {say(AttributionWord::source), false},
        {say(AttributionWord::note), false}};
    for (const ledger::ExchangeRate& rate : rates)
        table.rows.push_back({rate.from, rate.to, rate.date, rate.rate.toString(), rate.source, rate.note});
    return table;
}

} // namespace fullscope::report
