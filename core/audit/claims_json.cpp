// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/claims_json.h"

#include "core/audit/read/figures.h"
#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace fullscope::audit {

namespace {

using Json = nlohmann::ordered_json;
using base::Code;
using base::Error;

constexpr std::int64_t kSchema = 1;

// JSON has no infinity: an open side is null.
Json bound(double value)
{
    return std::isfinite(value) ? Json(value) : Json();
}

Json document(const Claim& claim)
{
    Json out = Json::object();
    const auto put = [&out](const char* key, const std::string& text) {
        if (!text.empty())
            out[key] = text;
    };
    put("platform", claim.platform);
    put("baseline", claim.baseline);
    put("quantity", nameOf(claim.what));
    if (claim.word.empty()) {
        out["value"] = bound(claim.value);
        out["range"] = {bound(claim.range.low), bound(claim.range.high)};
    } else {
        out["word"] = claim.word;
    }
    put("label", claim.label);
    put("text", claim.text);
    put("unit", claim.unit);
    put("currency", claim.currency);
    put("region", claim.region);
    put("as_of", claim.as_of);
    put("where", claim.said_where);
    put("file", claim.where.file);
    if (claim.where.line != 0)
        out["line"] = claim.where.line;
    if (claim.where.cell != 0)
        out["cell"] = claim.where.cell;
    if (claim.direction_assumed)
        out["direction_assumed"] = true;
    if (claim.mapped_by_user)
        out["mapped_by_user"] = true;
    return out;
}

struct Reader {
    const std::string& file;

    Error bad(const std::string& field, const Json& found, const char* expected) const
    {
        return {.code = Code::bad_value,
            .file = file,
            .field = field,
            .found = base::excerpt(found.dump(-1, ' ', false, Json::error_handler_t::replace)),
            .expected = expected};
    }

    base::Result<std::string> text(const Json& in, const char* key) const
    {
        if (!in.contains(key) || in[key].is_null())
            return std::string();
        if (!in[key].is_string() && !in[key].is_number())
            return bad(key, in[key], "text");
        return in[key].is_string() ? in[key].get<std::string>() : in[key].dump();
    }

    base::Status readRange(const Json& in, Claim& claim) const
    {
        claim.range = {claim.value, claim.value};
        if (!in.contains("range"))
            return {};
        const Json& range = in["range"];
        const auto isBound = [](const Json& one) { return one.is_null() || one.is_number(); };
        if (!range.is_array() || range.size() != 2 || !isBound(range[0]) || !isBound(range[1]))
            return bad("range", range, "[low, high]");
        claim.range.low = range[0].is_null() ? -Interval::kInfinite : range[0].get<double>();
        claim.range.high = range[1].is_null() ? Interval::kInfinite : range[1].get<double>();
        if (!(claim.range.low <= claim.range.high))
            return bad("range", range, "low ≤ high");
        return {};
    }

    base::Result<Claim> claim(const Json& in) const
    {
        if (!in.is_object())
            return bad("figures", in, "{\"platform\", \"quantity\", \"value\"}");
        Claim claim;
        std::string quantity, where;
        for (const auto& [key, target] : {std::pair<const char*, std::string*> {"platform", &claim.platform},
                 {"baseline", &claim.baseline}, {"quantity", &quantity}, {"word", &claim.word}, {"label", &claim.label},
                 {"text", &claim.text}, {"unit", &claim.unit}, {"currency", &claim.currency}, {"region", &claim.region},
                 {"as_of", &claim.as_of}, {"where", &claim.said_where}, {"file", &where}}) {
            FS_TRY_VALUE(read, text(in, key));
            *target = std::move(read);
        }
        claim.where.file = where.empty() ? file : where;
        const bool isCode = std::ranges::all_of(claim.currency, [](char c) { return c >= 'A' && c <= 'Z'; });
        if (!claim.currency.empty() && (!isCode || claim.currency.size() != 3))
            return bad("currency", in["currency"], "USD, EUR, CNY …");
        if (!claim.as_of.empty() && !catalogue::firstDay(claim.as_of).ok())
            return bad("as_of", in["as_of"], "2026-07-20, 2026-07, 2026");
        if (!quantity.empty()) {
            const auto named = quantityByName(quantity);
            if (!named)
                return Error {
                    .code = Code::name_unknown, .file = file, .field = "quantity", .found = base::excerpt(quantity)};
            claim.what = *named;
        }
        for (const auto& [key, target] :
            {std::pair<const char*, std::int64_t*> {"line", &claim.where.line}, {"cell", &claim.where.cell}})
            if (in.contains(key)) {
                if (!in[key].is_number_integer())
                    return bad(key, in[key], "a whole number");
                *target = in[key].get<std::int64_t>();
            }
        claim.direction_assumed = in.value("direction_assumed", Json()) == Json(true);
        claim.mapped_by_user = in.value("mapped_by_user", Json()) == Json(true);
        if (!claim.word.empty())
            return claim;
        if (in.contains("value") && in["value"].is_number()) {
            claim.value = in["value"].get<double>();
            FS_TRY(readRange(in, claim));
            if (!in.contains("currency")) // as a document of an earlier version says it
                claim.currency = currencyOf(claim);
            return claim;
        }
        // Typed by hand: the value as people print it.
        if (in.contains("value") && in["value"].is_string())
            claim.text = in["value"].get<std::string>();
        const std::string unit = claim.unit, currency = claim.currency;
        if (claim.text.empty() || !readValue(claim, unit))
            return Error {.code = Code::field_missing, .file = file, .field = "value"};
        if (!currency.empty())
            claim.currency = currency;
        return claim;
    }

