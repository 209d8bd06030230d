// SPDX-License-Identifier: GPL-3.0-or-later
// Samples of console logs with what MANIFEST.tsv says of them, and the ugly input that each format is put through.
#pragma once

#include "tests/core/import/log_sink.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <random>

namespace fullscope::import::testing {

inline nlohmann::json manifest(const std::string& file)
{
    std::ifstream in(logSample("MANIFEST.tsv"));
    for (std::string line; std::getline(in, line);)
        if (line.starts_with(file + "\t"))
            return nlohmann::json::parse(line.substr(line.rfind('\t') + 1));
    return {};
}

inline Preview previewOf(const std::string& text)
{
    return {.file_name = "x", .head = text, .middle = {}, .tail = {}};
}

// `file` is taken for `format` and for nothing else.
inline void expectKnownAsNothingElse(const std::string& file, const std::string& format)
{
    const std::string text = fileText(logSample(file));
    ASSERT_FALSE(text.empty()) << file;
    const int own = formatById(format)->sniff(previewOf(text));
    for (const Format* other : formats()) {
        if (other->id == format)
            continue;
        const int score = other->sniff(previewOf(text));
        EXPECT_LT(score, own) << file << " " << other->id;
        if (!takesWhatIsLeft(*other)) {
            EXPECT_EQ(score, 0) << file << " " << other->id;
        }
    }
}

// Cut anywhere, with bytes flipped, in blocks of any size, with other line ends: nothing falls over, and what was whole
// stays as it is. `lines`: on how many a record lies, counted from its first.
inline void expectSurvivesDamage(const std::string& format, const std::string& text, std::int64_t lines)
{
    const Imported whole = importText(format.c_str(), text);
    for (std::size_t i = 0; i <= 100; ++i) {
        const std::size_t size = text.size() * i / 100;
        const Imported cut = importText(format.c_str(), text.substr(0, size));
        const auto ends = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size), '\n');
        std::size_t complete = 0;
        while (complete < whole.sink.samples.size() && whole.sink.samples[complete].line + lines - 1 <= ends)
            ++complete;
        ASSERT_GE(cut.sink.samples.size(), complete) << size;
        for (std::size_t k = 0; k < complete; ++k) {
            ASSERT_EQ(cut.sink.samples[k].step, whole.sink.samples[k].step) << size;
            ASSERT_EQ(cut.sink.samples[k].line, whole.sink.samples[k].line) << size;
        }
    }
    std::mt19937 random(20'260'102);
    for (int round = 0; round < 40; ++round) {
        std::string damaged = text;
        for (int flips = 0; flips < 40; ++flips)
            damaged[random() % damaged.size()] = static_cast<char>(random());
        const Imported got = importText(format.c_str(), damaged, 1 + random() % 5000);
        for (const evidence::Sample& sample : got.sink.samples) {
            ASSERT_GE(sample.step, 0);
            ASSERT_GT(sample.line, 0);
            ASSERT_LE(sample.values.size(), got.sink.run.series.size());
        }
    }
    std::string crlf;
    for (const char c : text)
        crlf += c == '\n' ? "\r\n" : std::string(1, c);
    const Imported windows = importText(format.c_str(), crlf);
    for (const Imported& got : {importText(format.c_str(), text, 1), importText(format.c_str(), text, 4099), windows}) {
        ASSERT_EQ(got.sink.samples.size(), whole.sink.samples.size());
        ASSERT_EQ(got.sink.run.events.size(), whole.sink.run.events.size());
        for (std::size_t i = 0; i < whole.sink.run.events.size(); ++i) {
            EXPECT_EQ(got.sink.run.events[i].text, whole.sink.run.events[i].text);
            EXPECT_EQ(got.sink.run.events[i].line, whole.sink.run.events[i].line);
            EXPECT_EQ(got.sink.run.events[i].after_sample, whole.sink.run.events[i].after_sample);
        }
        EXPECT_EQ(got.sink.run.facts, whole.sink.run.facts);
        EXPECT_EQ(got.sink.run.series, whole.sink.run.series);
        for (std::size_t i = 0; i < whole.sink.samples.size(); ++i) {
            EXPECT_EQ(got.sink.samples[i].line, whole.sink.samples[i].line);
            EXPECT_EQ(got.sink.samples[i].step, whole.sink.samples[i].step);
        }
    }
}

} // namespace fullscope::import::testing
