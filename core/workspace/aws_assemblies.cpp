// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/aws_assemblies.h"

#include "core/base/text.h"
#include "core/base/utc.h"
#include "core/import/source/stored_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

namespace fullscope::workspace {

namespace {

namespace fs = std::filesystem;
using base::Code;
using nlohmann::json;

constexpr std::size_t kLongestManifest = 16 << 20; // it lists up to 300 columns and the files
constexpr int kFoldersUp = 8; // from a manifest to what it has in common with its files

struct Manifest {
    std::string path;
    std::vector<std::string> keys; // files, as they are named in the bucket
};

std::string absolute(const std::string& path)
{
    std::error_code failed;
    const fs::path whole = fs::absolute(path, failed);
    return (failed ? fs::path(path) : whole).lexically_normal().string();
}

// `dataFiles` of Data Exports have the bucket in front, `reportKeys` of legacy reports do not.
std::optional<Manifest> readManifest(const std::string& path)
{
    const std::string name = base::toLower(fs::path(path).filename().string());
    if (!name.ends_with("manifest.json"))
        return std::nullopt;
    auto text = import::StoredText::open(path);
    if (!text.ok())
        return std::nullopt;
    const json document = json::parse((*text)->peek(kLongestManifest), nullptr, false);
    if (!document.is_object())
        return std::nullopt;
    for (const char* list : {"dataFiles", "reportKeys"}) {
        const auto keys = document.find(list);
        if (keys == document.end() || !keys->is_array() || keys->empty())
            continue;
        Manifest manifest {path, {}};
        for (const json& key : *keys)
            if (const auto* text_of_key = key.get_ptr<const std::string*>())
                manifest.keys.push_back(*text_of_key);
        return manifest.keys.empty() ? std::nullopt : std::optional(std::move(manifest));
    }
    return std::nullopt;
}

std::vector<std::string> partsOf(std::string_view path)
{
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= path.size();) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        if (end > begin)
            parts.emplace_back(path.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

// `20240301-20240401`
bool isPeriod(std::string_view name)
{
    return name.size() == 17 && name[8] == '-'
        && std::all_of(name.begin(), name.end(), [](char c) { return c == '-' || (c >= '0' && c <= '9'); });
}

// Where a path says that it belongs to one of several assemblies of a month.
struct Place {
    std::string month; // the folder of the month, and what lies above it
    std::string assembly; // the folder in it
    bool dated = false; // `2024-04-02T13:14:43.337Z-<uuid>`: of two the later one is the newer
};

std::optional<Place> placeOf(const std::string& path)
{
    const auto parts = partsOf(path);
    std::string month;
    for (std::size_t i = 0; i + 2 < parts.size(); ++i) {
        month += "/" + parts[i];
        const std::string& assembly = parts[i + 1];
        if (parts[i].starts_with("BILLING_PERIOD=") && assembly.size() > 20
            && base::parseIso(assembly.substr(0, assembly.find('Z'))).ok())
            return Place {month, assembly, true};
        if (isPeriod(parts[i]))
            return Place {month, assembly, false};
    }
    return std::nullopt;
}

class Resolver {
public:
    explicit Resolver(const std::vector<std::string>& paths);
    GivenFiles resolve();

private:
    void findNewest();
    bool isOld(const std::string& path) const;
    std::string partHere(const Manifest& manifest, const std::string& key) const;
    void addFile(const std::string& path);
    void addAssembly(const Manifest& manifest);
    void tell(base::Problem problem, const std::string& with);

    std::vector<std::string> m_paths;
    std::map<std::string, std::string> m_given; // by absolute path
    std::map<std::string, Manifest> m_manifests; // by path
    std::map<std::string, std::string> m_newest; // assembly by month
    std::set<std::string> m_missing; // keys that were told
    std::set<std::string> m_named; // files that a manifest names, by absolute path
    std::map<std::string, std::size_t> m_index; // of files, by absolute path
    GivenFiles m_found;
};

Resolver::Resolver(const std::vector<std::string>& paths)
    : m_paths(paths)
{
    for (const std::string& path : paths) {
        m_given.emplace(absolute(path), path);
        if (auto manifest = readManifest(path))
            m_manifests.emplace(path, *std::move(manifest));
    }
}

// Legacy folders have no date: there the manifest beside them names the assembly that holds.
void Resolver::findNewest()
{
    for (const std::string& path : m_paths)
        if (const auto place = placeOf(absolute(path)); place && place->dated) {
            std::string& newest = m_newest[place->month];
            newest = std::max(newest, place->assembly);
        }
    for (const auto& [path, manifest] : m_manifests) {
        const std::string folder = fs::path(absolute(path)).parent_path().string();
        const auto parts = partsOf(manifest.keys.front());
        if (isPeriod(fs::path(folder).filename().string()) && parts.size() > 1)
            m_newest[folder] = parts[parts.size() - 2];
    }
}

bool Resolver::isOld(const std::string& path) const
{
    const auto place = placeOf(absolute(path));
    if (!place)
        return false;
    const auto newest = m_newest.find(place->month);
    return newest != m_newest.end() && newest->second != place->assembly;
}

// A file of the bucket on this disk: under a folder that holds the manifest too, by as much of its name as there is.
std::string Resolver::partHere(const Manifest& manifest, const std::string& key) const
{
    auto parts = partsOf(key);
    if (key.starts_with("s3://"))
        parts.erase(parts.begin(), parts.begin() + std::min<std::ptrdiff_t>(2, std::ssize(parts)));
    fs::path folder = fs::path(absolute(manifest.path)).parent_path();
    for (int up = 0; up < kFoldersUp; ++up, folder = folder.parent_path()) {
        fs::path name;
        std::vector<fs::path> names; // from the file's own name to the whole
        for (auto part = parts.rbegin(); part != parts.rend(); ++part)
            names.push_back(name = name.empty() ? fs::path(*part) : fs::path(*part) / name);
        for (auto it = names.rbegin(); it != names.rend(); ++it) {
            if (up > 0 && !it->has_parent_path()) // a namesake elsewhere
                continue;
            fs::path file = folder / *it;
            for (int packed = 0; packed < 2; ++packed, file.replace_extension()) { // it may be unpacked
                if (const auto given = m_given.find(file.string()); given != m_given.end())
                    return given->second;
                std::error_code failed;
                if (fs::is_regular_file(file, failed))
                    return file.string();
                if (file.extension() != ".gz")
                    break;
            }
        }
    }
    return {};
}

void Resolver::addFile(const std::string& path)
{
    m_index.emplace(absolute(path), m_found.files.size());
    m_found.files.push_back({path});
}

void Resolver::tell(base::Problem problem, const std::string& with)
{
    const auto file = m_index.find(absolute(with));
    auto& list = file == m_index.end() ? m_found.problems : m_found.files[file->second].problems;
    list.push_back(std::move(problem));
}

void Resolver::addAssembly(const Manifest& manifest)
{
    std::string first;
    std::vector<std::string> missing;
    for (const std::string& key : manifest.keys) {
        const std::string path = partHere(manifest, key);
        if (path.empty() && m_missing.insert(key).second)
            missing.push_back(key);
        if (path.empty())
            continue;
        if (m_named.insert(absolute(path)).second && !m_index.contains(absolute(path)))
            addFile(path);
        if (first.empty())
            first = path;
    }
    m_found.manifests_failed += first.empty() && !missing.empty();
    for (const std::string& key : missing)
        tell({.severity = first.empty() ? base::Severity::error : base::Severity::warning,
                 .handling = base::Handling::noted,
                 .what = {.code = Code::delivery_part_missing, .file = manifest.path, .found = key}},
            first);
}

GivenFiles Resolver::resolve()
{
    findNewest();
    std::vector<std::string> old;
    for (const std::string& path : m_paths) {
        const auto manifest = m_manifests.find(path);
        if (isOld(path)) {
            if (manifest == m_manifests.end())
                old.push_back(path);
        } else if (manifest != m_manifests.end()) {
            addAssembly(manifest->second);
        } else if (!m_named.contains(absolute(path))) {
            addFile(path);
        }
    }
    for (const std::string& path : old) {
        const Place place = *placeOf(absolute(path));
        const auto newer = std::find_if(m_found.files.begin(), m_found.files.end(), [&](const GivenFile& file) {
            const auto other = placeOf(absolute(file.path));
            return other && other->month == place.month;
        });
        if (newer == m_found.files.end()) { // what is newer is not here
            addFile(path);
            continue;
        }
        newer->problems.push_back({.severity = base::Severity::info,
            .handling = base::Handling::noted,
            .what = {.code = Code::delivery_older_left_out, .file = path, .found = newer->path}});
    }
    return std::move(m_found);
}

} // namespace

GivenFiles resolveAssemblies(const std::vector<std::string>& paths)
{
    return Resolver(paths).resolve();
}

} // namespace fullscope::workspace
