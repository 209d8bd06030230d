// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/expand_paths.h"

#include "core/import/sniff.h"
#include "core/import/source/archive.h"
#include "core/import/source/workbook.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <unordered_set>
#include <utility>

namespace fullscope::workspace {

namespace {

// Beside the runs of MLflow stands the description of their experiment, which has nothing of a run in it.
constexpr const char* kExperiment = "meta.yaml";

bool isWorkspace(const std::filesystem::path& path)
{
    const std::string name = path.filename().string();
    return name.ends_with(".fullscope") || name.ends_with(".fullscope-wal") || name.ends_with(".fullscope-shm");
}

// A folder that is one run, or cannot be read, stays as it is: the import reads it, or says so.
void expandFolder(const std::filesystem::path& folder, std::vector<std::string>& files)
{
    std::error_code failed;
    if (import::folderFormat(folder.string()) != nullptr) {
        files.push_back(folder.string());
        return;
    }
    std::vector<std::filesystem::path> entries;
    for (std::filesystem::directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed))
        entries.push_back(entry->path());
    if (failed) {
        files.push_back(folder.string());
        return;
    }
    std::sort(entries.begin(), entries.end());
    bool isExperiment = false;
    for (const auto& entry : entries) {
        const bool link = std::filesystem::is_symlink(entry, failed); // followed to files, not round in circles
        if (!link && std::filesystem::is_directory(entry, failed)) {
            expandFolder(entry, files);
            isExperiment = isExperiment || (!files.empty() && files.back() == entry.string());
        } else if (std::filesystem::is_regular_file(entry, failed) && !isWorkspace(entry)) {
            files.push_back(entry.string());
        }
    }
    if (isExperiment)
        std::erase(files, (folder / kExperiment).string());
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

// The folders of an archive that are one run.
std::set<std::string> runFolders(const std::vector<import::ArchiveListing::Member>& members)
{
    std::map<std::string, std::vector<std::string>> folders; // entries by name
    for (const auto& [name, index] : members)
        for (std::size_t begin = 0, end = name.find('/'); end != std::string::npos;) {
            begin = end + 1;
            end = name.find('/', begin);
            auto& entries = folders[name.substr(0, begin - 1)];
            std::string entry = name.substr(begin, end == std::string::npos ? end : end + 1 - begin);
            if (entries.empty() || entries.back() != entry)
                entries.push_back(std::move(entry));
        }
    std::set<std::string> runs;
    for (const auto& [name, entries] : folders)
        if (import::folderFormat(entries) != nullptr)
            runs.insert(name);
    return runs;
}

void expandArchive(const std::string& path, std::vector<std::string>& files)
{
    std::error_code failed;
    auto listing = std::filesystem::is_regular_file(path, failed) ? import::listArchive(path) : std::nullopt;
    if (!listing && std::filesystem::is_regular_file(path, failed))
        listing = import::listWorkbook(path);
    if (!listing) {
        files.push_back(path);
        return;
    }
    const auto runs = runFolders(listing->members);
    std::set<std::string> told; // and what is not to be
    for (const std::string& run : runs)
        told.insert(run.substr(0, run.rfind('/') + 1) + kExperiment);
    for (const auto& member : listing->members) {
        std::string name = member.name;
        for (std::size_t end = name.find('/'); end != std::string::npos; end = name.find('/', end + 1))
            if (runs.contains(name.substr(0, end)))
                name.resize(end);
        if (told.insert(name).second)
            files.push_back(path + "/" + name);
    }
    if (listing->damage || listing->members.empty())
        files.push_back(path); // the import says what is wrong with it
}

} // namespace

std::vector<std::string> expandPaths(const std::vector<std::string>& paths)
{
    std::vector<std::string> files;
    for (std::string path : paths) {
        std::error_code failed;
        const std::size_t before = files.size();
        while (path.size() > 1 && path.ends_with('/'))
            path.pop_back();
        if (std::filesystem::is_directory(path, failed))
            expandFolder(path, files);
        if (files.size() == before)
            files.push_back(path);
    }
    std::vector<std::string> expanded;
    for (const std::string& path : withoutRepeated(std::move(files)))
        expandArchive(path, expanded);
    std::unordered_set<std::string> seen; // an archive and a file in it
    std::erase_if(expanded, [&](const std::string& path) { return !seen.insert(path).second; });
    return expanded;
}

base::Status checkFolder(const std::string& path)
{
    std::error_code failed;
    if (!std::filesystem::is_directory(path, failed) || import::folderFormat(path) != nullptr)
        return {};
    std::vector<std::string> files;
    expandFolder(path, files);
    if (files.empty())
        return base::Error {.code = base::Code::folder_empty, .file = path};
    return files.front() == path ? base::Status(base::Error {.code = base::Code::file_not_readable, .file = path})
                                 : base::Status();
}

} // namespace fullscope::workspace
