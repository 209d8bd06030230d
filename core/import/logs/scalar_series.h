// SPDX-License-Identifier: GPL-3.0-or-later
// Named scalars of experiment trackers (TensorBoard tags, W&B keys) and the series that they go to.
#pragma once

#include "core/evidence/sink.h"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace fullscope::import {

struct EventWriter;

struct ScalarTag {
    std::string name; // as the log spells it, behind the prefix of its folder
    std::size_t own_name = 0; // where in it the prefix ends
    int series = -1; // -1: not kept
    double scale = 1; // to the unit of the series
    bool is_loss = false, is_eval_loss = false;

    // For files in which each tag counts its own steps:
    std::int64_t last_step = -1;
    std::int64_t sample = -1; // ordinal of the sample that has its last value
    bool on_axis = false; // has been seen at the step of the run
    bool set_aside = false; // has been said to count other steps

    // For runs of several files:
    const EventWriter* writer = nullptr; // of its last value
    double last_value = 0; // as it was written
};

class ScalarSeries {
public:
    // A log that makes up names must not fill the memory.
    static constexpr std::size_t kMaxSeries = 4096, kMaxName = 512;

    // `ofEvaluation`: the file is the log of an evaluation, its loss is no training loss.
    ScalarSeries(evidence::Sink& sink, bool ofEvaluation)
        : m_sink(sink)
        , m_of_evaluation(ofEvaluation)
    {
    }
    // Of a folder of a run: names that are no standard ones get `prefix` in front. `taken`, which outlives this, is
    // shared by the folders. An evaluation has the loss alone as a standard series.
    ScalarSeries(evidence::Sink& sink, bool ofEvaluation, std::string prefix, std::set<std::string_view>& taken)
        : m_sink(sink)
        , m_of_evaluation(ofEvaluation)
        , m_prefix(std::move(prefix))
        , m_shared(&taken)
    {
    }

    // The series is declared with the first use of its tag. The reference stays good.
    ScalarTag& tag(std::string_view name, std::int64_t line);
    // What the sample is to hold for `value`. One that is not finite is reported.
    double reported(const ScalarTag& tag, double value, std::int64_t line);
    // What the names of a record say of all of them (Megatron's mean something else elsewhere): to be told of each
    // before tag() is asked.
    void notice(std::string_view name);

private:
    ScalarTag& refuse(base::Error why);
    void declare(ScalarTag& tag);

    std::set<std::string_view>& taken() { return m_shared != nullptr ? *m_shared : m_taken; }

    evidence::Sink& m_sink;
    bool m_of_evaluation;
    std::string m_prefix {};
    std::set<std::string_view>* m_shared = nullptr;
    bool m_of_megatron = false;
    std::map<std::string, ScalarTag, std::less<>> m_tags;
    std::set<std::string_view> m_taken; // standard series that a tag has
    ScalarTag m_refused; // stands for all tags that are not kept
};

// Seconds since 1970 as microseconds; kNoTime when that is no time of a log.
std::int64_t timeOfSeconds(double seconds);

} // namespace fullscope::import
