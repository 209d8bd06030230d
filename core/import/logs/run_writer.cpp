// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/run_writer.h"

#include <algorithm>
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
    FS_TRY(m_back == 0 || !m_held ? flush() : makeRoom());
    std::swap(m_sample, sample);
    m_held = true;
    return {};
}

// The last sample becomes one of the older ones, of which the oldest goes.
base::Status RunWriter::makeRoom()
{
    Held last;
    if (m_older.size() >= m_back) {
        FS_TRY(write(m_older.front()));
        last = std::move(m_older.front());
        m_older.pop_front();
        last.events.clear();
    }
    std::swap(last.sample, m_sample);
    std::swap(last.events, m_events);
    m_older.push_back(std::move(last));
    return {};
}

base::Status RunWriter::write(Held& held)
{
    FS_TRY(m_sink.sample(held.sample));
    for (evidence::Event& event : held.events)
        m_sink.event(std::move(event));
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
    for (; !m_older.empty(); m_older.pop_front())
        FS_TRY(write(m_older.front()));
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

evidence::Sample* RunWriter::held(std::int64_t step)
{
    if (m_held && m_sample.step == step)
        return &m_sample;
    if (m_older.empty() || m_older.front().sample.step > step)
        return nullptr;
    // Steps of one attempt rise: a smaller one ends the search.
    const auto older
        = std::find_if(m_older.rbegin(), m_older.rend(), [step](const Held& one) { return one.sample.step <= step; });
    return older == m_older.rend() || older->sample.step != step ? nullptr : &older->sample;
}

std::int64_t RunWriter::heldFrom(std::int64_t step) const
{
    if (!m_held || m_sample.step < step)
        return -1;
    std::int64_t found = m_sample.step;
    for (auto older = m_older.rbegin(); older != m_older.rend(); ++older) {
        if (older->sample.step < step || older->sample.step > found)
            return found;
        found = older->sample.step;
    }
    return found == step ? found : -1; // what went out before may be nearer
}

void RunWriter::addTo(std::int64_t step, int series, double value)
{
    evidence::Sample* const sample = held(step);
    if (sample == nullptr)
        return;
    const auto index = static_cast<std::size_t>(series);
    if (sample->values.size() <= index)
        sample->values.resize(index + 1, evidence::kNotLogged);
    if (std::isnan(sample->values[index]))
        sample->values[index] = value;
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
