// SPDX-License-Identifier: GPL-3.0-or-later
// What the documents show is there: files and headings that are linked or named, pictures, verbs and options.
#include "tests/cli/program.h"

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>

namespace fullscope::cli::test {

namespace {

namespace files = std::filesystem;
const files::path kRoot(FULLSCOPE_SOURCE_DIR);

std::vector<files::path> documents()
{
    std::vector<files::path> found {kRoot / "tests/README.md", kRoot / "data/samples/SOURCE.md"};
    for (const files::path& folder : {kRoot, kRoot / "docs"})
        for (const auto& entry : files::directory_iterator(folder))
            if (entry.path().extension() == ".md")
                found.push_back(entry.path());
    return found;
}

std::vector<std::string> matches(const std::string& text, const std::string& pattern)
{
    const std::regex compiled(pattern);
    std::vector<std::string> out;
    for (auto match = std::sregex_iterator(text.begin(), text.end(), compiled); match != std::sregex_iterator();
         ++match)
        out.push_back((*match)[1].str());
    return out;
}

// The anchor of a heading as hosts of repositories make it: lower case, blanks as dashes, no punctuation.
std::string anchorOf(const std::string& heading)
{
    std::string anchor;
    for (const char c : std::regex_replace(heading, std::regex("…"), "")) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == ' ')
            anchor += '-';
        else if (byte >= 0x80 || std::isalnum(byte) || c == '-' || c == '_')
            anchor += static_cast<char>(byte < 0x80 ? std::tolower(byte) : byte);
    }
    return anchor;
}

std::set<std::string> anchorsOf(const files::path& document)
{
    std::set<std::string> anchors;
    std::istringstream lines(contents(document.string()));
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with('#'))
            anchors.insert(anchorOf(line.substr(line.find_first_not_of("# "))));
        for (const std::string& id : matches(line, "<a id=\"([^\"]+)\""))
            anchors.insert(id);
    }
    return anchors;
}

// Lines of the fenced blocks, and what stands in backticks.
std::vector<std::string> codeOf(const files::path& document)
{
    std::vector<std::string> code;
    std::istringstream lines(contents(document.string()));
    bool fenced = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("```"))
            fenced = !fenced;
        else if (fenced)
            code.push_back(line);
        else
            for (const std::string& inlined : matches(line, "`([^`]+)`"))
                code.push_back(inlined);
    }
    return code;
}

} // namespace

class Documentation : public Program { };

TEST_F(Documentation, everyLinkLeadsSomewhere)
{
    int links = 0;
    for (const files::path& document : documents())
        for (const std::string& link : matches(contents(document.string()), R"(\]\(([^)\s]+)\))")) {
            if (link.starts_with("http"))
                continue;
            ++links;
            const std::string file = link.substr(0, link.find('#'));
            const files::path target = file.empty() ? document : document.parent_path() / file;
            EXPECT_TRUE(files::exists(target)) << document << ": " << link;
            if (link.find('#') != std::string::npos && files::is_regular_file(target)) {
                EXPECT_TRUE(anchorsOf(target).contains(link.substr(link.find('#') + 1))) << document << ": " << link;
            }
        }
    EXPECT_GT(links, 30);
}

