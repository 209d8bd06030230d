// SPDX-License-Identifier: GPL-3.0-or-later
// A training run as its log tells it: facts, samples, events. What the log does not say stays unknown.
#pragma once

#include "core/base/problem.h"
#include "core/base/utc.h"
#include "core/evidence/source_file.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace fullscope::evidence {

constexpr double kNotLogged = std::numeric_limits<double>::quiet_NaN();

// A rate without its scope and window is a trap: per-device and per-job figures differ by the world size.
enum class RateScope { none, device, rank, node, job };
enum class RateWindow { instant, interval_mean, cumulative };

// One named column of values. Standard names (below) are used where they fit; every other series of the log keeps the
// log's own name.
struct SeriesInfo {
    std::string name;
    std::string unit; // "s", "tokens/s", "" …
    RateScope scope = RateScope::none;
    RateWindow window = RateWindow::instant;

    bool operator==(const SeriesInfo&) const = default;
};

// Standard series names, spelled alike in code, store, JSON and on screen.
namespace series {
constexpr const char* step_time = "step_time"; // seconds per step, as logged
constexpr const char* loss = "loss";
constexpr const char* samples = "samples"; // cumulative consumed samples (sequences)
constexpr const char* tokens = "tokens"; // cumulative consumed tokens
constexpr const char* tokens_per_s = "tokens_per_s";
constexpr const char* samples_per_s = "samples_per_s";
constexpr const char* flop_per_s = "flop_per_s";
constexpr const char* mfu = "mfu";
constexpr const char* memory = "memory"; // bytes
constexpr const char* grad_norm = "grad_norm";
constexpr const char* learning_rate = "learning_rate";
constexpr const char* global_batch = "global_batch"; // sequences per step
constexpr const char* eval_loss = "eval_loss";
constexpr const char* skipped_steps = "skipped_steps"; // steps of this record that trained nothing
} // namespace series

// One logged record. `values[i]` belongs to series i of the run (in the order in which they were declared to the sink);
// a shorter vector means that the later ones were not logged here.
struct Sample {
    std::int64_t line = 0; // of the file
    std::int64_t step = 0; // global step after this record
    std::int64_t time_us = base::kNoTime;
    std::vector<double> values; // kNotLogged where absent; a logged nan or inf is stored as infinity and reported
};

enum class EventKind {
    job_start,
    job_end,
    train_start, // the log says that training (re)starts here
    checkpoint_begin,
    checkpoint_end, // also a single "saved checkpoint" line
    evaluation_begin,
    evaluation_end, // also a single "validation loss" line
    compile_begin,
    compile_end,
    resume, // "loaded checkpoint … at iteration N"
    failure, // traceback, kill, node failure
};

struct Event {
    EventKind kind = EventKind::train_start;
    std::int64_t line = 0;
    std::int64_t time_us = base::kNoTime;
    std::int64_t step = -1; // where the text names one, else -1
    double seconds = kNotLogged; // duration, where the text names one
    std::string text; // excerpt of the line
    std::int64_t after_sample = -1; // index of the last sample before this event in file order, -1 = before the first
    int file = 0; // index in Run::files

    bool operator==(const Event&) const = default;
};

// A job fact with the line that it came from. Standard names: world_size, nodes, global_batch, micro_batch, seq_len,
// parameters, layers, hidden, precision, device, framework, framework_version, log_interval, total_steps,
// tensor_parallel, pipeline_parallel, data_parallel, train_runtime (seconds of the last attempt), train_loss (sum
// over the steps of the last attempt, divided by the number of all steps), total_flos,
// zone_known ("yes"/"no"). A fact that the user states has line 0 and stated_by_user.
struct Fact {
    std::string name;
    std::string value;
    std::int64_t line = 0;
    bool stated_by_user = false;
    int file = 0; // index in Run::files

    bool operator==(const Fact&) const = default;
};

// Everything of a run but its samples, which are read in blocks (sample_reader.h).
struct Run {
    std::int64_t id = 0; // in the workspace, 0 = not stored
    std::string name; // file name without folder and endings, unless the user renames it
    std::vector<SourceFile> files;
    std::vector<SeriesInfo> series;
    std::vector<Fact> facts;
    std::vector<Event> events;
    std::int64_t sample_count = 0;

    const Fact* fact(std::string_view wanted) const
    {
        for (const Fact& f : facts)
            if (f.name == wanted)
                return &f;
        return nullptr;
    }
    int seriesIndex(std::string_view wanted) const // -1 = the log has none
    {
        for (std::size_t i = 0; i < series.size(); ++i)
            if (series[i].name == wanted)
                return static_cast<int>(i);
        return -1;
    }
};

} // namespace fullscope::evidence
