// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the samples and events of one run of what TensorBoard files hold, of one file or of several that are given
// together, in order of time.
#pragma once

#include "core/import/logs/step_axis.h"
#include "core/import/logs/tensorboard_event.h"
#include "core/import/logs/tensorboard_folder.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fullscope::import {

// A file whose events go to the run.
struct EventWriter {
    std::string name {}; // in the folder of the run; empty where the file is all there is
    std::string prefix {}; // of its series: "validation/"
    EventFolder folder = EventFolder::run;
    bool open = true; // more of it is to come

    // What TensorboardSamples keeps of it:
    bool begun = false; // its writer was made
    bool starts = false; // and whether it trains on is yet to be seen
    std::int64_t start_us = base::kNoTime, start_line = 0;
    std::int64_t last_us = base::kNoTime;
    std::int64_t repeated = 0; // values that another file has too
    std::int64_t differing = 0; // of them, not the same there
};

class TensorboardSamples {
public:
    explicit TensorboardSamples(evidence::Sink& sink)
        : m_sink(sink)
        , m_writer(sink)
        , m_axis(m_writer)
    {
    }

    // `from` outlives this. `line` is that of its file.
    base::Status take(EventWriter& from, const TensorboardEvent& event, std::int64_t line);
    base::Status finish();

private:
    struct Folder {
        ScalarSeries series;
        std::set<std::string, std::less<>> others {}; // tags whose tensors are no scalars
    };

    Folder& folderOf(const EventWriter& from);
    bool isGood(const TensorboardEvent& event, std::int64_t line);
    base::Status scalar(EventWriter& from, Folder& folder, const TensorboardScalar& scalar, TaggedValue value);
    bool isRepeated(EventWriter& from, const ScalarTag& tag, const TaggedValue& value);
    base::Status trains(EventWriter& from, std::string_view tag);
    base::Status addHeld(bool all);
    base::Status session(const TensorboardEvent& event, std::int64_t time_us, std::int64_t line);
    base::Status fileVersion(EventWriter& from, const TensorboardEvent& event, std::int64_t line);

    evidence::Sink& m_sink;
    RunWriter m_writer;
    StepAxis m_axis;
    std::map<std::string, Folder, std::less<>> m_folders; // by prefix
    std::set<std::string_view> m_taken; // standard series that a tag of any folder has
    bool m_begun = false;
    const EventWriter* m_trainer = nullptr; // whose values of a training came last
    // Of an evaluation that comes before the record of its epoch, as Keras writes it.
    std::vector<std::pair<ScalarTag*, TaggedValue>> m_held;
};

} // namespace fullscope::import
