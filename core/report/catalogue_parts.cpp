// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/catalogue_parts.h"

#include "core/base/text.h"
#include "core/base/utc.h"
#include "core/report/format.h"
#include "core/words/catalogue_words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

namespace fullscope::report {

namespace {

using catalogue::Accelerator;
using catalogue::FactKind;
using catalogue::Price;
using words::CatalogueWord;
using words::Language;

constexpr FactKind kChipFacts[] = {FactKind::memory_gb, FactKind::memory_tb_s, FactKind::fp32_dense_tflops,
    FactKind::tf32_dense_tflops, FactKind::bf16_dense_tflops, FactKind::fp16_dense_tflops, FactKind::fp8_dense_tflops,
    FactKind::fp4_dense_tflops, FactKind::sparse_factor, FactKind::tdp_w};

std::vector<Table::Column> columns(std::initializer_list<std::pair<CatalogueWord, bool>> words, Language language)
{
    std::vector<Table::Column> out;
    for (const auto& [word, number] : words)
        out.push_back({words::say(word, language), number});
    return out;
}

std::string regionText(const std::string& region, Language language)
{
    return base::equalsIgnoreCase(region, catalogue::kEverywhere) ? words::say(CatalogueWord::everywhere, language)
                                                                  : region;
}

std::string optionText(const Price& price, Language language)
{
    return words::priceOptionLabel(name(price.option), language);
}

std::string byText(bool by_user, Language language)
{
    return words::say(by_user ? CatalogueWord::by_you : CatalogueWord::by_catalogue, language);
}

std::string numberText(std::int64_t id)
{
    return id == 0 ? std::string() : std::to_string(id);
}

std::string chipsText(const catalogue::Listing& one)
{
    return one.accelerator_count ? std::to_string(*one.accelerator_count) + " × " + one.accelerator : one.accelerator;
}

// The user's, then the row's own, unless the user's facts are all that is known of the chip.
std::string listedSources(const std::vector<std::string>& users, const std::string& own)
{
    std::string text;
    for (const std::string& one : users)
        text += (text.empty() ? "" : "; ") + one;
    const bool told = !own.empty() && text.find(": " + own + " (") != std::string::npos;
    return told ? text : text + (text.empty() || own.empty() ? "" : "; ") + own;
}

std::string orDash(const std::optional<catalogue::Fact>& fact)
{
    if (!fact)
        return "–";
    std::array<char, 350> digits {}; // all of them, without an exponent
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), fact->value, std::chars_format::fixed);
    return grouped(std::string(digits.data(), end.ptr));
}

// First day of the month, or of what a source means, as seconds.
double secondsOf(const std::string& as_of)
{
    const auto day = catalogue::firstDay(as_of);
    const auto instant = day.ok() ? base::parseIso(*day) : base::Result<base::ParsedInstant>(day.error());
    return instant.ok() ? static_cast<double>(instant->instant.us / base::kSecondUs) : 0;
}

std::string hoursText(const store::BilledMonth& month, Language language)
{
    const auto& hours = month.hours;
    std::string text = words::say(
        CatalogueWord::hours_of_rows, language, {grouped(hours.hours.toString()), std::to_string(hours.rows)});
    if (!hours.effective_price_per_h && hours.rows_without_effective > 0)
        text += "; "
            + words::say(CatalogueWord::hours_without_cost, language, {std::to_string(hours.rows_without_effective)});
    return text;
}

bool isPrice(const store::BilledMonth& month)
{
    return month.hours.effective_price_per_h && !month.hours.unused;
}

// A line of the plot by its name.
using Lines = std::map<std::string, LineSeries>;

void addPoint(Lines& lines, const std::string& name, double x, double y, std::string note, bool billed)
{
    LineSeries& line = lines[name];
    line.name = name;
    line.stepped = !billed;
    line.dashed = billed;
    line.x.push_back(x);
    line.y.push_back(y);
    line.notes.push_back(std::move(note));
}

Lines linesOf(const std::vector<Price>& history, const std::vector<store::BilledMonth>& billed,
    const std::string& currency, Language language)
{
    Lines lines;
    for (const Price& price : history)
        if (price.currency == currency)
            addPoint(lines, optionText(price, language) + ", " + regionText(price.region, language),
                secondsOf(price.as_of), price.per_h.toDouble(),
                byText(price.isUsers(), language) + ": " + price.source + (price.note.empty() ? "" : "; " + price.note),
                false);
    for (const store::BilledMonth& month : billed)
        if (isPrice(month) && month.hours.currency == currency)
            addPoint(lines,
                words::say(CatalogueWord::billed_line, language,
                    {words::label(month.hours.purchase_option, language), month.hours.region}),
                secondsOf(month.month), *month.hours.effective_price_per_h,
                month.file + ": " + hoursText(month, language), true);
    return lines;
}

