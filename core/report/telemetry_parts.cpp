// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/telemetry_parts.h"

#include "core/report/format.h"
#include "core/words/text_ids.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace fullscope::report {

using ledger::DeviceFigures;
using ledger::TelemetryFigures;
using words::Language;
using words::Text;

namespace {

constexpr std::size_t kColumns = 600; // points of a line
constexpr std::size_t kMostLines = 8; // tones there are

std::string orNotMeasured(const std::optional<double>& value, std::string (*written)(double), Language language)
{
    return value ? written(*value) : words::say(Text::not_measured, language);
}

std::string nameOf(const evidence::Device& device)
{
    return device.host.empty() ? device.id : device.host + " " + device.id;
}

// With what it is of: nobody should take the energy of half the time for all of it.
std::string energyOf(const DeviceFigures& device, const TelemetryFigures& figures, Language language)
{
    if (!device.energy_j)
        return words::say(Text::not_measured, language);
    const bool counter = device.energy_source == ledger::EnergySource::counter;
    std::string text = words::say(
        counter ? Text::energy_by_counter : Text::energy_by_power, language, {energyText(*device.energy_j)});
    const double share = static_cast<double>(device.energy_us) / static_cast<double>(figures.stretch_us());
    return share < 0.999 ? words::say(Text::energy_in_part, language, {text, percent(share)}) : text;
}

std::string totalEnergy(const TelemetryFigures& figures, Language language)
{
    const auto& energy = figures.energy_j;
    if (!energy.value)
        return words::say(Text::not_measured, language);
    std::string text = energyText(*energy.value);
    const double share = figures.energyShare() * static_cast<double>(figures.devices.size()) / energy.devices;
    if (share < 0.999)
        text = words::say(Text::energy_in_part, language, {text, percent(share)});
    if (energy.devices < static_cast<int>(figures.devices.size()))
        return words::say(Text::at_least_of_devices, language,
            {text, std::to_string(energy.devices), std::to_string(figures.devices.size())});
    return text;
}

std::string meanUtilization(const TelemetryFigures& figures, Language language)
{
    if (!figures.utilization.value)
        return words::say(Text::not_measured, language);
    const std::string text = percent(*figures.utilization.value);
    return figures.utilization.devices == static_cast<int>(figures.devices.size())
        ? text
        : words::say(Text::of_devices, language,
            {text, std::to_string(figures.utilization.devices), std::to_string(figures.devices.size())});
}

std::string significant(double value, const char* unit)
{
    const int digits = std::abs(value) >= 100 ? 0 : std::abs(value) >= 10 ? 1 : std::abs(value) >= 1 ? 2 : 4;
    return base::formatNumber(value, digits) + " " + unit;
}

// Readings gathered into columns of equal time.
class Columns {
public:
    explicit Columns(const TelemetryFigures& figures)
        : m_from(figures.from_us)
        , m_width(
              std::max<std::int64_t>(1, (figures.to_us - figures.from_us) / static_cast<std::int64_t>(kColumns) + 1))
        , m_sums(kColumns)
        , m_counts(kColumns)
    {
    }
    void add(std::int64_t time, double value)
    {
        const auto column = static_cast<std::size_t>((time - m_from) / m_width);
        m_sums[column] += value;
        ++m_counts[column];
    }
    LineSeries line(const std::string& name, Tone tone) const
    {
        LineSeries line {name, {}, {}, tone, false};
        for (std::size_t i = 0; i < kColumns; ++i) {
            if (m_counts[i] == 0)
                continue;
            line.x.push_back((static_cast<double>(i) + 0.5) * static_cast<double>(m_width) / 1e6);
            line.y.push_back(m_sums[i] / static_cast<double>(m_counts[i]));
        }
        return line;
    }

private:
    std::int64_t m_from, m_width;
    std::vector<double> m_sums;
    std::vector<std::int64_t> m_counts;
};

// Which line a device's readings go to, -1 = none (hosts).
std::vector<int> linesOf(const evidence::Telemetry& telemetry, const TelemetryFigures& figures)
{
    std::vector<int> lines(telemetry.devices.size(), -1);
    const bool each = figures.devices.size() <= kMostLines;
    int next = 0;
    for (const DeviceFigures& device : figures.devices)
        lines[static_cast<std::size_t>(device.device)] = each ? next++ : 0;
    return lines;
}

} // namespace

std::string energyText(double joules)
{
    return significant(joules / 3.6e6, "kWh");
}

std::string wattsText(double watts)
{
    return significant(watts, "W");
}

std::string bytesText(double bytes)
{
    constexpr double kGiB = 1024.0 * 1024 * 1024;
    return significant(bytes / kGiB, "GiB");
}

