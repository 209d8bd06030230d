// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/sample.h"

#include "core/workspace/expand_paths.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace fullscope::workspace {

namespace {

std::vector<std::filesystem::path> dataCandidates()
{
    std::vector<std::filesystem::path> candidates;
    if (const char* given = std::getenv("FULLSCOPE_DATA_DIR"); given != nullptr && *given != '\0')
        candidates.emplace_back(given);
    std::error_code failed;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", failed); // absent outside Linux: the next one
    if (!failed)
        candidates.push_back(program.parent_path().parent_path() / "share" / "fullscope");
#ifdef FULLSCOPE_BUILD_DATA_DIR
    candidates.emplace_back(FULLSCOPE_BUILD_DATA_DIR);
#endif
    return candidates;
}

base::Result<std::string> textOf(const std::filesystem::path& path)
{
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return base::Error {.code = base::Code::file_not_readable, .file = path.string()};
    return std::string(std::istreambuf_iterator<char>(in), {});
}

} // namespace

base::Result<std::string> dataDirectory()
{
    std::string tried;
    for (const auto& candidate : dataCandidates()) {
        std::error_code failed;
        if (std::filesystem::is_directory(candidate / "samples", failed))
            return candidate.string();
        tried += (tried.empty() ? "" : ", ") + (candidate / "samples").string();
    }
    return base::Error {.code = base::Code::file_not_found, .file = tried};
}

base::Result<ImportOutcome> buildSample(
    store::WorkspaceFile& workspace, words::Language language, const base::JobContext& job)
{
    FS_TRY_VALUE(data, dataDirectory());
    const auto samples = std::filesystem::path(data) / "samples";
    const auto file = samples / (language == words::Language::en ? "13b-article.en.json" : "13b-article.zh_CN.json");
    FS_TRY_VALUE(json, textOf(file));
    FS_TRY_VALUE(scenario, scenario::fromJson(json, file.string()));

    const auto paths = expandPaths({(samples / "logs").string(), (samples / "bills").string()});
    auto outcome = importFiles(workspace, paths, {}, job);
    if (!outcome.cancelled)
        FS_TRY(workspace.saveScenario(scenario));
    return outcome;
}

} // namespace fullscope::workspace
