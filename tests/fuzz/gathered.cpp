// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/gathered.h"

#include "core/ledger/job_figures.h"
#include "core/ledger/telemetry_figures.h"
#include "core/ledger/time_ledger.h"
#include "tests/fuzz/require.h"

#include <bit>
#include <functional>
#include <string_view>

namespace fullscope::fuzz {

namespace {

void mix(std::size_t& hash, std::size_t value)
{
    hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
}

void mix(std::size_t& hash, std::string_view text)
{
    mix(hash, std::hash<std::string_view>()(text));
}

void mix(std::size_t& hash, const std::vector<double>& values)
{
    for (const double value : values)
        mix(hash, static_cast<std::size_t>(std::bit_cast<std::uint64_t>(value)));
}

// A sum that does not fit is refused; that is no fault.
bool isTooGreat(const base::Status& status)
{
    return !status && status.error().code == base::Code::overflow;
}

} // namespace

void Gathered::problem(base::Problem problem)
{
    ++m_problems;
    mix(m_hash, static_cast<std::size_t>(problem.what.code));
    mix(m_hash, static_cast<std::size_t>(problem.what.line));
    mix(m_hash, problem.what.found);
}

int Gathered::series(const evidence::SeriesInfo& info)
{
    evidence::Run& run = m_runs.back().run;
    if (const int known = run.seriesIndex(info.name); known >= 0)
        return known;
    require(!info.name.empty(), "a series has a name");
    run.series.push_back(info);
    m_telemetry.series = run.series;
    return static_cast<int>(run.series.size()) - 1;
}

void Gathered::event(evidence::Event event)
{
    event.after_sample = m_runs.back().run.sample_count - 1;
    m_runs.back().run.events.push_back(std::move(event));
}

base::Status Gathered::sample(const evidence::Sample& sample)
{
    OneRun& one = m_runs.back();
    require(sample.values.size() <= one.run.series.size(), "every value is of a declared series");
    require(sample.line >= 0, "a record has a line");
    one.samples.add(sample);
    ++one.run.sample_count;
    mix(m_hash, static_cast<std::size_t>(sample.line));
    mix(m_hash, static_cast<std::size_t>(sample.step));
    mix(m_hash, static_cast<std::size_t>(sample.time_us));
    mix(m_hash, sample.values);
    return {};
}

base::Status Gathered::nextRun()
{
    m_runs.emplace_back();
    return {};
}

int Gathered::device(const evidence::Device& device)
{
    auto& devices = m_telemetry.devices;
    for (std::size_t i = 0; i < devices.size(); ++i)
        if (devices[i] == device)
            return static_cast<int>(i);
    devices.push_back(device);
    return static_cast<int>(devices.size()) - 1;
}

base::Status Gathered::reading(const evidence::Reading& reading)
{
    require(reading.device >= 0 && static_cast<std::size_t>(reading.device) < m_telemetry.devices.size(),
        "a reading is of a declared device");
    require(reading.values.size() <= m_telemetry.series.size(), "every value is of a declared series");
    evidence::Sample sample;
    sample.line = reading.line;
    sample.step = reading.device;
    sample.time_us = reading.time_us;
    sample.values = reading.values;
    m_readings.add(sample);
    ++m_telemetry.reading_count;
    mix(m_hash, static_cast<std::size_t>(reading.time_us));
    mix(m_hash, reading.values);
    return {};
}

base::Status Gathered::job(const evidence::Job& job)
{
    m_jobs.push_back(job);
    mix(m_hash, job.job_id);
    return {};
}

base::Status Gathered::billRow(const evidence::BillRow& row)
{
    ++m_bill_rows;
    mix(m_hash, static_cast<std::size_t>(row.line));
    for (const auto& cost : {row.billed, row.effective, row.net, row.list, row.contracted, row.instance_hours})
        mix(m_hash, cost ? cost->toString() : "-");
    require(!row.instance_hours || !row.instance_type.empty(), "hours are of an instance type");
    const base::Status added = m_money.add(row, ledger::classify(row, true));
    m_too_great = m_too_great || isTooGreat(added);
    return added;
}

void Gathered::checkRun(const OneRun& one) const
{
    if (one.run.sample_count == 0)
        return;
    const auto ledger = ledger::timeLedger(one.run, one.samples, base::JobContext());
    require(ledger.ok(), "records have a time ledger");
    std::int64_t sum = 0;
    bool any = false;
    for (const auto& us : ledger->us) {
        require(!us || *us >= 0, "no category is below zero");
        sum += us.value_or(0);
        any = any || us;
    }
    require(any ? sum == ledger->wall_us : ledger->wall_us == 0, "the categories are the wall-clock");
    require(ledger->samples == one.run.sample_count, "every record is in the ledger");
}

void Gathered::check()
{
    for (const OneRun& one : m_runs)
        checkRun(one);
    require(m_too_great || ledger::checkConserved(m_money.take()).ok(), "the categories of the bill are its total");
    require(ledger::telemetryFigures(m_telemetry, m_readings, {}, base::JobContext()).ok() || m_readings.size() == 0,
        "readings have figures");
    const ledger::JobFigures jobs = ledger::jobFigures(m_jobs);
    require(jobs.total.jobs == static_cast<std::int64_t>(m_jobs.size()), "every job is counted");
}

std::string Gathered::digest() const
{
    std::string text = std::to_string(m_runs.size()) + " runs";
    for (const OneRun& one : m_runs)
        text += ", " + std::to_string(one.run.sample_count) + " samples, " + std::to_string(one.run.events.size())
            + " events, " + std::to_string(one.run.facts.size()) + " facts";
    return text + "; " + std::to_string(m_readings.size()) + " readings, " + std::to_string(m_jobs.size()) + " jobs, "
        + std::to_string(m_bill_rows) + " charges" + (m_final ? "" : ", not final") + "; " + std::to_string(m_problems)
        + " problems; " + std::to_string(m_hash);
}

} // namespace fullscope::fuzz
