// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps what a bill importer delivers, with the sums that MANIFEST.tsv names.
#pragma once

#include "core/evidence/sink.h"
#include "core/import/bills/bill_formats.h"
#include "tests/core/import/memory_source.h"

#include <map>
#include <string>
#include <vector>

namespace fullscope::import::testing {

class BillSink final : public evidence::Sink {
public:
    void problem(base::Problem problem) override { problems.push_back(std::move(problem)); }
    int series(const evidence::SeriesInfo&) override { return 0; }
    void fact(evidence::Fact) override { }
    void event(evidence::Event) override { }
    base::Status sample(const evidence::Sample&) override { return {}; }
    base::Status nextRun() override { return {}; }
    int device(const evidence::Device&) override { return 0; }
    base::Status reading(const evidence::Reading&) override { return {}; }
    base::Status job(const evidence::Job&) override { return {}; }
    base::Status billRow(const evidence::BillRow& row) override
    {
        rows.push_back(row);
        return {};
    }
    void billNotFinal() override { final = false; }

    using Cost = std::optional<base::Decimal> evidence::BillRow::*;
    // Sum of the rows that have that cost; "-" when none has.
    std::string sum(Cost cost) const
    {
        base::Decimal total;
        bool any = false;
        for (const evidence::BillRow& row : rows) {
            if (!(row.*cost))
                continue;
            any = true;
            total = *base::Decimal::sum(total, *(row.*cost));
        }
        return any ? total.toString() : "-";
    }
    // "p4d.24xlarge" → "48"
    std::map<std::string, std::string> hoursByType() const
    {
        std::map<std::string, base::Decimal> hours;
        for (const evidence::BillRow& row : rows)
            if (row.instance_hours)
                hours[row.instance_type] = *base::Decimal::sum(hours[row.instance_type], *row.instance_hours);
        std::map<std::string, std::string> texts;
        for (const auto& [type, sum] : hours)
            texts[type] = sum.toString();
        return texts;
    }
    int count(base::Code code) const
    {
        int found = 0;
        for (const base::Problem& problem : problems)
            found += problem.what.code == code ? 1 : 0;
        return found;
    }
    const base::Problem* first(base::Code code) const
    {
        for (const base::Problem& problem : problems)
            if (problem.what.code == code)
                return &problem;
        return nullptr;
    }
    int skipped() const
    {
        int found = 0;
        for (const base::Problem& problem : problems)
            found += problem.handling == base::Handling::row_skipped ? 1 : 0;
        return found;
    }

    std::vector<evidence::BillRow> rows;
    std::vector<base::Problem> problems;
    bool final = true;
    base::Status status;
};

inline std::string text(const std::optional<base::Decimal>& value)
{
    return value ? value->toString() : "-";
}

inline BillSink importText(const Format& format, const std::string& text)
{
    MemorySource source(text);
    BillSink sink;
    sink.status = format.parse(source, sink, base::JobContext {});
    return sink;
}

inline std::string samplePath(const std::string& name)
{
    return std::string(FULLSCOPE_TESTS_DIR) + "/samples/bills/" + name;
}

// The text of a sample without its byte order mark, which a TextSource takes off.
inline std::string sampleText(const std::string& name)
{
    std::string text = fileText(samplePath(name));
    return text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text;
}

inline BillSink importSample(const Format& format, const std::string& name)
{
    return importText(format, sampleText(name));
}

} // namespace fullscope::import::testing
