// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/trend_parts.h"

#include "core/report/format.h"
#include "core/words/trend_words.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

namespace fullscope::report {

using ledger::PlatformTrend;
using ledger::TrendCost;
using ledger::Trends;
using ledger::TrendWeek;
using words::Language;
using words::TrendWord;

namespace {

constexpr TrendMeasure kMeasures[] = {TrendMeasure::per_1000_steps, TrendMeasure::per_mtokens, TrendMeasure::goodput,
    TrendMeasure::idle, TrendMeasure::cost};

std::optional<TrendCost> costOf(const TrendWeek& week, TrendMeasure measure)
{
    constexpr std::optional<TrendCost> (TrendWeek::*kCosts[])() const
        = {&TrendWeek::costPer1000Steps, &TrendWeek::costPerMTokens, nullptr, &TrendWeek::idleCost, &TrendWeek::cost};
    const auto cost = kCosts[static_cast<std::size_t>(measure)];
    return cost != nullptr ? (week.*cost)() : std::nullopt;
}

std::optional<double> valueOf(const TrendWeek& week, TrendMeasure measure, const std::string& currency)
{
    if (measure == TrendMeasure::goodput)
        return week.goodput();
    const auto cost = costOf(week, measure);
    return cost && cost->currency == currency ? std::optional(cost->value) : std::nullopt;
}

std::string textOf(const TrendCost& cost)
{
    const std::string mark = cost.at_least && cost.at_most ? "≈ " : cost.at_least ? "≥ " : cost.at_most ? "≤ " : "";
    return mark + moneyText(cost.value, cost.currency);
}

std::string remarkOf(const TrendWeek& week, Language language)
{
    std::string remark = week.isBilled() ? "" : words::say(TrendWord::no_bill, language);
    const auto add = [&](TrendWord word) { remark += (remark.empty() ? "" : "; ") + words::say(word, language); };
    if (!week.whole)
        add(TrendWord::not_whole);
    if (week.steps_not_told)
        add(TrendWord::steps_not_told);
    return remark;
}

std::string countText(double count)
{
    return count > 0 ? base::formatNumber(count, 0) : "–";
}

// That most figures have, the first by name among equals.
std::string mainCurrency(const Trends& trends, TrendMeasure measure)
{
    std::map<std::string, int> figures;
    for (const PlatformTrend& platform : trends.platforms)
        for (const TrendWeek& week : platform.weeks)
            if (const auto cost = costOf(week, measure))
                ++figures[cost->currency];
    const auto most = std::ranges::max_element(figures, {}, [](const auto& of) { return of.second; });
    return most == figures.end() ? "USD" : most->first;
}

Paragraph paragraph(TrendWord word, Language language, const std::vector<std::string>& arguments = {})
{
    return {words::say(word, language, arguments)};
}

std::optional<base::Decimal> otherOf(const Trends& trends, std::int64_t start_us, const std::string& currency)
{
    const auto other = trends.other.find(start_us);
    if (other == trends.other.end())
        return std::nullopt;
    const auto cost = other->second.find(currency);
    return cost == other->second.end() ? std::nullopt : std::optional(cost->second);
}

// Money of a week, a column for each platform, in order; zero where there is none.
class MoneyRow {
public:
    MoneyRow(const Trends& trends, std::string currency)
        : m_currency(std::move(currency))
        , m_parts(trends.platforms.size() + 1)
    {
    }
    void add(std::size_t part, const base::Decimal& amount)
    {
        auto& into = m_parts[part];
        if (const auto sum = base::Decimal::sum(into.value_or(base::Decimal()), amount); sum.ok())
            into = *sum;
    }
    void addBilled(std::size_t part, const TrendWeek& week)
    {
        if (const auto money = week.bills.money.find(m_currency); money != week.bills.money.end())
            add(part, money->second.billed);
    }
    void addOther(const Trends& trends, std::int64_t start_us)
    {
        if (const auto cost = otherOf(trends, start_us, m_currency))
            add(trends.platforms.size(), *cost);
    }
    bool isEmpty() const
    {
        return std::ranges::all_of(m_parts, [](const auto& part) { return !part.has_value(); });
    }
    std::vector<std::string> texts(std::string name, Language language) const
    {
        std::vector<std::string> row {std::move(name)};
        base::Decimal sum;
        for (const auto& part : m_parts) {
            row.push_back(part ? exactMoney(*part, m_currency, language) : "–");
            if (const auto more = base::Decimal::sum(sum, part.value_or(base::Decimal())); more.ok())
                sum = *more;
        }
        row.push_back(exactMoney(sum, m_currency, language));
        return row;
    }
    const std::vector<std::optional<base::Decimal>>& parts() const { return m_parts; }

private:
    std::string m_currency;
    std::vector<std::optional<base::Decimal>> m_parts; // and other charges
};

Table moneyTable(const Trends& trends, const std::string& currency, Language language)
{
    Table table;
    table.title = words::say(TrendWord::money_title, language, {currency});
    table.columns = {{words::say(TrendWord::week, language), false}};
    for (const PlatformTrend& platform : trends.platforms)
        table.columns.push_back({platformName(platform, language), true});
    table.columns.push_back({words::say(TrendWord::other_charges, language), true});
    table.columns.push_back({words::say(TrendWord::total, language), true});
    table.last_row_is_total = true;
    std::set<std::int64_t> starts;
    for (const auto& [start_us, unused] : trends.other)
        starts.insert(start_us);
    for (const std::int64_t start_us : trends.weeks())
        starts.insert(start_us);
    starts.insert(base::kNoTime);
    MoneyRow all(trends, currency);
    const auto addRow = [&](std::int64_t start_us) {
        const bool apart = start_us == base::kNoTime;
        MoneyRow row(trends, currency);
        for (std::size_t i = 0; i < trends.platforms.size(); ++i) {
            const PlatformTrend& platform = trends.platforms[i];
            const TrendWeek* const week
                = apart ? (platform.apart ? &*platform.apart : nullptr) : platform.week(start_us);
            if (week != nullptr)
                row.addBilled(i, *week);
        }
        row.addOther(trends, start_us);
        for (std::size_t i = 0; i < row.parts().size(); ++i)
            if (row.parts()[i])
                all.add(i, *row.parts()[i]);
        if (!row.isEmpty())
            table.rows.push_back(
                row.texts(apart ? words::say(TrendWord::no_week, language) : ledger::weekName(start_us), language));
    };
    for (const std::int64_t start_us : starts)
        if (start_us != base::kNoTime)
            addRow(start_us);
    addRow(base::kNoTime);
    table.rows.push_back(all.texts(words::say(TrendWord::total, language), language));
    return table;
}

} // namespace

std::string measureName(TrendMeasure measure, Language language)
{
    constexpr TrendWord kWords[]
        = {TrendWord::per_1000_steps, TrendWord::per_mtokens, TrendWord::goodput, TrendWord::idle, TrendWord::cost};
    return words::say(kWords[static_cast<std::size_t>(measure)], language);
}

std::string platformName(const PlatformTrend& platform, Language language)
{
    return platform.platform.empty() ? words::say(TrendWord::not_known, language) : platform.platform;
}

std::string measureText(const TrendWeek& week, TrendMeasure measure)
{
    if (measure == TrendMeasure::goodput)
        return week.goodput() ? percent(*week.goodput()) : "–";
    const auto cost = costOf(week, measure);
    return cost ? textOf(*cost) : "–";
}

std::vector<TrendCell> trendCells(const Trends& trends)
{
    std::vector<TrendCell> cells;
    for (const PlatformTrend& platform : trends.platforms)
        for (const TrendWeek& week : platform.weeks)
            cells.push_back({&platform, &week});
    std::ranges::stable_sort(cells, {}, [](const TrendCell& cell) { return cell.week->start_us; });
    return cells;
}

Table trendTable(const Trends& trends, Language language)
{
    const auto say = [&](TrendWord word) { return words::say(word, language); };
    Table table;
    table.title = say(TrendWord::title);
    table.columns = {{say(TrendWord::week), false}, {say(TrendWord::platform), false}};
    for (const TrendMeasure measure : kMeasures)
        table.columns.push_back({measureName(measure, language), true});
    for (const TrendWord word : {TrendWord::steps, TrendWord::tokens, TrendWord::runs})
        table.columns.push_back({say(word), true});
    table.columns.push_back({say(TrendWord::remark), false});
    for (const auto& [platform, week] : trendCells(trends)) {
        std::vector<std::string> row {ledger::weekName(week->start_us), platformName(*platform, language)};
        for (const TrendMeasure measure : kMeasures)
            row.push_back(measureText(*week, measure));
        row.push_back(week->steps_not_told ? "–" : countText(week->steps));
        row.push_back(countText(week->tokens));
        row.push_back(std::to_string(week->run_ids.size()));
        row.push_back(remarkOf(*week, language));
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::vector<Table> trendMoneyTables(const Trends& trends, Language language)
{
    std::vector<Table> tables;
    for (const auto& [currency, unused] : trends.total)
        tables.push_back(moneyTable(trends, currency, language));
    return tables;
}

PlotSpec trendLines(const Trends& trends, TrendMeasure measure, Language language)
{
    PlotSpec plot;
    plot.kind = PlotKind::lines;
    plot.id = "trends." + std::to_string(static_cast<int>(measure));
    plot.title = measureName(measure, language);
    plot.currency = mainCurrency(trends, measure);
    plot.x = {.label = words::say(TrendWord::week, language), .unit = base::Unit::one, .dates = true};
    plot.y = {plot.title, measure == TrendMeasure::goodput ? base::Unit::share : base::Unit::money};
    const std::vector<std::int64_t> weeks = trends.weeks();
    std::vector<std::string> names;
    std::string last;
    for (std::size_t i = 0; i < trends.platforms.size(); ++i) {
        const PlatformTrend& platform = trends.platforms[i];
        LineSeries line {.name = platformName(platform, language), .x = {}, .y = {}, .tone = toneOf(i)};
        const TrendWeek* latest = nullptr;
        for (const std::int64_t week_us : weeks) {
            const TrendWeek* const week = platform.week(week_us);
            const auto value = week != nullptr ? valueOf(*week, measure, plot.currency) : std::nullopt;
            line.x.push_back(static_cast<double>(week_us / base::kSecondUs));
            line.y.push_back(value.value_or(std::numeric_limits<double>::quiet_NaN()));
            std::string note = ledger::weekName(week_us);
            if (value && !week->whole)
                note += ": " + words::say(TrendWord::not_whole, language);
            line.notes.push_back(std::move(note));
            latest = value ? week : latest;
        }
        if (latest == nullptr)
            continue;
        names.push_back(line.name);
        last += words::say(TrendWord::spoken_last, language,
            {line.name, measureText(*latest, measure), ledger::weekName(latest->start_us)});
        plot.lines.push_back(std::move(line));
    }
    if (!weeks.empty())
        plot.description = words::say(TrendWord::spoken, language,
                               {plot.title, listed(names, language), ledger::weekName(weeks.front()),
                                   ledger::weekName(weeks.back())})
            + last;
    return plot;
}

std::vector<Paragraph> trendNotes(const Trends& trends, Language language)
{
    if (trends.weeks().empty() && trends.other.empty() && trends.other_without_cost == 0)
        return {paragraph(TrendWord::nothing, language)};
    std::vector<Paragraph> notes {paragraph(TrendWord::how, language), paragraph(TrendWord::how_split, language)};
    const auto isBound = [](const TrendCell& cell) {
        return std::ranges::any_of(kMeasures, [&](TrendMeasure measure) {
            const auto cost = costOf(*cell.week, measure);
            return cost && (cost->at_least || cost->at_most);
        });
    };
    if (std::ranges::any_of(trendCells(trends), isBound))
        notes.push_back(paragraph(TrendWord::bounds, language));
    std::set<std::int64_t> unknown;
    for (const PlatformTrend& platform : trends.platforms)
        for (const TrendWeek& week : platform.weeks)
            if (platform.platform.empty())
                unknown.insert(week.run_ids.begin(), week.run_ids.end());
    if (!unknown.empty())
        notes.push_back({words::say(TrendWord::unknown_runs, language, {std::to_string(unknown.size())}),
            Paragraph::Kind::warning});
    std::vector<std::string> untimed;
    for (const ledger::RunNotCounted& run : trends.runs_without_times)
        untimed.push_back(run.name);
    if (!untimed.empty())
        notes.push_back(
            {words::say(TrendWord::without_times, language, {listed(untimed, language)}), Paragraph::Kind::warning});
    std::vector<std::string> stepless;
    for (const ledger::RunWithoutSteps& run : trends.runs_without_steps)
        stepless.push_back(run.name);
    if (!stepless.empty())
        notes.push_back(
            {words::say(TrendWord::without_steps, language, {listed(stepless, language)}), Paragraph::Kind::warning});
    for (const ledger::RunWithoutSteps& run : trends.runs_without_steps)
        if (const std::string records = std::to_string(run.records);
            !run.total_steps.empty() && run.total_steps != records)
            notes.push_back({words::say(TrendWord::records_not_steps, language, {run.name, records, run.total_steps}),
                Paragraph::Kind::warning});
    if (trends.other_without_cost > 0)
        notes.push_back({words::say(TrendWord::without_cost, language, {std::to_string(trends.other_without_cost)}),
            Paragraph::Kind::warning});
    return notes;
}

Table weekTable(const Trends& trends, std::int64_t week_us, Language language)
{
    const std::int64_t before_us = week_us - ledger::kWeekUs;
    Table table;
    table.title = weekTitle(week_us, language);
    table.columns = {{words::say(TrendWord::platform, language), false},
        {words::say(TrendWord::measure, language), false}, {ledger::weekName(week_us), true},
        {words::say(TrendWord::week_before, language, {ledger::weekName(before_us)}), true},
        {words::say(TrendWord::change, language), true}};
    for (const PlatformTrend& platform : trends.platforms) {
        const TrendWeek *const now = platform.week(week_us), *const before = platform.week(before_us);
        if (now == nullptr)
            continue;
        for (const TrendMeasure measure : kMeasures) {
            const std::string currency = mainCurrency(trends, measure);
            const auto value = valueOf(*now, measure, currency);
            const auto old = before != nullptr ? valueOf(*before, measure, currency) : std::nullopt;
            const bool is_change = value && old && *old > 0 && now->whole && before->whole;
            table.rows.push_back({platformName(platform, language), measureName(measure, language),
                measureText(*now, measure), before != nullptr ? measureText(*before, measure) : "–",
                is_change ? changeText(1 - *value / *old) : "–"});
        }
    }
    for (const auto& [currency, unused] : trends.total) {
        const auto now = otherOf(trends, week_us, currency), before = otherOf(trends, before_us, currency);
        if (now)
            table.rows.push_back(
                {words::say(TrendWord::other_charges, language), measureName(TrendMeasure::cost, language),
                    exactMoney(*now, currency, language), before ? exactMoney(*before, currency, language) : "–", "–"});
    }
    return table;
}

std::string weekTitle(std::int64_t week_us, Language language)
{
    return words::say(TrendWord::week_title, language,
        {ledger::weekName(week_us), base::formatDate({week_us}), base::formatDate({week_us + ledger::kWeekUs - 1})});
}

bool isWholeWeek(const Trends& trends, std::int64_t week_us)
{
    bool any = trends.other.contains(week_us);
    for (const PlatformTrend& platform : trends.platforms)
        if (const TrendWeek* const week = platform.week(week_us)) {
            any = true;
            if (!week->whole)
                return false;
        }
    return any;
}

namespace {

void sayPart(Section& section, const Trends& trends, std::int64_t week_us, Paragraph::Kind kind, Language language)
{
    std::vector<std::string> in_part;
    for (const PlatformTrend& platform : trends.platforms)
        if (const TrendWeek* const one = platform.week(week_us); one != nullptr && !one->whole)
            in_part.push_back(platformName(platform, language));
    if (!in_part.empty())
        section.blocks.push_back(Paragraph {
            words::say(TrendWord::week_not_whole, language, {ledger::weekName(week_us), listed(in_part, language)}),
            kind});
}

void addWeek(Section& section, const Trends& trends, std::int64_t week_us, Language language)
{
    Table week = weekTable(trends, week_us, language);
    section.blocks.push_back(Paragraph {std::exchange(week.title, {}), Paragraph::Kind::headline});
    if (week.rows.empty())
        section.blocks.push_back(Paragraph {
            words::say(TrendWord::nothing_of_week, language, {ledger::weekName(week_us)}), Paragraph::Kind::warning});
    else
        section.blocks.push_back(std::move(week));
    sayPart(section, trends, week_us, Paragraph::Kind::warning, language);
    sayPart(section, trends, week_us - ledger::kWeekUs, Paragraph::Kind::plain, language);
}

} // namespace

Section trendSection(const Trends& trends, std::int64_t week_us, Language language)
{
    Section section {"trends", words::say(TrendWord::title, language), {}};
    if (week_us != base::kNoTime)
        addWeek(section, trends, week_us, language);
    if (trends.weeks().empty() && (week_us == base::kNoTime || trends.other.empty()))
        return section;
    for (const TrendMeasure measure : kMeasures)
        if (PlotSpec plot = trendLines(trends, measure, language); !plot.lines.empty())
            section.blocks.push_back(std::move(plot));
    if (Table table = trendTable(trends, language); !table.rows.empty())
        section.blocks.push_back(std::move(table));
    for (Table& table : trendMoneyTables(trends, language))
        section.blocks.push_back(std::move(table));
    for (Paragraph& note : trendNotes(trends, language))
        section.blocks.push_back(std::move(note));
    return section;
}

} // namespace fullscope::report
