// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/trainer_facts.h"

#include "core/base/text.h"
#include "core/import/logs/field_text.h"
#include "core/import/logs/run_facts.h"

#include <array>
#include <string>

namespace fullscope::import {

namespace {

struct Renamed {
    std::string_view key;
    const char* name;
};

// Of the summary at the end, as a dict or as a table.
constexpr std::array kSummary {
    Renamed {"train_runtime", "train_runtime"},
    Renamed {"train_samples_per_second", "train_samples_per_second"},
    Renamed {"train_steps_per_second", "train_steps_per_second"},
    Renamed {"total_flos", "total_flos"},
};

// `  Num examples = 3,901` and the like.
constexpr std::array kFacts {
    Renamed {"Num examples", "examples"},
    Renamed {"Num Epochs", "num_train_epochs"},
    Renamed {"Instantaneous batch size per device", "micro_batch"},
    Renamed {"Total train batch size (w. parallel, distributed & accumulation)", "global_batch"},
    Renamed {"Gradient Accumulation steps", "gradient_accumulation"},
    Renamed {"Total optimization steps", "total_steps"},
    Renamed {"Number of trainable parameters", "trainable_parameters"},
};

} // namespace

void TrainerFacts::takeSummary(std::string_view key, std::string_view value, RunFacts& facts, std::int64_t line)
{
    for (const Renamed& known : kSummary)
        if (key == known.key)
            facts.addIfUnknown(known.name, std::string(value), line);
}

void TrainerFacts::take(std::string_view text, RunFacts& facts, std::int64_t line)
{
    const auto [name, written] = namedValue(text, " = ");
    if (name.empty())
        return;
    std::string value(written);
    for (const Renamed& known : kSummary) {
        if (!name.ends_with(known.key))
            continue;
        if (const auto clock = clockSeconds(value))
            value = base::formatDouble(*clock);
        if (base::parseDouble(value).ok())
            facts.addIfUnknown(known.name, value, line);
    }
    std::erase(value, ',');
    const auto number = base::parseInt(value);
    if (!number.ok())
        return;
    for (const Renamed& known : kFacts)
        if (name.ends_with(known.key))
            facts.addIfUnknown(known.name, value, line);
    if (name.ends_with("Total train batch size (w. parallel, distributed & accumulation)"))
        m_global_batch = *number;
    else if (name.ends_with("Total optimization steps"))
        m_total_steps = *number;
    else if (name.ends_with("Instantaneous batch size per device"))
        m_micro_batch = *number;
    else if (name.ends_with("Gradient Accumulation steps"))
        m_accumulation = *number;
    // The total batch is the batch of a device times accumulation steps times devices.
    const std::int64_t batches = m_micro_batch > 0 ? m_global_batch / m_micro_batch : 0;
    if (batches > 0 && m_global_batch % m_micro_batch == 0 && m_accumulation > 0 && batches % m_accumulation == 0)
        facts.addIfUnknown("world_size", std::to_string(batches / m_accumulation), line);
}

} // namespace fullscope::import
