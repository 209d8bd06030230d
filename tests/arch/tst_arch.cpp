// SPDX-License-Identifier: GPL-3.0-or-later
// The direction of dependencies, read from the includes (CONTRIBUTING, "Architecture").
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

const std::filesystem::path kRoot = FULLSCOPE_SOURCE_DIR;

// What each folder of core may include besides itself.
const std::map<std::string, std::set<std::string>> kAllowed = {
    {"base", {}},
    {"evidence", {"base"}},
    {"catalogue", {"base", "evidence"}},
    {"import", {"base", "evidence"}},
    {"ledger", {"base", "evidence"}},
    {"scenario", {"base", "evidence"}},
    {"analysis", {"base", "evidence", "scenario"}},
    {"audit", {"base", "evidence", "catalogue", "scenario", "analysis"}},
    {"bench", {"base", "evidence"}},
    {"store", {"base", "evidence", "ledger", "scenario"}},
    {"words", {"base", "evidence", "ledger", "scenario", "analysis", "audit", "bench"}},
    {"report", {"base", "evidence", "catalogue", "ledger", "scenario", "analysis", "audit", "bench", "store", "words"}},
    {"workspace",
        {"base", "evidence", "catalogue", "import", "ledger", "scenario", "analysis", "audit", "bench", "store",
            "words"}},
};

struct Include {
    std::string file; // relative to the root
    int line = 0;
    std::string target; // what stands between the quotes or brackets
    bool quoted = false;
};

std::vector<std::filesystem::path> sources(const std::string& folder)
{
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kRoot / folder)) {
        const auto ending = entry.path().extension();
        if (entry.is_regular_file() && (ending == ".h" || ending == ".cpp"))
            found.push_back(entry.path());
    }
    return found;
}

std::vector<Include> includesOf(const std::filesystem::path& path)
{
    static const std::regex pattern(R"re(^\s*#\s*include\s*([<"])([^>"]+)[>"])re");
    std::ifstream in(path);
    std::vector<Include> includes;
    std::string text;
    for (int line = 1; std::getline(in, text); ++line) {
        std::smatch match;
        if (std::regex_search(text, match, pattern))
            includes.push_back(
                {std::filesystem::relative(path, kRoot).generic_string(), line, match[2], match[1] == "\""});
    }
    return includes;
}

std::string part(const std::string& path, int index)
{
    std::filesystem::path p(path);
    for (const auto& piece : p)
        if (index-- == 0)
            return piece.string();
    return {};
}

std::string where(const Include& include)
{
    return include.file + ":" + std::to_string(include.line) + " includes " + include.target;
}

} // namespace

TEST(Architecture, coreIncludesOnlyWhatItsFolderMay)
{
    for (const auto& path : sources("core")) {
        for (const Include& include : includesOf(path)) {
            if (!include.quoted)
                continue;
            EXPECT_EQ(part(include.target, 0), "core") << where(include);
            const std::string own = part(include.file, 1);
            const std::string other = part(include.target, 1);
            ASSERT_TRUE(kAllowed.contains(own)) << "core/" << own << " is not in the list of folders";
            EXPECT_TRUE(own == other || kAllowed.at(own).contains(other)) << where(include);
        }
    }
}

TEST(Architecture, coreKnowsNoWindow)
{
    for (const auto& path : sources("core"))
        for (const Include& include : includesOf(path))
            EXPECT_FALSE(!include.quoted && include.target.size() > 1 && include.target[0] == 'Q') << where(include);
}

TEST(Architecture, windowDoesNotKnowThePrograms)
{
    for (const auto& path : sources("ui"))
        for (const Include& include : includesOf(path))
            EXPECT_NE(part(include.target, 0), "app") << where(include);
}

TEST(Architecture, heavyAndForeignHeadersStayInOnePlace)
{
    for (const std::string folder : {"core", "ui", "app"}) {
        for (const auto& path : sources(folder)) {
            for (const Include& include : includesOf(path)) {
                if (include.target == "qcustomplot.h") {
                    EXPECT_TRUE(include.file.starts_with("ui/plot/")) << where(include);
                }
                if (include.target == "sqlite3.h") {
                    EXPECT_TRUE(include.file.starts_with("core/store/")) << where(include);
                }
                if (include.target == "libpq-fe.h") {
                    EXPECT_EQ(include.file, "core/import/warehouse/postgres.cpp") << where(include);
                }
                if (include.target == "sql.h" || include.target == "sqlext.h") {
                    EXPECT_EQ(include.file, "core/import/warehouse/odbc.cpp") << where(include);
                }
                if (include.target == "nlohmann/json.hpp") {
                    EXPECT_TRUE(include.file.ends_with(".cpp")) << where(include) << ": json_fwd.hpp in headers";
                }
                EXPECT_NE(include.target, "QtWidgets") << where(include);
            }
        }
    }
}

