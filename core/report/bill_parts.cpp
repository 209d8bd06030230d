// SPDX-License-Identifier: GPL-3.0-or-later
// A bill as tables and bars. Sums are shown with every digit that the bill has.
#include "core/report/format.h"
#include "core/report/report.h"
#include "core/words/text_ids.h"

namespace fullscope::report {

using ledger::CategorySum;
using ledger::MoneyCategory;
using ledger::MoneyLedger;
using words::Language;
using words::Text;

namespace {

std::pair<Tone, bool> look(MoneyCategory category)
{
    constexpr Tone kTones[] = {Tone::a, Tone::b, Tone::c, Tone::d, Tone::e, Tone::f, Tone::g, Tone::h};
    const auto index = static_cast<std::size_t>(category);
    return {kTones[index % std::size(kTones)], (index / std::size(kTones)) % 2 == 1};
}

double shown(const CategorySum& sum)
{
    return sum.billed ? sum.billed->toDouble() : 0;
}

} // namespace

PlotSpec moneyBars(const MoneyLedger& ledger, const std::string& currency, Language language)
{
    PlotSpec plot;
    plot.kind = PlotKind::stacked_bars;
    plot.id = "bill.months";
    plot.currency = currency;
    plot.title = words::say(Text::money_by_month, language);
    plot.y = {words::say(Text::billed_cost, language), base::Unit::money};
    std::vector<const std::array<CategorySum, ledger::kMoneyCategories>*> months;
    for (const auto& [month, currencies] : ledger.months) {
        const auto found = currencies.find(currency);
        if (found == currencies.end())
            continue;
        plot.categories.push_back(month.empty() ? words::say(Text::no_date, language) : month);
        months.push_back(&found->second);
    }
    std::vector<std::string> spoken;
    for (std::size_t c = 0; c < ledger::kMoneyCategories; ++c) {
        BarSeries bar;
        bar.name = words::label(static_cast<MoneyCategory>(c), language);
        std::tie(bar.tone, bar.hatched) = look(static_cast<MoneyCategory>(c));
        bool any = false;
        for (const auto* month : months) {
            bar.values.push_back(shown((*month)[c]));
            any = any || bar.values.back() != 0;
        }
        if (!any)
            continue;
        double sum = 0;
        for (const double value : bar.values)
            sum += value;
        spoken.push_back(bar.name + " " + moneyText(sum, currency));
        plot.bars.push_back(std::move(bar));
    }
    plot.description = listed(spoken, language);
    return plot;
}

Table moneyLedgerTable(const MoneyLedger& ledger, const std::string& currency, Language language)
{
    Table table;
    table.title = words::say(Text::money_ledger, language, {currency});
    table.columns = {{words::say(Text::category, language), false}, {words::say(Text::rows, language), true},
        {words::say(Text::billed_cost, language), true}, {words::say(Text::effective_cost, language), true},
        {words::say(Text::list_cost, language), true}};
    const auto found = ledger.categories.find(currency);
    if (found == ledger.categories.end())
        return table;
    std::int64_t rows = 0;
    for (std::size_t c = 0; c < ledger::kMoneyCategories; ++c) {
        const CategorySum& sum = found->second[c];
        if (sum.rows == 0)
            continue;
        rows += sum.rows;
        table.rows.push_back({words::label(static_cast<MoneyCategory>(c), language),
            base::formatNumber(static_cast<double>(sum.rows), 0),
            exactSum(sum.billed, sum.without.billed, "", language),
            exactSum(sum.effective, sum.without.effective, "", language),
            exactSum(sum.list, sum.without.list, "", language)});
    }
    if (const auto found_totals = ledger.totals.find(currency); found_totals != ledger.totals.end()) {
        const auto& totals = found_totals->second;
        table.rows.push_back({words::say(Text::total, language), base::formatNumber(static_cast<double>(rows), 0),
            exactSum(totals.billed, totals.without.billed, "", language),
            exactSum(totals.effective, totals.without.effective, "", language),
            exactSum(totals.list, totals.without.list, "", language)});
    }
    table.last_row_is_total = true;
    return table;
}

Table instanceHoursTable(const MoneyLedger& ledger, Language language)
{
    Table table;
    table.title = words::say(Text::instance_hours, language);
    table.columns = {{words::say(Text::instance_type, language), false},
        {words::say(Text::purchase_option, language), false}, {words::say(Text::region, language), false},
        {words::say(Text::hours, language), true}, {words::say(Text::effective_cost, language), true},
        {words::say(Text::effective_price_per_h, language), true}};
    for (const auto& hours : ledger.instance_hours) {
        std::string option = words::label(hours.purchase_option, language);
        if (hours.unused)
            option += " · " + words::say(Text::unused_capacity, language);
        const std::string unknown
            = words::say(hours.feeNotSpread() ? Text::fee_not_spread : Text::not_in_file, language);
        table.rows.push_back(
            {hours.instance_type, std::move(option), hours.region, exactMoney(hours.hours, "", language),
                hours.effective ? exactMoney(hours.effective, hours.currency, language) : unknown,
                hours.effective_price_per_h ? base::formatMoney(*hours.effective_price_per_h, 4, hours.currency) + "/h"
                                            : unknown});
    }
    return table;
}

} // namespace fullscope::report
