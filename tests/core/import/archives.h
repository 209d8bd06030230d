// SPDX-License-Identifier: GPL-3.0-or-later
// Zip and tar archives for tests.
#pragma once

#include "tests/core/import/temp_dir.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>

#include <utility>
#include <vector>

namespace fullscope::import::testing {

using Files = std::vector<std::pair<std::string, std::string>>; // name, content

// `options`: of the library's writer, "zip:encryption=zipcrypt". A content of `-> x` makes a symbolic link, `=> x` a
// hard one.
inline std::string archiveOf(const Files& files, bool zip, const char* options = nullptr)
{
    // The library takes names to be in the encoding of the locale.
    static const locale_t utf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    const locale_t before = ::uselocale(utf8);
    archive* const out = ::archive_write_new();
    zip ? ::archive_write_set_format_zip(out) : ::archive_write_set_format_gnutar(out);
    if (options != nullptr && ::archive_write_set_options(out, options) != ARCHIVE_OK)
        throw std::runtime_error("archive_write_set_options");
    ::archive_write_set_passphrase(out, "secret");
    std::size_t most = 1 << 20;
    for (const auto& [name, content] : files)
        most += content.size() + content.size() / 100 + 4096;
    std::string bytes(most, '\0');
    std::size_t used = 0;
    ::archive_write_open_memory(out, bytes.data(), bytes.size(), &used);
    for (const auto& [name, content] : files) {
        archive_entry* const entry = ::archive_entry_new();
        ::archive_entry_set_pathname(entry, name.c_str());
        ::archive_entry_set_mtime(entry, 1'700'000'000, 0);
        ::archive_entry_set_perm(entry, 0644);
        ::archive_entry_set_filetype(entry, name.ends_with('/') ? AE_IFDIR : AE_IFREG);
        ::archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
        if (content.starts_with("-> ")) {
            ::archive_entry_set_filetype(entry, AE_IFLNK);
            ::archive_entry_set_symlink(entry, content.c_str() + 3);
            ::archive_entry_set_size(entry, 0);
        } else if (content.starts_with("=> ")) {
            ::archive_entry_set_hardlink(entry, content.c_str() + 3);
            ::archive_entry_set_size(entry, 0);
        }
        if (::archive_write_header(out, entry) != ARCHIVE_OK)
            throw std::runtime_error(::archive_error_string(out));
        if (::archive_entry_size(entry) > 0)
            ::archive_write_data(out, content.data(), content.size());
        ::archive_entry_free(entry);
    }
    ::archive_write_close(out);
    ::archive_write_free(out);
    ::uselocale(before);
    bytes.resize(used);
    return bytes;
}

inline std::string zipOf(const Files& files, const char* options = nullptr)
{
    return archiveOf(files, true, options);
}
inline std::string tarOf(const Files& files)
{
    return archiveOf(files, false);
}

} // namespace fullscope::import::testing
