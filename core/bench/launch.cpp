// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/launch.h"

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include <unistd.h>

namespace fullscope::bench {

namespace {

using base::Code;
using base::Error;
using Path = std::filesystem::path;

Path programFolder()
{
    std::error_code failed;
    const Path program = std::filesystem::read_symlink("/proc/self/exe", failed); // absent outside Linux
    return failed ? Path() : program.parent_path();
}

bool isFile(const Path& path)
{
    std::error_code failed;
    return std::filesystem::is_regular_file(path, failed);
}

} // namespace

std::string nativeProgram()
{
    constexpr const char* kName = "fullscope-bench";
    std::vector<Path> candidates;
    if (const Path folder = programFolder(); !folder.empty()) {
        candidates.push_back(folder / kName);
        candidates.push_back(folder / "bench" / kName); // of the build tree
    }
    const char* given = std::getenv("PATH");
    std::istringstream path(given == nullptr ? "" : given);
    for (std::string folder; std::getline(path, folder, ':');)
        candidates.push_back(Path(folder) / kName);
    for (const Path& candidate : candidates)
        if (isFile(candidate) && ::access(candidate.c_str(), X_OK) == 0)
            return candidate.string();
    return {};
}

std::string workerScript()
{
    std::vector<Path> candidates;
    if (const char* given = std::getenv("FULLSCOPE_DATA_DIR"); given != nullptr && *given != '\0')
        candidates.push_back(Path(given) / "bench");
    if (const Path folder = programFolder(); !folder.empty())
        candidates.push_back(folder.parent_path() / "share" / "fullscope" / "bench");
#ifdef FULLSCOPE_BUILD_RESOURCES_DIR
    candidates.emplace_back(FULLSCOPE_BUILD_RESOURCES_DIR "/bench");
#endif
    for (const Path& candidate : candidates)
        if (isFile(candidate / "train_step.py"))
            return (candidate / "train_step.py").string();
    return {};
}

base::Result<Command> workerCommand(const Planned& planned, const LaunchOptions& options)
{
    const std::string descriptor = std::to_string(kRecordDescriptor);
    const std::string spec = writeWorkerSpec(planned.spec);
    if (!planned.with_python) {
        for (const auto& [field, is_set] : {std::pair<const char*, bool> {"--compile", options.compile},
                 {"--compile-only", options.compile_only}, {"--tf32", options.tf32}, {"--ranks", options.ranks > 1},
                 {"--device", planned.device != "cpu" && planned.device != "auto"}})
            if (is_set)
                return Error {.code = Code::not_allowed_together, .args = {"--engine native"}, .field = field};
        if (planned.program.empty())
            return Error {.code = Code::file_not_found, .file = "fullscope-bench"};
        return Command {
            .argv = {planned.program, "worker", "--spec", spec, "--fd", descriptor}, .unset = {"OPENBLAS_CORETYPE"}};
    }
    const std::string script = workerScript();
    if (script.empty())
        return Error {.code = Code::file_not_found, .file = "train_step.py"};
    Command command {
        .argv = {planned.python, script, "--spec", spec, "--fd", descriptor, "--control", "--device", planned.device},
        .unset = {"OPENBLAS_CORETYPE", "FULLSCOPE_TUNED"}};
    for (const auto& [word, is_set] :
        {std::pair<const char*, bool> {"--compile", options.compile}, {"--compile-only", options.compile_only},
            {"--tf32", options.tf32}, {"--default-environment", options.default_environment}})
        if (is_set)
            command.argv.emplace_back(word);
    if (options.ranks > 1)
        command.argv.insert(command.argv.end(), {"--ranks", std::to_string(options.ranks)});
    return command;
}

} // namespace fullscope::bench