// SECURITY.md: no network but by the libraries of PostgreSQL and ODBC, no shell, no foreign code but what is named
// here.
TEST(Architecture, networkAndProcessesStayInOnePlace)
{
    const std::map<std::string, std::set<std::string>> starters = {
        {"<sys/socket.h>", {}},
        {"<netdb.h>", {}},
        {"<curl/", {}},
        {"<QNetwork", {}},
        {"<QTcp", {}},
        {"<QWeb", {}},
        {"std::system(", {}},
        {" ::system(", {}},
        {"popen(", {}},
        {"execl", {}},
        {"wordexp(", {}},
        {"fork(", {}},
        {"QProcess", {"ui/shell/main_window.cpp"}}, // itself, for a new window,
        {"QDesktopServices", {}},
        {"posix_spawnp(", {"core/bench/process.cpp", "core/import/warehouse/keyring.cpp"}},
        {"posix_spawn(", {}},
        {"execv", {"app/bench/main.cpp"}}, // itself, with another environment
        {"dlopen(",
            {"core/bench/engine/loaded_libraries.cpp", "core/bench/engine/onednn_bf16.cpp",
                "core/import/source/duckdb_library.cpp"}},
    };
    for (const std::string folder : {"core", "ui", "app"}) {
        for (const auto& path : sources(folder)) {
            const std::string file = std::filesystem::relative(path, kRoot).generic_string();
            std::ifstream in(path);
            const std::string text(std::istreambuf_iterator<char>(in), {});
            for (const auto& [call, allowed] : starters)
                EXPECT_TRUE(text.find(call) == std::string::npos || allowed.contains(file)) << file << ": " << call;
        }
    }
}

// What a port to another kind of system has to look at: nothing of POSIX is called elsewhere.
TEST(Architecture, callsOfPosixStayInNamedFiles)
{
    const std::set<std::string> allowed = {"app/main.cpp", "app/bench/machine.cpp", "app/bench/main.cpp",
        "app/bench/record_writer.cpp", "app/bench/worker.cpp", "core/base/write_file.cpp", "core/bench/devices.cpp",
        "core/bench/launch.cpp", "core/bench/preflight.cpp", "core/bench/process.cpp", "core/bench/process.h",
        "core/bench/worker.cpp", "core/bench/engine/arena.cpp", "core/bench/engine/loaded_libraries.cpp",
        "core/bench/engine/onednn_bf16.cpp", "core/import/source/archive.cpp", "core/import/source/duckdb_library.cpp",
        "core/import/source/file_bytes.cpp", "core/import/source/member_bytes.cpp",
        "core/import/source/parquet_bytes.cpp", "core/import/source/sheet_bytes.cpp",
        "core/import/source/stored_bytes.cpp", "core/import/warehouse/keyring.cpp",
        "core/import/warehouse/postgres.cpp", "core/report/xlsx_file.cpp", "core/store/copy_database.cpp",
        "core/store/discard_unused.cpp", "core/store/open_workspace.cpp", "core/store/workspace_file.cpp",
        "core/workspace/expand_paths.cpp", "core/workspace/mapping_profiles.cpp"};
    const std::set<std::string> posix = {"unistd.h", "fcntl.h", "spawn.h", "dlfcn.h", "poll.h", "sched.h", "pthread.h",
        "pwd.h", "termios.h", "signal.h", "stdlib.h"};
    for (const std::string folder : {"core", "ui", "app"})
        for (const auto& path : sources(folder))
            for (const Include& include : includesOf(path)) {
                if (include.quoted || !(posix.contains(include.target) || include.target.starts_with("sys/")))
                    continue;
                EXPECT_TRUE(allowed.contains(include.file)) << where(include);
            }
}

TEST(Architecture, everySourceNamesItsLicence)
{
    for (const std::string folder : {"core", "ui", "app", "tests"}) {
        for (const auto& path : sources(folder)) {
            std::ifstream in(path);
            std::string first;
            std::getline(in, first);
            EXPECT_EQ(first, "// SPDX-License-Identifier: GPL-3.0-or-later") << path;
        }
    }
}
