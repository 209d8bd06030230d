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

using Names = std::vector<std::pair<std::string, std::string>>;

void rename(std::string& text, const Names& names)
{
    for (const auto& [path, name] : names) {
        if (path == name)
            continue;
        for (auto at = text.find(path); at != std::string::npos; at = text.find(path, at + name.size()))
            text.replace(at, path.size(), name);
    }
}

} // namespace

Names fileNames(std::vector<std::string> paths)
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
    Names sorted(names.begin(), names.end());
    std::stable_sort(
        sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
    return sorted;
}

void callFilesByName(Report& report, std::vector<std::string> paths)
{
    const Names names = fileNames(std::move(paths));
    const auto byName = [&names](std::string& text) { rename(text, names); };
    EachText {byName}(report);
}

} // namespace fullscope::report
