// SPDX-License-Identifier: GPL-3.0-or-later
// Any CSV, TSV or JSON objects with a step and at least one further column of numbers, by the dictionary of names. Every
// format of its own is asked before: these two are what remains.
#include "core/import/logs/log_formats.h"
#include "core/import/logs/table/table_parse.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>

namespace fullscope::import {

namespace {

constexpr int kScore = 20;
constexpr TableSpec kSpec {};

bool isStep(std::string_view name)
{
    const Role role = meaningOf(name).role;
    return role == Role::step || role == Role::epoch;
}

bool isWhole(double number)
{
    return number >= 0 && std::floor(number) == number;
}

int sniffCsv(const Preview& preview)
{
    const CsvStart start = csvStart(preview.head);
    NumberReader numbers(start.separator == ';');
    for (const auto& record : start.records)
        for (const std::string& field : record)
            numbers.learn(field);
    bool hasStep = false;
    int others = 0;
    for (std::size_t column = 0; column < start.header.size(); ++column) {
        const std::string& name = start.header[column];
        if (base::parseDouble(name).ok())
            return 0; // the header is missing
        int cells = 0, whole = 0, read = 0;
        for (const auto& record : start.records) {
            if (column >= record.size() || isAbsent(record[column]))
                continue;
            const auto number = numbers.read(record[column]);
            ++cells;
            read += number ? 1 : 0;
            whole += number && isWhole(*number) ? 1 : 0;
        }
        if (!hasStep && isStep(name) && whole > 0 && 2 * whole >= cells)
            hasStep = true;
        else
            others += read > 0 ? 1 : 0;
    }
    return hasStep && others > 0 ? kScore : 0;
}

int sniffJson(const Preview& preview)
{
    const JsonStart start = jsonStart(preview.head);
    // One object alone is a summary or a configuration.
    if (start.objects.size() < 2 || start.other_lines > static_cast<int>(start.objects.size()))
        return 0;
    for (const JsonStart::Object& object : start.objects) {
        bool hasStep = false;
        int others = 0;
        for (const auto& [name, number] : object.fields) {
            if (!hasStep && isStep(name) && isWhole(number))
                hasStep = true;
            else
                others += std::isnan(number) ? 0 : 1;
        }
        if (hasStep && others > 0)
            return kScore;
    }
    return 0;
}

base::Status parseCsv(TextSource& source, evidence::Sink& sink, const base::JobContext& job, const Options& options)
{
    return parseCsvTable(source, sink, job, options, kSpec);
}

base::Status parseJson(TextSource& source, evidence::Sink& sink, const base::JobContext& job, const Options& options)
{
    return parseJsonTable(source, sink, job, options, kSpec);
}

} // namespace

const Format csv_generic {
    .id = "csv_generic",
    .kind = Kind::log,
    .version = 1,
    .title = "CSV with a step column",
    .sniff = sniffCsv,
    .parse = parseCsv,
};

const Format jsonl_generic {
    .id = "jsonl_generic",
    .kind = Kind::log,
    .version = 1,
    .title = "JSON with a step",
    .sniff = sniffJson,
    .parse = parseJson,
};

} // namespace fullscope::import
