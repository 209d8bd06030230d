// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/expand_paths.h"

#include "core/import/importer.h"
#include "core/import/sniff.h"
#include "core/import/source/archive.h"
#include "core/import/source/workbook.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
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

// Whether all of a folder that is one run belongs to it. TensorBoard's files lie among others.
bool isWholeRun(const import::Format* format)
{
    return format != nullptr && import::isOfRun(*format, "");
}

// A folder that is one run, or cannot be read, stays as it is: the import reads it, or says so. `run`: the format of
// the folder that `folder`, `part` of it, is in, where that is a run.
void expandFolder(const std::filesystem::path& folder, std::vector<std::string>& files,
    const import::Format* run = nullptr, const std::string& part = {})
{
    std::error_code failed;
    const import::Format* const format = part.empty() ? import::folderFormat(folder.string()) : run;
    if (format != nullptr && part.empty())
        files.push_back(folder.string());
    if (isWholeRun(format))
        return;
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
        const std::string name = part + entry.filename().string();
        if (!link && std::filesystem::is_directory(entry, failed)) {
            const bool is_part = part.empty() && format != nullptr && import::isPartOfRun(*format, name);
            expandFolder(entry, files, format, is_part ? name + "/" : "");
            isExperiment = isExperiment || (!files.empty() && files.back() == entry.string());
        } else if (format != nullptr && import::isOfRun(*format, name)) {
            continue;
        } else if (std::filesystem::is_regular_file(entry, failed) && !isWorkspace(entry)) {
            files.push_back(entry.string());
        }
    }
    if (isExperiment)
        std::erase(files, (folder / kExperiment).string());
}

// The files of a run that lies among other files which `path` stands for.
std::vector<std::string> runFilesOf(const std::string& path)
{
    std::error_code failed;
    if (std::filesystem::is_directory(path, failed))
        return import::filesOfRun(path);
    return import::isFileOfRun(std::filesystem::path(path).filename().string()) ? std::vector {path}
                                                                                : std::vector<std::string>();
}

// Where several paths are all that there is of one run, its folder stands for them.
std::vector<std::string> joinedToRuns(std::vector<std::string> paths)
{
    std::map<std::string, std::vector<std::string>> given; // by path
    std::vector<std::string> folders; // that may be of the run, outer ones first
    std::set<std::string> files;
    for (const std::string& path : paths) {
        std::vector<std::string> own = runFilesOf(path);
        if (own.empty())
            continue;
        files.insert(own.begin(), own.end());
        const std::filesystem::path folder = std::filesystem::path(own.front()).parent_path();
        for (const std::string& name : {folder.parent_path().string(), folder.string()})
            if (!name.empty() && std::find(folders.begin(), folders.end(), name) == folders.end())
                folders.push_back(name);
        given.emplace(path, std::move(own));
    }
    for (std::size_t i = 0; given.size() > 1 && i < folders.size(); ++i) {
        const auto of_run = import::filesOfRun(folders[i]);
        const auto is_of_run
            = [&](const std::string& file) { return std::find(of_run.begin(), of_run.end(), file) != of_run.end(); };
        const bool whole
            = std::all_of(of_run.begin(), of_run.end(), [&](const std::string& file) { return files.contains(file); });
        std::vector<std::string> joined;
        for (const auto& [path, own] : given)
            if (whole && is_of_run(own.front()))
                joined.push_back(path);
        if (joined.size() < 2)
            continue;
        bool placed = false;
        std::erase_if(paths, [&](std::string& path) {
            if (!std::binary_search(joined.begin(), joined.end(), path))
                return false;
            given.erase(path);
            path = folders[i];
            return std::exchange(placed, true);
        });
    }
    return paths;
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
std::map<std::string, const import::Format*> runFolders(const std::vector<import::ArchiveListing::Member>& members)
{
    std::map<std::string, std::vector<std::string>> folders; // entries by name
    const auto add = [](std::vector<std::string>& entries, std::string entry) {
        if (entries.empty() || entries.back() != entry)
            entries.push_back(std::move(entry));
    };
    for (const auto& [name, index] : members)
        for (std::size_t begin = 0, end = name.find('/'); end != std::string::npos;) {
            begin = end + 1;
            end = name.find('/', begin);
            auto& entries = folders[name.substr(0, begin - 1)];
            add(entries, name.substr(begin, end == std::string::npos ? end : end + 1 - begin));
            if (end != std::string::npos && name.find('/', end + 1) == std::string::npos)
                add(entries, name.substr(begin)); // of a folder in it
        }
    std::map<std::string, const import::Format*> runs;
    for (const auto& [name, entries] : folders)
        if (const import::Format* const format = import::folderFormat(entries))
            runs.emplace(name, format);
    return runs;
}

// The outermost folder that is a run to which the file belongs; empty where there is none.
std::string runOf(const std::string& name, const std::map<std::string, const import::Format*>& runs)
{
    for (std::size_t end = name.find('/'); end != std::string::npos; end = name.find('/', end + 1))
        if (const auto run = runs.find(name.substr(0, end));
            run != runs.end() && import::isOfRun(*run->second, std::string_view(name).substr(end + 1)))
            return run->first;
    return {};
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
    for (const auto& [run, format] : runs)
        told.insert(run.substr(0, run.rfind('/') + 1) + kExperiment);
    for (const auto& member : listing->members) {
        const std::string run = runOf(member.name, runs);
        const std::string& name = run.empty() ? member.name : run;
        if (told.insert(name).second)
            files.push_back(path + "/" + name);
    }
    if (listing->damage || listing->members.empty())
        files.push_back(path); // the import says what is wrong with it
}

// Trainers give the files of all their runs one name: the folder tells which it is.
bool namesNoRun(const std::string& stem)
{
    constexpr std::array<std::string_view, 14> kNames {"trainer_state", "trainer_log", "metrics", "history", "output",
        "results", "summary", "log", "logs", "train", "train_log", "main", "stdout", "wandb-history"};
    return std::find(kNames.begin(), kNames.end(), stem) != kNames.end();
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
    for (const std::string& path : withoutRepeated(joinedToRuns(std::move(files))))
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

std::string importName(const evidence::SourceFile& file)
{
    const std::filesystem::path path(file.path);
    std::filesystem::path name = path.filename();
    if (file.compression == "xlsx")
        return path.parent_path().stem().string() + " (" + name.string() + ")";
    for (const char* packed : {".gz", ".zst", ".bz2", ".xz"})
        if (name.extension() == packed)
            name = name.stem();
    const import::Format* const format = import::formatById(file.format);
    const bool is_folder = format != nullptr && format->parse.readsFolder(); // its name has no ending
    const std::string stem = is_folder ? name.string() : name.stem().string();
    const std::string folder = path.parent_path().filename().string();
    return namesNoRun(stem) && !folder.empty() && !folder.starts_with('.') ? folder + "/" + stem : stem;
}

} // namespace fullscope::workspace
