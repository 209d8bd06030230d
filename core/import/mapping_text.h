// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/column_mapping.h"

namespace fullscope::import {

// What parseColumnMapping reads back as the same mapping: `step=iter,loss="my, loss"`.
std::string formatColumnMapping(std::span<const MappedColumn> mapping);

// Whether it names a column, rather than a value that stands in for one.
inline bool namesColumn(const MappedColumn& one)
{
    return !one.constant;
}

// Whether all columns that the mapping names are among `columns`.
bool fits(std::span<const MappedColumn> mapping, std::span<const std::string> columns);

} // namespace fullscope::import
