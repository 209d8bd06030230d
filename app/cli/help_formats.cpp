// SPDX-License-Identifier: GPL-3.0-or-later
// The help as a manual page and as completions of shells: made of the text that --help prints, so that neither lags
// behind it.
#include "app/cli/common.h"
#include "app/cli/help.h"

#include <algorithm>
#include <ostream>

namespace fullscope::cli {

namespace {

struct Option {
    std::string name; // "--scope", "-o"
    bool takes_value = false;
    std::vector<std::string> values {}; // where the usage lists them: "--by hour|day"
};
struct Verb {
    std::string name, description;
    std::vector<std::string> words {}; // "list", "show"
    std::vector<Option> options {};
};

bool isWord(std::string_view text)
{
    return !text.empty() && text[0] >= 'a' && text[0] <= 'z'
        && std::ranges::all_of(text, [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
}

bool isValue(std::string_view text)
{
    return !text.empty() && text[0] >= 'a' && text[0] <= 'z' && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

std::string_view withoutBrackets(std::string_view text)
{
    while (text.starts_with('['))
        text.remove_prefix(1);
    while (text.ends_with(']') || text.ends_with(';'))
        text.remove_suffix(1);
    return text;
}

void add(std::vector<Option>& options, Option option)
{
    const auto same = std::ranges::find(options, option.name, &Option::name);
    if (same == options.end())
        options.push_back(std::move(option));
    else if (same->values.empty())
        *same = std::move(option);
}

// What stands behind an option of a usage is its value, unless it begins something else.
Option optionOf(std::string_view name, std::string_view raw, std::string_view next)
{
    Option option {.name = std::string(name)};
    option.takes_value = !raw.ends_with(']') && !next.empty() && next != "|" && next[0] != '[' && next[0] != '-';
    if (!option.takes_value)
        return option;
    const auto values = partsOf(withoutBrackets(next), '|');
    if (values.size() > 1 && std::ranges::all_of(values, isValue))
        option.values.assign(values.begin(), values.end());
    return option;
}

void read(std::string_view usage, Verb& verb)
{
    std::vector<std::string_view> tokens = partsOf(usage, ' ');
    std::erase(tokens, "");
    for (std::size_t i = 1; i < tokens.size(); ++i) {
        const bool begins = i == 1 || tokens[i - 1] == "|" || tokens[i].starts_with('[');
        const auto pieces = partsOf(withoutBrackets(tokens[i]), '|');
        for (std::string_view piece : pieces) {
            if (const std::size_t dashes = piece.find("--"); dashes != piece.npos)
                piece.remove_prefix(dashes); // Chinese has no blank before it
            if (piece.size() > 1 && piece[0] == '-')
                add(verb.options, optionOf(piece, tokens[i], i + 1 < tokens.size() ? tokens[i + 1] : ""));
            else if (begins && isWord(piece) && std::ranges::find(verb.words, piece) == verb.words.end())
                verb.words.emplace_back(piece);
        }
    }
}

std::vector<Verb> verbsOf(const HelpPage& page)
{
    Verb common;
    for (const std::string& note : page.notes)
        read("- " + note, common); // notes name options of all verbs, and no words
    add(common.options, {.name = "--help"});
    std::vector<Verb> verbs;
    for (const HelpEntry& entry : page.entries)
        for (const std::string& name : verbsOf(entry)) {
            auto verb = std::ranges::find(verbs, name, &Verb::name);
            if (verb == verbs.end()) {
                verbs.push_back({.name = name, .description = entry.description});
                verb = verbs.end() - 1;
            }
            read(entry.usage, *verb);
        }
    for (Verb& verb : verbs)
        for (const Option& option : common.options)
            add(verb.options, option);
    return verbs;
}

template <typename Items, typename Name>
std::string joined(const Items& items, Name name)
{
    std::string out;
    for (const auto& item : items)
        out += (out.empty() ? "" : " ") + name(item);
    return out;
}

std::string itself(const std::string& text)
{
    return text;
}

std::string nameOf(const Option& option)
{
    return option.name;
}

std::string verbNames(const std::vector<Verb>& verbs)
{
    return joined(verbs, [](const Verb& verb) { return verb.name; }) + " --help --version";
}

// 'text' for a shell, `quote` as it is written within.
std::string quoted(std::string_view text, std::string_view quote)
{
    std::string out = "'";
    for (const char c : text)
        out += c == '\'' ? quote : std::string_view(&c, 1);
    return out + "'";
}

void printBash(const std::vector<Verb>& verbs, std::ostream& out)
{
    out << "# bash completion of fullscope; made by: fullscope help --format bash\n"
           "_fullscope()\n{\n"
           "    local current=\"${COMP_WORDS[COMP_CWORD]}\" previous=\"${COMP_WORDS[COMP_CWORD-1]}\" words=\n"
           "    if [ \"$COMP_CWORD\" -eq 1 ]; then\n        words='"
        << verbNames(verbs) << "'\n    else\n        case \"${COMP_WORDS[1]} $previous\" in\n";
    for (const Verb& verb : verbs)
        for (const Option& option : verb.options)
            if (option.takes_value) // without values: a name of a file, or what only the user knows
                out << "        '" << verb.name << ' ' << option.name << "') words='" << joined(option.values, itself)
                    << "' ;;\n";
    for (const Verb& verb : verbs)
        out << "        " << verb.name << "\\ *) words='" << joined(verb.words, itself)
            << (verb.words.empty() ? "" : " ") << joined(verb.options, nameOf) << "' ;;\n";
    out << "        esac\n    fi\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "}\ncomplete -o bashdefault -o default -F _fullscope fullscope\n";
}

void printZsh(const std::vector<Verb>& verbs, std::ostream& out)
{
    out << "#compdef fullscope\n# zsh completion of fullscope; made by: fullscope help --format zsh\n"
           "local -a verbs\nverbs=(\n";
    for (const Verb& verb : verbs)
        out << "    " << quoted(verb.name + ":" + verb.description, "'\\''") << '\n';
    out << ")\nif (( CURRENT == 2 )); then\n    _describe -t verbs verb verbs\n    compadd -- --help --version\n"
           "    _files\n    return\nfi\ncase \"$words[2] $words[CURRENT-1]\" in\n";
    for (const Verb& verb : verbs)
        for (const Option& option : verb.options)
            if (option.takes_value)
                out << "(" << verb.name << "\\ " << option.name << ") "
                    << (option.values.empty() ? "_files" : "compadd -- " + joined(option.values, itself)) << " ;;\n";
    for (const Verb& verb : verbs)
        out << "(" << verb.name << "\\ *) compadd -- " << joined(verb.words, itself) << (verb.words.empty() ? "" : " ")
            << joined(verb.options, nameOf) << "; _files ;;\n";
    out << "esac\n";
}

void printFish(const std::vector<Verb>& verbs, std::ostream& out)
{
    out << "# fish completion of fullscope; made by: fullscope help --format fish\n"
           "complete -c fullscope -n __fish_use_subcommand -l help\n"
           "complete -c fullscope -n __fish_use_subcommand -l version\n";
    for (const Verb& verb : verbs)
        out << "complete -c fullscope -n __fish_use_subcommand -a " << verb.name << " -d "
            << quoted(verb.description, "\\'") << '\n';
    for (const Verb& verb : verbs) {
        const std::string begin = "complete -c fullscope -n '__fish_seen_subcommand_from " + verb.name + "'";
        if (!verb.words.empty())
            out << begin << " -a " << quoted(joined(verb.words, itself), "\\'") << '\n';
        for (const Option& option : verb.options) {
            const bool is_long = option.name.starts_with("--");
            out << begin << (is_long ? " -l " + option.name.substr(2) : " -s " + option.name.substr(1));
            if (!option.values.empty())
                out << " -x -a " << quoted(joined(option.values, itself), "\\'");
            else if (option.takes_value)
                out << " -r";
            out << '\n';
        }
    }
}

std::string roff(std::string_view text)
{
    std::string out;
    if (text.starts_with('.') || text.starts_with('\''))
        out = "\\&";
    for (const char c : text)
        out += c == '\\' ? std::string("\\e") : c == '-' ? std::string("\\-") : std::string(1, c);
    return out;
}

void printManual(const HelpPage& page, words::Language language, std::ostream& out)
{
    const bool is_chinese = language == words::Language::zh_CN;
    const auto section = [&](const char* en, const char* zh) { out << ".SH " << (is_chinese ? zh : en) << '\n'; };
    out << ".\\\" Made by: fullscope help --format man\n.TH FULLSCOPE 1 \"\" \"fullscope " FULLSCOPE_VERSION "\"\n";
    section("NAME", "名称");
    const std::size_t colon = std::min(page.title.find(":"), page.title.find("："));
    const std::string what = page.title.substr(colon + (page.title[colon] == ':' ? 1 : std::string("：").size()));
    out << "fullscope \\- " << roff(what.substr(what.find_first_not_of(' '))) << '\n';
    section("SYNOPSIS", "概要");
    out << ".B fullscope\n[\\fIVERB\\fR [\\fIARGUMENT\\fR ...]]\n";
    section("COMMANDS", "命令");
    for (const HelpEntry& entry : page.entries) {
        const std::size_t end = std::min(entry.usage.find(' '), entry.usage.size());
        out << ".TP\n\\fBfullscope" << (entry.usage.empty() ? "" : " ") << roff(entry.usage.substr(0, end)) << "\\fR"
            << roff(entry.usage.substr(end)) << '\n'
            << roff(entry.description) << '\n';
    }
    section("NOTES", "说明");
    for (const std::string& note : page.notes)
        out << roff(note) << "\n.br\n";
    section("SEE ALSO", "参见");
    out << "/usr/share/doc/fullscope/docs/cli.md\n";
}

} // namespace

int runHelp(std::span<const std::string> arguments, Console& console)
{
    constexpr std::string_view kValued[] = {"--format"};
    const auto parsed = parseArguments(arguments, {}, kValued);
    if (!parsed.ok())
        return failed(parsed.error(), console, false);
    const std::string format = parsed->value("--format", "text");
    const HelpPage page = helpPage(console.language);
    if (format == "text")
        console.out << helpText(console.language);
    else if (format == "man")
        printManual(page, console.language, console.out);
    else if (format == "bash")
        printBash(verbsOf(page), console.out);
    else if (format == "zsh")
        printZsh(verbsOf(page), console.out);
    else if (format == "fish")
        printFish(verbsOf(page), console.out);
    else
        return failed(
            {.code = base::Code::usage, .field = "--format", .found = format, .expected = "text, man, bash, zsh, fish"},
            console, false);
    return kDone;
}

} // namespace fullscope::cli
