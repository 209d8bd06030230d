// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/pipeline.h"

#include "core/evidence/sink_over.h"
#include "core/import/bills/bill_formats.h"
#include "core/import/logs/log_formats.h"
#include "core/import/sniff.h"
#include "core/import/source/archive.h"
#include "core/import/source/workbook.h"

#include <utility>

namespace fullscope::import {

namespace {

// Passes everything on, counts what the file gave and says in each problem which file it is about.
class CountingSink final : public evidence::SinkOver {
public:
    CountingSink(evidence::Sink& sink, const std::string& path)
        : SinkOver(sink)
        , m_path(path)
    {
    }

    void problem(base::Problem problem) override
    {
        if (problem.handling == base::Handling::row_skipped)
            m_rejected += problem.count;
        if (problem.what.file.empty())
            problem.what.file = m_path;
        below().problem(std::move(problem));
    }
    base::Status sample(const evidence::Sample& sample) override { return counted(below().sample(sample)); }
    base::Status reading(const evidence::Reading& reading) override { return counted(below().reading(reading)); }
    base::Status job(const evidence::Job& job) override { return counted(below().job(job)); }
    base::Status billRow(const evidence::BillRow& row) override
    {
        // A record that became two rows is one record.
        const bool is_new = std::exchange(m_last_line, row.line) != row.line;
        return is_new ? counted(below().billRow(row)) : below().billRow(row);
    }

    std::int64_t records() const { return m_records; }
    std::int64_t rejected() const { return m_rejected; }

private:
    base::Status counted(base::Status status)
    {
        m_records += status.ok() ? 1 : 0;
        return status;
    }

