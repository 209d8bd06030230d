// SPDX-License-Identifier: GPL-3.0-or-later
// What every console format must stand: the figures of MANIFEST.tsv, and its own sample with other line ends, cut off
// and repeated by ranks.
#pragma once

#include "tests/core/import/log_sink.h"
#include "tests/core/import/temp_dir.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace fullscope::import::testing {

inline nlohmann::json manifest(const std::string& file)
{
    std::ifstream in(logSample("MANIFEST.tsv"));
    for (std::string line; std::getline(in, line);)
        if (line.starts_with(file + "\t"))
            return nlohmann::json::parse(line.substr(line.rfind('\t') + 1));
    return {};
}

inline void expectLoss(const nlohmann::json& expected, double loss)
{
    if (expected.is_string())
        EXPECT_TRUE(std::isinf(loss)) << expected;
    else
        EXPECT_DOUBLE_EQ(loss, expected.get<double>());
}

inline void expectMedian(const LogSink& sink, const nlohmann::json& expected, const char* key, const char* series,
    double scale, double tolerance)
{
    if (expected.contains(key)) {
        EXPECT_NEAR(sink.median(series), expected[key].get<double>() * scale, tolerance) << key;
    }
}

// The figures that every log of steps has.
inline void expectManifest(const Imported& got, const std::string& file)
{
    namespace series = evidence::series;
    const nlohmann::json expected = manifest(file);
    ASSERT_TRUE(expected.is_object()) << file;
    ASSERT_TRUE(got.status.ok()) << file;
    const LogSink& sink = got.sink;
    ASSERT_EQ(sink.samples.size(), expected["step_records"].get<std::size_t>());
    EXPECT_EQ(got.file.records, expected["step_records"].get<std::int64_t>());
    if (expected.contains("first_step")) {
        EXPECT_EQ(sink.samples.front().step, expected["first_step"].get<std::int64_t>());
        EXPECT_EQ(sink.samples.back().step, expected["last_step"].get<std::int64_t>());
    }
    const auto losses = sink.values(series::loss);
    if (expected.contains("first_loss")) {
        ASSERT_FALSE(losses.empty());
        expectLoss(expected["first_loss"], losses.front());
        expectLoss(expected["last_loss"], losses.back());
    }
    if (expected.contains("nonfinite_losses")) {
        EXPECT_EQ(std::count_if(losses.begin(), losses.end(), [](double loss) { return std::isinf(loss); }),
            expected["nonfinite_losses"].get<std::ptrdiff_t>());
    }
    if (expected.contains("first_step_time_s")) {
        EXPECT_NEAR(sink.value(0, series::step_time), expected["first_step_time_s"].get<double>(), 5.1e-5);
    }
    // the manifest rounds to 5 digits
    expectMedian(sink, expected, "median_step_time_s", series::step_time, 1, 5.1e-6);
    expectMedian(sink, expected, "median_tokens_per_s", series::tokens_per_s, 1, 5.1e-5);
    expectMedian(sink, expected, "median_tflops", series::flop_per_s, 1e12, 5.1e7);
    expectMedian(sink, expected, "median_mem_gib", series::memory, 1024.0 * 1024 * 1024, 1);
    if (expected.contains("restarts") && expected["restarts"] == 0 && !expected.contains("separate_runs")) {
        EXPECT_TRUE(sink.events(evidence::EventKind::resume).empty());
        EXPECT_TRUE(std::is_sorted(sink.samples.begin(), sink.samples.end(),
            [](const evidence::Sample& a, const evidence::Sample& b) { return a.step < b.step; }));
    }
}

inline void expectSameRecords(const Imported& got, const Imported& expected)
{
    ASSERT_EQ(got.sink.samples.size(), expected.sink.samples.size());
    for (std::size_t i = 0; i < got.sink.samples.size(); ++i) {
        EXPECT_EQ(got.sink.samples[i].step, expected.sink.samples[i].step);
        EXPECT_EQ(got.sink.samples[i].time_us, expected.sink.samples[i].time_us);
    }
    for (const evidence::SeriesInfo& series : expected.sink.run.series)
        EXPECT_EQ(got.sink.values(series.name.c_str()), expected.sink.values(series.name.c_str())) << series.name;
    EXPECT_EQ(got.sink.run.facts.size(), expected.sink.run.facts.size());
    EXPECT_EQ(got.sink.run.events.size(), expected.sink.run.events.size());
}

// Windows line ends, lone carriage returns, UTF-16 as PowerShell writes it, colours.
inline void expectSameInOtherClothes(const char* format, const std::string& text)
{
    const Imported plain = importText(format, text);
    std::string crlf, cr, wide = "\xFF\xFE", colours;
    for (const char c : text) {
        crlf += c == '\n' ? "\r\n" : std::string(1, c);
        cr += c == '\n' ? '\r' : c;
        wide += {c, '\0'};
        colours += c == '\n' ? "\x1b[0m\n\x1b[32m" : std::string(1, c);
    }
    const TempDir dir;
    for (const std::string& path : {dir.write("crlf", crlf), dir.write("cr", cr), dir.write("colours", colours)}) {
        const Imported got = importFile(path);
        EXPECT_EQ(got.format, format);
        expectSameRecords(got, plain);
    }
    if (std::all_of(text.begin(), text.end(), [](char c) { return c >= 0; }))
        expectSameRecords(importFile(dir.write("wide", wide)), plain);
}

// Cut at many places: whatever is kept is as it was in the whole text, or missing.
inline void expectNothingWrongWhenCut(const char* format, const std::string& text)
{
    const Imported whole = importText(format, text);
    for (std::size_t back = 0; back < std::min<std::size_t>(text.size(), 400); ++back) {
        const Imported cut = importText(format, text.substr(0, text.size() - back));
        ASSERT_LE(cut.sink.samples.size(), whole.sink.samples.size()) << back;
        for (std::size_t i = 0; i < cut.sink.samples.size(); ++i) {
            ASSERT_EQ(cut.sink.samples[i].step, whole.sink.samples[i].step) << back;
            for (const evidence::SeriesInfo& series : whole.sink.run.series) {
                const double value = cut.sink.value(i, series.name.c_str());
                ASSERT_TRUE(std::isnan(value) || value == whole.sink.value(i, series.name.c_str()))
                    << series.name << " " << value << " " << back;
            }
        }
    }
}

} // namespace fullscope::import::testing
