// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/dec_sum.h"

#include "core/base/decimal.h"

#include <sqlite3.h>

#include <cstring>
#include <string_view>
#include <type_traits>

namespace fullscope::store {

namespace {

static_assert(std::is_trivially_copyable_v<base::Decimal>);

// SQLite gives zeroed memory aligned to 8 bytes; the 128-bit sum wants 16, hence bytes.
struct Sum {
    unsigned char value[sizeof(base::Decimal)];
    bool any;
    int failure; // SQLite's result code, 0 = none
};

void step(sqlite3_context* context, int, sqlite3_value** arguments)
{
    auto* sum = static_cast<Sum*>(sqlite3_aggregate_context(context, sizeof(Sum)));
    if (!sum || sum->failure || sqlite3_value_type(arguments[0]) == SQLITE_NULL)
        return;
    const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(arguments[0]));
    const std::string_view digits(text, static_cast<std::size_t>(sqlite3_value_bytes(arguments[0])));
    const auto value = base::Decimal::parse(digits);
    if (!value) {
        sum->failure = SQLITE_MISMATCH;
        return;
    }
    base::Decimal before; // all bits zero is zero
    std::memcpy(&before, sum->value, sizeof before);
    const auto after = base::Decimal::sum(before, *value);
    if (!after) {
        sum->failure = SQLITE_TOOBIG;
        return;
    }
    std::memcpy(sum->value, &*after, sizeof before);
    sum->any = true;
}

void finish(sqlite3_context* context)
{
    const auto* sum = static_cast<Sum*>(sqlite3_aggregate_context(context, 0));
    if (!sum || (!sum->any && !sum->failure)) {
        sqlite3_result_null(context);
    } else if (sum->failure) {
        sqlite3_result_error(context, "dec_sum", -1);
        sqlite3_result_error_code(context, sum->failure);
    } else {
        base::Decimal value;
        std::memcpy(&value, sum->value, sizeof value);
        const std::string text = value.toString();
        sqlite3_result_text(context, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
    }
}

} // namespace

bool registerDecSum(sqlite3* database)
{
    return sqlite3_create_function_v2(database, "dec_sum", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
               nullptr, nullptr, step, finish, nullptr)
        == SQLITE_OK;
}

} // namespace fullscope::store
