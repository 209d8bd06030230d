// SPDX-License-Identifier: GPL-3.0-or-later
// The columns of an Azure cost export that are read. Their names differ between agreements (EA, MCA, pay-as-you-go),
// between versions and in case; localised exports have the name in parentheses: `Kategorie (MeterCategory)`.
#pragma once

#include "core/import/bills/bill_csv.h"

#include <string>
#include <string_view>

namespace fullscope::import {

// Indices of columns, -1 = the export has none.
struct AzureColumns {
    int date, cost; // needed
    int currency, pricing_currency, period_start, period_end, invoice_id, account, profile, subscription;
    int category, subcategory, meter, product, quantity, unit, unit_price, list_price, list_cost;
    int location, resource, charge_type, pricing_model, reservation, benefit, publisher, info, tags;

    // column_missing names the needed column that is not there.
    static base::Result<AzureColumns> find(BillCsv& csv);
};

// By what the names of columns are the same.
std::string azureColumnKey(std::string_view name);

// How sure the header of a file says that it is such an export, 0 to 100.
int sniffAzureHeader(std::string_view header);

} // namespace fullscope::import
