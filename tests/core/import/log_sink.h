// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps what a log importer delivers, with the figures that MANIFEST.tsv names.
#pragma once

#include "core/evidence/sink.h"
#include "core/import/pipeline.h"
#include "tests/core/import/memory_source.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace fullscope::import::testing {

class LogSink final : public evidence::Sink {
public:
    void problem(base::Problem problem) override { problems.push_back(std::move(problem)); }
    int series(const evidence::SeriesInfo& info) override
    {
        if (const int known = run.seriesIndex(info.name); known >= 0)
            return known;
        run.series.push_back(info);
        return static_cast<int>(run.series.size()) - 1;
    }
    void fact(evidence::Fact fact) override { run.facts.push_back(std::move(fact)); }
    void event(evidence::Event event) override
    {
        event.after_sample = static_cast<std::int64_t>(samples.size()) - 1;
        run.events.push_back(std::move(event));
    }
    base::Status sample(const evidence::Sample& sample) override
    {
        if (samples.size() >= refuse_after)
            return base::Error {.code = base::Code::disk_full};
        samples.push_back(sample);
        return {};
    }
    base::Status nextRun() override
    {
        earlier.push_back({std::exchange(run, {}), std::exchange(samples, {})});
        return {};
    }
    int device(const evidence::Device& device) override
    {
        const auto known = std::find(telemetry.devices.begin(), telemetry.devices.end(), device);
        if (known != telemetry.devices.end())
            return static_cast<int>(known - telemetry.devices.begin());
        telemetry.devices.push_back(device);
        return static_cast<int>(telemetry.devices.size()) - 1;
    }
    base::Status reading(const evidence::Reading& reading) override
    {
        readings.push_back(reading);
        return {};
    }
    base::Status job(const evidence::Job& job) override
    {
        jobs.push_back(job);
        return {};
    }
    base::Status billRow(const evidence::BillRow&) override { return {}; }
    void billNotFinal() override { }

    std::vector<evidence::Sample> ofAllRuns() const
    {
        std::vector<evidence::Sample> all;
        for (const Earlier& one : earlier)
            all.insert(all.end(), one.samples.begin(), one.samples.end());
        all.insert(all.end(), samples.begin(), samples.end());
        return all;
    }
    std::string fact(const std::string& name) const
    {
        const evidence::Fact* found = run.fact(name);
        return found ? found->value : "";
    }
    double value(std::size_t sample, const char* series) const
    {
        const int index = run.seriesIndex(series);
        const auto& values = samples.at(sample).values;
        return index < 0 || static_cast<std::size_t>(index) >= values.size() ? evidence::kNotLogged
                                                                             : values[static_cast<std::size_t>(index)];
    }
    // The values of the samples that have one, in order.
    std::vector<double> values(const char* series) const
    {
        std::vector<double> all;
        for (std::size_t i = 0; i < samples.size(); ++i)
            if (const double v = value(i, series); !std::isnan(v))
                all.push_back(v);
        return all;
    }
    double median(const char* series) const
    {
        std::vector<double> all = values(series);
        std::sort(all.begin(), all.end());
        const std::size_t n = all.size();
        return n == 0 ? evidence::kNotLogged : (all[(n - 1) / 2] + all[n / 2]) / 2;
    }
    std::vector<evidence::Event> events(evidence::EventKind kind) const
    {
        std::vector<evidence::Event> found;
        std::copy_if(run.events.begin(), run.events.end(), std::back_inserter(found),
            [&](const evidence::Event& e) { return e.kind == kind; });
        return found;
    }
    std::int64_t count(base::Code code) const
    {
        std::int64_t found = 0;
        for (const base::Problem& problem : problems)
            found += problem.what.code == code ? problem.count : 0;
        return found;
    }
    const base::Problem* first(base::Code code) const
    {
        const auto found = std::find_if(
            problems.begin(), problems.end(), [&](const base::Problem& p) { return p.what.code == code; });
        return found == problems.end() ? nullptr : &*found;
    }

    evidence::Run run;
    std::vector<evidence::Sample> samples;
    struct Earlier {
        evidence::Run run;
        std::vector<evidence::Sample> samples;
    };
    std::vector<Earlier> earlier; // runs of the file before the last one
    evidence::Telemetry telemetry;
    std::vector<evidence::Reading> readings;
    std::vector<evidence::Job> jobs;
    std::vector<base::Problem> problems;
    std::size_t refuse_after = static_cast<std::size_t>(-1);
};

struct Imported {
    LogSink sink;
    base::Status status;
    evidence::SourceFile file;
    std::string format;
};

// As the program does it: recognise, then parse to the end.
inline Imported importFile(const std::string& path)
{
    Imported result;
    auto recognised = recognise(path);
    if (!recognised.ok()) {
        result.status = recognised.error();
        return result;
    }
    result.format = recognised->format->id;
    result.status = parse(*recognised, result.sink, {}, result.file);
    return result;
}

// Text, or the bytes of a binary format, as a file of the format, in blocks of `blockSize` bytes.
inline Imported importText(const char* format, const std::string& text, std::size_t blockSize = 65'536)
{
    Imported result;
    result.format = format;
    const auto size = [blockSize] { return blockSize; };
    Recognised input {.format = formatById(format), .source = std::make_unique<MemorySource>(text, size)};
    if (input.format->parse.readsBytes())
        input.source = std::make_unique<MemoryBytes>(text, size);
    result.status = parse(input, result.sink, {}, result.file);
    return result;
}

// Formats for files that no other format takes.
inline bool takesWhatIsLeft(const Format& format)
{
    const std::string id = format.id;
    return id == "progress_log" || id.ends_with("_generic");
}

inline std::string logSample(const std::string& name)
{
    return std::string(FULLSCOPE_TESTS_DIR "/samples/logs/") + name;
}

} // namespace fullscope::import::testing
