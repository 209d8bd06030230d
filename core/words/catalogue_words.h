// SPDX-License-Identifier: GPL-3.0-or-later
// Words about prices and the facts of chips.
#pragma once

#include "core/words/words.h"

namespace fullscope::words {

// Of an id of catalogue::PriceOption: "reserved_1yr" → "reserved, 1 year". Of another: itself.
std::string priceOptionLabel(std::string_view id, Language language);
// Of an id of catalogue::FactKind: "bf16_dense_tflops" → "BF16 dense (TFLOP/s)". Of another: itself.
std::string factLabel(std::string_view id, Language language);

enum class CatalogueWord {
    prices,
    price_of,
    history_of,
    chips,
    number,
    provider,
    instance_type,
    accelerators,
    region,
    everywhere,
    purchase,
    price_per_hour,
    currency,
    as_of,
    entered_by,
    by_catalogue,
    by_you,
    by_bill,
    source,
    note,
    chip,
    vendor,
    year,
    fact,
    value,
    no_price,
    old,
    users_price,
    users_fact,
    why_only,
    why_latest,
    why_users,
    why_region,
    why_entered_last,
    not_taken,
    not_yet,
    billed_line,
    hours_of_rows,
    hours_without_cost,
    history_description,
    history_other_currencies,
    day,
    price_added,
    same_day,
    fact_added,
    removed,
    imported,
    imported_again,
    nothing_found,
    count
};
std::string say(CatalogueWord word, Language language, const std::vector<std::string>& arguments = {});

} // namespace fullscope::words
