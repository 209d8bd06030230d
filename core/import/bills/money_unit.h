// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace fullscope::import {

// What amounts under a name are in: `$K`, `USD thousands`, `in millions of EUR`, `万元`.
struct MoneyUnit {
    int zeros = 0; // powers of ten that the numbers leave out: 3 in thousands
    std::string currency {}; // ISO 4217; empty: it is not said, or by a sign of several currencies
};

// Of a text that is nothing else than such a unit; no zeros and no currency for everything else.
MoneyUnit moneyUnit(std::string_view text);

// `$/hr`, `USD per GPU-hour`: money by time.
bool isRate(std::string_view text);

} // namespace fullscope::import
