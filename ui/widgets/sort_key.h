// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace fullscope::ui {

// The number that a shown text stands for, so that "$1.2M" sorts above "$900": sign, grouping, prefixes (k, M, B, G, T,
// P, E), durations ("1 h 02 min" in seconds). Absent for "–", "not given" and the like.
std::optional<double> sortKey(const QString& shown);

// The number's digits without grouping, the rest unchanged: "≥ $1,234.50" → "≥ $1234.50".
QString withoutGrouping(QString shown);

} // namespace fullscope::ui
