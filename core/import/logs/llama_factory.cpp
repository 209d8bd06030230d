// SPDX-License-Identifier: GPL-3.0-or-later
// trainer_log.jsonl of LLaMA-Factory. Its only time is what has elapsed, in whole seconds, so the time of a step is the
// mean since the record before.
#include "core/import/logs/log_formats.h"
#include "core/import/logs/table/table_parse.h"

#include <array>

namespace fullscope::import {

namespace {

namespace series = evidence::series;
using evidence::RateScope;
using evidence::RateWindow;

constexpr std::array kRules {
    ColumnRule {"current_steps", {.role = Role::step, .rank = step_rank::format}},
    ColumnRule {"remaining_time", {.role = Role::ignored}}, // an estimate
    ColumnRule {"throughput",
        {.role = Role::value,
            .name = series::tokens_per_s,
            .unit = "tokens/s",
            .scope = RateScope::job,
            .window = RateWindow::cumulative}},
    ColumnRule {"total_tokens", {.role = Role::value, .name = series::tokens}},
};
constexpr TableSpec kSpec {.rules = kRules};

int sniffLlamaFactory(const Preview& preview)
{
    return jsonStart(preview.head).has({"current_steps", "total_steps", "elapsed_time"}) ? 100 : 0;
}

base::Status parseLlamaFactory(
    TextSource& source, evidence::Sink& sink, const base::JobContext& job, const Options& options)
{
    return parseJsonTable(source, sink, job, options, kSpec);
}

} // namespace

const Format llama_factory {
    .id = "llama_factory",
    .kind = Kind::log,
    .version = 1,
    .title = "LLaMA-Factory trainer_log.jsonl",
    .sniff = sniffLlamaFactory,
    .parse = parseLlamaFactory,
};

} // namespace fullscope::import