Table telemetryTable(const evidence::Telemetry& telemetry, const TelemetryFigures& figures, Language language)
{
    const auto say = [&](Text id) { return words::say(id, language); };
    Table table;
    table.title = say(Text::telemetry);
    table.columns = {{say(Text::what), false}, {say(Text::value), false}};
    for (const auto& file : telemetry.files) {
        table.rows.push_back({say(Text::file), file.path});
        table.rows.push_back({say(Text::format), file.format});
    }
    std::string span = say(Text::no_times);
    if (figures.timed) {
        span = base::formatIso({figures.from_us}) + " – " + base::formatIso({figures.to_us});
        if (!telemetry.zone_known)
            span = words::say(Text::zone_not_stated, language, {span});
    }
    table.rows.push_back({say(Text::time_span), span});
    table.rows.push_back({say(Text::devices), std::to_string(figures.devices.size())});
    table.rows.push_back({say(Text::readings), std::to_string(telemetry.reading_count)});
    table.rows.push_back({say(Text::utilization_mean), meanUtilization(figures, language)});
    table.rows.push_back({say(Text::energy), totalEnergy(figures, language)});
    return table;
}

Table deviceTable(const evidence::Telemetry& telemetry, const TelemetryFigures& figures, Language language)
{
    Table table;
    table.title = words::say(Text::devices, language);
    table.columns.push_back({words::say(Text::device, language), false});
    for (const Text id : {Text::time_covered, Text::utilization_mean, Text::utilization_median, Text::idle_share,
             Text::memory_mean, Text::memory_peak, Text::power_mean, Text::power_peak, Text::energy})
        table.columns.push_back({words::say(id, language), true});
    for (const DeviceFigures& device : figures.devices) {
        const auto& known = telemetry.devices[static_cast<std::size_t>(device.device)];
        const bool covered = figures.timed && figures.stretch_us() > 0;
        table.rows.push_back({known.model.empty() ? nameOf(known) : nameOf(known) + " (" + known.model + ")",
            covered ? duration(device.covered_us) + " ("
                    + percent(static_cast<double>(device.covered_us) / static_cast<double>(figures.stretch_us())) + ")"
                    : "–",
            orNotMeasured(device.utilization_mean, percent, language),
            orNotMeasured(device.utilization_median, percent, language),
            orNotMeasured(device.idle_share, percent, language), orNotMeasured(device.memory_mean, bytesText, language),
            orNotMeasured(device.memory_peak, bytesText, language),
            orNotMeasured(device.power_mean, wattsText, language),
            orNotMeasured(device.power_peak, wattsText, language), energyOf(device, figures, language)});
    }
    return table;
}

base::Result<PlotSpec> devicePlot(const store::WorkspaceFile& workspace, const evidence::Telemetry& telemetry,
    const TelemetryFigures& figures, std::int64_t shift_us, DevicePlot what, Language language)
{
    const bool share = what == DevicePlot::utilization;
    PlotSpec plot;
    plot.kind = PlotKind::lines;
    plot.id = share ? "telemetry.utilization" : "telemetry.power";
    plot.title = words::say(share ? Text::utilization : Text::power, language);
    plot.description = words::say(
        Text::telemetry_spoken, language, {meanUtilization(figures, language), totalEnergy(figures, language)});
    plot.x = {words::say(Text::time_since_start, language), base::Unit::seconds};
    plot.y = {plot.title, share ? base::Unit::share : base::Unit::kilowatts};
    const char* wanted = share ? evidence::readings::utilization : evidence::readings::power;
    const auto series = std::find_if(telemetry.series.begin(), telemetry.series.end(),
        [&](const evidence::SeriesInfo& info) { return info.name == wanted; });
    if (!figures.timed || figures.stretch_us() <= 0 || series == telemetry.series.end())
        return plot;
    const std::vector<int> lines = linesOf(telemetry, figures);
    const bool each = figures.devices.size() <= kMostLines;
    std::vector<Columns> columns(each ? figures.devices.size() : 1, Columns(figures));
    const auto store = workspace.readings(telemetry.id);
    const auto reader = store->read({static_cast<int>(series - telemetry.series.begin())});
    evidence::SampleBlock block;
    for (;;) {
        FS_TRY_VALUE(more, reader->next(block));
        if (!more)
            break;
        for (std::size_t row = 0; row < block.rows(); ++row) {
            const auto device = static_cast<std::size_t>(block.step[row]);
            const double value = block.values[0][row];
            if (device >= lines.size() || lines[device] < 0 || block.time_us[row] == base::kNoTime
                || !std::isfinite(value))
                continue;
            const std::int64_t time = block.time_us[row] + shift_us;
            if (time >= figures.from_us && time <= figures.to_us)
                columns[static_cast<std::size_t>(lines[device])].add(time, share ? value : value / 1000);
        }
    }
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const auto device = static_cast<std::size_t>(figures.devices[i].device);
        const std::string name = each ? nameOf(telemetry.devices[device]) : words::say(Text::devices, language);
        LineSeries line = columns[i].line(name, static_cast<Tone>(i));
        if (!line.x.empty())
            plot.lines.push_back(std::move(line));
    }
    return plot;
}

} // namespace fullscope::report
