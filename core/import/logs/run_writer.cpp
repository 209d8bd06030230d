// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/run_writer.h"

#include <cmath>
#include <utility>

namespace fullscope::import {

namespace {

constexpr std::size_t kMaxHeldEvents = 256; // a log that ends in endless tracebacks must not fill the memory

} // namespace

std::string ownSeriesName(std::string_view key)
{
    namespace series = evidence::series;
    for (const std::string_view standard : {series::step_time, series::loss, series::samples, series::tokens,
             series::tokens_per_s, series::samples_per_s, series::flop_per_s, series::mfu, series::memory,
             series::grad_norm, series::learning_rate, series::global_batch, series::eval_loss, series::skipped_steps})
        if (key == standard)
            return std::string(key) + " (log)";
    return key.empty() ? R"("")" : std::string(key); // a member of a JSON object may have no name
}

base::Status RunWriter::sample(evidence::Sample& sample)
{
    FS_TRY(flush());
    std::swap(m_sample, sample);
    m_held = true;
    return {};
}

base::Status RunWriter::event(evidence::Event event)
{
    if (m_events.size() >= kMaxHeldEvents)
        FS_TRY(flush());
    m_events.push_back(std::move(event));
    return {};
}

base::Status RunWriter::flush()
{
    if (std::exchange(m_held, false))
        FS_TRY(m_sink.sample(m_sample));
    for (evidence::Event& event : m_events)
        m_sink.event(std::move(event));
    m_events.clear();
    return {};
}

base::Status RunWriter::nextRun(std::int64_t line)
{
    std::vector<evidence::Event> next;
    for (evidence::Event& event : m_events)
        if (event.line >= line)
            next.push_back(std::move(event));
    std::erase_if(m_events, [line](const evidence::Event& event) { return event.line >= line; });
    FS_TRY(flush());
    m_events = std::move(next);
    return m_sink.nextRun();
}

void RunWriter::addToLast(int series, double value)
{
    const auto index = static_cast<std::size_t>(series);
    if (m_sample.values.size() <= index)
        m_sample.values.resize(index + 1, evidence::kNotLogged);
    if (std::isnan(m_sample.values[index]))
        m_sample.values[index] = value;
}

void RunWriter::setSeconds(evidence::EventKind kind, double seconds)
{
    for (auto event = m_events.rbegin(); event != m_events.rend(); ++event) {
        if (event->kind == kind && std::isnan(event->seconds)) {
            event->seconds = seconds;
            return;
        }
    }
}

} // namespace fullscope::import
