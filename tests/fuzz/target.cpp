// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/target.h"

#include "core/import/bills/bill_formats.h"
#include "core/import/logs/log_formats.h"
#include "core/import/pipeline.h"
#include "core/import/source/decoder.h"
#include "tests/core/import/memory_source.h"
#include "tests/fuzz/checksums.h"
#include "tests/fuzz/disk_targets.h"
#include "tests/fuzz/gathered.h"
#include "tests/fuzz/require.h"
#include "tests/fuzz/text_targets.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fullscope::fuzz {

namespace {

using import::testing::MemoryBytes;
using import::testing::MemorySource;

// What was gathered, in words: of the same bytes it is the same, wherever the blocks end.
std::string parsed(
    const import::Format& format, const std::string& input, std::size_t blockSize, const import::Options& options)
{
    const auto size = [blockSize] { return blockSize; };
    import::Recognised recognised {.format = &format, .source = std::make_unique<MemorySource>(input, size)};
    if (format.parse.readsBytes())
        recognised.source = std::make_unique<MemoryBytes>(input, size);
    Gathered gathered;
    evidence::SourceFile file;
    const base::Status status = import::parse(recognised, gathered, base::JobContext(), file, options);
    gathered.check();
    return gathered.digest() + (status ? "" : ", ended by " + std::to_string(static_cast<int>(status.error().code)));
}

void tryBlocks(const import::Format& format, const std::string& input, const import::Options& options = {})
{
    const std::string whole = parsed(format, input, 65'536, options);
    const std::string pieces = parsed(format, input, 1 + input.size() % 61, options);
    if (whole == pieces)
        return;
    std::fprintf(stderr, "in one piece: %s\nin pieces:    %s\n", whole.c_str(), pieces.c_str());
    std::abort();
}

void tryFormat(std::string_view name, std::string_view bytes)
{
    const import::Format& format = *import::formatById(name);
    const std::string input = format.parse.readsBytes() ? std::string(bytes) : decoded(bytes);
    format.sniff({.file_name = "fuzz", .bytes = bytes, .head = input});
    tryBlocks(format, input);
    if (&format == &import::tensorboard)
        tryBlocks(format, withTfChecksums(bytes));
    if (&format == &import::wandb)
        tryBlocks(format, withWandbChecksums(bytes));
}

// The mapping stands in the first line.
void tryMappedTable(std::string_view, std::string_view bytes)
{
    const std::string input = decoded(bytes);
    const std::size_t end = std::min(input.find('\n'), input.size());
    const auto mapping = import::parseColumnMapping(std::string_view(input).substr(0, end));
    if (!mapping.ok())
        return;
    for (const import::Format* format : {&import::csv_generic, &import::jsonl_generic, &import::bill_generic})
        if (import::mappedKind(*mapping) == format->kind)
            tryBlocks(*format, input.substr(std::min(end + 1, input.size())), {.columns = *mapping});
}

constexpr std::array<std::pair<std::string_view, Target>, 20> kTargets {{
    {"file", tryFile},
    {"workbook", tryWorkbook},
    {"mlflow_run", tryMlflowRun},
    {"tensorboard_run", tryTensorboardRun},
    {"wandb_run", tryWandbRun},
    {"mapped_table", tryMappedTable},
    {"encoding", tryEncoding},
    {"csv", tryCsv},
    {"plain_json", tryPlainJson},
    {"mapping", tryMapping},
    {"decimal", tryDecimal},
    {"quantity", tryQuantity},
    {"instant", tryInstant},
    {"scenario", tryScenario},
    {"claims", tryClaims},
    {"invoice", tryInvoice},
    {"worker_records", tryWorkerRecords},
    {"documents", tryDocuments},
    {"stored_column", tryStoredColumn},
    {"workspace", tryWorkspace},
}};

} // namespace

std::vector<std::string> targetNames()
{
    std::vector<std::string> names;
    for (const auto& [name, run] : kTargets)
        names.emplace_back(name);
    for (const import::Format* format : import::formats())
        if (!format->parse.readsFolder())
            names.emplace_back(format->id);
    return names;
}

Target target(std::string_view name)
{
    for (const auto& [known, run] : kTargets)
        if (known == name)
            return run;
    const import::Format* format = import::formatById(name);
    return format != nullptr && !format->parse.readsFolder() ? tryFormat : nullptr;
}

} // namespace fullscope::fuzz
