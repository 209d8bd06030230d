// SPDX-License-Identifier: GPL-3.0-or-later
// `fullscope catalogue`: prices and chip facts, the built-in ones and the user's.
#include "app/cli/catalogue.h"

#include "app/cli/text_table.h"
#include "core/base/text.h"
#include "core/report/catalogue_parts.h"
#include "core/words/catalogue_words.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <ostream>

namespace fullscope::cli {

namespace {

using catalogue::Catalogue;
using words::CatalogueWord;

constexpr const char* kUsage = "catalogue [search WORDS… | show TYPE | price TYPE --region R | history TYPE | add … | "
                               "state SUBJECT FACT=VALUE… | remove ID | import FILE.csv | export]";

// A workspace that nobody named need not be there: the built-in catalogue is.
base::Result<std::unique_ptr<store::WorkspaceFile>> openIfThere(const Arguments& arguments, Console& console)
{
    std::error_code ignored;
    if (!arguments.has("--workspace") && !std::filesystem::exists(workspacePath(arguments), ignored))
        return std::unique_ptr<store::WorkspaceFile>();
    return openWorkspace(arguments, store::Access::read_only, console);
}

base::Result<Catalogue> catalogueIn(const std::unique_ptr<store::WorkspaceFile>& workspace)
{
    return workspace ? workspace::catalogueOf(*workspace) : base::Result<Catalogue>(Catalogue::builtIn());
}

std::string joined(std::span<const std::string> words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

Json documents(const std::vector<catalogue::Price>& prices)
{
    Json out = Json::array();
    for (const auto& price : prices)
        out.push_back(document(price));
    return out;
}

Json factDocument(const std::optional<catalogue::Fact>& fact)
{
    if (!fact)
        return {};
    return {{"value", number(fact->value)}, {"as_of", fact->as_of}, {"source", fact->source}, {"note", fact->note},
        {"by_user", fact->by_user}};
}

Json facts(const Catalogue& catalogue, const std::string& subject, bool of_instance)
{
    Json out = Json::object();
    for (std::size_t k = 0; k < catalogue::kFactKinds; ++k) {
        const auto kind = static_cast<catalogue::FactKind>(k);
        if (kind != catalogue::FactKind::accelerator && isOfInstance(kind) == of_instance)
            out[std::string(name(kind))] = factDocument(catalogue.fact(subject, kind));
    }
    return out;
}

base::Status search(const Arguments& arguments, const Catalogue& catalogue, Console& console)
{
    const bool named = !arguments.words.empty();
    const std::string words = named ? joined(std::span(arguments.words).subspan(1)) : std::string();
    const auto found = catalogue::search(catalogue,
        {.words = words, .provider = arguments.value("--provider"), .accelerator = arguments.value("--accelerator")});
    const auto chips = catalogue::searchAccelerators(catalogue, words);
    if (arguments.has("--json")) {
        Json prices = Json::array(), accelerators = Json::array();
        for (const auto& one : found)
            prices.push_back({{"provider", one.provider}, {"instance_type", one.instance_type}, {"region", one.region},
                {"accelerator", one.accelerator},
                {"accelerator_count", one.accelerator_count ? Json(*one.accelerator_count) : Json()},
                {"price", one.price ? document(*one.price) : Json()}, {"source", one.source}, {"note", one.note}});
        for (const auto& chip : chips)
            accelerators.push_back(
                {{"accelerator", chip.name}, {"vendor", chip.vendor}, {"year", chip.year ? Json(*chip.year) : Json()},
                    {"facts", facts(catalogue, chip.name, false)}, {"source", chip.source}, {"note", chip.notes}});
        console.out << text({{"prices", prices}, {"accelerators", accelerators}});
        return {};
    }
    if (found.empty() && chips.empty())
        console.out << words::say(CatalogueWord::nothing_found, console.language) << '\n';
    if (!found.empty())
        print(report::pricesTable(found, console.today, console.language), console.out);
    if (!chips.empty())
        print(report::acceleratorsTable(catalogue, chips, console.language), console.out);
    return {};
}

base::Error unknown(const Catalogue& catalogue, const std::string& name)
{
    std::vector<std::string_view> known;
    for (const auto& price : catalogue.prices())
        known.push_back(price.instance_type);
    for (const auto& instance : catalogue.instances())
        known.push_back(instance.instance_type);
    for (const auto& chip : catalogue.accelerators())
        known.push_back(chip.name);
    base::Error error {.code = base::Code::name_unknown, .field = "catalogue", .found = base::excerpt(name)};
    if (const auto near = base::nearest(name, known); !near.empty())
        error.args.emplace_back(near);
    return error;
}

base::Status show(const std::string& type, const Catalogue& catalogue, Console& console, bool as_json)
{
    const auto rows = catalogue.find(type);
    const auto history = catalogue::historyOf(catalogue.prices(), type);
    const report::Table table = report::factsTable(catalogue, type, console.language);
    if (rows.empty() && history.empty() && table.rows.empty())
        return unknown(catalogue, type);
    std::string chip = type;
    for (const auto* row : rows)
        if (!row->accelerator.empty())
            chip = row->accelerator;
    if (as_json) {
        console.out << text({{"name", type}, {"accelerator", rows.empty() ? Json() : Json(chip)},
            {"instance", facts(catalogue, type, true)}, {"chip", facts(catalogue, chip, false)},
            {"peak_flops_bf16", number(catalogue.peakFlopsBf16(type))}, {"prices", documents(history)}});
        return {};
    }
    print(table, console.out);
    auto listings = catalogue::search(catalogue, {});
    std::erase_if(listings, [&](const auto& one) { return !base::equalsIgnoreCase(one.instance_type, type); });
    if (!listings.empty())
        print(report::pricesTable(listings, console.today, console.language), console.out);
    return {};
}

base::Status price(const Arguments& arguments, const Catalogue& catalogue, Console& console)
{
    const auto option = catalogue::priceOption(arguments.value("--option", "on_demand"));
    if (!option)
        return base::Error {.code = base::Code::usage,
            .field = "--option",
            .found = arguments.value("--option"),
            .expected = catalogue::priceOptionNames()};
    const catalogue::PriceQuery query {.instance_type = arguments.words[1],
        .region = arguments.value("--region"),
        .option = *option,
        .date = arguments.value("--on", console.today),
        .currency = arguments.value("--currency", "USD"),
        .provider = arguments.value("--provider")};
    FS_TRY_VALUE(found, catalogue::priceAt(catalogue.prices(), query));
    const std::string why = report::whyText(found.why, console.language);
    if (arguments.has("--json")) {
        console.out << text({{"date", query.date}, {"price", document(found.price)}, {"why", name(found.why)},
            {"old", catalogue::isOld(found.price.as_of, console.today)}, {"not_taken", documents(found.others)},
            {"later", documents(found.later)}});
        return {};
    }
    std::vector<catalogue::Price> all {found.price};
    all.insert(all.end(), found.others.begin(), found.others.end());
    all.insert(all.end(), found.later.begin(), found.later.end());
    report::Table table = report::historyTable(all, {}, query.instance_type, console.language);
    table.title = words::say(CatalogueWord::price_of, console.language,
        {query.instance_type, query.region, words::priceOptionLabel(name(query.option), console.language), query.date});
    console.out << found.price.per_h.toString() << ' ' << found.price.currency << "  (" << found.price.as_of << ", "
                << found.price.source << "; " << why << ")\n";
    if (all.size() > 1)
        print(table, console.out);
    return {};
}

base::Status history(const std::string& type, const store::WorkspaceFile* workspace, const Catalogue& catalogue,
    Console& console, bool as_json)
{
    std::vector<store::BilledMonth> billed;
    if (workspace != nullptr) {
        FS_TRY_VALUE(months, workspace->billedMonths(type));
        billed = std::move(months);
    }
    const auto prices = catalogue::historyOf(catalogue.prices(), type);
    if (prices.empty() && billed.empty())
        return catalogue.find(type).empty()
            ? base::Status(unknown(catalogue, type))
            : base::Error {.code = base::Code::price_missing, .field = "price", .found = type};
    if (!as_json) {
        print(report::historyTable(prices, billed, type, console.language), console.out);
        return {};
    }
    Json months = Json::array();
    for (const auto& one : billed)
        months.push_back(
            {{"month", one.month}, {"bill_id", one.bill_id}, {"file", one.file}, {"region", one.hours.region},
                {"purchase_option", words::label(one.hours.purchase_option, words::Language::en)},
                {"unused", one.hours.unused}, {"currency", one.hours.currency}, {"hours", one.hours.hours.toString()},
                {"effective", one.hours.effective ? Json(one.hours.effective->toString()) : Json()},
                {"effective_price_per_h", number(one.hours.effective_price_per_h)}});
    console.out << text({{"name", type}, {"prices", documents(prices)}, {"billed", months}});
    return {};
}

base::Result<int> run(const Arguments& arguments, Console& console)
{
    const auto& given = arguments.words;
    const std::string what = given.empty() ? "search" : given[0];
    if (isCatalogueEdit(what))
        return editCatalogue(arguments, console);
    const bool takes_name = what == "show" || what == "price" || what == "history";
    if ((takes_name && given.size() != 2) || (!takes_name && what != "search"))
        return base::Error {.code = base::Code::usage, .found = given.back(), .expected = kUsage};
    FS_TRY_VALUE(workspace, openIfThere(arguments, console));
    FS_TRY_VALUE(catalogue, catalogueIn(workspace));
    const bool as_json = arguments.has("--json");
    base::Status done;
    if (what == "show")
        done = show(given[1], catalogue, console, as_json);
    else if (what == "price")
        done = price(arguments, catalogue, console);
    else if (what == "history")
        done = history(given[1], workspace.get(), catalogue, console, as_json);
    else
        done = search(arguments, catalogue, console);
    FS_TRY(done);
    return kDone;
}

} // namespace

Json document(const catalogue::Price& price)
{
    return {{"id", price.isUsers() ? Json(price.id) : Json()}, {"provider", price.provider},
        {"instance_type", price.instance_type}, {"region", price.region}, {"option", name(price.option)},
        {"price", price.per_h.toString()}, {"currency", price.currency}, {"as_of", price.as_of},
        {"source", price.source}, {"note", price.note}, {"by_user", price.isUsers()}};
}

Json document(const catalogue::UserFact& fact)
{
    return {{"id", fact.id}, {"subject", fact.subject}, {"fact", name(fact.kind)}, {"value", fact.value},
        {"as_of", fact.as_of}, {"source", fact.source}, {"note", fact.note}};
}

int runCatalogue(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kFlags[] = {"--json", "--facts"};
    constexpr std::string_view kValued[] = {"--workspace", "--provider", "--accelerator", "--region", "--option",
        "--on", "--currency", "--instance-type", "--price", "--as-of", "--source", "--note"};
    const auto parsed = parseArguments(arguments, kFlags, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, mentions(arguments, "--json"));
    const auto done = run(*parsed, console);
    return done.ok() ? *done : failed(done.error(), console, parsed->has("--json"));
}

} // namespace fullscope::cli