std::string describe(const std::string& type, const std::string& currency, const Lines& lines, Language language)
{
    std::vector<double> x, y;
    for (const auto& [name, line] : lines) {
        x.insert(x.end(), line.x.begin(), line.x.end());
        y.insert(y.end(), line.y.begin(), line.y.end());
    }
    if (x.empty())
        return words::say(CatalogueWord::no_price, language);
    const auto day = [](double at) { return base::formatDate({static_cast<std::int64_t>(at) * base::kSecondUs}); };
    const auto money = [&](double value) { return base::formatMoney(value, 2, currency); };
    return words::say(CatalogueWord::history_description, language,
        {type, currency, std::to_string(x.size()), day(*std::min_element(x.begin(), x.end())),
            day(*std::max_element(x.begin(), x.end())), money(*std::min_element(y.begin(), y.end())),
            money(*std::max_element(y.begin(), y.end()))});
}

} // namespace

Table pricesTable(const std::vector<catalogue::Listing>& listings, const std::string& today, Language language)
{
    Table table;
    table.title = words::say(CatalogueWord::prices, language);
    table.columns = columns(
        {{CatalogueWord::provider, false}, {CatalogueWord::instance_type, false}, {CatalogueWord::accelerators, false},
            {CatalogueWord::region, false}, {CatalogueWord::purchase, false}, {CatalogueWord::price_per_hour, true},
            {CatalogueWord::currency, false}, {CatalogueWord::as_of, false}, {CatalogueWord::entered_by, false},
            {CatalogueWord::number, true}, {CatalogueWord::source, false}, {CatalogueWord::note, false}},
        language);
    for (const catalogue::Listing& one : listings) {
        std::string as_of = one.price ? one.price->as_of : std::string();
        if (one.price && catalogue::isOld(one.price->as_of, today))
            as_of += " (" + words::say(CatalogueWord::old, language) + ")";
        table.rows.push_back({one.provider, one.instance_type, chipsText(one), regionText(one.region, language),
            one.price ? optionText(*one.price, language) : std::string(),
            one.price ? grouped(one.price->per_h.toString()) : words::say(CatalogueWord::no_price, language),
            one.price ? one.price->currency : std::string(), std::move(as_of),
            byText(one.price && one.price->isUsers(), language), one.price ? numberText(one.price->id) : std::string(),
            one.source, one.note});
    }
    return table;
}

