// SPDX-License-Identifier: GPL-3.0-or-later
// Any ledger or invoice of CSV, TSV or JSON objects with a time and a cost, by the dictionary of column names and by
// what the user says of the columns. Every format of its own is asked before: this one is what remains.
#include "core/import/bills/bill_formats.h"
#include "core/import/bills/ledger_rows.h"
#include "core/import/bills/ledger_table.h"
#include "core/import/logs/table/table_parse.h"

#include <algorithm>
#include <utility>

namespace fullscope::import {

namespace {

constexpr int kScore = 15;
constexpr std::size_t kFirstRows = 200; // by which the columns are understood before the first row is delivered
constexpr std::size_t kSniffedRows = 20;
constexpr std::size_t kSniffedText = 64 << 10;

base::Status feedAll(LedgerTable& table, LedgerRows& ledger, RowTicker& tick)
{
    std::vector<LedgerRow> first;
    bool begun = false;
    const auto begin = [&]() -> base::Status {
        begun = true;
        FS_TRY(ledger.begin(first, table.hasSemicolons()));
        for (const LedgerRow& row : first)
            FS_TRY(ledger.feed(row));
        first.clear();
        return {};
    };
    LedgerRow row;
    base::Status status; // a read error ends the rows, not what they gave
    for (;;) {
        FS_TRY(tick());
        base::Result<bool> more = table.next(row);
        if (!more.ok())
            status = std::move(more.error());
        if (!more.ok() || !*more)
            break;
        if (row.fields.empty())
            continue;
        if (begun)
            FS_TRY(ledger.feed(row));
        else
            first.push_back(std::move(row));
        if (!begun && first.size() >= kFirstRows)
            FS_TRY(begin());
    }
    if (!begun)
        FS_TRY(begin());
    FS_TRY(ledger.finish());
    return status;
}

base::Status parseLedger(TextSource& source, evidence::Sink& sink, const base::JobContext& job, const Options& options)
{
    RowTicker tick(source, job);
    FS_TRY(tick());
    LedgerTable table(source, sink, options.columns);
    FS_TRY(table.readHeader());
    LedgerRows ledger(options.columns, table.names(), sink);
    base::Status status = feedAll(table, ledger, tick);
    if (!status.ok() && status.error().file.empty())
        status.error().file = source.file().path;
    return status;
}

// --- detection

// A piece of text that is in memory.
class HeadText final : public TextSource {
public:
    explicit HeadText(std::string_view text)
        : m_text(text)
    {
    }
    base::Result<std::string_view> block() override { return std::exchange(m_text, {}); }
    std::int64_t badSequences() const override { return 0; }
    std::uint64_t bytesDone() const override { return 0; }
    std::uint64_t bytesTotal() const override { return 0; }
    base::Status finish() override { return {}; }
    evidence::SourceFile& file() override { return m_file; }

private:
    std::string_view m_text;
    evidence::SourceFile m_file;
};

class NoSink final : public evidence::Sink {
public:
    void problem(base::Problem) override { }
    int series(const evidence::SeriesInfo&) override { return 0; }
    void fact(evidence::Fact) override { }
    void event(evidence::Event) override { }
    base::Status sample(const evidence::Sample&) override { return {}; }
    base::Status nextRun() override { return {}; }
    int device(const evidence::Device&) override { return 0; }
    base::Status reading(const evidence::Reading&) override { return {}; }
    base::Status job(const evidence::Job&) override { return {}; }
    base::Status billRow(const evidence::BillRow&) override { return {}; }
    void billNotFinal() override { }
};

// Whether the columns and their first values are those of a ledger.
bool isLedger(std::string_view head)
{
    HeadText text(head.substr(0, kSniffedText));
    NoSink sink;
    LedgerTable table(text, sink, {});
    if (!table.readHeader().ok())
        return false;
    std::vector<LedgerRow> rows;
    LedgerRow row;
    for (std::size_t records = 0; records < 4 * kSniffedRows && rows.size() < kSniffedRows; ++records) {
        const auto more = table.next(row);
        if (!more.ok() || !*more)
            break;
        if (!row.fields.empty())
            rows.push_back(row);
    }
    return table.names().size() > 1 && LedgerPlan({}, table.names(), sink).decide(rows, table.hasSemicolons()).ok();
}

int sniffLedger(const Preview& preview)
{
    if (preview.head.empty() || !isLedger(preview.head))
        return 0;
    const auto all = formats();
    const bool known = std::any_of(all.begin(), all.end(),
        [&](const Format* format) { return format != &bill_generic && format->sniff(preview) > 0; });
    return known ? 0 : kScore;
}

} // namespace

const Format bill_generic {.id = "bill_generic",
    .kind = Kind::bill,
    .version = 1,
    .title = "ledger or invoice with a date and a cost (CSV, JSON)",
    .sniff = sniffLedger,
    .parse = parseLedger};

} // namespace fullscope::import
