// SPDX-License-Identifier: GPL-3.0-or-later
// Lines as a worker writes them, for runs that were never run.
#pragma once

#include "core/bench/measurement.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace fullscope::bench::test {

using json = nlohmann::ordered_json;

// A run of 4,096 tokens a step on one device; everything can be changed before lines() is asked.
struct Lines {
    json hello = {{"engine", "torch"}, {"engine_version", "1"}, {"torch", "2.14.0"}, {"host", "h"},
        {"spec_hash", "4c8f"}, {"tuned", true}};
    json device = {{"kind", "cuda"}, {"name", "H200"}, {"count", 1}, {"world_size", 1}};
    json plan = {{"batch", 8}, {"seq_len", 512}, {"tokens_per_step", 4096}, {"warmup_min", 5}, {"windows", 5},
        {"steps_per_window", 20}, {"flops_per_step", 7.0e11}, {"optimizer", "adamw"}, {"device", "cuda"},
        {"mode", "eager"},
        {"precision", {{"weights", "fp32"}, {"compute", "bf16"}, {"accumulate", "fp32"}, {"tf32", false}}}};
    std::vector<double> ceilings = {5.0e13, 5.0e13}; // FLOP/s before and after
    double first_step_s = 12.1;
    std::vector<double> warm_up_s = std::vector<double>(10, 0.1);
    std::int64_t compiles_at = 0; // number of the step
    std::vector<std::vector<double>> windows_s = std::vector<std::vector<double>>(5, std::vector<double>(20, 0.1));
    json window_more = json::object(), telemetry = json::array();
    std::vector<double> losses = {10.5, 10.4, 10.3};
    json end = {{"status", "ok"}, {"stopped_by", "plan"}};
    std::vector<std::string> more_lines {}; // before the end, as they are

    std::vector<std::string> lines() const
    {
        std::vector<std::string> out;
        const auto say = [&out](const char* kind, json fields) {
            json record = {{"v", 1}, {"t", kind}, {"seq", out.size()}, {"mono_ns", 1000 * out.size()}, {"rank", 0}};
            record.update(fields);
            out.push_back(record.dump());
        };
        say("hello", hello);
        say("device", device);
        say("plan", plan);
        const auto ceiling = [&](std::size_t i, const char* when) {
            if (i < ceilings.size())
                say("ceiling",
                    {{"op", "qkv"}, {"m", 4096}, {"n", 1536}, {"k", 512}, {"best_flops", ceilings[i]}, {"reps", 10},
                        {"when", when}, {"share", 1.0}});
        };
        ceiling(0, "before");
        std::int64_t step = 0;
        const auto warm = [&](double seconds) {
            say("step",
                {{"i", step}, {"window", -1}, {"wall_ns", seconds * 1e9},
                    {"compiles_delta", step == 0 || step == compiles_at ? 1 : 0}});
            ++step;
        };
        if (first_step_s > 0)
            warm(first_step_s);
        for (const double seconds : warm_up_s)
            warm(seconds);
        for (std::size_t w = 0; w < windows_s.size(); ++w) {
            double wall = 0;
            for (const double seconds : windows_s[w]) {
                wall += seconds;
                say("step", {{"i", step++}, {"window", w}, {"wall_ns", seconds * 1e9}});
            }
            json record = {{"w", w}, {"steps", windows_s[w].size()}, {"wall_ns", wall * 1e9},
                {"tokens", 4096 * windows_s[w].size()}};
            record.update(window_more);
            say("window", record);
        }
        for (const json& reading : telemetry)
            say("telemetry", reading);
        json numbers = json::array();
        for (std::size_t i = 0; i < losses.size(); ++i)
            numbers.push_back(i);
        say("loss", {{"i", numbers}, {"loss", losses}});
        ceiling(1, "after");
        out.insert(out.end(), more_lines.begin(), more_lines.end());
        if (!end.is_null())
            say("end", end);
        return out;
    }

    std::string text() const
    {
        std::string out;
        for (const std::string& line : lines())
            out += line + '\n';
        return out;
    }

    Measurement measurement() const
    {
        RecordReader reader("run.jsonl");
        for (const std::string& line : lines())
            EXPECT_TRUE(reader.feed(line).ok()) << line;
        EXPECT_TRUE(reader.problems().empty());
        return reader.takeMeasurement();
    }
};

} // namespace fullscope::bench::test
