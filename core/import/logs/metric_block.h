// SPDX-License-Identifier: GPL-3.0-or-later
// Records that lie on several lines: a header with the step, then a line for each metric by name.
#pragma once

#include "core/import/logs/console.h"

#include <span>
#include <string_view>
#include <vector>

namespace fullscope::import {

// A metric that has a standard name. The first key of the list that a record has gives the value.
struct BlockMetric {
    std::string_view key; // with `*` in its place for any text: `lr-*/group0`
    evidence::SeriesInfo info;
    double scale = 1;
};

struct BlockHeader {
    std::size_t begin = 0, end = 0; // places in the line
    std::int64_t step = 0;
    std::int64_t total_steps = -1; // -1 = not known
};

bool matchesKey(std::string_view pattern, std::string_view key);

// Keeps a record until the next one begins. What a grammar of its own does: find headers, split lines.
class BlockRecords {
public:
    BlockRecords(Console& console, std::span<const BlockMetric> metrics);

    // Nothing happens when a record of the same step is open: every metric may have a header of its own.
    base::Status begin(const BlockHeader& header, std::string_view text);
    bool isOpen() const { return m_open; }
    void metric(std::string_view key, std::string_view value);
    // A figure that the grammar derives.
    void put(Column& column, double value) { m_console.put(column, value); }
    // A line that is none of a record: keeps what is open when it says that something happened.
    base::Status otherLine(std::string_view text);
    base::Status flush();

private:
    struct Entry {
        BlockMetric metric;
        Column column;
    };

    Console& m_console;
    std::vector<Entry> m_metrics;
    std::vector<std::string_view> m_given; // standard names that the record has
    bool m_open = false;
    std::int64_t m_step = -1;
};

} // namespace fullscope::import
