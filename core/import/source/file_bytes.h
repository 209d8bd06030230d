// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/source/stored_bytes.h"

namespace fullscope::import {

class FileBytes final : public StoredBytes {
public:
    static base::Result<std::unique_ptr<StoredBytes>> open(const std::string& path);
    ~FileBytes() override;

    base::Result<std::string> slice(std::uint64_t offset, std::size_t size) const override;
    bool canSlice() const override { return total() > 0; }

private:
    FileBytes(int descriptor, std::string path, std::uint64_t total, std::int64_t modified_us);
    base::Result<std::size_t> read(std::span<char> room) override;
    base::Error failure(int error) const;

    const int m_descriptor;
    const std::string m_path;
};

} // namespace fullscope::import
