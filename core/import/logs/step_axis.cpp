// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/step_axis.h"

#include <algorithm>
#include <utility>

namespace fullscope::import {

namespace {

constexpr std::int64_t kClose_us = 3600 * base::kSecondUs; // values of one step: an evaluation may lie between them
constexpr std::int64_t kNearIntervals = 4; // a rarer record of the same steps is not further ahead than this

enum class Axis { steps, epochs, samples };

// What the name itself says about the steps of a tag.
Axis axisOf(const ScalarTag& tag)
{
    const std::string_view name = std::string_view(tag.name).substr(tag.own_name);
    if (name.ends_with(" vs samples") || name.find("/Samples/") != std::string_view::npos) // Megatron, DeepSpeed
        return Axis::samples;
    return name.starts_with("epoch_") ? Axis::epochs : Axis::steps; // Keras
}

} // namespace

StepAxis::Place StepAxis::placeOf(const ScalarTag& tag, const TaggedValue& value) const
{
    const Axis axis = axisOf(tag);
    if (axis == Axis::samples)
        return Place::other_steps;
    if (m_samples == 0)
        return Place::sample_begins;
    if (value.step == m_step) {
        const bool close = value.time_us == base::kNoTime || m_time_us == base::kNoTime
            || (value.time_us <= m_time_us + kClose_us && value.time_us >= m_time_us - kClose_us);
        return close && !hasValue(tag) ? Place::same_sample : Place::sample_begins;
    }
    if (axis == Axis::epochs && axisOf(*m_leader) != Axis::epochs)
        return Place::other_steps;
    if (&tag == m_leader)
        return value.step > m_step || value.step <= tag.last_step ? Place::sample_begins : Place::other_steps;
    if (value.step > m_step) {
        const bool near = value.step - m_step <= kNearIntervals * m_interval;
        return tag.on_axis || near || !m_leader->is_loss ? Place::sample_begins : Place::other_steps;
    }
    return tag.on_axis && value.step <= tag.last_step ? Place::sample_begins : Place::other_steps;
}

base::Status StepAxis::add(ScalarTag& tag, const TaggedValue& value)
{
    const Place place = placeOf(tag, value);
    const bool leads = m_leader == nullptr || (tag.is_loss && !m_leader->is_loss);
    if (leads && place != Place::other_steps)
        m_leader = &tag;
    base::Status status;
    if (place == Place::other_steps)
        status = addAside(tag, value);
    else if (place == Place::same_sample)
        join(tag, value);
    else
        status = begin(tag, value, value.step);
    tag.on_axis = tag.on_axis || place != Place::other_steps;
    tag.last_step = value.step;
    return status;
}

// Stands with the sample at which it was logged.
base::Status StepAxis::addAside(ScalarTag& tag, const TaggedValue& value)
{
    const bool ofSamples = axisOf(tag) == Axis::samples;
    if (m_samples == 0) {
        m_writer.sink().problem({.handling = base::Handling::value_dropped,
            .what = {.code = base::Code::other_steps, .line = value.line, .field = tag.name}});
        return {};
    }
    if (!std::exchange(tag.set_aside, true) && !ofSamples)
        m_writer.sink().problem({.severity = base::Severity::info,
            .what = {.code = base::Code::other_steps,
                .line = value.line,
                .field = tag.name,
                .found = std::to_string(value.step),
                .expected = std::to_string(m_step)}});
    if (hasValue(tag))
        FS_TRY(begin(tag, value, m_step));
    else
        join(tag, value);
    if (ofSamples)
        m_writer.addToLast(m_writer.sink().series({.name = evidence::series::samples, .unit = "samples"}),
            static_cast<double>(value.step));
    return {};
}

base::Status StepAxis::begin(ScalarTag& tag, const TaggedValue& value, std::int64_t step)
{
    if (m_samples > 0 && &tag == m_leader && step > m_step)
        m_interval = step - m_step;
    if (&tag == m_leader && axisOf(tag) == Axis::epochs && !std::exchange(m_told_epochs, true))
        m_writer.sink().problem({.severity = base::Severity::info,
            .what = {.code = base::Code::step_is_epoch, .line = value.line, .field = tag.name}});
    m_step = step;
    m_time_us = value.time_us;
    m_sample.line = value.line;
    m_sample.step = step;
    m_sample.time_us = value.time_us;
    m_sample.values.assign(static_cast<std::size_t>(tag.series) + 1, evidence::kNotLogged);
    m_sample.values.back() = value.value;
    tag.sample = ++m_samples;
    return m_writer.sample(m_sample);
}

void StepAxis::join(ScalarTag& tag, const TaggedValue& value)
{
    m_writer.addToLast(tag.series, value.value);
    tag.sample = m_samples;
}

} // namespace fullscope::import
