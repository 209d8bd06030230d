// SPDX-License-Identifier: GPL-3.0-or-later
// What fuzzing has kept, once more: corpus/TARGET.tar.xz covers what was reached, found/TARGET-… are inputs that once
// failed.
#include "core/import/source/archive.h"
#include "tests/core/import/memory_source.h"
#include "tests/fuzz/target.h"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>

namespace fullscope::fuzz {
namespace {

const std::string kFolder = FULLSCOPE_TESTS_DIR "/fuzz/";

std::string content(import::ArchiveReader& archive)
{
    std::string all;
    std::array<char, 1 << 16> room {};
    for (;;) {
        const auto size = archive.read(room);
        EXPECT_TRUE(size.ok());
        if (!size.ok() || *size == 0)
            return all;
        all.append(room.data(), *size);
    }
}

class FuzzCorpus : public ::testing::TestWithParam<std::string> { };

TEST_P(FuzzCorpus, holds)
{
    const std::string& name = GetParam();
    const Target run = target(name);
    ASSERT_NE(run, nullptr);
    for (const auto& entry : std::filesystem::directory_iterator(kFolder + "found"))
        if (entry.path().filename().string().starts_with(name + "-"))
            run(name, import::testing::fileText(entry.path().string()));
    const std::string packed = kFolder + "corpus/" + name + ".tar.xz";
    if (!std::filesystem::exists(packed))
        return;
    auto archive = import::ArchiveReader::open(packed);
    ASSERT_TRUE(archive.ok());
    for (int inputs = 0;; ++inputs) {
        const auto more = (*archive)->next();
        ASSERT_TRUE(more.ok());
        if (!*more) {
            EXPECT_GT(inputs, 0);
            return;
        }
        run(name, content(**archive));
    }
}

INSTANTIATE_TEST_SUITE_P(Targets, FuzzCorpus, ::testing::ValuesIn(targetNames()),
    [](const ::testing::TestParamInfo<std::string>& of) { return of.param; });

// A format that is renamed or taken away takes its corpus with it.
TEST(FuzzCorpusFiles, areOfTargetsThatThereAre)
{
    for (const auto& entry : std::filesystem::directory_iterator(kFolder + "corpus")) {
        const std::string name = entry.path().stem().stem().string();
        EXPECT_NE(target(name), nullptr) << name;
    }
}

} // namespace
} // namespace fullscope::fuzz