TEST_F(Documentation, everyPictureIsShownInItsLanguageAndIsSmall)
{
    std::set<std::string> shown;
    for (const files::path& document : documents())
        for (const std::string& picture : matches(contents(document.string()), R"(pictures/([a-z0-9_A-Z-]+\.png))")) {
            shown.insert(picture);
            const std::string name = document.filename().string();
            if (name.starts_with("guide.")) {
                EXPECT_TRUE(picture.ends_with(name == "guide.en.md" ? "-en.png" : "-zh_CN.png")) << picture;
            }
        }
    std::set<std::string> there;
    for (const auto& entry : files::directory_iterator(kRoot / "docs/pictures")) {
        there.insert(entry.path().filename().string());
        EXPECT_LT(entry.file_size(), 150'000U) << entry.path();
    }
    EXPECT_EQ(shown, there);
    EXPECT_GE(there.size(), 12U);
}

TEST_F(Documentation, everyFileOfTheRepositoryThatIsNamedIsThere)
{
    const std::regex path("^(?:core|ui|app|tests|packaging|docs|data|resources)/[A-Za-z0-9_./-]+");
    int named = 0;
    for (const files::path& document : documents())
        for (const std::string& code : codeOf(document)) {
            std::smatch match;
            if (!std::regex_search(code, match, path) || code.find("NAME") != std::string::npos)
                continue;
            ++named;
            EXPECT_TRUE(files::exists(kRoot / match.str())) << document << ": " << code;
        }
    EXPECT_GT(named, 30);
}

// A verb's line of the help has its options; those of bench stand in its own document and in its source.
TEST_F(Documentation, everyCommandHasAVerbAndOptionsThatTheProgramKnows)
{
    const std::string help = run({"--help", "--lang", "en"}).out;
    const auto listed = matches(help, "\n  fullscope {1,2}(?:[a-z-]+\\|)?([a-z][a-z-]*)");
    const std::set<std::string> verbs(listed.begin(), listed.end());
    std::string bench;
    for (const char* file : {"app/cli/bench_arguments.cpp", "app/cli/bench.cpp", "app/bench/main.cpp"})
        bench += contents((kRoot / file).string());
    int commands = 0;
    for (const files::path& document : documents())
        for (const std::string& code : codeOf(document))
            for (const std::string& command : matches(code, R"((?:^|[|] *|sudo )((?:fullscope|\./run) [a-z][^|#]*))")) {
                std::istringstream words(command);
                std::string program, verb, option;
                words >> program >> verb;
                if (verb.empty() || verb.starts_with('-') || !std::islower(static_cast<unsigned char>(verb[0]))
                    || verb.find('.') != std::string::npos)
                    continue;
                ++commands;
                for (const std::string& one : matches(verb, "([a-z-]+)"))
                    EXPECT_TRUE(verbs.contains(one)) << document << ": " << command;
                for (const std::string& one : matches(command, "(--[a-z][a-z-]*)"))
                    EXPECT_TRUE(std::regex_search(help, std::regex(one + "(?![a-z-])"))
                        || (verb == "bench" && bench.find('"' + one + '"') != std::string::npos))
                        << document << ": " << command << ": " << one;
            }
    EXPECT_GT(commands, 60);
}

// Both guides say the same: chapter by chapter the same commands and pictures.
TEST_F(Documentation, theGuidesOfBothLanguagesHaveTheSameChaptersCommandsAndPictures)
{
    const auto shapeOf = [](const char* name) {
        std::vector<std::string> shape;
        std::istringstream lines(contents((kRoot / "docs" / name).string()));
        bool fenced = false;
        for (std::string line; std::getline(lines, line);) {
            if (line.starts_with("```"))
                fenced = !fenced;
            else if (fenced)
                shape.push_back(line.substr(0, line.find("   ")));
            else if (line.starts_with('#'))
                shape.push_back(line.substr(0, line.find(' ')));
            for (const std::string& picture : matches(line, R"(pictures/([a-z0-9-]+)-(?:en|zh_CN)\.png)"))
                shape.push_back(picture);
        }
        return shape;
    };
    EXPECT_EQ(shapeOf("guide.en.md"), shapeOf("guide.zh.md"));
}

// Each verb of the help has a chapter of docs/cli.md, or stands in the heading of one.
TEST_F(Documentation, everyVerbIsDescribed)
{
    const std::string document = contents((kRoot / "docs/cli.md").string());
    std::string headings;
    for (const std::string& heading : matches(document, "\n#+ ([^\n]+)"))
        headings += heading + "\n";
    for (const std::string& verb :
        matches(run({"--help", "--lang", "en"}).out, "\n  fullscope {1,2}(?:[a-z-]+\\|)?([a-z][a-z-]*)"))
        if (verb != "open") {
            EXPECT_TRUE(std::regex_search(headings, std::regex("\\b" + verb + "\\b"))) << verb;
        }
}

} // namespace fullscope::cli::test
