// SPDX-License-Identifier: GPL-3.0-or-later
// What a format is. A new one: one file in logs/ or bills/, one line in formats.cpp, its samples under tests/samples.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/evidence/sink.h"
#include "core/import/column_mapping.h"
#include "core/import/kind.h"
#include "core/import/source/folder_source.h"
#include "core/import/source/text_source.h"

#include <span>
#include <string>
#include <string_view>

namespace fullscope::import {

// What detection sees, always decompressed. Binary formats look at `bytes`, the others at text, which a binary file has
// none of; it is decoded to UTF-8. The first record of a log may be far down, so a file (not standard input) also gives
// pieces of its middle and end.
struct Preview {
    std::string_view file_name;
    std::string_view bytes {}; // first 128 KiB
    std::string_view head {}; // first 256 KiB
    std::string_view middle {}; // up to 64 KiB, may be empty
    std::string_view tail {}; // up to 64 KiB, may be empty
    std::span<const std::string> entries {}; // of a folder, which has nothing else; see FolderSource
};

// 0 = not this format, 100 = certain. Only content counts, never the file's ending.
using Sniff = int (*)(const Preview&);
// What the user says about a file beyond what stands in it.
struct Options {
    std::vector<MappedColumn> columns {}; // of a table; empty = by their names
};

// Reads `source` to its end into `sink`. Odd rows are problems; the Status is for what ends the import (cannot read,
// a column without which nothing is right, cancelled).
using ParseText = base::Status (*)(TextSource& source, evidence::Sink& sink, const base::JobContext& job);
using ParseBytes = base::Status (*)(ByteSource& source, evidence::Sink& sink, const base::JobContext& job);
using ParseFolder = base::Status (*)(FolderSource& source, evidence::Sink& sink, const base::JobContext& job);
using ParseTable
    = base::Status (*)(TextSource& source, evidence::Sink& sink, const base::JobContext& job, const Options& options);

// One of the four: a format reads text, bytes or a folder, and is called with such a source alone; tables take options.
class Parse {
public:
    constexpr Parse(ParseText ofText)
        : m_of_text(ofText)
    {
    }
    constexpr Parse(ParseBytes ofBytes)
        : m_of_bytes(ofBytes)
    {
    }
    constexpr Parse(ParseFolder ofFolder)
        : m_of_folder(ofFolder)
    {
    }
    constexpr Parse(ParseTable ofTable)
        : m_of_table(ofTable)
    {
    }

    bool readsBytes() const { return m_of_bytes != nullptr; }
    bool readsFolder() const { return m_of_folder != nullptr; }
    bool takesOptions() const { return m_of_table != nullptr; }
    base::Status operator()(
        TextSource& source, evidence::Sink& sink, const base::JobContext& job, const Options& options = {}) const
    {
        return takesOptions() ? m_of_table(source, sink, job, options) : m_of_text(source, sink, job);
    }
    base::Status operator()(
        ByteSource& source, evidence::Sink& sink, const base::JobContext& job, const Options& /*options*/ = {}) const
    {
        return m_of_bytes(source, sink, job);
    }
    base::Status operator()(
        FolderSource& source, evidence::Sink& sink, const base::JobContext& job, const Options& /*options*/ = {}) const
    {
        return m_of_folder(source, sink, job);
    }

private:
    ParseText m_of_text = nullptr;
    ParseBytes m_of_bytes = nullptr;
    ParseFolder m_of_folder = nullptr;
    ParseTable m_of_table = nullptr;
};

struct Format {
    const char* id; // "megatron", stable: it is stored
    Kind kind;
    int version; // raised when the same file would give other records
    const char* title; // "Megatron-LM console log", the product's own name, not translated
    Sniff sniff;
    Parse parse;
};

// Every format the program reads, in the order in which they are asked (formats.cpp).
std::span<const Format* const> formats();
const Format* formatById(std::string_view id);

} // namespace fullscope::import
