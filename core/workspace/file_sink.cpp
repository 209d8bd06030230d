// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/file_sink.h"

#include "core/base/text.h"

#include <algorithm>

namespace fullscope::workspace {

int FileSink::series(const evidence::SeriesInfo& info)
{
    const int index = m_session.series(info);
    auto& series = m_runs.back().run.series;
    if (index == static_cast<int>(series.size()))
        series.push_back(info);
    return index;
}

void FileSink::fact(evidence::Fact fact)
{
    evidence::Run& run = m_runs.back().run;
    const evidence::Fact* known = run.fact(fact.name);
    if (!known) {
        run.facts.push_back(std::move(fact));
    } else if (known->value != fact.value) {
        problem({.severity = base::Severity::warning,
            .handling = base::Handling::value_dropped,
            .what = {.code = base::Code::fact_differs,
                .line = fact.line,
                .field = fact.name,
                .found = base::excerpt(fact.value),
                .expected = base::excerpt(known->value)}});
    }
}

void FileSink::event(evidence::Event event)
{
    evidence::Run& run = m_runs.back().run;
    event.after_sample = run.sample_count - 1;
    run.events.push_back(std::move(event));
}

base::Status FileSink::sample(const evidence::Sample& sample)
{
    FS_TRY(noted(m_session.addSample(sample)));
    ++m_runs.back().run.sample_count;
    return {};
}

base::Status FileSink::nextRun()
{
    FS_TRY(noted(m_session.nextRun()));
    m_runs.emplace_back();
    return {};
}

int FileSink::device(const evidence::Device& device)
{
    auto& devices = m_telemetry.devices;
    const auto known = std::find(devices.begin(), devices.end(), device);
    const auto index = known - devices.begin();
    if (known == devices.end())
        devices.push_back(device);
    return static_cast<int>(index);
}

base::Status FileSink::reading(const evidence::Reading& reading)
{
    FS_TRY(noted(m_session.addReading(reading)));
    ++m_telemetry.reading_count;
    if (reading.time_us == base::kNoTime)
        return {};
    const bool first = m_telemetry.first_time_us == base::kNoTime;
    m_telemetry.first_time_us = first ? reading.time_us : std::min(m_telemetry.first_time_us, reading.time_us);
    m_telemetry.last_time_us = std::max(m_telemetry.last_time_us, reading.time_us); // kNoTime is the least there is
    return {};
}

base::Status FileSink::job(const evidence::Job& job)
{
    m_jobs.jobs.push_back(job);
    return {};
}

base::Status FileSink::billRow(const evidence::BillRow& row)
{
    const auto category = ledger::classify(row, isAccelerator(row.instance_type));
    FS_TRY(noted(m_money.add(row, category)));
    FS_TRY(noted(m_session.addBillRow(row, category)));
    ++m_bill.rows;
    return {};
}

base::Status FileSink::noted(base::Status status)
{
    m_failed |= !status.ok();
    return status;
}

bool FileSink::isAccelerator(const std::string& instance_type)
{
    if (instance_type.empty())
        return false;
    const auto [entry, added] = m_accelerators.try_emplace(instance_type, false);
    if (added)
        entry->second = m_catalogue.hasAccelerators(instance_type);
    return entry->second;
}

} // namespace fullscope::workspace
