// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of sacct's tables. With -P or -p they are split at a separator, and a field that users write may hold it, and
// line ends too: such rows are put together again by counting columns. Without it they are cut at fixed widths.
#pragma once

#include "core/base/job.h"
#include "core/evidence/sink.h"
#include "core/import/source/text_source.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

enum class SlurmColumn {
    job_id,
    job_id_raw,
    job_name,
    state,
    submit,
    start,
    end,
    elapsed,
    elapsed_raw,
    nodes,
    alloc_nodes,
    alloc_tres,
    req_tres,
    exit_code,
    reason,
    count
};
constexpr std::size_t kSlurmColumns = static_cast<std::size_t>(SlurmColumn::count);

struct SlurmHeader {
    std::string separator; // empty: fixed widths
    std::vector<std::string> names;
    std::vector<std::pair<std::size_t, std::size_t>> spans; // begin and width, of fixed widths
    std::array<int, kSlurmColumns> columns {}; // -1 = has none

    int column(SlurmColumn wanted) const { return columns[static_cast<std::size_t>(wanted)]; }
    bool has(SlurmColumn wanted) const { return column(wanted) >= 0; }
};

// `line` as a header; the fixed form takes the line of dashes below it.
std::optional<SlurmHeader> readSlurmHeader(std::string_view line, std::string_view below);

class SlurmRows {
public:
    SlurmRows(TextSource& source, evidence::Sink& sink, const base::JobContext& job);

    // False at the end. What is no row is told and passed over. Asks `job` now and then.
    base::Result<bool> next();
    const SlurmHeader& header() const { return m_header; } // it may change between rows: lists are appended
    std::int64_t line() const { return m_row_line; } // first one of the row
    std::string_view field(SlurmColumn column) const; // trimmed, empty where the table has no such column
    // A fixed width or the end of the file cut the value off.
    bool isCut(SlurmColumn column) const;

private:
    base::Result<bool> readLine();
    bool takeHeader();
    bool takeLine(std::string_view text);
    bool takeFixed(std::string_view text);
    bool takeSplit(std::string_view text);
    bool placeSurplus();
    bool isPlausible(const std::vector<std::string_view>& fields) const;
    void split(std::string_view text);
    void tell(base::Code code, std::string_view found);
    void dropPending(base::Code code);

    TextSource& m_source;
    LineReader m_lines;
    evidence::Sink& m_sink;
    const base::JobContext& m_job;
    SlurmHeader m_header;
    std::string m_line, m_ahead; // the current line and the one behind it
    std::int64_t m_line_number = 0, m_ahead_number = 0;
    bool m_has_ahead = false, m_ended = false, m_cut = false;
    std::optional<base::Error> m_error;
    std::string m_pending; // lines of a row that is not whole yet
    std::size_t m_pending_separators = 0;
    std::int64_t m_pending_line = 0, m_row_line = 0;
    std::string m_text; // of the row
    std::vector<std::string_view> m_fields;
};

} // namespace fullscope::import
