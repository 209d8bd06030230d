// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"
#include "core/catalogue/user_entries.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace fullscope::catalogue {

namespace {

using Json = nlohmann::ordered_json;
using base::Code;
using base::Error;

constexpr int kDepth = 8; // a document nests three levels
constexpr std::int64_t kMostId = 1'000'000'000;

std::string shown(const Json& json)
{
    if (json.is_structured()) // which may be as deep as it likes
        return json.is_object() ? "{…}" : "[…]";
    return base::excerpt(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

Error wrong(Code code, std::string field, const Json* found = nullptr, std::string expected = {})
{
    return Error {.code = code,
        .field = std::move(field),
        .found = found != nullptr ? shown(*found) : std::string(),
        .expected = std::move(expected)};
}

// One entry of a list. The first thing that is wrong with it stays.
class Entry {
public:
    Entry(const Json& json, std::string where)
        : m_json(json)
        , m_where(std::move(where))
    {
        if (!m_json.is_object())
            m_error = wrong(Code::bad_value, m_where, &m_json, "{…}");
    }

    std::string text(const char* key)
    {
        const Json* value = member(key);
        if (value == nullptr)
            return {};
        if (!value->is_string()) {
            fail(wrong(Code::bad_value, m_where + "." + key, value, "text"));
            return {};
        }
        return value->get<std::string>();
    }
    std::int64_t id()
    {
        const Json* value = member("id");
        const std::int64_t given = value != nullptr && value->is_number_integer() ? value->get<std::int64_t>() : 0;
        const bool fits = given > 0 && given <= kMostId;
        if (value != nullptr && !fits)
            fail(wrong(Code::bad_value, m_where + ".id", value, "1, 2, …"));
        return fits ? given : 0;
    }
    template <typename Value>
    Value known(const char* key, std::optional<Value> (*of)(std::string_view), std::string names)
    {
        const std::string given = text(key);
        const std::optional<Value> value = of(given);
        if (!value && !m_error)
            m_error = Error {.code = Code::bad_value,
                .field = m_where + "." + key,
                .found = base::excerpt(given),
                .expected = std::move(names)};
        return value.value_or(Value {});
    }
    base::Decimal number(const char* key)
    {
        const auto value = base::Decimal::parse(text(key));
        if (!value.ok())
            fail(inEntry(value.error(), key));
        return value.ok() ? *value : base::Decimal();
    }
    // What check() says of the whole.
    base::Status checked(const base::Status& status)
    {
        if (m_error)
            return *m_error;
        return status.ok() ? status : base::Status(inEntry(status.error(), status.error().field));
    }

private:
    const Json* member(const char* key)
    {
        if (m_error)
            return nullptr;
        const auto found = m_json.find(key);
        if (found == m_json.end())
            m_error = wrong(Code::field_missing, m_where + "." + key);
        return m_error ? nullptr : &*found;
    }
    Error inEntry(Error error, const std::string& key) const
    {
        error.field = m_where + "." + key;
        return error;
    }
    void fail(Error error)
    {
        if (!m_error)
            m_error = std::move(error);
    }

    const Json& m_json;
    std::string m_where;
    std::optional<Error> m_error;
};

base::Result<Price> readPrice(const Json& json, const std::string& where)
{
    Entry entry(json, where);
    Price price {.id = entry.id(),
        .provider = entry.text("provider"),
        .instance_type = entry.text("instance_type"),
        .region = entry.text("region"),
        .option = entry.known<PriceOption>("option", priceOption, priceOptionNames()),
        .per_h = entry.number("price"),
        .currency = entry.text("currency"),
        .as_of = entry.text("as_of"),
        .source = entry.text("source"),
        .note = entry.text("note")};
    FS_TRY(entry.checked(check(price)));
    return price;
}

base::Result<UserFact> readFact(const Json& json, const std::string& where)
{
    Entry entry(json, where);
    UserFact fact {.id = entry.id(),
        .subject = entry.text("subject"),
        .kind = entry.known<FactKind>("fact", factKind, factNames()),
        .value = entry.text("value"),
        .as_of = entry.text("as_of"),
        .source = entry.text("source"),
        .note = entry.text("note")};
    FS_TRY(entry.checked(check(fact)));
    return fact;
}

template <typename Item>
base::Status readList(const Json& root, const char* key, base::Result<Item> (*read)(const Json&, const std::string&),
    std::vector<Item>& out, std::set<std::int64_t>& ids)
{
    const auto list = root.find(key);
    if (list == root.end())
        return wrong(Code::field_missing, key);
    if (!list->is_array())
        return wrong(Code::bad_value, key, &*list, "[…]");
    for (std::size_t i = 0; i < list->size(); ++i) {
        const std::string where = std::string(key) + "[" + std::to_string(i) + "]";
        FS_TRY_VALUE(item, read((*list)[i], where));
        if (!ids.insert(item.id).second)
            return Error {.code = Code::name_duplicate, .field = where + ".id", .found = std::to_string(item.id)};
        out.push_back(std::move(item));
    }
    return {};
}

base::Result<Json> parsed(std::string_view text)
{
    bool is_deep = false; // what is deeper than a document of ours is not kept: copying it would take the stack
    try {
        Json json = Json::parse(text, [&is_deep](int depth, Json::parse_event_t, const Json&) {
            is_deep = is_deep || depth > kDepth;
            return depth <= kDepth;
        });
        if (is_deep)
            return Error {.code = Code::bad_json, .expected = "at most " + std::to_string(kDepth) + " levels"};
        return json;
    } catch (const nlohmann::json::parse_error& error) {
        const auto at = text.begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, text.size()));
        return Error {.code = Code::bad_json, .line = 1 + std::count(text.begin(), at, '\n'), .expected = "JSON"};
    } catch (const nlohmann::json::exception&) { // a number that no double can hold
        return Error {.code = Code::bad_json, .expected = "JSON"};
    }
}

} // namespace

