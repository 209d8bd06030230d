// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/file_names.h"

#include "core/report/each_text.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace fullscope::report {

namespace {

// The last `parts` parts of the path; all of it where it has no more.
std::string_view endOf(std::string_view path, std::size_t parts)
{
    std::size_t at = path.size();
    while (parts-- > 0) {
        at = at == 0 ? std::string_view::npos : path.rfind('/', at - 1);
        if (at == std::string_view::npos)
            return path;
    }
    return path.substr(at + 1);
}

// Files of a figure that was taken from several stand one after the other. Neither an address is a path, nor "a / b".
void addPaths(std::vector<std::string>& paths, const scenario::Value& value)
{
    constexpr std::string_view kBetween = ", ";
    const auto& from = value.provenance;
    if (from.origin != evidence::Origin::measured && from.origin != evidence::Origin::billed)
        return;
    for (std::string_view rest = from.source; !rest.empty();) {
        const std::size_t end = std::min(rest.find(kBetween), rest.size());
        const std::string_view path = rest.substr(0, end);
        if (path.find('/') != std::string_view::npos && !path.ends_with('/')
            && path.find("://") == std::string_view::npos && path.find(" / ") == std::string_view::npos)
            paths.emplace_back(path);
        rest.remove_prefix(std::min(end + kBetween.size(), rest.size()));
    }
}

} // namespace

base::Result<std::vector<std::string>> knownPaths(
    const store::WorkspaceFile& workspace, const std::optional<scenario::Scenario>& scenario)
{
    FS_TRY_VALUE(paths, workspace.sourcePaths());
    if (!scenario)
        return paths;
    for (const auto& [input, value] : scenario->workload)
        addPaths(paths, value);
    for (const scenario::Option& option : scenario->options)
        for (const auto& [input, value] : option.values)
            addPaths(paths, value);
    for (const auto* variants : {&scenario->workloads, &scenario->horizons})
        for (const scenario::Variant& variant : *variants)
            for (const auto& [place, value] : variant.values)
                addPaths(paths, value);
    return paths;
}

FileNames fileNames(std::vector<std::string> paths)
{
    std::sort(paths.begin(), paths.end());
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    std::map<std::string, std::string> names;
    std::vector<std::string> open = paths;
    for (std::size_t parts = 1; !open.empty(); ++parts) {
        std::map<std::string_view, int> had;
        for (const std::string& path : paths)
            ++had[endOf(path, parts)];
        std::erase_if(open, [&](const std::string& path) {
            const std::string_view name = endOf(path, parts);
            if (had[name] > 1 && name.size() < path.size())
                return false;
            names[path] = name;
            return true;
        });
    }
    FileNames sorted(names.begin(), names.end());
    std::stable_sort(
        sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
    return sorted;
}

void callFilesByName(std::string& text, const FileNames& names)
{
    for (const auto& [path, name] : names) {
        if (path == name)
            continue;
        for (auto at = text.find(path); at != std::string::npos; at = text.find(path, at + name.size()))
            text.replace(at, path.size(), name);
    }
}

void callFilesByName(Report& report, std::vector<std::string> paths)
{
    const FileNames names = fileNames(std::move(paths));
    const auto byName = [&names](std::string& text) { callFilesByName(text, names); };
    EachText {byName}(report);
}

} // namespace fullscope::report
