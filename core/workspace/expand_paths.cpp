// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/expand_paths.h"

#include "core/import/source/archive.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <utility>

namespace fullscope::workspace {

namespace {

bool isWorkspace(const std::filesystem::path& path)
{
    const std::string name = path.filename().string();
    return name.ends_with(".fullscope") || name.ends_with(".fullscope-wal") || name.ends_with(".fullscope-shm");
}

// A folder that cannot be read stays as it is, so that the import says so.
void expand(const std::filesystem::path& folder, std::vector<std::string>& files)
{
    std::error_code failed;
    std::vector<std::filesystem::path> entries;
    for (std::filesystem::directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed))
        entries.push_back(entry->path());
    if (failed) {
        files.push_back(folder.string());
        return;
    }
    std::sort(entries.begin(), entries.end());
    for (const auto& entry : entries) {
        const bool link = std::filesystem::is_symlink(entry, failed); // followed to files, not round in circles
        if (!link && std::filesystem::is_directory(entry, failed))
            expand(entry, files);
        else if (std::filesystem::is_regular_file(entry, failed) && !isWorkspace(entry))
            files.push_back(entry.string());
    }
}

// Of several paths to one file the first that is no link stays, in the place of the first of all.
std::vector<std::string> withoutRepeated(std::vector<std::string> paths)
{
    std::vector<std::string> files;
    std::map<std::pair<dev_t, ino_t>, std::size_t> seen;
    for (std::string& path : paths) {
        struct stat status { };
        if (path == "-" || ::stat(path.c_str(), &status) != 0) {
            files.push_back(std::move(path));
            continue;
        }
        const auto [known, added] = seen.emplace(std::pair(status.st_dev, status.st_ino), files.size());
        std::error_code failed;
        if (added)
            files.push_back(std::move(path));
        else if (std::filesystem::is_symlink(files[known->second], failed))
            files[known->second] = std::move(path);
    }
    return files;
}

void expandArchive(const std::string& path, std::vector<std::string>& files)
{
    std::error_code failed;
    const auto listing = std::filesystem::is_regular_file(path, failed) ? import::listArchive(path) : std::nullopt;
    if (!listing) {
        files.push_back(path);
        return;
    }
    for (const auto& member : listing->members)
        files.push_back(path + "/" + member.name);
    if (listing->damage || listing->members.empty())
        files.push_back(path); // the import says what is wrong with it
}

} // namespace

std::vector<std::string> expandPaths(const std::vector<std::string>& paths)
{
    std::vector<std::string> files;
    for (const std::string& path : paths) {
        std::error_code failed;
        const std::size_t before = files.size();
        if (std::filesystem::is_directory(path, failed))
            expand(path, files);
        if (files.size() == before)
            files.push_back(path);
    }
    std::vector<std::string> expanded;
    for (const std::string& path : withoutRepeated(std::move(files)))
        expandArchive(path, expanded);
    return expanded;
}

base::Status checkFolder(const std::string& path)
{
    std::error_code failed;
    if (!std::filesystem::is_directory(path, failed))
        return {};
    std::vector<std::string> files;
    expand(path, files);
    if (files.empty())
        return base::Error {.code = base::Code::folder_empty, .file = path};
    return files.front() == path ? base::Status(base::Error {.code = base::Code::file_not_readable, .file = path})
                                 : base::Status();
}

} // namespace fullscope::workspace