base::Result<UserEntries> entriesFromJson(std::string_view json)
{
    UserEntries entries;
    if (base::trimmed(json).empty())
        return entries;
    FS_TRY_VALUE(root, parsed(json));
    if (!root.is_object() || !root.contains("schema"))
        return wrong(Code::field_missing, "schema");
    const Json& schema = root["schema"];
    if (!schema.is_number_integer() || schema.get<std::int64_t>() < 1)
        return wrong(Code::bad_value, "schema", &schema, std::to_string(UserEntries::kSchema));
    if (schema.get<std::int64_t>() > UserEntries::kSchema)
        return wrong(Code::store_newer, "schema", &schema, std::to_string(UserEntries::kSchema));
    std::set<std::int64_t> ids;
    FS_TRY(readList(root, "prices", readPrice, entries.prices, ids));
    FS_TRY(readList(root, "facts", readFact, entries.facts, ids));
    return entries;
}

std::string toJson(const UserEntries& entries)
{
    Json prices = Json::array();
    for (const Price& price : entries.prices)
        prices.push_back({{"id", price.id}, {"provider", price.provider}, {"instance_type", price.instance_type},
            {"region", price.region}, {"option", name(price.option)}, {"price", price.per_h.toString()},
            {"currency", price.currency}, {"as_of", price.as_of}, {"source", price.source}, {"note", price.note}});
    Json facts = Json::array();
    for (const UserFact& fact : entries.facts)
        facts.push_back({{"id", fact.id}, {"subject", fact.subject}, {"fact", name(fact.kind)}, {"value", fact.value},
            {"as_of", fact.as_of}, {"source", fact.source}, {"note", fact.note}});
    const Json root {{"schema", UserEntries::kSchema}, {"prices", prices}, {"facts", facts}};
    return root.dump(1, ' ', false, Json::error_handler_t::replace);
}

} // namespace fullscope::catalogue
