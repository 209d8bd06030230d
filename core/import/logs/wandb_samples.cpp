// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/wandb_samples.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace fullscope::import {

namespace {

constexpr std::int64_t kClose_us = 3600 * base::kSecondUs; // records of one step: an evaluation may lie between them
constexpr int kMaxDepth = 8;
constexpr double kMaxStep = 9e15; // whole numbers are exact in a double up to there

// Keys under which trainers log their step, the surest first.
constexpr std::array<std::string_view, 10> kStepKeys {"train/global_step", "trainer/global_step", "global_step",
    "train/step", "trainer/step", "iteration", "train/iteration", "iter", "step", "train/update_step"};

const WandbItem* find(const WandbRecord& record, std::string_view key)
{
    const auto found = std::find_if(
        record.items.begin(), record.items.end(), [&](const WandbItem& item) { return item.key == key; });
    return found == record.items.end() ? nullptr : &*found;
}

std::optional<std::int64_t> wholeNumber(std::string_view json)
{
    const auto number = numberOfJson(json);
    if (!number || !(*number >= 0 && *number < kMaxStep) || std::floor(*number) != *number)
        return std::nullopt;
    return static_cast<std::int64_t>(*number);
}

const char* unitOf(std::string_view metric)
{
    if (metric.ends_with("Watts"))
        return "W";
    return metric.ends_with("Bytes") ? "bytes" : "";
}

} // namespace

std::optional<double> numberOfJson(std::string_view json)
{
    json = base::trimmed(json);
    const bool quoted = json.size() >= 2 && json.front() == '"' && json.back() == '"';
    if (quoted)
        json = json.substr(1, json.size() - 2);
    const auto number = base::parseDouble(json);
    if (!number.ok() || (quoted && std::isfinite(*number))) // a text that happens to be digits is no measurement
        return std::nullopt;
    return *number;
}

void WandbHistory::nameStep(std::string_view key)
{
    const std::string lower = base::toLower(key);
    if (m_step_key.empty() && (lower.find("step") != std::string::npos || lower.find("iter") != std::string::npos)
        && !key.starts_with('_'))
        m_step_key = key;
}

std::optional<std::int64_t> WandbHistory::stepOf(const WandbRecord& record)
{
    for (std::size_t i = 0; m_step_key.empty() && i < kStepKeys.size(); ++i)
        if (const WandbItem* item = find(record, kStepKeys[i]); item && wholeNumber(item->json))
            m_step_key = kStepKeys[i];
    if (!m_step_key.empty()) {
        if (const WandbItem* item = find(record, m_step_key))
            return wholeNumber(item->json);
        if (m_samples > 0)
            return m_step; // logged between two steps
    }
    if (const WandbItem* item = find(record, "_step"))
        return wholeNumber(item->json);
    return record.step >= 0 ? std::optional(record.step) : std::nullopt;
}

void WandbHistory::addNumber(std::string_view key, double value, std::int64_t line)
{
    ScalarTag& tag = m_series.tag(key, line);
    if (tag.series >= 0)
        m_values.emplace_back(&tag, m_series.reported(tag, value, line));
}

// A nested object is read in depth; one with a type is an image, a table, a histogram.
void WandbHistory::addJson(std::string_view key, std::string_view json, std::int64_t line)
{
    if (const auto number = numberOfJson(json)) {
        addNumber(key, *number, line);
        return;
    }
    if (base::trimmed(json).starts_with('{')) {
        const auto object = nlohmann::json::parse(json, nullptr, false);
        const auto walk = [&](const auto& self, const std::string& name, const nlohmann::json& value, int depth) {
            if (value.is_number())
                addNumber(name, value.template get<double>(), line);
            if (!value.is_object() || value.contains("_type") || depth == kMaxDepth)
                return;
            for (const auto& [part, inner] : value.items())
                self(self, name + "." + part, inner, depth + 1);
        };
        if (!object.is_discarded()) {
            walk(walk, std::string(key), object, 0);
            return;
        }
        m_writer.sink().problem({.handling = base::Handling::value_dropped,
            .what = {.code = base::Code::bad_json,
                .line = line,
                .field = base::excerpt(key),
                .found = base::excerpt(json),
                .expected = "JSON"}});
    }
}

