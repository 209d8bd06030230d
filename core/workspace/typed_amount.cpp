// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/typed_amount.h"

#include "core/base/text.h"
#include "core/import/bills/bill_fields.h"

#include <algorithm>
#include <cctype>

namespace fullscope::workspace {

using base::Code;
using base::Error;

base::Result<import::Amount> typedAmount(const std::string& text, const char* field)
{
    if (base::trimmed(text).empty())
        return Error {.code = Code::not_given, .field = field};
    import::AmountReader reader;
    reader.learn(text);
    if (const std::string two(reader.ambiguous()); two.find(',') != std::string::npos) {
        const auto grouped = reader.read(text);
        reader.decide(import::AmountReader::Mark::comma);
        const auto decimal = reader.read(text);
        if (grouped.ok() && decimal.ok())
            return Error {.code = Code::bad_number,
                .field = field,
                .found = base::excerpt(text),
                .expected = grouped->value.toString() + ", " + decimal->value.toString()};
    }
    auto amount = reader.read(text);
    if (!amount.ok())
        amount.error().field = field;
    return amount;
}

base::Result<std::string> typedCurrency(
    const std::string& typed, const import::Amount& amount, const char* amount_field)
{
    const std::string given(base::trimmed(typed));
    if (given.empty() && amount.currency.empty())
        return Error {.code = Code::not_given, .field = "currency"};
    if (given.empty())
        return amount.currency;
    std::string code = import::currencyOfText(given);
    const bool isCode = given.size() == 3
        && std::all_of(given.begin(), given.end(), [](unsigned char c) { return std::isalpha(c) != 0; });
    if (code.empty() && isCode)
        std::transform(given.begin(), given.end(), std::back_inserter(code),
            [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    if (code.empty())
        return Error {.code = Code::bad_currency, .field = "currency", .found = base::excerpt(given)};
    if (!amount.currency.empty() && amount.currency != code)
        return Error {
            .code = Code::currency_mismatch, .field = amount_field, .found = amount.currency, .expected = code};
    return code;
}

} // namespace fullscope::workspace
