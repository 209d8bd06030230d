// SPDX-License-Identifier: GPL-3.0-or-later
// Mappings by name: what is saved is read again, a broken file stays as it is, two programs do not lose each other's.
#include "core/workspace/mapping_profiles.h"

#include "core/words/mapping_words.h"
#include "tests/core/store/store_support.h"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fullscope::workspace::test {

namespace {

using import::Kind;
using store::test::TempFolder;

std::string textOf(const std::string& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

class MappingProfiles : public testing::Test {
protected:
    MappingProfile lab(const std::string& name, const std::string& mapping = "step=iter,loss=\"my, loss\"")
    {
        auto columns = import::parseColumnMapping(mapping);
        EXPECT_TRUE(columns.ok());
        return {.name = name, .kind = Kind::log, .columns = *columns};
    }
    void write(const std::string& text)
    {
        std::filesystem::create_directories(std::filesystem::path(m_file).parent_path());
        std::ofstream(m_file, std::ios::binary) << text;
    }
    std::vector<std::string> names()
    {
        std::vector<std::string> all;
        const auto profiles = mappingProfiles(m_file);
        EXPECT_TRUE(profiles.ok());
        for (const auto& profile : *profiles)
            all.push_back(profile.name);
        return all;
    }

    TempFolder m_folder;
    std::string m_file = m_folder.file("data/fullscope/mappings.json");
};

} // namespace

// Whatever can be chosen has a name in both languages.
TEST(ColumnMapping, everyTargetHasWords)
{
    for (const Kind kind : {Kind::log, Kind::bill}) {
        for (const std::string_view target : import::mappingTargets(kind)) {
            const std::string en = words::mappingTarget(target, words::Language::en);
            const std::string zh = words::mappingTarget(target, words::Language::zh_CN);
            EXPECT_NE(en, target);
            EXPECT_NE(zh, target);
            EXPECT_NE(en, zh);
        }
    }
}

TEST(ColumnMapping, formattedMappingReadsBack)
{
    for (const std::vector<import::MappedColumn>& mapping : std::vector<std::vector<import::MappedColumn>> {
             {{.target = "step", .column = "iter"}},
             {{.target = "step", .column = "a,b"}, {.target = "loss", .column = "say \"loss\""}},
             {{.target = "time", .column = " when "}, {.target = "loss", .column = "=1=2"}},
             {{.target = "loss", .column = "损失"}, {.target = "step", .column = "two\nlines"}},
             {{.target = "loss", .column = "\"quoted\""}},
             {{.target = "loss", .column = "@lab"}},
         }) {
        const std::string text = import::formatColumnMapping(mapping);
        const auto again = import::parseColumnMapping(text);
        ASSERT_TRUE(again.ok()) << text;
        EXPECT_EQ(*again, mapping) << text;
    }
    EXPECT_EQ(import::formatColumnMapping(std::vector<import::MappedColumn> {
                  {.target = "step", .column = "iter"}, {.target = "loss", .column = "my, \"loss\""}}),
        "step=iter,loss=\"my, \"\"loss\"\"\"");
}

TEST_F(MappingProfiles, savedOneIsReadAgainInAFileForPeople)
{
    EXPECT_TRUE(names().empty());
    ASSERT_TRUE(saveMappingProfile(m_file, lab("lab-b", "step=n,loss=l")).ok());
    ASSERT_TRUE(saveMappingProfile(m_file, lab("实验室 a")).ok());
    ASSERT_TRUE(saveMappingProfile(m_file, lab("lab-a")).ok());
    EXPECT_EQ(names(), (std::vector<std::string> {"lab-a", "lab-b", "实验室 a"}));
    const auto one = mappingProfile(m_file, "lab-a");
    ASSERT_TRUE(one.ok());
    EXPECT_EQ(*one, lab("lab-a"));
    EXPECT_EQ(textOf(m_file), R"({
  "fullscope_mappings": 1,
  "mappings": [
    {
      "name": "lab-a",
      "kind": "log",
      "columns": "step=iter,loss=\"my, loss\""
    },
    {
      "name": "lab-b",
      "kind": "log",
      "columns": "step=n,loss=l"
    },
    {
      "name": "实验室 a",
      "kind": "log",
      "columns": "step=iter,loss=\"my, loss\""
    }
  ]
}
)");
}

