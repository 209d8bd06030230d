// SPDX-License-Identifier: GPL-3.0-or-later
// Paragraphs: of whom a sentence speaks that names nobody, and what is only a remark.
#include "core/audit/platforms.h"
#include "core/audit/read/document.h"
#include "core/audit/read/figures.h"
#include "core/audit/read/plain_text.h"
#include "core/audit/read/printed_number.h"
#include "core/audit/read/sentence.h"
#include "core/base/text.h"

#include <algorithm>
#include <initializer_list>

namespace fullscope::audit {

namespace {

void reportLong(const std::string& text, std::int64_t line, Reading& reading)
{
    base::Problem problem {.severity = base::Severity::warning, .handling = base::Handling::row_skipped, .what = {}};
    problem.what
        = {.code = base::Code::line_too_long, .file = reading.file, .line = line, .found = base::excerpt(text)};
    reading.out.problems.push_back(std::move(problem));
}

// A chip and the instance that has it are one where they stand together. `alone`: nothing is compared.
void nameAlike(std::vector<Sentence>& sentences, std::vector<std::string>& named, bool alone, const Reading& reading)
{
    // "p5.48xlarge ($55.04/h, 8 H100 GPUs)" names one.
    for (Sentence& sentence : sentences)
        for (PlatformMention& mention : sentence.platforms)
            if (const PlatformMention* const owner = ownerOfBracket(sentence, mention.begin); owner != nullptr
                && mayBeSame(resolve(owner->name, reading.catalogue), resolve(mention.name, reading.catalogue))) {
                std::erase(named, mention.name);
                mention.name = owner->name;
            }
    // "16 p5.48xlarge instances (128 H100 GPUs)": one and the same.
    if (named.size() == 2 && alone) {
        const Platform first = resolve(named[0], reading.catalogue), second = resolve(named[1], reading.catalogue);
        const bool isOne = first.instance_type.empty() != second.instance_type.empty() && mayBeSame(first, second);
        const std::string whole = first.instance_type.empty() ? named[1] : named[0];
        for (Sentence& sentence : sentences)
            for (PlatformMention& mention : sentence.platforms)
                if (isOne)
                    mention.name = whole;
        if (isOne)
            named = {whole};
    }
}

// What each sentence of a paragraph may take from the others: the one platform that all of it speaks of, else, for "It
// …", that of the sentence before.
void carrySubjects(std::vector<Sentence>& sentences, const std::string& section, const Reading& reading)
{
    std::vector<std::string> named; // as subjects
    std::string baseline, left;
    for (const Sentence& sentence : sentences)
        for (const PlatformMention& mention : sentence.platforms) {
            if (isLeft(sentence, mention))
                left = mention.name;
            if (isBaseline(sentence, mention))
                baseline = mention.name;
            else if (std::ranges::find(named, mention.name) == named.end())
                named.push_back(mention.name);
        }
    nameAlike(sentences, named, baseline.empty(), reading);
    std::string before;
    for (Sentence& sentence : sentences) {
        sentence.left = left;
        const bool goesOn = [&sentence] {
            const std::string_view text = base::trimmed(sentence.lower);
            return std::ranges::any_of(std::initializer_list<std::string_view> {"it ", "it's ", "its ", "this ",
                                           "that ", "they ", "so ", "其", "它", "该"},
                [text](std::string_view word) { return text.starts_with(word); });
        }();
        if (named.size() == 1)
            sentence.subject = named.front();
        else if (named.empty())
            sentence.subject = section;
        else if (goesOn)
            sentence.subject = before;
        if (!sentence.subject.empty()) {
            for (const std::string& name : named)
                if (named.size() == 2 && name != sentence.subject)
                    sentence.other = name;
            if (sentence.other.empty() && baseline != sentence.subject)
                sentence.other = baseline;
        }
        std::string own; // of what a sentence speaks that begins with it, else of its only one
        constexpr std::size_t kArticle = 4;
        const bool begins = !sentence.platforms.empty() && sentence.platforms.front().begin <= kArticle;
        if (begins)
            own = sentence.platforms.front().name;
        for (const PlatformMention& mention : sentence.platforms)
            if (!begins && !isBaseline(sentence, mention))
                own = own.empty() || own == mention.name ? mention.name : std::string("?");
        if (!own.empty())
            before = own == "?" ? std::string() : own;
    }
}

// "Trn2" and "Trainium2", "昇腾 910B" and "910B" are one, and are called as they are first. `seen` is of the document.
void nameOnce(Sentence& sentence, std::vector<Platform>& seen, const Reading& reading)
{
    for (PlatformMention& mention : sentence.platforms) {
        const Platform named = resolve(mention.name, reading.catalogue);
        const std::string lower = base::toLower(mention.name);
        const auto first = std::ranges::find_if(seen, [&](const Platform& one) {
            const bool isSpelled = findWord(base::toLower(one.name), lower) != std::string::npos
                || findWord(lower, base::toLower(one.name)) != std::string::npos;
            return one.instance_type == named.instance_type && one.chips == named.chips
                && (!named.chips.empty() || isSpelled);
        });
        if (first == seen.end())
            seen.push_back(named);
        else
            mention.name = first->name;
    }
}

// The one platform that a heading ("### H100 (8 GPUs)") or a line before a list ("H100:") names.
std::string sectionOf(const std::string& plain, const Reading& reading)
{
    constexpr std::size_t kLongest = 120;
    const std::string_view text = base::trimmed(plain);
    if (text.size() > kLongest || !(text.starts_with('#') || text.ends_with(':')))
        return {};
    const auto mentions = platformsIn(text, reading.names);
    const bool isOne = !mentions.empty()
        && std::ranges::all_of(mentions, [&](const PlatformMention& one) { return one.name == mentions.front().name; });
    return isOne ? mentions.front().name : std::string();
}

// "*measured on 7B", "† with FP8": a remark to other figures, which makes none of its own. `raw` as it stands.
bool isFootnote(std::string_view raw)
{
    for (const std::string_view mark : {"†", "‡", "§", "¹", "²", "³"})
        if (raw.starts_with(mark))
            return true;
    if (!raw.starts_with('*') || raw.size() < 2 || raw.ends_with('*'))
        return false;
    const std::string lower = base::toLower(base::trimmed(raw.substr(1)));
    if (raw[1] != ' ')
        return raw[1] != '*';
    return std::ranges::any_of(
        std::initializer_list<std::string_view> {"measured", "based on", "assum", "excluding", "excludes", "including",
            "source", "tested", "results", "prices", "as of", "测", "基于", "假设", "不含", "含", "来源", "注"},
        [&lower](std::string_view word) { return lower.starts_with(word); });
}

void listFootnote(const Paragraph& paragraph, const std::string& plain, Reading& reading)
{
    const auto number = findNumber(plain);
    if (number)
        addClaim({.value = number->value,
                     .range = number->range,
                     .label = base::excerpt(plain),
                     .text = base::excerpt(plain),
                     .where = {.line = paragraph.line}},
            reading);
}

} // namespace

namespace {

bool isListItem(std::string_view text)
{
    for (const std::string_view bullet : {"- ", "* ", "• ", "· ", "+ "})
        if (text.starts_with(bullet))
            return true;
    const std::size_t digits = text.find_first_not_of("0123456789");
    return digits != std::string_view::npos && digits > 0 && digits < 3 && (text[digits] == '.' || text[digits] == ')');
}

// The one platform that the list speaks of to which each paragraph belongs; empty: none, or several.
std::vector<std::string> listSubjects(std::span<const Paragraph> paragraphs, const Reading& reading)
{
    std::vector<std::string> subjects(paragraphs.size());
    for (std::size_t i = 0; i < paragraphs.size();) {
        std::size_t end = i;
        std::string only;
        bool isOne = true;
        while (end < paragraphs.size() && isListItem(paragraphs[end].text)
            && (end == i || paragraphs[end].line == paragraphs[end - 1].line + 1)) {
            for (const PlatformMention& mention : platformsIn(plainText(paragraphs[end].text), reading.names)) {
                isOne = isOne
                    && (only.empty() || only == mention.name
                        || mayBeSame(resolve(only, reading.catalogue), resolve(mention.name, reading.catalogue)));
                if (only.empty())
                    only = mention.name;
            }
            ++end;
        }
        for (std::size_t item = i; item < end && isOne; ++item)
            subjects[item] = only;
        i = std::max(end, i + 1);
    }
    return subjects;
}

} // namespace

void takeParagraphs(std::span<const Paragraph> paragraphs, Reading& reading)
{
    constexpr std::size_t kLongestSentence = 2'000; // no person writes longer ones; their numbers are data
    std::string section;
    std::vector<Platform> seen;
    const std::vector<std::string> lists = listSubjects(paragraphs, reading);
    for (std::size_t i = 0; i < paragraphs.size(); ++i) {
        const Paragraph& paragraph = paragraphs[i];
        const std::string plain = plainText(paragraph.text);
        if (isFootnote(paragraph.text)) {
            listFootnote(paragraph, plain, reading);
            continue;
        }
        if (plain.starts_with('#') || base::trimmed(plain).ends_with(':'))
            section = sectionOf(plain, reading);
        const bool hasFigure = std::ranges::any_of(plain, isDigit)
            || hasAnyOf(
                base::toLower(plain), {"half", "twice", "halves", "double", "doubles", "一半", "减半", "一倍", "翻倍"});
        std::vector<Sentence> sentences;
        for (std::string& text : sentencesOf(plain)) {
            if (text.size() > kLongestSentence) {
                reportLong(text, paragraph.line, reading);
                continue;
            }
            Sentence sentence {.text = std::move(text), .lower = {}, .line = paragraph.line};
            sentence.lower = base::toLower(sentence.text);
            if (hasFigure)
                sentence.platforms = platformsIn(sentence.text, reading.names);
            nameOnce(sentence, seen, reading);
            sentences.push_back(std::move(sentence));
        }
        carrySubjects(sentences, section.empty() ? lists[i] : section, reading);
        for (const Sentence& sentence : sentences)
            if (reading.out.claims.size() <= kMaxFigures)
                takeSentence(sentence, reading);
    }
}

} // namespace fullscope::audit