    base::Result<std::vector<Claim>> claims(const Json& in) const
    {
        if (!in.is_array())
            return bad("figures", in, "[…]");
        std::vector<Claim> claims;
        for (const Json& one : in) {
            FS_TRY_VALUE(read, claim(one));
            claims.push_back(std::move(read));
        }
        return claims;
    }
};

base::Result<Json> parsed(std::string_view text, const std::string& file)
{
    Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded() || !json.is_object())
        return Error {.code = Code::bad_json, .file = file, .line = 1, .expected = "{\"figures\": […]}"};
    return json;
}

} // namespace

base::Result<std::vector<ClaimSet>> claimSetsFromJson(std::string_view text, const std::string& file)
{
    if (base::trimmed(text).empty())
        return std::vector<ClaimSet> {};
    FS_TRY_VALUE(json, parsed(text, file));
    const Reader reader {file};
    if (!json.contains("schema") || !json["schema"].is_number_integer())
        return Error {.code = Code::field_missing, .file = file, .field = "schema"};
    if (json["schema"].get<std::int64_t>() > kSchema)
        return Error {.code = Code::store_newer,
            .file = file,
            .field = "schema",
            .found = json["schema"].dump(),
            .expected = std::to_string(kSchema)};
    if (!json.contains("sets") || !json["sets"].is_array())
        return Error {.code = Code::field_missing, .file = file, .field = "sets"};
    std::vector<ClaimSet> sets;
    std::set<std::string> names;
    for (const Json& one : json["sets"]) {
        if (!one.is_object() || !one.contains("name") || !one["name"].is_string() || !one.contains("figures"))
            return reader.bad("sets", one, "{\"name\", \"figures\"}");
        FS_TRY_VALUE(claims, reader.claims(one["figures"]));
        sets.push_back({one["name"].get<std::string>(), std::move(claims)});
        if (!names.insert(sets.back().name).second)
            return Error {.code = Code::name_duplicate, .file = file, .found = base::excerpt(sets.back().name)};
    }
    return sets;
}

std::string toJson(const std::vector<ClaimSet>& sets)
{
    Json out = Json::array();
    for (const ClaimSet& set : sets) {
        Json figures = Json::array();
        for (const Claim& claim : set.claims)
            figures.push_back(document(claim));
        out.push_back({{"name", set.name}, {"figures", figures}});
    }
    const Json whole = {{"schema", kSchema}, {"sets", out}};
    return whole.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

base::Result<std::vector<Claim>> claimsFromJson(std::string_view text, const std::string& file)
{
    FS_TRY_VALUE(json, parsed(text, file));
    if (json.contains("figures"))
        return Reader {file}.claims(json["figures"]);
    FS_TRY_VALUE(sets, claimSetsFromJson(text, file));
    std::vector<Claim> all;
    for (ClaimSet& set : sets)
        all.insert(all.end(), std::make_move_iterator(set.claims.begin()), std::make_move_iterator(set.claims.end()));
    return all;
}

} // namespace fullscope::audit
