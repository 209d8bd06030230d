// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/telemetry/smi_columns.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace fullscope::import {

namespace {

using Row = std::vector<std::string_view>;

// Columns that say which device a row is of; one that holds across hosts and restarts comes first.
constexpr std::array<std::string_view, 7> kIds {
    "uuid", "gpu_uuid", "index", "pci.bus_id", "gpu_bus_id", "serial", "gpu_serial"};

bool isModel(std::string_view cell)
{
    constexpr std::array<std::string_view, 4> kMakers {"NVIDIA ", "Tesla ", "Quadro ", "GeForce "};
    return std::any_of(kMakers.begin(), kMakers.end(), [&](std::string_view maker) { return cell.starts_with(maker); });
}

bool isUuid(std::string_view cell)
{
    return cell.starts_with("GPU-") || cell.starts_with("MIG-");
}

// `00000000:3B:00.0`
bool isBusId(std::string_view cell)
{
    return cell.size() == 16 && cell[8] == ':' && cell[11] == ':' && cell[14] == '.';
}

std::string_view cellAt(const Row& row, int column)
{
    const auto at = static_cast<std::size_t>(column);
    return column < 0 || at >= row.size() ? std::string_view() : base::trimmed(row[at]);
}

} // namespace

SmiCell smiCell(std::string_view text)
{
    text = base::trimmed(text);
    // `97 %`, `97%`, `97`
    const std::size_t number_end = std::min(text.find_first_not_of("0123456789.+-eE"), text.size());
    const auto number = base::parseDouble(text.substr(0, number_end));
    const std::string_view unit = base::trimmed(text.substr(number_end));
    if (!number.ok() || (!unit.empty() && !isSmiUnit(unit)))
        return {};
    return {.value = *number, .unit = unit};
}

bool isSmiAbsent(std::string_view text)
{
    text = base::trimmed(text);
    return text.empty() || text == "N/A" || text == "-" || (text.front() == '[' && text.back() == ']');
}

SmiName smiName(std::string_view heading)
{
    heading = base::trimmed(heading);
    const std::size_t bracket = heading.find('[');
    if (bracket == std::string_view::npos || heading.back() != ']')
        return {.field = heading, .unit = {}};
    return {.field = base::trimmed(heading.substr(0, bracket)),
        .unit = heading.substr(bracket + 1, heading.size() - bracket - 2)};
}

bool SmiColumns::isHeader(const Row& row)
{
    std::size_t known = 0;
    for (const std::string_view cell : row)
        known += isSmiField(smiName(cell).field) ? 1 : 0;
    return known >= 2 && 2 * known >= row.size();
}

void SmiColumns::clear(std::size_t columns)
{
    m_columns.assign(columns, {});
    m_time = m_model = -1;
    m_ids.clear();
}

void SmiColumns::addReading(Column& column, std::string_view field, std::string_view unit)
{
    column.is_reading = true;
    column.field = field;
    column.unit = unit;
    column.meaning = smiMeaning(field, unit);
}

// Of two columns that mean the same the better one has the standard name, the other its own.
void SmiColumns::declare(std::int64_t line)
{
    std::vector<Column*> standard;
    for (Column& column : m_columns)
        if (column.is_reading && column.meaning.standard)
            standard.push_back(&column);
    std::stable_sort(standard.begin(), standard.end(),
        [](const Column* a, const Column* b) { return a->meaning.rank < b->meaning.rank; });
    std::vector<std::string> taken;
    for (Column* column : standard) {
        if (std::find(taken.begin(), taken.end(), column->meaning.name) == taken.end())
            taken.push_back(column->meaning.name);
        else
            column->meaning.name = column->name;
    }
    for (Column& column : m_columns)
        if (column.is_reading)
            column.series = m_writer.series(column.meaning, line);
}

void SmiColumns::setHeader(const Row& header, std::int64_t line)
{
    clear(header.size());
    for (std::size_t at = 0; at < header.size(); ++at) {
        SmiName name = smiName(header[at]);
        const std::string number = "column " + std::to_string(at + 1);
        if (name.field.empty())
            name.field = number;
        const std::string field = base::toLower(name.field);
        m_columns[at].name = name.field;
        if (field == "timestamp")
            m_time = static_cast<int>(at);
        else if (field == "name" || field == "gpu_name")
            m_model = static_cast<int>(at);
        else if (std::find(kIds.begin(), kIds.end(), field) == kIds.end())
            addReading(m_columns[at], name.field, name.unit);
    }
    declare(line);
    for (const std::string_view id : kIds)
        for (std::size_t at = 0; at < header.size(); ++at)
            if (base::equalsIgnoreCase(m_columns[at].name, id))
                m_ids.push_back(static_cast<int>(at));
}

