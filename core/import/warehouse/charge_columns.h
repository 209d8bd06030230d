// SPDX-License-Identifier: GPL-3.0-or-later
// What the columns of billing exports are to a query that adds charges up.
#pragma once

#include <span>
#include <string_view>

namespace fullscope::import {

enum class ChargeRole {
    same, // rows of one charge have the same value
    amount, // is added up; rows without one stay apart from rows with one
    start, // of the charge: the first of those that are added up
    end, // the last
    period, // an instant that rows of one charge have in common: the billing period
    day, // the start of an export that tells days alone
    period_day,
    month, // "202403"
    resource,
    tags,
    whole, // a row that has one is not added to others
};

struct ChargeColumn {
    std::string_view name; // that the importer knows
    ChargeRole role;
    std::string_view other {}; // another name of it; a third one
    std::string_view third {};
    bool needed = false;
};

struct ChargeSchema {
    std::string_view id;
    std::string_view format; // id of the importer
    std::span<const ChargeColumn> columns;
    std::string_view tag_prefix; // of columns that are tags, as columns are compared; empty = none
    bool needs_resources = false;
};

std::span<const ChargeSchema> chargeSchemaTable();

} // namespace fullscope::import