TEST_F(MappingProfiles, savedAgainTakesThePlaceAndRemovedIsGone)
{
    ASSERT_TRUE(saveMappingProfile(m_file, lab("a")).ok());
    ASSERT_TRUE(saveMappingProfile(m_file, lab("b")).ok());
    ASSERT_TRUE(saveMappingProfile(m_file, lab("a", "step=other")).ok());
    EXPECT_EQ(mappingProfile(m_file, "a")->columns, lab("a", "step=other").columns);
    ASSERT_TRUE(removeMappingProfile(m_file, "a").ok());
    EXPECT_EQ(names(), std::vector<std::string> {"b"});
    const base::Status gone = removeMappingProfile(m_file, "A1b");
    ASSERT_FALSE(gone.ok());
    EXPECT_EQ(gone.error().code, base::Code::name_unknown);
    EXPECT_EQ(gone.error().expected, "b");
    EXPECT_EQ(gone.error().file, m_file);
}

TEST_F(MappingProfiles, nameThatIsNoneIsRefused)
{
    for (const char* name : {"", " a", "a\n", "@a"}) {
        const base::Status saved = saveMappingProfile(m_file, lab(name));
        ASSERT_FALSE(saved.ok()) << name;
        EXPECT_EQ(saved.error().code, base::Code::bad_value) << name;
    }
    EXPECT_FALSE(saveMappingProfile(m_file, lab(std::string(101, 'a'))).ok());
    EXPECT_FALSE(saveMappingProfile(m_file, {.name = "nothing"}).ok());
    EXPECT_FALSE(std::filesystem::exists(m_file));
}

// Every broken file is told with what is wrong, and left as it is.
TEST_F(MappingProfiles, brokenFileIsToldAndStays)
{
    struct Broken {
        const char* text;
        base::Code code;
        const char* field;
        std::int64_t line = 0;
    };
    const std::string one = R"({"name": "a", "kind": "log", "columns": "step=n"})";
    const std::string twice = R"({"fullscope_mappings": 1, "mappings": [)" + one + "," + one + "]}";
    for (const Broken& broken : std::initializer_list<Broken> {
             {"{\n\"fullscope_mappings\": 1,\n  oh", base::Code::bad_json, "", 3},
             {"[]", base::Code::field_missing, "fullscope_mappings"},
             {"{\"mappings\": []}", base::Code::field_missing, "fullscope_mappings"},
             {"{\"fullscope_mappings\": 2, \"mappings\": []}", base::Code::bad_value, "fullscope_mappings"},
             {"{\"fullscope_mappings\": 1e999, \"mappings\": []}", base::Code::bad_json, ""},
             {"{\"fullscope_mappings\": 1}", base::Code::field_missing, "mappings"},
             {"{\"fullscope_mappings\": 1, \"mappings\": {}}", base::Code::field_missing, "mappings"},
             {"{\"fullscope_mappings\": 1, \"mappings\": [7]}", base::Code::field_missing, "name"},
             {"{\"fullscope_mappings\": 1, \"mappings\": [{\"name\": 7}]}", base::Code::bad_value, "name"},
             {"{\"fullscope_mappings\": 1, \"mappings\": [{\"name\": \"a\"}]}", base::Code::field_missing, "a: kind"},
             {R"({"fullscope_mappings": 1, "mappings": [{"name": "a", "kind": "log", "columns": "stp=n"}]})",
                 base::Code::name_unknown, "a"},
             {R"({"fullscope_mappings": 1, "mappings": [{"name": "a", "kind": "bill", "columns": "step=n"}]})",
                 base::Code::bad_value, "a: kind"},
             {twice.c_str(), base::Code::name_duplicate, ""},
         }) {
        write(broken.text);
        const auto read = mappingProfiles(m_file);
        ASSERT_FALSE(read.ok()) << broken.text;
        EXPECT_EQ(read.error().code, broken.code) << broken.text;
        EXPECT_EQ(read.error().field, broken.field) << broken.text;
        EXPECT_EQ(read.error().line, broken.line) << broken.text;
        EXPECT_EQ(read.error().file, m_file);
        EXPECT_FALSE(saveMappingProfile(m_file, lab("b")).ok()) << broken.text;
        EXPECT_FALSE(removeMappingProfile(m_file, "a").ok()) << broken.text;
        EXPECT_EQ(textOf(m_file), broken.text);
    }
}

