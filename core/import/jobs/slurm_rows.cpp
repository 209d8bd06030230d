// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/jobs/slurm_rows.h"

#include "core/base/text.h"
#include "core/import/jobs/slurm_fields.h"

#include <algorithm>

namespace fullscope::import {

namespace {

constexpr std::int64_t kCheckEvery = 1024; // lines
constexpr std::size_t kLongestRow = 256 * 1024; // bytes that lines without an end of the row may come to

constexpr std::array<std::string_view, kSlurmColumns> kNames {"jobid", "jobidraw", "jobname", "state", "submit",
    "start", "end", "elapsed", "elapsedraw", "nnodes", "allocnodes", "alloctres", "reqtres", "exitcode", "reason"};

bool isNameChar(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// The separator that ends the field which begins at `begin`. Tables that were saved anew by a spreadsheet or a script
// have their fields in quotes where one holds the comma; sacct itself writes none.
std::size_t endOfField(std::string_view text, std::size_t begin, std::string_view separator)
{
    constexpr std::size_t kLongest = 4096; // a quote without its end must not cost the rest of the line each time
    const bool may_quote = separator == "," || separator == ";" || separator == "\t";
    if (may_quote && begin < text.size() && text[begin] == '"') {
        const std::string_view field = text.substr(begin, kLongest);
        for (std::size_t quote = field.find('"', 1); quote != std::string_view::npos;
             quote = field.find('"', quote + 1)) {
            if (begin + quote + 1 == text.size())
                return std::string_view::npos;
            if (text.substr(begin + quote + 1).starts_with(separator))
                return begin + quote + 1;
            if (text[begin + quote + 1] == '"')
                ++quote; // two of them stand for one
        }
    }
    return text.find(separator, begin);
}

void splitInto(std::vector<std::string_view>& fields, std::string_view text, std::string_view separator)
{
    fields.clear();
    for (std::size_t begin = 0;;) {
        const std::size_t end = endOfField(text, begin, separator);
        std::string_view field = text.substr(begin, end - begin);
        if (separator != "|" && field.size() >= 2 && field.front() == '"' && field.back() == '"')
            field = field.substr(1, field.size() - 2);
        fields.push_back(field);
        if (end == std::string_view::npos)
            return;
        begin = end + separator.size();
    }
}

std::size_t countOf(std::string_view text, std::string_view separator)
{
    std::size_t count = 0;
    for (std::size_t at = endOfField(text, 0, separator); at != std::string_view::npos;
         at = endOfField(text, at + separator.size(), separator))
        ++count;
    return count;
}

// The first of equal names holds: some lists name a column twice.
bool findColumns(SlurmHeader& header)
{
    for (std::size_t c = 0; c < kSlurmColumns; ++c) {
        const auto found = std::find_if(header.names.begin(), header.names.end(),
            [&](const std::string& name) { return base::equalsIgnoreCase(name, kNames[c]); });
        header.columns[c] = found == header.names.end() ? -1 : static_cast<int>(found - header.names.begin());
    }
    return (header.has(SlurmColumn::job_id) || header.has(SlurmColumn::job_id_raw)) && header.names.size() >= 2;
}

std::optional<SlurmHeader> readFixedHeader(std::string_view line, std::string_view below)
{
    if (below.find("--") == std::string_view::npos || below.find_first_not_of("- ") != std::string_view::npos)
        return std::nullopt;
    SlurmHeader header;
    for (std::size_t begin = below.find('-'); begin != std::string_view::npos;) {
        const std::size_t end = std::min(below.find(' ', begin), below.size());
        const std::string_view name = begin < line.size() ? line.substr(begin, end - begin) : std::string_view();
        header.names.emplace_back(base::trimmed(name));
        header.spans.emplace_back(begin, end - begin);
        begin = below.find('-', end);
    }
    const bool has_unknown = std::any_of(
        header.names.begin(), header.names.end(), [](const std::string& name) { return !isSacctField(name); });
    return !has_unknown && findColumns(header) ? std::optional(std::move(header)) : std::nullopt;
}

} // namespace

std::optional<SlurmHeader> readSlurmHeader(std::string_view line, std::string_view below)
{
    line = base::trimmed(line);
    const auto first = static_cast<std::size_t>(std::find_if_not(line.begin(), line.end(), isNameChar) - line.begin());
    if (!isSacctField(line.substr(0, first)) || first == line.size())
        return std::nullopt;
    const auto second = static_cast<std::size_t>(
        std::find_if(line.begin() + static_cast<std::ptrdiff_t>(first), line.end(), isNameChar) - line.begin());
    SlurmHeader header;
    header.separator = line.substr(first, second - first);
    if (header.separator.find_first_not_of(' ') == std::string::npos)
        return readFixedHeader(line, below);
    std::vector<std::string_view> names;
    splitInto(names, line, header.separator);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool after_last = i + 1 == names.size() && names[i].empty(); // sacct -p ends its lines with a separator
        if (!after_last && !isSacctField(base::trimmed(names[i])))
            return std::nullopt;
        header.names.emplace_back(base::trimmed(names[i]));
    }
    return findColumns(header) ? std::optional(std::move(header)) : std::nullopt;
}

SlurmRows::SlurmRows(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
    : m_source(source)
    , m_lines(source)
    , m_sink(sink)
    , m_job(job)
{
    m_header.columns.fill(-1);
}

// Moves on by one line; false at the end.
base::Result<bool> SlurmRows::readLine()
{
    for (;;) {
        const bool moved = m_has_ahead;
        if (moved) {
            std::swap(m_line, m_ahead);
            m_line_number = m_ahead_number;
            m_has_ahead = false;
        }
        if (!m_ended) {
            std::string_view text;
            const auto more = m_lines.next(text);
            if (!more.ok())
                m_error = more.error();
            m_ended = !more.ok() || !*more;
            if (!m_ended) {
                m_ahead = text;
                m_ahead_number = m_lines.number();
                m_has_ahead = true;
                m_cut = !m_lines.lastHadEnd();
            }
        }
        if (moved)
            return true;
        if (!m_has_ahead)
            return false;
    }
}

base::Result<bool> SlurmRows::next()
{
    for (;;) {
        if (m_line_number % kCheckEvery == 0) {
            FS_TRY(m_job.check());
            m_job.report({m_source.file().path, m_source.bytesDone(), m_source.bytesTotal()});
        }
        FS_TRY_VALUE(more, readLine());
        if (!more) {
            if (!m_pending.empty())
                dropPending(m_cut ? base::Code::record_truncated : base::Code::row_short);
            if (m_error)
                return *std::exchange(m_error, std::nullopt);
            return false;
        }
        if (takeHeader() || m_header.names.empty())
            continue;
        if (takeLine(m_line))
            return true;
    }
}

bool SlurmRows::takeHeader()
{
    auto header = readSlurmHeader(m_line, m_has_ahead ? std::string_view(m_ahead) : std::string_view());
    if (!header)
        return false;
    if (!m_pending.empty())
        dropPending(base::Code::row_short);
    m_header = *std::move(header);
    return true;
}

bool SlurmRows::takeLine(std::string_view text)
{
    return m_header.separator.empty() ? takeFixed(text) : takeSplit(text);
}

bool SlurmRows::takeFixed(std::string_view text)
{
    if (text.find_first_not_of("- ") == std::string_view::npos)
        return false;
    m_text = text;
    m_row_line = m_line_number;
    m_fields.clear();
    for (const auto& [begin, width] : m_header.spans)
        m_fields.push_back(begin < m_text.size() ? std::string_view(m_text).substr(begin, width) : std::string_view());
    return true;
}

void SlurmRows::split(std::string_view text)
{
    splitInto(m_fields, text, m_header.separator);
}

bool SlurmRows::takeSplit(std::string_view text)
{
    const bool blank = base::trimmed(text).empty();
    if (m_pending.empty() && blank)
        return false;
    const std::size_t columns = m_header.names.size(), separators = countOf(text, m_header.separator);
    if (!m_pending.empty() && separators + 1 == columns) {
        split(text);
        if (isPlausible(m_fields)) // what went before was no part of this row
            dropPending(base::Code::row_short);
    }
    if (m_pending.empty())
        m_pending_line = m_line_number;
    else
        m_pending += '\n';
    m_pending += text;
    m_pending_separators += separators;
    if (m_pending_separators + 1 < columns) {
        if (m_pending.size() > kLongestRow)
            dropPending(base::Code::row_short);
        return false;
    }
    const bool joined = m_pending_line != m_line_number;
    m_text = std::exchange(m_pending, {});
    m_pending_separators = 0;
    m_row_line = m_pending_line;
    split(m_text);
    if (m_fields.size() > columns ? placeSurplus() : !joined || isPlausible(m_fields))
        return true;
    tell(m_fields.size() > columns ? base::Code::row_long : base::Code::bad_value, m_text);
    return false;
}

// The row has more separators than columns: some are part of a text. It is taken where all that is read comes out the
// same whichever text they are given to.
bool SlurmRows::placeSurplus()
{
    const std::size_t columns = m_header.names.size(), surplus = m_fields.size() - columns;
    const auto atColumn = [&](const std::vector<std::string_view>& fields, SlurmColumn column) {
        const int index = m_header.column(column);
        return index < 0 || column == SlurmColumn::job_name ? std::string_view()
                                                            : fields[static_cast<std::size_t>(index)];
    };
    std::vector<std::string_view> found;
    for (std::size_t c = 0; c < columns; ++c) {
        if (!isFreeText(m_header.names[c]))
            continue;
        std::vector<std::string_view> fields(m_fields.begin(), m_fields.begin() + static_cast<std::ptrdiff_t>(c));
        const std::string_view last = m_fields[c + surplus];
        const auto length = static_cast<std::size_t>(last.data() + last.size() - m_fields[c].data());
        fields.emplace_back(m_fields[c].data(), length);
        fields.insert(fields.end(), m_fields.begin() + static_cast<std::ptrdiff_t>(c + surplus + 1), m_fields.end());
        if (!isPlausible(fields))
            continue;
        for (std::size_t k = 0; k < kSlurmColumns && !found.empty(); ++k)
            if (atColumn(fields, static_cast<SlurmColumn>(k)) != atColumn(found, static_cast<SlurmColumn>(k)))
                return false;
        if (found.empty())
            found = std::move(fields);
    }
    if (found.empty())
        return false;
    m_fields = std::move(found);
    return true;
}

// Whether the fields of known shape have it.
bool SlurmRows::isPlausible(const std::vector<std::string_view>& fields) const
{
    const auto at = [&](SlurmColumn column) {
        const int index = m_header.column(column);
        return index < 0 ? std::string_view() : base::trimmed(fields[static_cast<std::size_t>(index)]);
    };
    const std::string_view id = at(m_header.has(SlurmColumn::job_id) ? SlurmColumn::job_id : SlurmColumn::job_id_raw);
    if (!isJobId(id) || (m_header.has(SlurmColumn::state) && !slurmEnd(at(SlurmColumn::state))))
        return false;
    for (const SlurmColumn time : {SlurmColumn::submit, SlurmColumn::start, SlurmColumn::end})
        if (const std::string_view text = at(time); !isNoValue(text) && !slurmTime(text).ok())
            return false;
    return isNoValue(at(SlurmColumn::elapsed)) || slurmDuration(at(SlurmColumn::elapsed)).has_value();
}

std::string_view SlurmRows::field(SlurmColumn column) const
{
    const int index = m_header.column(column);
    return index < 0 ? std::string_view() : base::trimmed(m_fields[static_cast<std::size_t>(index)]);
}

bool SlurmRows::isCut(SlurmColumn column) const
{
    const int index = m_header.column(column);
    if (index < 0)
        return false;
    // A count without what ends its line may have lost digits; other values show it.
    const bool at_end = m_cut && !m_has_ahead && static_cast<std::size_t>(index) + 1 == m_header.names.size();
    if (!m_header.separator.empty())
        return at_end && column >= SlurmColumn::elapsed_raw && column <= SlurmColumn::req_tres;
    const std::string_view value = field(column);
    return value.ends_with('+') && value.size() >= m_header.spans[static_cast<std::size_t>(index)].second;
}

void SlurmRows::tell(base::Code code, std::string_view found)
{
    const bool counts = code == base::Code::row_short || code == base::Code::row_long;
    m_sink.problem({.handling = base::Handling::row_skipped,
        .what = {.code = code,
            .line = m_row_line,
            .found = counts ? std::to_string(m_fields.size()) : base::excerpt(found),
            .expected = counts ? std::to_string(m_header.names.size()) : "JobID, State, Start, End"}});
}

// What a text at the end of the row goes on with is no row that was lost.
void SlurmRows::dropPending(base::Code code)
{
    m_row_line = m_pending_line;
    split(m_pending);
    const int id = m_header.column(m_header.has(SlurmColumn::job_id) ? SlurmColumn::job_id : SlurmColumn::job_id_raw);
    const bool names_job = static_cast<std::size_t>(id) < m_fields.size()
        && isJobId(base::trimmed(m_fields[static_cast<std::size_t>(id)]));
    if (names_job || id > 0 || !isFreeText(m_header.names.back()))
        tell(code, m_pending);
    m_pending.clear();
    m_pending_separators = 0;
}

} // namespace fullscope::import
