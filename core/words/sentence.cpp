// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"
#include "core/words/error_words.h"
#include "core/words/word_table.h"

#include <algorithm>
#include <optional>

namespace fullscope::words {

namespace {

using base::Handling;

constexpr Word<Handling> kDone[] = {
    {Handling::kept, "The row was kept.", "该行已保留。"},
    {Handling::row_skipped, "The row was left out.", "该行未计入。"},
    {Handling::value_dropped, "Only this value was left out.", "仅该值未计入。"},
    {Handling::replaced, "", ""}, // the sentence itself says by what
    {Handling::stopped, "Reading stopped here.", "读取到此为止。"},
    {Handling::noted, "", ""},
};
static_assert(isComplete(kDone, Handling::noted));

// Not the reading of the file failed, but the writing of what was read: one import is in the workspace whole or not.
bool isOfTheWorkspace(base::Code code)
{
    using base::Code;
    constexpr Code kCodes[] = {Code::write_failed, Code::disk_full, Code::store_newer, Code::store_read_only,
        Code::store_busy, Code::store_corrupt, Code::store_moved, Code::store_changed, Code::store_failed};
    return std::ranges::find(kCodes, code) != std::end(kCodes);
}

// There was nothing to read.
bool isOfOpening(base::Code code)
{
    using base::Code;
    constexpr Code kCodes[] = {Code::file_not_found, Code::file_not_readable, Code::is_directory, Code::folder_empty,
        Code::not_a_file, Code::file_empty};
    return std::ranges::find(kCodes, code) != std::end(kCodes);
}

// What was done; nothing where a whole file or ledger was kept.
std::string_view done(const base::Problem& problem, Language language)
{
    if (problem.handling == Handling::stopped && isOfOpening(problem.what.code))
        return "";
    if (problem.handling == Handling::stopped && isOfTheWorkspace(problem.what.code))
        return language == Language::en ? "Nothing of it was imported." : "该文件的内容均未导入。";
    const bool isRow = problem.what.line > 0;
    return problem.handling == Handling::kept && !isRow ? "" : wordOf(kDone, problem.handling, language);
}

std::string quoted(std::string_view text)
{
    return "“" + std::string(text) + "”";
}

// A column or key as the file spells it; an input of the scenario (errors about those have no line) or a category of
// the time ledger by its label.
std::string fieldWords(const std::string& field, std::int64_t line, Language language)
{
    if (field.empty() || line != 0)
        return field.empty() ? field : quoted(field);
    const std::string name = field.substr(field.rfind('.') + 1); // options[1].price_per_h
    if (const std::optional<scenario::Input> input = scenario::inputByName(name)) {
        if (field == name) // no place in a file, and the label says more than the name
            return quoted(label(*input, language));
        return quoted(label(*input, language)) + (language == Language::en ? " (" + field + ")" : "（" + field + "）");
    }
    for (std::size_t i = 0; i < ledger::kTimeCategories; ++i) {
        const auto category = static_cast<ledger::TimeCategory>(i);
        if (ledger::name(category) == name)
            return quoted(label(category, language));
    }
    if (const auto as = evidence::markAsByName(name))
        return quoted(label(*as, language));
    return quoted(field);
}

// Fills one template.
class Filler {
public:
    Filler(const base::Error& error, Language language)
        : m_error(error)
        , m_language(language)
    {
    }

    std::string fill(std::string_view words)
    {
        std::string text;
        while (!words.empty()) {
            const std::size_t open = words.find('[');
            text += filled(words.substr(0, open));
            if (open == std::string_view::npos)
                break;
            const std::size_t close = words.find(']', open);
            m_sawEmpty = false;
            const std::string part = filled(words.substr(open + 1, close - open - 1));
            if (!m_sawEmpty)
                text += part;
            words.remove_prefix(close + 1);
        }
        return text;
    }

private:
    std::string filled(std::string_view words)
    {
        std::string text;
        while (!words.empty()) {
            const std::size_t open = words.find('{');
            text += words.substr(0, open);
            if (open == std::string_view::npos)
                break;
            const std::size_t close = words.find('}', open);
            const std::string value = valueOf(words.substr(open + 1, close - open - 1));
            m_sawEmpty = m_sawEmpty || value.empty();
            text += value;
            words.remove_prefix(close + 1);
        }
        return text;
    }

    std::string valueOf(std::string_view placeholder) const
    {
        const std::string first = m_error.args.empty() ? std::string() : m_error.args.front();
        if (placeholder == "field")
            return fieldWords(m_error.field, m_error.line, m_language);
        if (placeholder == "other")
            return fieldWords(first, m_error.line, m_language);
        if (placeholder == "others") {
            std::string names;
            for (const std::string& arg : m_error.args)
                names += (names.empty()                       ? ""
                                 : m_language == Language::en ? ", "
                                                              : "、")
                    + fieldWords(arg, m_error.line, m_language);
            return names;
        }
        if (placeholder == "found")
            return m_error.found;
        if (placeholder == "expected")
            return std::string(phrase(m_error.expected, m_language));
        const auto index = placeholder.size() == 1 ? static_cast<std::size_t>(placeholder.front() - '0') : 0;
        return index < m_error.args.size() ? m_error.args[index] : std::string();
    }

    const base::Error& m_error;
    Language m_language;
    bool m_sawEmpty = false;
};

// `bill.csv:12: `, `line 12: `
std::string place(const base::Error& error, Language language)
{
    const bool english = language == Language::en;
    const std::string line = error.line > 0 ? std::to_string(error.line) : std::string();
    std::string text = error.file == "-" ? (english ? "standard input" : "标准输入") : error.file;
    if (!text.empty() && !line.empty())
        text += ':' + line;
    else if (!line.empty())
        text = english ? "line " + line : "第 " + line + " 行";
    if (text.empty())
        return text;
    return text + (english ? ": " : "：");
}

} // namespace

std::string sentence(const base::Error& error, Language language)
{
    std::string text = place(error, language) + Filler(error, language).fill(errorTemplate(error.code, language));
    // A sentence that no file opens starts with a capital.
    if (error.file.empty() && !text.empty() && text.front() >= 'a' && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text;
}

std::string sentence(const base::Problem& problem, Language language)
{
    const bool english = language == Language::en;
    std::string text = sentence(problem.what, language);
    if (const std::string_view what = done(problem, language); !what.empty())
        text.append(english ? " " : "").append(what);
    if (problem.count > 1) {
        const std::string count = base::formatNumber(static_cast<double>(problem.count), 0);
        text += english ? " (" + count + " times)" : "（共 " + count + " 处）";
    }
    return text;
}

} // namespace fullscope::words
