// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/billed_rates.h"

#include "core/analysis/cost_terms.h"
#include "core/base/text.h"
#include "core/store/charges.h"
#include "core/words/attribution_words.h"
#include "core/words/billed_rate_words.h"
#include "core/workspace/exchange_rates.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>

namespace fullscope::workspace {

using evidence::Origin;
using ledger::MoneyCategory;
using scenario::Input;
using words::BilledRateWord;
using words::say;

namespace {

constexpr std::size_t kMostKinds = 12; // offered of one bill, the costliest; an organisation's has hundreds

// A kind whose unit is known and whose cost is told.
struct Kind {
    const store::ChargedQuantity* charged = nullptr;
    InCurrency cost;
    double gb = 0; // or gigabyte-months
    GigabyteUnit unit;
};

std::string joined(std::initializer_list<std::string_view> parts)
{
    std::string text;
    for (const std::string_view part : parts)
        if (!part.empty())
            text.append(text.empty() ? "" : ", ").append(part);
    return text;
}

// A usage type is a name, or a code ("QFAE6DPSZ8ZR6VQS", "D973-5D65-BAB2") that the description has the name of.
std::string nameOf(const store::ChargedQuantity& charged)
{
    const bool is_name = std::ranges::any_of(charged.usage_type, [](char c) { return c >= 'a' && c <= 'z'; });
    return joined({charged.service, is_name || charged.description.empty() ? charged.usage_type : charged.description,
        charged.region});
}

Candidate offerOf(const store::BillSummary& bill, double value, std::string label, std::string detail)
{
    Candidate candidate;
    candidate.value.value = value;
    candidate.value.provenance = {.origin = Origin::billed,
        .source = bill.file,
        .detail = std::move(detail),
        .as_of = {},
        .run_id = 0,
        .bill_id = bill.id};
    candidate.label = std::move(label);
    return candidate;
}

std::string detailOf(const Kind& kind, words::Language language)
{
    const store::ChargedQuantity& charged = *kind.charged;
    std::string detail = say(BilledRateWord::quantity, language,
        {nameOf(charged), charged.cost->toString() + " " + charged.currency, charged.quantity.toString(), charged.unit,
            std::to_string(charged.rows)});
    if (kind.unit.gb != 1)
        detail += "; "
            + say(kind.unit.is_month ? BilledRateWord::unit_month : BilledRateWord::unit, language,
                {charged.unit, base::formatDouble(kind.unit.gb)});
    return kind.cost.how.empty() ? detail : detail + "; " + kind.cost.how;
}

// Of one bill, the costliest first. What costs nothing is a free tier, or paid elsewhere: no price.
std::vector<Kind> kindsOf(const std::vector<store::ChargedQuantity>& quantities, const store::BillSummary& bill,
    bool by_month, const std::string& currency, const ledger::ExchangeRates& rates, words::Language language)
{
    std::vector<Kind> kinds;
    for (const store::ChargedQuantity& charged : quantities) {
        const auto unit = gigabyteUnit(charged.unit);
        if (charged.bill_id != bill.id || !unit || unit->is_month != by_month || !charged.cost)
            continue;
        auto cost = inCurrency({*charged.cost, {charged.currency}}, bill, currency, rates, language);
        const double gb = charged.quantity.toDouble() * unit->gb;
        if (cost && cost->amount > 0 && gb > 0)
            kinds.push_back({&charged, *std::move(cost), gb, *unit});
    }
    std::ranges::stable_sort(kinds, [](const Kind& a, const Kind& b) { return a.cost.amount > b.cost.amount; });
    return kinds;
}

void addKinds(std::vector<Candidate>& out, const std::vector<Kind>& kinds, const store::BillSummary& bill, Input input,
    words::Language language)
{
    std::size_t offered = 0;
    for (const Kind& kind : kinds) {
        const double price = kind.cost.amount / kind.gb;
        if (offered == kMostKinds || !scenario::validate(input, price).ok())
            continue;
        ++offered;
        out.push_back(offerOf(bill, price, say(BilledRateWord::kind, language, {bill.name, nameOf(*kind.charged)}),
            detailOf(kind, language)));
    }
}

void addAllStorage(std::vector<Candidate>& out, const std::vector<Kind>& kinds, const store::BillSummary& bill,
    const std::string& currency, words::Language language)
{
    if (kinds.size() < 2)
        return;
    double cost = 0, gb_months = 0;
    std::int64_t rows = 0;
    std::string how;
    for (const Kind& kind : kinds) {
        cost += kind.cost.amount;
        gb_months += kind.gb;
        rows += kind.charged->rows;
        if (how.empty())
            how = kind.cost.how;
    }
    if (!scenario::validate(Input::storage_price_gb_month, cost / gb_months).ok())
        return;
    const std::string count = std::to_string(kinds.size());
    out.push_back(offerOf(bill, cost / gb_months, say(BilledRateWord::all_storage, language, {bill.name, count}),
        say(BilledRateWord::sum, language,
            {say(BilledRateWord::all_storage_name, language, {count}), base::formatDouble(cost) + " " + currency,
                base::formatDouble(gb_months), std::to_string(rows)})
            + (how.empty() ? "" : "; " + how)));
}

base::Status addPrices(std::vector<Candidate>& out, const store::WorkspaceFile& workspace,
    const std::vector<store::BillSummary>& bills, Input input, const std::string& currency, words::Language language)
{
    const bool is_storage = input == Input::storage_price_gb_month;
    FS_TRY_VALUE(stored, exchangeRates(workspace));
    FS_TRY_VALUE(reader, store::ChargeReader::open(workspace));
    FS_TRY_VALUE(quantities, reader.quantities(is_storage ? MoneyCategory::storage : MoneyCategory::transfer));
    for (const store::BillSummary& bill : bills) {
        const auto kinds = kindsOf(quantities, bill, is_storage, currency, stored.rates, language);
        if (is_storage)
            addAllStorage(out, kinds, bill, currency, language);
        addKinds(out, kinds, bill, input, language);
    }
    return {};
}

// What support plans are a share of: all that was used. Marketplace sellers give their own support.
constexpr std::array kSupported {MoneyCategory::compute_on_demand, MoneyCategory::compute_committed,
    MoneyCategory::compute_spot, MoneyCategory::compute_capacity_block, MoneyCategory::unused_commitment,
    MoneyCategory::other_compute, MoneyCategory::storage, MoneyCategory::transfer, MoneyCategory::fee,
    MoneyCategory::unattributed};

struct Sum {
    base::Decimal amount;
    std::int64_t rows = 0;
};

// One cost of the categories; nothing where a row of them does not tell it.
base::Result<std::optional<Sum>> sumOf(const std::array<ledger::CategorySum, ledger::kMoneyCategories>& categories,
    std::span<const MoneyCategory> wanted, bool billed)
{
    Sum sum;
    for (const MoneyCategory category : wanted) {
        const ledger::CategorySum& one = categories[static_cast<std::size_t>(category)];
        if ((billed ? one.without.billed : one.without.effective) > 0)
            return std::optional<Sum>();
        const auto& amount = billed ? one.billed : one.effective;
        FS_TRY_VALUE(total, base::Decimal::sum(sum.amount, amount.value_or(base::Decimal())));
        sum.amount = total;
        sum.rows += one.rows;
    }
    return std::optional(sum);
}

// A plan's fee is a share of what is billed, purchases of commitments among it. A bill that tells amortised costs alone
// has them spread.
base::Status addSupport(std::vector<Candidate>& out, const store::WorkspaceFile& workspace,
    const std::vector<store::BillSummary>& bills, words::Language language)
{
    for (const store::BillSummary& bill : bills) {
        FS_TRY_VALUE(money, workspace.moneyLedger(bill.id));
        for (const auto& [currency, categories] : money.categories) {
            const bool billed = bill.dataset != evidence::CostDataset::amortised;
            FS_TRY_VALUE(support, sumOf(categories, std::array {MoneyCategory::support}, billed));
            FS_TRY_VALUE(usage, sumOf(categories, kSupported, billed));
            if (!support || !usage || support->amount.isZero() || usage->amount.toDouble() <= 0)
                continue;
            const double share = support->amount.toDouble() / usage->amount.toDouble();
            if (!scenario::validate(Input::support_share, share).ok())
                continue;
            out.push_back(offerOf(bill, share, say(BilledRateWord::support, language, {bill.name, currency}),
                say(BilledRateWord::support_detail, language,
                    {support->amount.toString() + " " + currency, std::to_string(support->rows),
                        usage->amount.toString() + " " + currency, std::to_string(usage->rows),
                        say(billed ? BilledRateWord::billed : BilledRateWord::effective, language)})));
        }
    }
    return {};
}

// "GB-Mo" → "gbmo"
std::string lettersOf(std::string_view unit)
{
    std::string letters;
    for (const char c : base::toLower(unit))
        if (std::isalpha(static_cast<unsigned char>(c)) != 0)
            letters += c;
    return letters;
}

struct Size {
    std::string_view name;
    double gb;
};
constexpr double kGibibyte = 1.073741824;
constexpr Size kSizes[] = {{"gigabytes", 1}, {"gigabyte", 1}, {"gibibytes", kGibibyte}, {"gibibyte", kGibibyte},
    {"gib", kGibibyte}, {"gb", 1}, {"terabytes", 1000}, {"terabyte", 1000}, {"tebibytes", 1024 * kGibibyte},
    {"tebibyte", 1024 * kGibibyte}, {"tib", 1024 * kGibibyte}, {"tb", 1000}};
constexpr std::string_view kAmounts[] = {"", "ofdatatransferred", "transferred"};
constexpr std::string_view kMonths[]
    = {"mo", "month", "months", "permonth", "storagecapacitypermonth", "capacitypermonth", "storagepermonth"};
constexpr std::string_view kHours[] = {"hr", "hrs", "hour", "hours", "perhour", "storagecapacityperhour"};

} // namespace

std::optional<GigabyteUnit> gigabyteUnit(std::string_view unit)
{
    unit = base::trimmed(unit);
    if (!unit.empty() && unit.front() >= '0' && unit.front() <= '9') {
        if (!unit.starts_with("1 ")) // "1 GB/Month"; of "100 GB" and "1K" nobody knows what is counted
            return std::nullopt;
        unit.remove_prefix(2);
    }
    if (std::ranges::any_of(unit, [](char c) { return c >= '0' && c <= '9'; }))
        return std::nullopt;
    const std::string letters = lettersOf(unit);
    for (const Size& size : kSizes) {
        if (!letters.starts_with(size.name))
            continue;
        const auto isOne = [rest = std::string_view(letters).substr(size.name.size())](
                               const auto& words) { return std::ranges::find(words, rest) != std::end(words); };
        if (isOne(kAmounts))
            return GigabyteUnit {size.gb, false};
        if (isOne(kMonths))
            return GigabyteUnit {size.gb, true};
        if (isOne(kHours))
            return GigabyteUnit {size.gb / analysis::kHoursPerMonth, true};
    }
    return std::nullopt;
}

std::optional<InCurrency> inCurrency(const base::Money& cost, const store::BillSummary& bill,
    const std::string& currency, const ledger::ExchangeRates& rates, words::Language language)
{
    if (cost.currency.code == currency)
        return InCurrency {cost.amount.toDouble(), {}};
    const std::string month
        = bill.period_end_us == base::kNoTime ? std::string() : base::formatMonth({bill.period_end_us - 1});
    const auto used = rates.ofMonth(cost.currency.code, currency, month);
    const auto converted = used.ok() ? used->convert(cost.amount) : base::Result<base::Decimal>(used.error());
    if (!converted.ok())
        return std::nullopt;
    const std::string old = words::oldRateText(*used, language);
    return InCurrency {converted->toDouble(), words::rateText(*used, language) + (old.empty() ? "" : "; " + old)};
}

base::Status addBilledRates(std::vector<Candidate>& out, const store::WorkspaceFile& workspace, Input input,
    const std::string& currency, words::Language language)
{
    const bool is_share = input == Input::support_share;
    if (!is_share && input != Input::storage_price_gb_month && input != Input::transfer_price_gb)
        return {};
    FS_TRY_VALUE(bills, workspace.bills());
    std::erase_if(
        bills, [](const store::BillSummary& bill) { return bill.dataset == evidence::CostDataset::modelled; });
    if (bills.empty())
        return {};
    return is_share ? addSupport(out, workspace, bills, language)
                    : addPrices(out, workspace, bills, input, currency, language);
}

} // namespace fullscope::workspace
