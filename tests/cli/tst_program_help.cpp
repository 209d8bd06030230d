// SPDX-License-Identifier: GPL-3.0-or-later
// The manual page and the completions have all that --help names; read here by rules of their own.
#include "tests/cli/program.h"

#include <regex>
#include <set>

namespace fullscope::cli::test {

namespace {

std::set<std::string> matches(const std::string& text, const std::regex& pattern)
{
    std::set<std::string> out;
    for (auto match = std::sregex_iterator(text.begin(), text.end(), pattern); match != std::sregex_iterator(); ++match)
        out.insert((*match)[1].str());
    return out;
}

std::vector<std::string> matchesInOrder(const std::string& text, const std::regex& pattern)
{
    std::vector<std::string> out;
    for (auto match = std::sregex_iterator(text.begin(), text.end(), pattern); match != std::sregex_iterator(); ++match)
        out.push_back((*match)[1].str());
    return out;
}

// The words of a manual page without what sets its fonts.
std::string plain(const std::string& manual)
{
    return std::regex_replace(manual, std::regex(R"(\\f[BIR]|\\)"), "");
}

} // namespace

class ProgramHelp : public Program {
protected:
    std::string help(const std::string& format, const std::string& language = "en")
    {
        const Outcome outcome = run({"help", "--format", format, "--lang", language});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        return outcome.out;
    }
    // What bash offers behind these words.
    std::set<std::string> offered(const std::vector<std::string>& words)
    {
        std::string script = help("bash") + "\nCOMP_WORDS=(fullscope";
        for (const std::string& word : words)
            script += " '" + word + "'";
        script
            += ")\nCOMP_CWORD=" + std::to_string(words.size()) + "\n_fullscope\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n";
        write("script", script);
        EXPECT_EQ(std::system(("bash '" + file("script") + "' > '" + file("offered") + "'").c_str()), 0);
        return matches(contents(file("offered")), std::regex("(\\S+)\n"));
    }
};

TEST_F(ProgramHelp, everyFormatHasEveryVerbAndOption)
{
    for (const char* language : {"en", "zh_CN"}) {
        const std::string text = help("text", language);
        EXPECT_EQ(run({"--help", "--lang", language}).out, text);
        const auto options = matches(text, std::regex("(--[a-z-]+)"));
        EXPECT_GE(options.size(), 60U);
        auto verbs = matches(text, std::regex("\n  fullscope {1,2}([a-z][a-z-]*)"));
        EXPECT_GE(verbs.size(), 25U);
        EXPECT_TRUE(verbs.contains("voi"));
        const std::string manual = plain(help("man", language));
        for (const std::string format : {"man", "bash", "zsh", "fish"}) {
            const std::string made = format == "man" ? manual : help(format, language);
            for (const std::string& verb : verbs)
                EXPECT_TRUE(std::regex_search(made, std::regex("\\b" + verb + "\\b"))) << format << ": " << verb;
            for (const std::string& option : options) {
                const std::string spelled = format == "fish" ? " -l " + option.substr(2) : option;
                EXPECT_TRUE(std::regex_search(made, std::regex(spelled + "(?![a-z-])"))) << format << ": " << option;
            }
        }
    }
}

TEST_F(ProgramHelp, everyVerbOfTheHelpIsKnownToTheProgram)
{
    for (const std::string& verb : matches(help("text"), std::regex("\n  fullscope {1,2}([a-z][a-z-]*)"))) {
        if (verb == "open") // the window
            continue;
        EXPECT_FALSE(run({verb, "--no-such-option"}).says("fullscope --help")) << verb;
    }
}

TEST_F(ProgramHelp, bashOffersWhatFits)
{
    using Set = std::set<std::string>;
    EXPECT_EQ(offered({"ev"}), Set {"evaluate"});
    EXPECT_EQ(offered({"re"}), (Set {"reconcile", "recover", "report"}));
    EXPECT_EQ(offered({"runs", "s"}), (Set {"separate", "show", "state", "suggest"}));
    EXPECT_EQ(offered({"bills", "rem"}), Set {"remove"}); // of `runs|bills remove`
    EXPECT_EQ(offered({"attribute", "rules", "mo"}), Set {"move"});
    EXPECT_EQ(offered({"reconcile", "--by", ""}), (Set {"day", "hour"}));
    EXPECT_EQ(offered({"warehouse", "query", "--schema", "cur"}), (Set {"cur", "cur2"}));
    EXPECT_EQ(offered({"compare", "--scop"}), Set {"--scope"});
    EXPECT_EQ(offered({"voi", "--lang", "z"}), Set {"zh_CN"}); // of all verbs
    EXPECT_EQ(offered({"import", "--workspace", ""}), Set {}); // files, which bash knows
}

TEST_F(ProgramHelp, unknownFormatsAreNamed)
{
    const Outcome outcome = run({"help", "--format", "pdf"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_TRUE(outcome.says("--format")) << outcome.err;
    EXPECT_TRUE(outcome.says("text, man, bash, zsh, fish")) << outcome.err;
}

// Every command of docs/benchmark.md, in shells, Slurm, Kubernetes, GitHub Actions and GitLab, has verbs and options
// that there are.
TEST_F(ProgramHelp, commandsOfTheBenchmarksPageAreUnderstood)
{
    const std::string page = contents(std::string(FULLSCOPE_SOURCE_DIR) + "/docs/benchmark.md");
    const auto commands
        = matches(page, std::regex("(?:\n|run: |\\[|`)((?:fullscope bench|fullscope benchmarks)[^\n\\]`#]*)"));
    EXPECT_GE(commands.size(), 10U);
    std::size_t told = 0;
    for (const std::string& command : commands) {
        std::vector<std::string> words;
        for (const std::string& word : matchesInOrder(command, std::regex("(\"[^\"]*\"|'[^']*'|[^\\s]+)")))
            words.push_back(word.front() == '"' || word.front() == '\'' ? word.substr(1, word.size() - 2) : word);
        words.erase(words.begin()); // fullscope
        if (words.size() < 2 || words[1].front() == '{' || command.find("…") != std::string::npos)
            continue; // a family of commands, not one of them
        // Nothing is started: an engine that is not there is named before anything else is.
        words.insert(words.end(), {"--no-such-option"});
        const Outcome refused = run(words);
        EXPECT_EQ(refused.exit_code, 1) << command;
        EXPECT_TRUE(refused.says("--no-such-option")) << command << ": " << refused.err;
        ++told;
    }
    EXPECT_GE(told, 8U);
    const std::string worker = contents(std::string(FULLSCOPE_SOURCE_DIR) + "/resources/bench/train_step.py");
    const auto known = matches(worker, std::regex("add_argument\\(\"(--[a-z0-9-]+)\""));
    const std::regex starts("(?:train_step\\.py|python3 - )[^\n]*");
    std::size_t starters = 0;
    for (auto match = std::sregex_iterator(page.begin(), page.end(), starts); match != std::sregex_iterator(); ++match)
        for (const std::string& option : matches(match->str(), std::regex("[ ,\\[](--[a-z0-9-]+)"))) {
            EXPECT_TRUE(known.contains(option) || option == "--from-file") << option << " in " << match->str();
            ++starters;
        }
    EXPECT_GE(starters, 8U);
}

} // namespace fullscope::cli::test