// `field`: what it was taken for. The one column with a unit is very likely the field that people ask for; of two
// nobody knows which.
void SmiColumns::assumed(const Column& column, const char* field, std::int64_t line)
{
    m_writer.sink().problem({.severity = base::Severity::warning,
        .handling = base::Handling::kept,
        .what = {.code = base::Code::column_unnamed,
            .line = line,
            .field = column.name,
            .expected = field ? field : std::string()}});
}

void SmiColumns::setByCells(const Row& row, std::int64_t line)
{
    clear(row.size());
    int shares = 0, watts = 0;
    for (const std::string_view cell : row)
        watts += smiCell(cell).unit == "W" ? 1 : 0;
    for (std::size_t at = 0; at < row.size(); ++at) {
        const std::string_view cell = base::trimmed(row[at]);
        const SmiCell read = smiCell(cell);
        m_columns[at].name = "column " + std::to_string(at + 1);
        if (m_time < 0 && base::parseIso(cell).ok()) {
            m_time = static_cast<int>(at);
        } else if (isUuid(cell)) {
            m_ids.insert(m_ids.begin(), static_cast<int>(at));
        } else if (isBusId(cell)) {
            m_ids.push_back(static_cast<int>(at));
        } else if (isModel(cell)) {
            m_model = static_cast<int>(at);
        } else {
            const char* taken_for = nullptr;
            if (read.unit == "%" && shares++ == 0) // queries name utilization.gpu before other shares
                taken_for = "utilization.gpu";
            else if (read.unit == "W" && watts == 1)
                taken_for = "power.draw";
            assumed(m_columns[at], taken_for, line);
            addReading(m_columns[at], taken_for ? taken_for : m_columns[at].name, read.unit);
        }
    }
    declare(line);
}

std::string_view SmiColumns::time(const Row& row) const
{
    return cellAt(row, m_time);
}

evidence::Device SmiColumns::device(const Row& row) const
{
    evidence::Device device;
    for (const int column : m_ids)
        if (const std::string_view id = cellAt(row, column); device.id.empty() && !isSmiAbsent(id))
            device.id = id;
    if (const std::string_view model = cellAt(row, m_model); !isSmiAbsent(model))
        device.model = model;
    return device;
}

// A unit in the cell is nearer to the number than that of the header. False when the two are of different kinds.
bool SmiColumns::scaleFor(Column& column, std::string_view unit) const
{
    if (unit.empty() || unit == column.unit)
        return true;
    const ReadingMeaning scale = smiMeaning(column.field, unit);
    const bool fits = scale.unit == std::string_view(column.meaning.unit) || column.meaning.unit[0] == '\0';
    if (fits) {
        column.unit = unit;
        column.meaning.unit = scale.unit;
        column.meaning.times = scale.times;
        column.meaning.over = scale.over;
    }
    return fits;
}

void SmiColumns::readCell(Column& column, std::string_view text, evidence::Reading& reading)
{
    if (isSmiAbsent(text)) {
        m_writer.notMeasured(column.name, text, reading.line);
        return;
    }
    const bool is_state = column.field == "pstate" && text.size() > 1 && text.front() == 'P';
    const SmiCell cell = smiCell(is_state ? text.substr(1) : text);
    if (!std::isnan(cell.value) && scaleFor(column, cell.unit)) {
        m_writer.put(reading, column.series, column.meaning(cell.value), column.name, text);
        return;
    }
    // Throttle reasons and the like are words; a figure that cannot be read is another matter.
    const bool is_word = std::isnan(cell.value) && !column.meaning.standard && column.meaning.unit[0] == '\0';
    if (is_word && std::exchange(column.text_told, true))
        return;
    m_writer.sink().problem({.severity = is_word ? base::Severity::info : base::Severity::warning,
        .handling = base::Handling::value_dropped,
        .what = {.code = std::isnan(cell.value) ? base::Code::bad_number : base::Code::bad_unit,
            .line = reading.line,
            .field = base::excerpt(column.name),
            .found = base::excerpt(text)}});
}

void SmiColumns::read(const Row& row, evidence::Reading& reading)
{
    for (std::size_t at = 0; at < m_columns.size() && at < row.size(); ++at)
        if (m_columns[at].is_reading)
            readCell(m_columns[at], base::trimmed(row[at]), reading);
}

} // namespace fullscope::import
