// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/database.h"
#include "core/store/workspace_file.h"

#include <memory>
#include <string>

namespace fullscope::store {

// The folder of a private workspace; goes with the last connection to it.
class TemporaryFolder {
public:
    static base::Result<std::shared_ptr<TemporaryFolder>> make();
    explicit TemporaryFolder(std::string path);
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

struct WorkspaceFile::State {
    std::shared_ptr<TemporaryFolder> temporary; // null for a file of the user's
    Database database;
    bool read_only = false;
    int version = 0;
};

} // namespace fullscope::store
