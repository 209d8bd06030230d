// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a whole file as a table, and looks at the start of one to tell what it is.
#pragma once

#include "core/import/importer.h"
#include "core/import/logs/table/table_spec.h"

namespace fullscope::import {

base::Status parseCsvTable(TextSource& source, evidence::Sink& sink, const base::JobContext& job,
    const Options& options, const TableSpec& spec);
base::Status parseJsonTable(TextSource& source, evidence::Sink& sink, const base::JobContext& job,
    const Options& options, const TableSpec& spec);

// A progress report and a look at the job, before each row; the work of it is done now and then.
class RowTicker {
public:
    RowTicker(TextSource& source, const base::JobContext& job)
        : m_source(source)
        , m_job(job)
    {
    }
    base::Status operator()()
    {
        if (m_rows++ % kEvery != 0)
            return {};
        m_job.report({m_source.file().path, m_source.bytesDone(), m_source.bytesTotal()});
        return m_job.check();
    }

private:
    static constexpr std::uint64_t kEvery = 256;

    TextSource& m_source;
    const base::JobContext& m_job;
    std::uint64_t m_rows = 0;
};

// --- for detection

// The header and up to 20 records of a CSV text, trimmed; a record that the piece of text may have cut is left out.
struct CsvStart {
    char separator = ',';
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> records;

    bool has(std::string_view column) const;
    int index(std::string_view column) const; // -1 = none
};
CsvStart csvStart(std::string_view head);

// The first up to 20 JSON objects of a text, one a line or laid out in another way.
struct JsonStart {
    struct Object {
        std::vector<std::pair<std::string, double>> fields; // what is no number is NaN

        bool has(std::string_view name) const;
    };
    std::vector<Object> objects;
    int other_lines = 0; // not blank, no object; pieces between the objects where these are not on lines

    // Whether an object has all of the names.
    bool has(std::initializer_list<std::string_view> names) const;
};
JsonStart jsonStart(std::string_view head);

} // namespace fullscope::import
