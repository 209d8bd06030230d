// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/telemetry/prometheus_line.h"

#include "core/base/text.h"

#include <algorithm>

namespace fullscope::import {

namespace {

constexpr std::size_t kMostLabels = 100;

bool isNameChar(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':';
}

std::string_view takeName(std::string_view& text)
{
    std::size_t end = 0;
    while (end < text.size() && isNameChar(text[end]))
        ++end;
    const std::string_view name = text.substr(0, end);
    text.remove_prefix(end);
    return name;
}

void skipBlanks(std::string_view& text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
}

std::string_view takeWord(std::string_view& text)
{
    skipBlanks(text);
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end);
    skipBlanks(text);
    return word;
}

// `"a\"b"` at the start of `text`.
bool takeQuoted(std::string_view& text, std::string& value)
{
    if (!text.starts_with('"'))
        return false;
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] == '"') {
            text.remove_prefix(i + 1);
            return true;
        }
        if (text[i] == '\\' && i + 1 < text.size())
            ++i;
        value += text[i];
    }
    return false;
}

bool takeLabels(std::string_view& text, MetricLabels& labels)
{
    text.remove_prefix(1);
    for (;;) {
        skipBlanks(text);
        if (text.starts_with('}')) {
            text.remove_prefix(1);
            return true;
        }
        auto& [name, value] = labels.all.emplace_back();
        name = takeName(text);
        skipBlanks(text);
        if (name.empty() || !text.starts_with('=') || labels.all.size() > kMostLabels)
            return false;
        text.remove_prefix(1);
        skipBlanks(text);
        if (!takeQuoted(text, value))
            return false;
        skipBlanks(text);
        if (text.starts_with(','))
            text.remove_prefix(1);
    }
}

} // namespace

std::string_view MetricLabels::value(std::string_view name) const
{
    for (const auto& [known, value] : all)
        if (known == name)
            return value;
    return {};
}

std::optional<MetricLine> metricLine(std::string_view text)
{
    text = base::trimmed(text);
    MetricLine line;
    line.name = takeName(text);
    if (line.name.empty() || (line.name[0] >= '0' && line.name[0] <= '9'))
        return std::nullopt;
    if (text.starts_with('{') && !takeLabels(text, line.labels))
        return std::nullopt;
    if (text.empty() || (text.front() != ' ' && text.front() != '\t'))
        return std::nullopt;
    line.value = takeWord(text);
    line.time = takeWord(text);
    // `# {…}`: an exemplar of OpenMetrics
    if (!base::parseDouble(line.value.starts_with('+') ? line.value.substr(1) : line.value).ok()
        || (!text.empty() && !text.starts_with('#')))
        return std::nullopt;
    if (line.time.starts_with('#'))
        line.time = {};
    return line;
}

evidence::Device deviceOf(const MetricLabels& labels)
{
    evidence::Device device;
    for (const char* name : {"UUID", "uuid", "gpu", "neuroncore", "neuron_device"})
        if (device.id.empty())
            device.id = labels.value(name);
    if (const std::string_view part = labels.value("GPU_I_ID"); !part.empty())
        device.id.append("/").append(part);
    for (const char* name : {"Hostname", "hostname", "instance_name", "instance_id", "instance"})
        if (device.host.empty())
            device.host = labels.value(name);
    for (const char* name : {"modelName", "instance_type"})
        if (device.model.empty())
            device.model = labels.value(name);
    return device;
}

} // namespace fullscope::import