Table acceleratorsTable(const catalogue::Catalogue& catalogue, const std::vector<Accelerator>& chips, Language language)
{
    Table table;
    table.title = words::say(CatalogueWord::chips, language);
    table.columns = columns(
        {{CatalogueWord::chip, false}, {CatalogueWord::vendor, false}, {CatalogueWord::year, true}}, language);
    for (const FactKind kind : kChipFacts)
        table.columns.push_back({words::factLabel(name(kind), language), true});
    for (const CatalogueWord word : {CatalogueWord::entered_by, CatalogueWord::source, CatalogueWord::note})
        table.columns.push_back({words::say(word, language), false});
    for (const Accelerator& chip : chips) {
        std::vector<std::string> row {chip.name, chip.vendor, chip.year ? std::to_string(*chip.year) : "–"};
        std::vector<std::string> users; // sources of the user's facts
        for (const FactKind kind : kChipFacts) {
            const auto fact = catalogue.fact(chip.name, kind);
            row.push_back(orDash(fact));
            if (fact && fact->by_user)
                users.push_back(
                    words::factLabel(name(kind), language) + ": " + fact->source + " (" + fact->as_of + ")");
        }
        std::string source = listedSources(users, chip.source);
        row.push_back(byText(!users.empty(), language));
        row.push_back(std::move(source));
        row.push_back(chip.notes);
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table factsTable(const catalogue::Catalogue& catalogue, const std::string& instance_type, Language language)
{
    Table table;
    table.title = instance_type;
    table.columns
        = columns({{CatalogueWord::fact, false}, {CatalogueWord::value, true}, {CatalogueWord::entered_by, false},
                      {CatalogueWord::as_of, false}, {CatalogueWord::source, false}, {CatalogueWord::note, false}},
            language);
    std::string chip = instance_type;
    for (const catalogue::Instance* instance : catalogue.find(instance_type)) {
        if (instance->accelerator.empty())
            continue;
        chip = instance->accelerator;
        const catalogue::UserFact* const users = catalogue.usersFact(instance_type, FactKind::accelerator);
        table.rows.push_back({words::factLabel(name(FactKind::accelerator), language), chip,
            byText(users != nullptr, language), users != nullptr ? users->as_of : std::string(),
            users != nullptr ? users->source : instance->source, users != nullptr ? users->note : std::string()});
        break;
    }
    const auto add = [&](const std::string& subject, FactKind kind) {
        if (const auto fact = catalogue.fact(subject, kind))
            table.rows.push_back({words::factLabel(name(kind), language), orDash(fact), byText(fact->by_user, language),
                fact->as_of, fact->source, fact->note});
    };
    add(instance_type, FactKind::accelerator_count);
    for (const FactKind kind : kChipFacts)
        add(chip, kind);
    return table;
}

Table userFactsTable(const std::vector<catalogue::UserFact>& facts, Language language)
{
    Table table;
    table.title = words::say(CatalogueWord::users_fact, language);
    table.columns = columns({{CatalogueWord::number, true}, {CatalogueWord::chip, false}, {CatalogueWord::fact, false},
                                {CatalogueWord::value, true}, {CatalogueWord::as_of, false},
                                {CatalogueWord::source, false}, {CatalogueWord::note, false}},
        language);
    for (const auto& fact : facts)
        table.rows.push_back({numberText(fact.id), fact.subject, words::factLabel(name(fact.kind), language),
            fact.value, fact.as_of, fact.source, fact.note});
    return table;
}

Table historyTable(const std::vector<Price>& history, const std::vector<store::BilledMonth>& billed,
    const std::string& instance_type, Language language)
{
    Table table;
    table.title = words::say(CatalogueWord::history_of, language, {instance_type});
    table.columns = columns(
        {{CatalogueWord::as_of, false}, {CatalogueWord::region, false}, {CatalogueWord::purchase, false},
            {CatalogueWord::price_per_hour, true}, {CatalogueWord::currency, false}, {CatalogueWord::entered_by, false},
            {CatalogueWord::number, true}, {CatalogueWord::source, false}, {CatalogueWord::note, false}},
        language);
    for (const Price& price : history)
        table.rows.push_back({price.as_of, regionText(price.region, language), optionText(price, language),
            grouped(price.per_h.toString()), price.currency, byText(price.isUsers(), language), numberText(price.id),
            price.source, price.note});
    for (const store::BilledMonth& month : billed)
        table.rows.push_back({month.month, month.hours.region, words::label(month.hours.purchase_option, language),
            isPrice(month) ? base::formatNumber(*month.hours.effective_price_per_h, 6)
                           : words::say(CatalogueWord::no_price, language),
            month.hours.currency, words::say(CatalogueWord::by_bill, language), {}, month.file,
            hoursText(month, language)});
    std::stable_sort(
        table.rows.begin(), table.rows.end(), [](const auto& a, const auto& b) { return a.front() < b.front(); });
    return table;
}

std::vector<std::string> historyCurrencies(
    const std::vector<Price>& history, const std::vector<store::BilledMonth>& billed)
{
    std::set<std::string> codes;
    for (const Price& price : history)
        codes.insert(price.currency);
    for (const store::BilledMonth& month : billed)
        if (isPrice(month))
            codes.insert(month.hours.currency);
    return {codes.begin(), codes.end()};
}

PlotSpec historyPlot(const std::vector<Price>& history, const std::vector<store::BilledMonth>& billed,
    const std::string& instance_type, const std::string& currency, Language language)
{
    constexpr Tone kTones[] = {Tone::a, Tone::b, Tone::c, Tone::d, Tone::e, Tone::f, Tone::g, Tone::h};
    PlotSpec plot;
    plot.kind = PlotKind::lines;
    plot.id = "catalogue.history";
    plot.title = words::say(CatalogueWord::history_of, language, {instance_type});
    plot.x = {.label = words::say(CatalogueWord::day, language), .unit = base::Unit::one, .dates = true};
    plot.y = {.label = words::say(CatalogueWord::price_per_hour, language), .unit = base::Unit::money_per_hour};
    plot.currency = currency;
    const Lines lines = linesOf(history, billed, currency, language);
    plot.description = describe(instance_type, currency, lines, language);
    std::string others;
    for (const std::string& code : historyCurrencies(history, billed))
        if (code != currency)
            others += (others.empty() ? "" : ", ") + code;
    if (!others.empty())
        plot.description += " " + words::say(CatalogueWord::history_other_currencies, language, {others});
    for (const auto& [name, line] : lines) {
        plot.lines.push_back(line);
        plot.lines.back().tone = kTones[(plot.lines.size() - 1) % std::size(kTones)];
    }
    return plot;
}

std::string whyText(catalogue::FoundPrice::Why why, Language language)
{
    using Why = catalogue::FoundPrice::Why;
    switch (why) {
    case Why::only:
        return words::say(CatalogueWord::why_only, language);
    case Why::latest:
        return words::say(CatalogueWord::why_latest, language);
    case Why::users_of_that_day:
        return words::say(CatalogueWord::why_users, language);
    case Why::named_region:
        return words::say(CatalogueWord::why_region, language);
    case Why::entered_last:
        break;
    }
    return words::say(CatalogueWord::why_entered_last, language);
}

} // namespace fullscope::report
