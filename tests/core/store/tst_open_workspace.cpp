// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/database.h"
#include "tests/core/store/store_support.h"

#include <fstream>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace fullscope::store::test;
namespace base = fullscope::base;
namespace store = fullscope::store;
using store::Access;
using store::WorkspaceFile;

namespace {

base::Code openingGives(const std::string& path, Access access = Access::read_write)
{
    const auto opened = WorkspaceFile::open(path, access);
    if (opened)
        return base::Code::count; // no error
    EXPECT_EQ(opened.error().file, path);
    return opened.error().code;
}

void write(const std::string& path, const std::string& bytes)
{
    std::ofstream(path, std::ios::binary) << bytes;
}

std::vector<std::string> namesIn(const TempFolder& folder)
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

} // namespace

TEST(OpenWorkspace, createsAnEmptyOneOfOurs)
{
    const TempFolder folder;
    {
        const auto workspace = openedAt(folder.file("a.fullscope"));
        ASSERT_NE(workspace, nullptr);
        EXPECT_FALSE(workspace->isReadOnly());
        EXPECT_EQ(workspace->fileSchemaVersion(), WorkspaceFile::kSchemaVersion);
        EXPECT_TRUE(workspace->runs()->empty());
        EXPECT_TRUE(workspace->bills()->empty());
        EXPECT_TRUE(workspace->problems()->empty());
        EXPECT_FALSE(workspace->scenario()->has_value());
    }
    EXPECT_EQ(namesIn(folder), (std::vector<std::string> {"a.fullscope"})) << "no side file is left";
    EXPECT_EQ(openingGives(folder.file("a.fullscope")), base::Code::count);
}

TEST(OpenWorkspace, namesWithSpecialCharactersWork)
{
    const TempFolder folder;
    for (const char* name : {"a b?mode=memory.fullscope", "50%#1.fullscope", "费用 'x'.fullscope"}) {
        ASSERT_NE(openedAt(folder.file(name)), nullptr);
        EXPECT_TRUE(std::filesystem::exists(folder.file(name))) << name;
        ASSERT_NE(openedAt(folder.file(name), Access::read_only), nullptr) << name;
    }
}

TEST(OpenWorkspace, readingLeavesNoSideFile)
{
    const TempFolder folder;
    ASSERT_OK(importRun(*openedAt(folder.file("a.fullscope")), "a.log", "1", 10));
    EXPECT_EQ(openedAt(folder.file("a.fullscope"), Access::read_only)->runs()->size(), 1U);
    EXPECT_EQ(namesIn(folder), (std::vector<std::string> {"a.fullscope"}));
}

TEST(OpenWorkspace, readingDoesNotCreate)
{
    const TempFolder folder;
    EXPECT_EQ(openingGives(folder.file("a.fullscope"), Access::read_only), base::Code::file_not_found);
    EXPECT_TRUE(namesIn(folder).empty());
}