void WandbHistory::gather(const WandbRecord& record, std::int64_t line)
{
    m_values.clear();
    for (const WandbItem& item : record.items)
        m_series.notice(item.key);
    for (const WandbItem& item : record.items)
        if (!item.key.starts_with('_') && item.key != m_step_key)
            addJson(item.key, item.json, line);
}

base::Status WandbHistory::add(const WandbRecord& record, std::int64_t line)
{
    const auto step = stepOf(record);
    if (!step) {
        m_writer.sink().problem({.handling = base::Handling::row_skipped,
            .what = {.code = base::Code::bad_number,
                .line = line,
                .field = m_step_key.empty() ? "_step" : m_step_key,
                .expected = "whole number"}});
        return {};
    }
    gather(record, line);
    if (m_values.empty())
        return {};
    const WandbItem* stamp = find(record, "_timestamp");
    const auto seconds = stamp ? numberOfJson(stamp->json) : std::nullopt;
    const std::int64_t time_us = seconds ? timeOfSeconds(*seconds) : base::kNoTime;
    if (stamp && time_us == base::kNoTime)
        m_writer.sink().problem({.handling = base::Handling::value_dropped,
            .what = {.code = base::Code::bad_time,
                .line = line,
                .field = "_timestamp",
                .found = base::excerpt(stamp->json)}});
    return put(*step, time_us, line);
}

base::Status WandbHistory::put(std::int64_t step, std::int64_t time_us, std::int64_t line)
{
    const bool isClose
        = time_us == base::kNoTime || m_time_us == base::kNoTime || std::abs(time_us - m_time_us) <= kClose_us;
    const bool joins = m_samples > 0 && step == m_step && isClose
        && std::none_of(m_values.begin(), m_values.end(), [&](const auto& v) { return v.first->sample == m_samples; });
    if (!joins) {
        writeMeans();
        m_means = std::exchange(m_next_means, {});
        ++m_samples;
        m_step = step;
        m_time_us = time_us;
        m_sample.line = line;
        m_sample.step = step;
        m_sample.time_us = time_us;
        m_sample.values.clear();
        FS_TRY(m_writer.sample(m_sample));
    }
    for (const auto& [tag, value] : m_values) {
        m_writer.addToLast(tag->series, value);
        tag->sample = m_samples;
    }
    for (const auto& [tag, value] : m_values)
        if (tag->is_eval_loss)
            FS_TRY(m_writer.event({.kind = evidence::EventKind::evaluation_end,
                .line = line,
                .time_us = time_us,
                .step = step,
                .text = base::excerpt(tag->name + "=" + base::formatDouble(value))}));
    return {};
}

void WandbHistory::addStats(const WandbRecord& record, std::int64_t line)
{
    for (const WandbItem& item : record.items) {
        const auto value = numberOfJson(item.json);
        if (!value || !std::isfinite(*value) || item.key.empty() || item.key.starts_with('_'))
            continue;
        auto known = m_system.find(item.key);
        if (known == m_system.end()) {
            const std::string name = (item.key.starts_with("system.") ? "" : "system.") + item.key;
            if (m_system.size() >= ScalarSeries::kMaxSeries || name.size() > ScalarSeries::kMaxName) {
                m_writer.sink().problem({.handling = base::Handling::value_dropped,
                    .what = {.code = base::Code::out_of_range,
                        .line = line,
                        .field = "series",
                        .found = base::excerpt(name),
                        .expected = std::to_string(ScalarSeries::kMaxSeries)}});
                continue;
            }
            const int series = m_writer.sink().series({.name = base::excerpt(name, name.size()),
                .unit = unitOf(name),
                .scope = evidence::RateScope::none,
                .window = evidence::RateWindow::interval_mean});
            known = m_system.emplace(item.key, series).first;
        }
        Mean& mean = m_next_means[known->second];
        mean.sum += *value;
        ++mean.count;
    }
}

void WandbHistory::writeMeans()
{
    for (const auto& [series, mean] : m_means)
        m_writer.addToLast(series, mean.sum / static_cast<double>(mean.count));
    m_means.clear();
}

void WandbHistory::finish()
{
    if (m_samples == 0)
        return;
    for (const auto& [series, mean] : m_next_means) {
        m_means[series].sum += mean.sum;
        m_means[series].count += mean.count;
    }
    m_next_means.clear();
    writeMeans();
}

} // namespace fullscope::import
