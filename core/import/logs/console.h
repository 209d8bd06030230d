// SPDX-License-Identifier: GPL-3.0-or-later
// What console logs share, whatever printed them: lines without terminal codes, time stamps, records that several ranks
// print, failures and ends told in common words. A grammar adds what its tool prints.
#pragma once

#include "core/base/job.h"
#include "core/import/logs/file_series.h"
#include "core/import/logs/log_events.h"
#include "core/import/logs/log_line.h"
#include "core/import/logs/run_facts.h"
#include "core/import/logs/run_writer.h"
#include "core/import/source/text_source.h"

#include <array>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::import {

// What a tool prints. It holds the Console that reads for it.
class ConsoleGrammar {
public:
    virtual ~ConsoleGrammar() = default;
    // One line that is not blank, without terminal codes. Lines (or parts) that it has no use for go to
    // Console::otherText.
    virtual base::Status line(std::string_view text) = 0;
    virtual base::Status finish() { return {}; } // after the last line
    // Another run follows: the last word on this one, of which nothing is to be remembered.
    virtual void endRun() { }
};

// A series that is declared when the log has its first value.
struct Column {
    evidence::SeriesInfo info;
    int series = -1;
};

class Console {
public:
    Console(TextSource& source, evidence::Sink& sink);

    // Reads the source to its end. Everything before an error was delivered.
    base::Status run(ConsoleGrammar& grammar, const base::JobContext& job);

    // --- the line at hand
    std::int64_t lineNumber() const { return m_lines.number(); }
    // False for the end of a file that stops within the line, and for a piece of an overlong one.
    bool lineIsWhole() const { return m_lines.lastHadEnd() && !m_lines.wasCut(); }
    // Microseconds of a stamp as written, kNoTime for none. Tells once whether the log names a zone.
    std::int64_t time(std::string_view stamp);
    void problem(base::Problem problem); // of this line, unless it names another

    // --- a record: begin, put its values, keep
    // `before`: what stands before the record in its line, with the time stamp and the rank. A record that begins
    // another run of the same file turns to it.
    void begin(std::int64_t step, std::string_view before);
    void setTime(std::int64_t us) { m_sample.time_us = us; }
    // A logged nan or inf is reported and kept as infinity.
    void put(Column& column, double value);
    // `text` whole as a number: `45,538`, `1.19E+01`, `nan`; times `scale`. What is none is reported and left out.
    void putText(Column& column, std::string_view text, double scale = 1);
    // The series of a key that is no standard one; null when there are too many of them.
    Column* column(std::string_view key);
    // In place of put: all values, by series, as a reader of its own has them.
    void fill(std::vector<double>& values, std::uint64_t fingerprint, double loss);
    // False when the record was printed before by another rank, or redrawn: it will not be kept. Asked once, when all
    // that ranks share is there; later values do not change the answer.
    bool isNew();
    base::Status keep();
    // Another attempt begins: its records are new, whatever they repeat.
    void restarted() { m_kept.fill({}); }
    // A record of which only a part is there.
    void skipTruncated(std::string_view text, const char* expected);

    std::int64_t records() const { return m_records; } // of this run
    std::int64_t lastStep() const { return m_writer.lastStep(); }

    // --- beside the records
    RunFacts& facts() { return m_facts; }
    RunWriter& writer() { return m_writer; }
    // Keeps records back, so that putLater reaches them: a log may tell of a step long after it.
    void keepBack(std::size_t records) { m_writer.keepBack(records); }
    // The step of the first record kept back that is at or after `step`; -1: none, or it is not kept back.
    std::int64_t keptFrom(std::int64_t step) const { return m_writer.heldFrom(step); }
    // A value for the record of `step`, if that was the last one or is kept back.
    void putLater(std::int64_t step, Column& column, std::string_view text);
    // Told once between two records, however many ranks say it: `text` from `at` on is what they share. `event` has
    // kind, step and seconds, and the time when the line tells it in a way of the tool's own.
    base::Status event(evidence::Event event, std::string_view text, std::size_t at = 0);
    // What all logs say in the same words.
    base::Status otherText(std::string_view text);

private:
    struct Kept {
        std::int64_t step = -1, rank = -1, time_us = base::kNoTime;
        std::uint64_t fingerprint = 0;
        double loss = evidence::kNotLogged;
    };

    bool startsNextRun(std::int64_t step, std::int64_t rank) const;
    base::Status nextRun();
    std::int64_t firstLineOfNext() const;
    bool printedBefore(const Kept& record) const;
    std::optional<double> number(std::string_view field, std::string_view text);
    double finite(std::string_view field, double value);
    int declare(Column& column);
    void noteStart(std::string_view text);
    bool isCacheLookup(std::string_view text);
    base::Result<bool> takePlatformLine(std::string_view text);
    base::Status firstRecord();
    base::Status finish(ConsoleGrammar& grammar);

    TextSource& m_source;
    LineReader m_lines;
    ConsoleGrammar* m_grammar = nullptr; // while it runs
    FileSeries m_sink;
    RunWriter m_writer;
    RunFacts m_facts;
    LogEvents m_events;

    std::string m_buffer; // of lines without terminal codes
    std::string m_digits; // of numbers without their commas
    evidence::Sample m_sample;
    std::deque<Column> m_own; // series by the log's own names
    Kept m_record; // that is being put together
    std::optional<bool> m_is_new; // what was found of it
    std::array<Kept, 64> m_kept {}; // the last records of this attempt, as a ring
    std::size_t m_kept_next = 0;
    std::int64_t m_records = 0;
    std::int64_t m_repeats = 0, m_first_repeat = 0; // records printed again by other ranks
    evidence::Event m_start; // line 0 = no time seen yet
    std::int64_t m_first_step = 0, m_last_step = 0; // of the records of this run
    base::Status m_turned; // what became of the turn to another run
    bool m_platform_start = false; // m_start is the platform's own word
    evidence::Event m_lookup; // of the compile cache; line 0 = none that is open
    bool m_zone_told = false;
    std::int64_t m_cut_line = 0;
};

} // namespace fullscope::import