TEST_F(MappingProfiles, whatIsNoFileIsToldAndDoesNotHang)
{
    std::filesystem::create_directories(m_file);
    EXPECT_EQ(mappingProfiles(m_file).error().code, base::Code::not_a_file);
    std::filesystem::remove(m_file);
    ASSERT_EQ(mkfifo(m_file.c_str(), 0600), 0);
    EXPECT_EQ(mappingProfiles(m_file).error().code, base::Code::not_a_file);
    EXPECT_EQ(saveMappingProfile(m_file, lab("a")).error().code, base::Code::not_a_file);
}

TEST_F(MappingProfiles, linkStaysALink)
{
    write("");
    const std::string real = m_folder.file("dotfiles.json");
    std::filesystem::rename(m_file, real);
    std::filesystem::create_symlink(real, m_file);
    ASSERT_TRUE(saveMappingProfile(m_file, lab("a")).ok());
    EXPECT_TRUE(std::filesystem::is_symlink(m_file));
    EXPECT_EQ(names(), std::vector<std::string> {"a"});
}

// Four programs save twenty each at the same time: all eighty are there.
TEST_F(MappingProfiles, programsAtTheSameTimeLoseNothing)
{
    constexpr int kPrograms = 4, kEach = 20;
    std::vector<pid_t> children;
    for (int program = 0; program < kPrograms; ++program) {
        const pid_t child = fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            bool saved = true;
            for (int i = 0; i < kEach; ++i) {
                base::Status done;
                do
                    done = saveMappingProfile(m_file, lab(std::to_string(program) + "-" + std::to_string(i)));
                while (!done.ok() && done.error().found.starts_with("held"));
                saved = saved && done.ok();
            }
            _exit(saved ? 0 : 1);
        }
        children.push_back(child);
    }
    for (const pid_t child : children) {
        int status = 0;
        ASSERT_EQ(waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0);
    }
    EXPECT_EQ(names().size(), static_cast<std::size_t>(kPrograms * kEach));
}

TEST_F(MappingProfiles, lockHeldByAnotherIsToldInsteadOfWaitingForEver)
{
    ASSERT_TRUE(saveMappingProfile(m_file, lab("a")).ok());
    const int other = ::open((m_file + ".lock").c_str(), O_RDWR);
    ASSERT_GE(other, 0);
    ASSERT_EQ(flock(other, LOCK_EX), 0);
    const base::Status held = saveMappingProfile(m_file, lab("b"));
    EXPECT_EQ(held.error().code, base::Code::write_failed);
    EXPECT_EQ(held.error().found, "held by another program");
    EXPECT_EQ(names(), std::vector<std::string> {"a"}); // reading waits for nobody
    ::close(other);
    EXPECT_TRUE(saveMappingProfile(m_file, lab("b")).ok());
}

TEST_F(MappingProfiles, oneThatMapsMostColumnsFitsBest)
{
    const std::vector<MappingProfile> profiles {lab("few", "step=iter"), lab("other", "step=iter,loss=nll"),
        lab("most", "step=iter,loss=objective,time=when"), lab("two", "step=iter,loss=objective")};
    const std::vector<std::string> columns {"when", "iter", "objective", "lr"};
    const auto fitting = fittingProfiles(profiles, columns);
    ASSERT_EQ(fitting.size(), 3U);
    EXPECT_EQ(fitting[0].name, "most");
    EXPECT_EQ(fitting[1].name, "two");
    EXPECT_EQ(fitting[2].name, "few");
    EXPECT_TRUE(fittingProfiles(profiles, std::vector<std::string> {"Iter"}).empty()); // names as the file spells them
}

} // namespace fullscope::workspace::test