    std::string m_path;
    std::int64_t m_records = 0, m_rejected = 0;
    std::int64_t m_last_line = 0; // of a bill's row
};

std::string knownIds()
{
    std::string ids;
    for (const Format* format : formats())
        ids += (ids.empty() ? "" : ", ") + std::string(format->id);
    return ids;
}

// Of a file whose columns the user names; null when they are of no kind of table alone.
const Format* tableFormat(StoredText& text, const Options& options)
{
    const auto kind = mappedKind(options.columns);
    if (kind == Kind::bill)
        return &bill_generic;
    const std::string_view head = text.peek(1 << 10);
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    const bool json = first != std::string_view::npos && (head[first] == '{' || head[first] == '[');
    return kind == Kind::log ? (json ? &jsonl_generic : &csv_generic) : nullptr;
}

// Of those that take any table, the kind of the columns that are named says which one it is.
bool isAnyTable(const Format* format)
{
    return format == &csv_generic || format == &jsonl_generic || format == &bill_generic;
}

base::Result<const Format*> sniffTable(StoredText& text, const Options& options)
{
    base::Result<const Format*> found = sniff(text);
    if (options.columns.empty())
        return found;
    const bool unknown = !found.ok() && found.error().code == base::Code::format_unknown;
    const bool ofOtherKind = found.ok() && isAnyTable(*found) && (*found)->kind != mappedKind(options.columns);
    const Format* table = unknown || ofOtherKind ? tableFormat(text, options) : nullptr;
    return table != nullptr ? base::Result<const Format*>(table) : found;
}

// What is wrong with an archive says more than that it is no text.
base::Error whyNoText(const std::string& path, base::Error error)
{
    const bool packed = error.found == "ZIP" || error.found == "tar" || error.found == "Office";
    if (error.code != base::Code::format_not_text || !packed || path == "-")
        return error;
    auto listing = listArchive(path);
    if (!listing)
        listing = listWorkbook(path);
    if (listing && listing->damage)
        return std::move(*listing->damage);
    if (listing && listing->members.empty())
        return {.code = base::Code::file_empty, .file = path};
    return error;
}

// Columns can be named of a table alone, and only those of its own kind.
base::Status checkMapping(const Format& format, const Options& options, const std::string& path)
{
    const auto kind = mappedKind(options.columns);
    if (options.columns.empty() || (format.parse.takesOptions() && kind == format.kind))
        return {};
    return base::Error {.code = base::Code::mapping_unfit,
        .file = path,
        .field = "--map",
        .found = format.title,
        .expected = kind == Kind::bill ? "a bill"
            : kind == Kind::log        ? "a log"
                                       : "a log and a bill"};
}

base::Result<Recognised> recogniseFolder(const std::string& path, const Format* as)
{
    const Format* format = folderFormat(path);
    if (format == nullptr || (as != nullptr && format != as))
        return base::Error {
            .code = base::Code::format_unknown, .file = path, .expected = (as == nullptr ? format : as)->title};
    return Recognised {.format = format, .source = std::make_unique<FolderSource>(path)};
}

// Null: by content.
base::Result<const Format*> formatCalled(std::string_view as, const std::string& path)
{
    const Format* format = formatById(as);
    if (!as.empty() && format == nullptr)
        return base::Error {
            .code = base::Code::format_unknown, .file = path, .found = std::string(as), .expected = knownIds()};
    return format;
}

base::Result<Recognised> recogniseOpened(
    std::unique_ptr<StoredPlain> plain, const Format* format, const Options& options)
{
    const std::string path = plain->file().path;
    if (format == nullptr)
        format = sniff(*plain);
    if (format != nullptr && format->parse.readsBytes()) {
        FS_TRY(checkMapping(*format, options, path));
        return Recognised {.format = format, .source = std::move(plain)};
    }
    auto over = StoredText::over(std::move(plain));
    if (!over.ok())
        return whyNoText(path, std::move(over.error()));
    auto text = *std::move(over);
    if (format == nullptr) {
        FS_TRY_VALUE(found, sniffTable(*text, options));
        format = found;
    }
    FS_TRY(checkMapping(*format, options, path));
    return Recognised {.format = format, .source = std::move(text)};
}

} // namespace

base::Result<Recognised> recognise(const std::string& path, std::string_view as, const Options& options)
{
    FS_TRY_VALUE(format, formatCalled(as, path));
    if (format == &tensorboard && folderFormat(path) == &tensorboard_run)
        format = &tensorboard_run; // what a folder of such files is read as
    if (format != nullptr ? format->parse.readsFolder() : folderFormat(path) != nullptr) {
        FS_TRY_VALUE(folder, recogniseFolder(path, format));
        FS_TRY(checkMapping(*folder.format, options, path));
        return folder;
    }
    FS_TRY_VALUE(plain, StoredPlain::open(path));
    return recogniseOpened(std::move(plain), format, options);
}

base::Result<Recognised> recognise(std::unique_ptr<StoredPlain> plain, std::string_view as, const Options& options)
{
    FS_TRY_VALUE(format, formatCalled(as, plain->file().path));
    return recogniseOpened(std::move(plain), format, options);
}

base::Status parse(Recognised& input, evidence::Sink& sink, const base::JobContext& job, evidence::SourceFile& file,
    const Options& options)
{
    Source& source = std::visit([](auto& any) -> Source& { return *any; }, input.source);
    CountingSink counting(sink, source.file().path);
    base::Status status
        = std::visit([&](auto& any) { return input.format->parse(*any, counting, job, options); }, input.source);
    const auto* const text = std::get_if<std::unique_ptr<TextSource>>(&input.source);
    if (text && (*text)->badSequences() > 0)
        counting.problem({.severity = base::Severity::warning,
            .handling = base::Handling::replaced,
            .what = {.code = base::Code::bad_encoding, .expected = source.file().encoding},
            .count = (*text)->badSequences()});
    // A cancelled import keeps nothing: reading on would only make the user wait.
    const bool cancelled = !status.ok() && status.error().code == base::Code::cancelled;
    if (!cancelled)
        if (base::Status finished = source.finish(); status.ok())
            status = std::move(finished);
    for (base::Problem& problem : source.problems())
        counting.problem(std::move(problem));
    file = source.file();
    file.format = input.format->id;
    file.format_version = input.format->version;
    file.records = counting.records();
    file.rejected = counting.rejected();
    // A month without charges is a bill all the same.
    const bool nothing = file.records == 0 && (input.format->kind != Kind::bill || file.rejected > 0);
    if (status.ok() && nothing)
        return base::Error {.code = base::Code::nothing_readable, .file = file.path, .expected = input.format->title};
    return status;
}

} // namespace fullscope::import
