// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace fullscope::evidence {

// One imported file as it was at import.
struct SourceFile {
    std::string path; // as given; "-" for standard input; `archive/member`; `workbook/sheet`; a run folder
    std::string sha256; // of the bytes as stored (compressed ones too); of a member alone; of a folder: FolderSource;
                        // of a sheet of a workbook its CSV text
    std::int64_t bytes = 0;
    std::int64_t modified_us = 0; // UTC microseconds, 0 = not known (standard input)
    std::string compression; // "none", "gzip", "zstd", "bzip2", "xz"; of a member "zip", "tar+gzip", "zip+gzip" …;
                             // "xlsx", "parquet"
    std::string encoding; // "utf-8", "utf-8 with BOM", "utf-16le", "utf-16be", "binary"
    std::string format; // id of the importer
    int format_version = 0; // version of the importer
    std::string mapping {}; // what its columns were said to be, `step=iter,loss="my, loss"`; empty: by its format
    std::int64_t lines = 0; // physical lines read, of a binary file its records
    std::int64_t records = 0; // samples or rows kept
    std::int64_t rejected = 0; // rows or records not kept

    bool operator==(const SourceFile&) const = default;
};

} // namespace fullscope::evidence
