// SPDX-License-Identifier: GPL-3.0-or-later
// What the user adds to the catalogue of a workspace: prices of any day, and facts of chips and instances that it lacks
// or has wrong. Kept as a JSON document; edited by pure functions, the same for window and command line.
#pragma once

#include "core/catalogue/prices.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::catalogue {

enum class FactKind {
    // of an instance type
    accelerator, // name of its chip
    accelerator_count,
    // of a chip; peaks without sparsity
    memory_gb,
    memory_tb_s,
    fp32_dense_tflops,
    tf32_dense_tflops,
    bf16_dense_tflops,
    fp16_dense_tflops,
    fp8_dense_tflops,
    fp4_dense_tflops,
    sparse_factor, // what structured sparsity multiplies the peaks by
    tdp_w,
    count
};
constexpr std::size_t kFactKinds = static_cast<std::size_t>(FactKind::count);
std::string_view name(FactKind kind); // spelled as the enumerator
std::optional<FactKind> factKind(std::string_view name);
std::string factNames();
constexpr bool isOfInstance(FactKind kind)
{
    return kind <= FactKind::accelerator_count;
}

struct UserFact {
    std::int64_t id = 0;
    std::string subject; // instance type or chip, as the catalogue or the user names it
    FactKind kind = FactKind::bf16_dense_tflops;
    std::string value; // canonical: a decimal number, of `accelerator` a name
    std::string as_of; // as Price::as_of
    std::string source, note;

    bool operator==(const UserFact&) const = default;
};

struct UserEntries {
    static constexpr int kSchema = 1;
    std::vector<Price> prices; // as entered; ids are unique over both lists
    std::vector<UserFact> facts;

    bool isEmpty() const { return prices.empty() && facts.empty(); }
    bool operator==(const UserEntries&) const = default;
};

// Errors with the name of the member in `field`: not_given (all but note are needed), negative, bad_currency, bad_time,
// bad_value, out_of_range. A price of 0 is a price that somebody entered.
base::Status check(const Price& price);
base::Status check(const UserFact& fact); // bad_number too

// At the end, under an id of its own. The one that was there stays; of one day the last entered holds.
base::Result<UserEntries> withPrice(UserEntries entries, Price price);
base::Result<UserEntries> withFact(UserEntries entries, UserFact fact);
base::Result<UserEntries> withPriceAt(UserEntries entries, std::int64_t id, Price price); // in the place of `id`
base::Result<UserEntries> withFactAt(UserEntries entries, std::int64_t id, UserFact fact);
base::Result<UserEntries> without(UserEntries entries, std::int64_t id); // id_unknown

// {"schema": 1, "prices": [{"id", "provider", "instance_type", "region", "option", "price", "currency", "as_of",
// "source", "note"}], "facts": [{"id", "subject", "fact", "value", "as_of", "source", "note"}]}. An empty text is no
// entries. Read whole or not at all: bad_json (line), field_missing, bad_value, those of check(), name_duplicate (an
// id), store_newer; `field` names the entry.
base::Result<UserEntries> entriesFromJson(std::string_view json);
std::string toJson(const UserEntries& entries);

} // namespace fullscope::catalogue
