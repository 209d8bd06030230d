// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/user_catalogue.h"

#include "core/base/text.h"
#include "core/workspace/typed_amount.h"

#include <algorithm>

namespace fullscope::workspace {

namespace {

using base::Code;
using base::Error;
using catalogue::UserEntries;

std::string trimmed(const std::string& text)
{
    return std::string(base::trimmed(text));
}

// "$24.69/h" → "$24.69"
std::string withoutPerHour(const std::string& typed)
{
    const std::string text = trimmed(typed);
    for (const std::string_view suffix : {"/hour", "/hr", "/h"}) {
        const bool ends = text.size() > suffix.size()
            && base::equalsIgnoreCase(std::string_view(text).substr(text.size() - suffix.size()), suffix);
        if (ends)
            return trimmed(text.substr(0, text.size() - suffix.size()));
    }
    return text;
}

} // namespace

base::Result<catalogue::Price> priceOf(const TypedPrice& typed)
{
    for (const auto& [field, text] : {std::pair {"provider", &typed.provider}, {"instance_type", &typed.instance_type},
             {"region", &typed.region}, {"option", &typed.option}})
        if (base::trimmed(*text).empty())
            return Error {.code = Code::not_given, .field = field};
    const auto option = catalogue::priceOption(typed.option);
    if (!option)
        return Error {.code = Code::bad_value,
            .field = "option",
            .found = base::excerpt(typed.option),
            .expected = catalogue::priceOptionNames()};
    FS_TRY_VALUE(amount, typedAmount(withoutPerHour(typed.price), "price"));
    FS_TRY_VALUE(currency, typedCurrency(typed.currency, amount, "price"));
    catalogue::Price price {.id = 0,
        .provider = trimmed(typed.provider),
        .instance_type = trimmed(typed.instance_type),
        .region = trimmed(typed.region),
        .option = *option,
        .per_h = amount.value,
        .currency = std::move(currency),
        .as_of = trimmed(typed.as_of),
        .source = trimmed(typed.source),
        .note = trimmed(typed.note)};
    FS_TRY(catalogue::check(price));
    return price;
}

TypedPrice typedOf(const catalogue::Price& price)
{
    return {.provider = price.provider,
        .instance_type = price.instance_type,
        .region = price.region,
        .option = std::string(catalogue::name(price.option)),
        .price = price.per_h.toString(),
        .currency = price.currency,
        .as_of = price.as_of,
        .source = price.source,
        .note = price.note};
}

base::Result<catalogue::UserFact> factOf(const TypedFact& typed)
{
    const auto kind = catalogue::factKind(typed.fact);
    if (!kind)
        return Error {.code = Code::name_unknown,
            .field = "fact",
            .found = base::excerpt(typed.fact),
            .expected = catalogue::factNames()};
    std::string value = trimmed(typed.value);
    if (*kind != catalogue::FactKind::accelerator) {
        FS_TRY_VALUE(number, typedAmount(value, "value"));
        value = number.value.toString();
    }
    catalogue::UserFact fact {.id = 0,
        .subject = trimmed(typed.subject),
        .kind = *kind,
        .value = std::move(value),
        .as_of = trimmed(typed.as_of),
        .source = trimmed(typed.source),
        .note = trimmed(typed.note)};
    FS_TRY(catalogue::check(fact));
    return fact;
}

TypedFact typedOf(const catalogue::UserFact& fact)
{
    return {.subject = fact.subject,
        .fact = std::string(catalogue::name(fact.kind)),
        .value = fact.value,
        .as_of = fact.as_of,
        .source = fact.source,
        .note = fact.note};
}

base::Result<UserEntries> userEntries(const store::WorkspaceFile& workspace)
{
    FS_TRY_VALUE(document, workspace.document(store::DocumentKind::prices));
    auto entries = catalogue::entriesFromJson(document.json);
    if (!entries.ok())
        entries.error().file = workspace.path();
    return entries;
}

base::Result<catalogue::Catalogue> catalogueOf(const store::WorkspaceFile& workspace)
{
    FS_TRY_VALUE(entries, userEntries(workspace));
    return catalogue::Catalogue::builtIn().with(entries);
}

namespace {

// A machine of a chip of which nothing is known says nothing: the chip's facts come first, or with it.
base::Status checkChips(const UserEntries& from, const UserEntries& to)
{
    const catalogue::Catalogue catalogue = catalogue::Catalogue::builtIn().with(to);
    for (const catalogue::UserFact& fact : to.facts) {
        const bool isNew = std::ranges::find(from.facts, fact) == from.facts.end();
        if (!isNew || fact.kind != catalogue::FactKind::accelerator || catalogue.accelerator(fact.value) != nullptr)
            continue;
        std::vector<std::string_view> known;
        for (const catalogue::Accelerator& chip : catalogue.accelerators())
            known.push_back(chip.name);
        Error error {.code = Code::name_unknown,
            .field = "accelerator",
            .found = base::excerpt(fact.value),
            .expected = "H100 SXM5, Trainium2 …"};
        if (const auto near = base::nearest(fact.value, known); !near.empty())
            error.args.emplace_back(near);
        return error;
    }
    return {};
}

} // namespace

base::Status changeEntries(store::WorkspaceFile& workspace, const UserEntries& from, const UserEntries& to)
{
    FS_TRY_VALUE(document, workspace.document(store::DocumentKind::prices));
    FS_TRY_VALUE(stored, catalogue::entriesFromJson(document.json));
    if (stored != from)
        return Error {.code = Code::store_changed, .file = workspace.path()};
    FS_TRY(checkChips(from, to));
    FS_TRY_VALUE(version, workspace.saveDocument(store::DocumentKind::prices, catalogue::toJson(to), document.version));
    return version > 0 ? base::Status() : Error {.code = Code::internal};
}

} // namespace fullscope::workspace
