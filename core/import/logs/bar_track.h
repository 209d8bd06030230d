// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the progress bars of a log counts the steps of the training. Others count its epochs around it, the batches
// of an evaluation, files that are loaded, or are the same bar drawn again.
#pragma once

#include "core/import/logs/progress_bar.h"

#include <deque>
#include <string>

namespace fullscope::import {

// A bar shows whole seconds, its average rate is finer but slow to follow. The time at each count is taken as the rate
// says, held within the second that the bar shows: the sum is never off by more than one second.
class BarClock {
public:
    void restart() { m_seconds = 0; }
    // Seconds since the count before.
    double advance(const ProgressBar& bar, std::int64_t units);

private:
    double m_seconds = 0; // since the bar was started
};

// The same for a bar whose rate is the mean since it was started: the pace is that of its last seconds.
class SecondsClock {
public:
    // Seconds since the drawing before; of the first one, that of one step by the bar's own mean.
    double advance(std::int64_t position, double shown_s, double mean_s, bool isFirst);
    // Seconds that the bar stood still, until it showed this.
    double stand(double shown_s);

private:
    struct Tick {
        std::int64_t position = 0;
        double shown_s = 0;
    };
    double pace(double mean_s) const; // seconds per step

    std::deque<Tick> m_ticks; // where the clock moved on, of the last half minute
    Tick m_last;
    double m_time_s = 0;
};

class BarTrack {
public:
    enum class Kind {
        other, // counts something else, or was seen already
        outer, // counts what the bar of the training is a part of
        start, // of the training, at 0
        step,
    };
    struct Step {
        std::int64_t step = 0, units = 0; // units since the count before
        double seconds = 0; // that they took, with what went by between the bars where an outer one tells it
    };

    // Moves on to `bar`. `isAttempt`: it began anew, so that its steps repeat no earlier ones.
    Kind take(const ProgressBar& bar, bool& isAttempt);
    Step step(const ProgressBar& bar); // of a bar that take() called a step

    // The Trainer said that it starts: the next bar is that of the training.
    void trainingStarts();
    void setTotal(std::int64_t steps) { m_told_total = steps; } // as the Trainer says it
    // A record of the training was printed: the bar that was followed is not the one where another one runs.
    void recordSeen();

    bool follows() const { return m_has_bar; }
    bool hasStep() const { return m_has_bar && m_last.done > 0; }
    std::int64_t totalSteps() const { return m_offset == 0 ? m_total : -1; } // -1: not known

private:
    struct Frame {
        std::int64_t done = 0, elapsed_s = 0;
    };
    struct Name {
        std::string description;
        std::int64_t total = -2;
        bool operator==(const Name&) const = default;
    };

    Kind outer(const ProgressBar& bar);
    bool isTraining(const ProgressBar& bar) const;
    bool isOuter(const ProgressBar& bar) const;
    bool isSameKind(const ProgressBar& bar) const;
    static bool isSeen(const ProgressBar& bar, const Frame& frame);
    void nextBar(const ProgressBar& bar);

    BarClock m_clock;
    bool m_is_trainer = false; // the Hugging Face Trainer said that it starts
    bool m_has_bar = false; // of the training, in this attempt
    std::string m_description; // of that bar
    std::int64_t m_total = -1, m_told_total = -1;
    Frame m_last, m_before; // the last two counts of it
    std::int64_t m_offset = 0; // steps of earlier bars, one for each epoch
    Name m_outer; // the bar of the epochs, once it is known
    double m_spent_s = 0, m_between_s = 0; // since the outer bar was started; of that, not in any step yet
    bool m_other_runs = false; // a bar without a description that is not the one followed, and not at its end
    bool m_confirmed = false; // a record of the training stood at the bar
};

} // namespace fullscope::import
