// SPDX-License-Identifier: GPL-3.0-or-later
// What a format is. A new one: one file in logs/ or bills/, one line in formats.cpp, its samples under tests/samples.
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/evidence/sink.h"
#include "core/import/column_mapping.h"
#include "core/import/source/text_source.h"

#include <span>
#include <string>
#include <string_view>

namespace fullscope::import {

enum class Kind { log, bill };

// What detection sees, always decompressed and decoded to UTF-8. The first record of a log may be far down, so a file
// (not standard input) also gives pieces of its middle and end.
struct Preview {
    std::string_view file_name;
    std::string_view head; // first 256 KiB
    std::string_view middle; // up to 64 KiB, may be empty
    std::string_view tail; // up to 64 KiB, may be empty
};

// 0 = not this format, 100 = certain. Only content counts, never the file's ending.
using Sniff = int (*)(const Preview&);
// Reads `source` to its end into `sink`. Odd rows are problems; the Status is for what ends the import (cannot read,
// a column without which nothing is right, cancelled).
using Parse = base::Status (*)(TextSource& source, evidence::Sink& sink, const base::JobContext& job);

// What the user says about a file beyond what stands in it.
struct Options {
    std::vector<MappedColumn> columns {}; // of a table; empty = by their names
};
// Of the formats that take options.
using ParseWith
    = base::Status (*)(TextSource& source, evidence::Sink& sink, const base::JobContext& job, const Options& options);

struct Format {
    const char* id; // "megatron", stable: it is stored
    Kind kind;
    int version; // raised when the same file would give other records
    const char* title; // "Megatron-LM console log", the product's own name, not translated
    Sniff sniff;
    Parse parse = nullptr; // this one
    ParseWith parse_with = nullptr; // or this one
};

// Every format the program reads, in the order in which they are asked (formats.cpp).
std::span<const Format* const> formats();
const Format* formatById(std::string_view id);

} // namespace fullscope::import