TEST(OpenWorkspace, whatIsNoWorkspaceIsNamed)
{
    const TempFolder folder;
    write(folder.file("empty"), "");
    write(folder.file("text"), "a bill, perhaps\n");
    write(folder.file("long text"), std::string(100'000, 'x'));
    ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
    for (const Access access : {Access::read_write, Access::read_only}) {
        EXPECT_EQ(openingGives(folder.path().string(), access), base::Code::is_directory);
        EXPECT_EQ(openingGives(folder.file("empty"), access), base::Code::file_empty);
        EXPECT_EQ(openingGives(folder.file("text"), access), base::Code::store_not_ours);
        EXPECT_EQ(openingGives(folder.file("long text"), access), base::Code::store_not_ours);
        EXPECT_EQ(openingGives(folder.file("pipe"), access), base::Code::not_a_file);
    }
    EXPECT_EQ(openingGives(folder.file("no/such/folder.fullscope")), base::Code::write_failed);
}

TEST(OpenWorkspace, anotherProgramsDatabaseIsLeftAlone)
{
    const TempFolder folder;
    {
        auto other = store::Database::open(folder.file("other.db"), store::Database::Mode::create);
        ASSERT_OK(other);
        ASSERT_OK(other->execute("CREATE TABLE run (id INTEGER)"));
    }
    EXPECT_EQ(openingGives(folder.file("other.db")), base::Code::store_not_ours);
    auto other = store::Database::open(folder.file("other.db"), store::Database::Mode::read_write);
    ASSERT_OK(other);
    EXPECT_EQ(*other->integer("SELECT count(*) FROM sqlite_schema"), 1);
    EXPECT_EQ(*other->integer("PRAGMA application_id"), 0);
}

TEST(OpenWorkspace, truncatedFileIsCorruptAtEveryLength)
{
    const TempFolder folder;
    const std::string path = folder.file("a.fullscope");
    {
        const auto workspace = openedAt(path);
        ASSERT_OK(importRun(*workspace, "a.log", "1", 1'000));
    }
    const auto size = std::filesystem::file_size(path);
    for (std::uintmax_t cut = 16; cut < size; cut += size / 50) {
        std::filesystem::copy_file(path, folder.file("cut"), std::filesystem::copy_options::overwrite_existing);
        std::filesystem::resize_file(folder.file("cut"), cut);
        EXPECT_EQ(openingGives(folder.file("cut")), base::Code::store_corrupt) << cut << " of " << size;
    }
}

TEST(OpenWorkspace, damagedPagesAreErrorsNotCrashes)
{
    const TempFolder folder;
    const std::string path = folder.file("a.fullscope");
    {
        const auto workspace = openedAt(path);
        ASSERT_OK(importRun(*workspace, "a.log", "1", 3'000));
    }
    std::mt19937_64 random(5);
    const auto size = std::filesystem::file_size(path);
    for (int trial = 0; trial < 60; ++trial) {
        const std::string damaged = folder.file("damaged");
        std::filesystem::copy_file(path, damaged, std::filesystem::copy_options::overwrite_existing);
        {
            std::fstream file(damaged, std::ios::binary | std::ios::in | std::ios::out);
            for (int i = 0; i < 40; ++i) {
                file.seekp(static_cast<std::streamoff>(100 + random() % (size - 100)));
                file.put(static_cast<char>(random()));
            }
        }
        const auto opened = WorkspaceFile::open(damaged, Access::read_only);
        if (!opened)
            continue;
        const auto runs = (*opened)->runs();
        (void)(*opened)->timeLedger(1).ok();
        (void)(*opened)->plotPoints(1, 0, false, 0, 3'000, 500).ok();
        (void)(*opened)->problems().ok();
        if (runs) {
            EXPECT_LE(runs->size(), 1U);
        }
    }
}

TEST(OpenWorkspace, protectedFileOpensForReading)
{
    if (::geteuid() == 0)
        GTEST_SKIP() << "nothing is protected from the superuser";
    const TempFolder folder;
    const std::string path = folder.file("a.fullscope");
    ASSERT_OK(importRun(*openedAt(path), "a.log", "1", 10));
    std::filesystem::permissions(path, std::filesystem::perms::owner_read);
    const auto workspace = openedAt(path);
    ASSERT_NE(workspace, nullptr);
    EXPECT_TRUE(workspace->isReadOnly());
    EXPECT_EQ(workspace->runs()->size(), 1U);
    EXPECT_EQ(workspace->newBatch().error().code, base::Code::store_read_only);
}

TEST(OpenWorkspace, fileInAProtectedFolderOpensForReading)
{
    if (::geteuid() == 0)
        GTEST_SKIP() << "nothing is protected from the superuser";
    const TempFolder folder;
    const std::string path = folder.file("a.fullscope");
    ASSERT_OK(importRun(*openedAt(path), "a.log", "1", 10));
    std::filesystem::permissions(path, std::filesystem::perms::owner_read);
    std::filesystem::permissions(
        folder.path(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    {
        const auto workspace = openedAt(path);
        ASSERT_NE(workspace, nullptr);
        EXPECT_TRUE(workspace->isReadOnly());
        EXPECT_EQ(workspace->runs()->size(), 1U);
        EXPECT_EQ(openingGives(folder.file("new.fullscope")), base::Code::write_failed);
    }
    std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
}

TEST(OpenWorkspace, whereNothingCanBeWrittenCreatingFails)
{
    EXPECT_EQ(openingGives("/proc/self/a.fullscope"), base::Code::write_failed);
}

TEST(OpenWorkspace, privateWorkspaceGoesWithItsLastConnection)
{
    std::string path;
    {
        auto first = openedAt("");
        ASSERT_NE(first, nullptr);
        path = first->path();
        ASSERT_OK(importRun(*first, "a.log", "1", 10));
        auto second = first->reopen(Access::read_only);
        ASSERT_OK(second);
        first.reset();
        EXPECT_EQ((*second)->runs()->size(), 1U);
        EXPECT_TRUE(std::filesystem::exists(path));
    }
    EXPECT_FALSE(std::filesystem::exists(std::filesystem::path(path).parent_path()));
}

TEST(OpenWorkspace, copyHoldsEverythingAndReplacesWhatWasThere)
{
    const TempFolder folder;
    const auto first = openedAt("");
    ASSERT_NE(first, nullptr);
    ASSERT_OK(importRun(*first, "a.log", "1", 2'000));
    const std::string path = folder.file("kept.fullscope");
    ASSERT_OK(importRun(*openedAt(path), "old.log", "2", 10));
    ASSERT_OK(first->copyTo(path));
    {
        const auto copy = openedAt(path);
        ASSERT_NE(copy, nullptr);
        ASSERT_EQ(copy->runs()->size(), 1U);
        EXPECT_EQ((*copy->runs())[0].file, "a.log");
        EXPECT_EQ((*copy->runs())[0].samples, 2'000);
        ASSERT_OK(importRun(*copy, "b.log", "3", 10));
        EXPECT_EQ(first->runs()->size(), 1U) << "the copy stands on its own";
    }
    EXPECT_EQ(namesIn(folder), (std::vector<std::string> {"kept.fullscope"}));
    ASSERT_OK(first->copyTo(first->path()));
    EXPECT_EQ(first->runs()->size(), 1U);
}

TEST(OpenWorkspace, copyThatCannotBeWrittenLeavesNothing)
{
    const auto workspace = openedAt("");
    ASSERT_NE(workspace, nullptr);
    const auto status = workspace->copyTo("/proc/self/a.fullscope");
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code, base::Code::write_failed);
    EXPECT_EQ(status.error().file, "/proc/self/a.fullscope");
}

// Locks of POSIX belong to the process: a handle on the file that is closed takes them away, and whoever leaves the
// file next deletes the journal that is still written to (sqlite.org/howtocorrupt.html, 2.2).
TEST(OpenWorkspace, keepsItsLockWhenItIsOpenedAgain)
{
    const TempFolder folder;
    const std::string path = folder.file("a.fullscope");
    const auto workspace = openedAt(path);
    ASSERT_NE(workspace, nullptr);
    ASSERT_OK(workspace->newBatch());
    const auto isLocked = [&path] { // as another process sees it
        const pid_t child = ::fork();
        if (child == 0) {
            const int file = ::open(path.c_str(), O_RDWR);
            constexpr off_t kSharedFirst = 0x40000002, kSharedSize = 510; // of SQLite's file format
            struct flock lock {
                .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = kSharedFirst, .l_len = kSharedSize, .l_pid = 0
            };
            const bool known = file >= 0 && ::fcntl(file, F_GETLK, &lock) == 0;
            ::_exit(!known ? 2 : lock.l_type == F_UNLCK ? 1 : 0);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    };
    EXPECT_TRUE(isLocked());
    {
        const auto again = workspace->reopen(store::Access::read_only);
        ASSERT_OK(again);
        EXPECT_TRUE(isLocked());
    }
    EXPECT_TRUE(isLocked());
    EXPECT_FALSE(store::WorkspaceFile::open(folder.file("none"), store::Access::read_only).ok());
}
