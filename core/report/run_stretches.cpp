// SPDX-License-Identifier: GPL-3.0-or-later
// Where the time of a run went besides training, and what the user says of it.
#include "core/report/format.h"
#include "core/report/sections.h"
#include "core/words/text_ids.h"

#include <algorithm>

namespace fullscope::report {

using ledger::Stretch;
using ledger::TimeCategory;
using ledger::Why;
using words::Language;
using words::Text;

namespace {

constexpr std::size_t kMostMarks = 40; // more words than that cannot be read

std::string nameOf(const Stretch& stretch, const evidence::Run& run, Language language)
{
    if (stretch.duration_us == 0 && stretch.mark >= 0)
        return words::label(run.marks[static_cast<std::size_t>(stretch.mark)].as, language);
    return words::label(stretch.category, language);
}

// The longest ones, in their order.
std::vector<const Stretch*> longest(std::vector<const Stretch*> all, std::size_t most)
{
    if (all.size() > most) {
        std::stable_sort(
            all.begin(), all.end(), [](const Stretch* a, const Stretch* b) { return a->duration_us > b->duration_us; });
        all.resize(most);
        std::sort(all.begin(), all.end()); // they stand in one vector
    }
    return all;
}

Tone toneOf(TimeCategory category)
{
    switch (category) {
    case TimeCategory::first_compile:
    case TimeCategory::recompile:
        return Tone::a;
    case TimeCategory::checkpoint:
        return Tone::b;
    case TimeCategory::evaluation:
        return Tone::c;
    case TimeCategory::stall:
        return Tone::d;
    default:
        return Tone::neutral;
    }
}

} // namespace

std::string linesText(std::int64_t first, std::int64_t last)
{
    if (first <= 0)
        return "–";
    return first == last ? std::to_string(first) : std::to_string(first) + "–" + std::to_string(last);
}

std::string whyText(const Stretch& stretch, const evidence::Run& run, Language language)
{
    switch (stretch.why) {
    case Why::user_mark: {
        const std::string& note = run.marks[static_cast<std::size_t>(stretch.mark)].note;
        return note.empty() ? words::say(Text::why_user_mark, language)
                            : words::say(Text::why_user_note, language, {note});
    }
    case Why::event:
        return words::say(Text::why_event, language, {std::to_string(stretch.event_line)});
    case Why::result:
        return words::say(Text::why_result, language);
    case Why::recurrence:
        return words::say(Text::why_recurrence, language);
    case Why::beyond_pace:
        return words::say(Text::why_beyond_pace, language);
    case Why::first_record:
        return words::say(Text::why_first_record, language);
    case Why::after_restart:
        return words::say(Text::why_after_restart, language);
    case Why::ran_again:
        return words::say(Text::why_ran_again, language);
    case Why::between_segments:
        return words::say(Text::why_between_segments, language);
    case Why::before_records:
        return words::say(Text::why_before_records, language);
    case Why::after_records:
        return words::say(Text::why_after_records, language);
    }
    return {};
}

Table stretchTable(const std::vector<Stretch>& stretches, const evidence::Run& run, Language language, std::size_t most)
{
    Table table;
    table.title = words::say(Text::stretches_title, language);
    table.columns = {{words::say(Text::category, language), false}, {words::say(Text::duration, language), true},
        {words::say(Text::begins_at, language), true}, {words::say(Text::lines, language), true},
        {words::say(Text::steps, language), true}, {words::say(Text::why, language), false}};
    std::vector<const Stretch*> timed;
    for (const Stretch& stretch : stretches)
        if (stretch.duration_us > 0)
            timed.push_back(&stretch);
    const std::size_t left_out = most > 0 && timed.size() > most ? timed.size() - most : 0;
    if (left_out > 0)
        timed = longest(std::move(timed), most);
    for (const Stretch& stretch : stretches)
        if (stretch.duration_us == 0)
            timed.push_back(&stretch);
    for (const Stretch* stretch : timed) {
        const bool has_time = stretch->duration_us > 0;
        table.rows.push_back({nameOf(*stretch, run, language),
            has_time ? duration(stretch->duration_us) : words::say(Text::moves_no_time, language),
            has_time ? duration(stretch->begin_us) : "–", linesText(stretch->first_line, stretch->last_line),
            has_time ? linesText(stretch->first_step, stretch->last_step) : "–", whyText(*stretch, run, language)});
    }
    if (left_out > 0)
        table.rows.push_back(
            {words::say(Text::further_stretches, language, {std::to_string(left_out)}), "", "", "", "", ""});
    return table;
}

Table markTable(const evidence::Run& run, Language language)
{
    Table table;
    table.title = words::say(Text::marks_title, language);
    table.columns = {{words::say(Text::lines, language), true}, {words::say(Text::marked_as, language), false},
        {words::say(Text::note, language), false}};
    for (const evidence::UserMark& mark : run.marks)
        table.rows.push_back({linesText(mark.first_line, mark.last_line), words::label(mark.as, language), mark.note});
    return table;
}

void addStretchMarks(PlotSpec& plot, const std::vector<Stretch>& stretches, bool against_time, Language language)
{
    std::vector<const Stretch*> shown;
    for (const Stretch& stretch : stretches)
        if (stretch.duration_us > 0 && toneOf(stretch.category) != Tone::neutral)
            shown.push_back(&stretch);
    for (const Stretch* stretch : longest(std::move(shown), kMostMarks)) {
        const double x
            = against_time ? static_cast<double>(stretch->begin_us) / 1e6 : static_cast<double>(stretch->first_step);
        plot.marks.push_back({x, words::label(stretch->category, language), toneOf(stretch->category)});
    }
}

} // namespace fullscope::report
