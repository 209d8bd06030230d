// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/user_marks.h"

#include <algorithm>

namespace fullscope::ledger {

using evidence::MarkAs;
using evidence::UserMark;

namespace {

bool holds(const UserMark& mark, std::int64_t line)
{
    return mark.first_line <= line && line <= mark.last_line;
}

std::string linesOf(std::int64_t first, std::int64_t last)
{
    return first == last ? std::to_string(first) : std::to_string(first) + "–" + std::to_string(last);
}

} // namespace

UserMarks::UserMarks(const std::vector<UserMark>& marks)
    : m_marks(marks)
    , m_taken_us(marks.size())
    , m_kept_start(marks.size())
{
    for (std::size_t i = 0; i < marks.size(); ++i)
        if (isValid(i) && isCategory(marks[i].as))
            m_categories.add(marks[i].first_line - 1, marks[i].last_line, static_cast<std::int64_t>(i));
    m_categories.finish();
    cutPieces();
}

bool UserMarks::isValid(std::size_t mark) const
{
    return m_marks[mark].first_line >= 1 && m_marks[mark].first_line <= m_marks[mark].last_line
        && m_marks[mark].last_line < std::numeric_limits<std::int64_t>::max();
}

void UserMarks::cutPieces()
{
    std::vector<std::int64_t> cuts {std::numeric_limits<std::int64_t>::min()};
    for (std::size_t i = 0; i < m_marks.size(); ++i)
        if (isValid(i)) {
            cuts.push_back(m_marks[i].first_line);
            cuts.push_back(m_marks[i].last_line + 1);
        }
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    for (const std::int64_t cut : cuts)
        m_pieces.push_back({cut});
}

base::Status UserMarks::find(
    const evidence::SampleStore& samples, std::vector<std::int64_t>& starts, const base::JobContext& job)
{
    if (m_marks.empty())
        return {};
    for (Piece& piece : m_pieces)
        piece.first_sample = -1;
    m_first_line = m_last_line = 0;
    std::map<std::int64_t, std::int64_t> start_lines; // sample → line
    const auto reader = samples.read({});
    evidence::SampleBlock block;
    while (true) {
        FS_TRY(job.check());
        FS_TRY_VALUE(more, reader->next(block));
        if (!more)
            break;
        for (std::size_t row = 0; row < block.rows(); ++row) {
            const std::int64_t line = block.line[row], sample = block.first + static_cast<std::int64_t>(row);
            const auto after = std::upper_bound(m_pieces.begin(), m_pieces.end(), line,
                [](std::int64_t value, const Piece& piece) { return value < piece.begin; });
            if (Piece& piece = *std::prev(after); piece.first_sample < 0) {
                piece.first_sample = sample;
                start_lines[sample] = line; // a restart may be marked here
            }
            m_first_line = sample == 0 ? line : std::min(m_first_line, line);
            m_last_line = std::max(m_last_line, line);
            if (std::binary_search(starts.begin(), starts.end(), sample))
                start_lines[sample] = line;
        }
    }
    changeStarts(starts, start_lines);
    return {};
}

void UserMarks::changeStarts(std::vector<std::int64_t>& starts, const std::map<std::int64_t, std::int64_t>& lines)
{
    for (std::size_t i = 0; i < m_marks.size(); ++i) {
        const UserMark& mark = m_marks[i];
        if (mark.as == MarkAs::restart && firstSample(i) > 0)
            starts.push_back(firstSample(i));
        if (mark.as == MarkAs::no_restart)
            std::erase_if(starts, [&](std::int64_t start) {
                const auto line = lines.find(start); // absent: the run has fewer records than it was said to have
                return line != lines.end() && holds(mark, line->second);
            });
    }
    std::sort(starts.begin(), starts.end());
    starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
}

std::int64_t UserMarks::firstSample(std::size_t mark) const
{
    std::int64_t first = -1;
    if (!isValid(mark))
        return first;
    auto piece = std::partition_point(
        m_pieces.begin(), m_pieces.end(), [&](const Piece& one) { return one.begin < m_marks[mark].first_line; });
    for (; piece != m_pieces.end() && piece->begin <= m_marks[mark].last_line; ++piece)
        if (piece->first_sample >= 0 && (first < 0 || piece->first_sample < first))
            first = piece->first_sample;
    return first;
}

int UserMarks::categoryMark(std::int64_t line) const
{
    const std::vector<CoveredSteps>& pieces = m_categories.pieces();
    const auto piece
        = std::partition_point(pieces.begin(), pieces.end(), [&](const CoveredSteps& one) { return one.end < line; });
    return piece != pieces.end() && piece->begin < line ? static_cast<int>(piece->segment) : -1;
}

TimeCategory UserMarks::category(int mark) const
{
    constexpr std::array<TimeCategory, static_cast<std::size_t>(MarkAs::restart)> categories {TimeCategory::productive,
        TimeCategory::startup, TimeCategory::first_compile, TimeCategory::recompile, TimeCategory::checkpoint,
        TimeCategory::evaluation, TimeCategory::stall, TimeCategory::recovery, TimeCategory::downtime};
    return categories[static_cast<std::size_t>(m_marks[static_cast<std::size_t>(mark)].as)];
}

void UserMarks::sawStart(std::int64_t line)
{
    for (std::size_t i = m_marks.size(); i-- > 0;)
        if (!isCategory(m_marks[i].as) && holds(m_marks[i], line)) {
            if (m_marks[i].as == MarkAs::no_restart)
                m_kept_start[i] = true;
            return; // an earlier mark does not hold any more
        }
}

std::int64_t UserMarks::recompiles() const
{
    std::int64_t count = 0;
    for (std::size_t i = 0; i < m_marks.size(); ++i)
        count += m_marks[i].as == MarkAs::recompile && m_taken_us[i] > 0 ? 1 : 0;
    return count;
}

void UserMarks::report(base::ProblemList& problems, const std::string& file) const
{
    for (std::size_t i = 0; i < m_marks.size(); ++i) {
        const UserMark& mark = m_marks[i];
        base::Problem problem {.severity = base::Severity::warning,
            .handling = base::Handling::noted,
            .what = {.code = base::Code::mark_outside,
                .file = file,
                .field = std::string(evidence::name(mark.as)),
                .found = linesOf(mark.first_line, mark.last_line)}};
        if (const std::int64_t first = firstSample(i); first < 0) {
            problem.what.expected = linesOf(m_first_line, m_last_line);
        } else if ((mark.as == MarkAs::restart && first == 0) || m_kept_start[i]) {
            problem.what.code = base::Code::mark_not_followed;
        } else if (isCategory(mark.as) && mark.as != MarkAs::productive && m_taken_us[i] == 0) {
            problem.severity = base::Severity::info;
            problem.what.code = base::Code::mark_without_effect;
        } else {
            continue;
        }
        problems.add(std::move(problem));
    }
}

} // namespace fullscope::ledger
