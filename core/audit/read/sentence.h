// SPDX-License-Identifier: GPL-3.0-or-later
// A sentence that is being read: its platforms, and how its numbers compare.
#pragma once

#include "core/audit/claim.h"
#include "core/audit/platforms.h"
#include "core/audit/read/printed_number.h"

#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::audit {

struct Reading;

struct Sentence {
    std::string text, lower;
    std::vector<PlatformMention> platforms {};
    std::int64_t line = 0;
    std::string subject {}; // of which the sentences before speak, where this one names none
    std::string other {}; // the second of two platforms that the paragraph speaks of
    std::string left {}; // the platform from which the paragraph tells of a move
};

bool hasAnyOf(std::string_view text, std::initializer_list<std::string_view> words);
// What is said of how it was: of the platform that is left, where the sentence names one, else of `name` before.
bool isLeft(const Sentence& sentence, const PlatformMention& mention);
std::string formerOf(const Sentence& sentence, const std::string& name);
// "against 92,100 tokens/s on A100": whose the figure is that is compared with.
bool isOfOtherFigure(const Sentence& sentence, const PlatformMention& mention);
// The part of the text beside a number up to the next clause.
std::string_view clauseBefore(std::string_view text, std::size_t end, std::size_t from);
std::string_view clauseBehind(std::string_view text, std::size_t begin, std::size_t to);

// What a number is by the words around it. `rest` is all that follows, up to the next number; `sentence` all of it.
std::optional<NamedQuantity> meaningInSentence(std::string_view before, std::string_view behind, std::string_view unit,
    std::string_view rest, const PrintedNumber& number, std::string_view sentence);
bool isMoneyUnit(std::string_view unit); // "USD/h"
// "2.788M H800 GPU hours": how much of what follows the number says so; 0: nothing does.
std::size_t lengthOfChipHours(std::string_view rest);
// Whether a unit makes a figure of a number by itself: of time, speed, memory, power.
bool isMeasure(std::string_view unit);

// "H100 ($55.04/h, 8 GPUs)": the platform right before the bracket in which a number stands; null: none.
const PlatformMention* ownerOfBracket(const Sentence& sentence, std::size_t begin);
// "512 × 4096": where it ends; 0: that is not meant.
std::size_t takeProduct(const Sentence& sentence, const PrintedNumber& number, Reading& reading);
// "37B active of 671B": where its numbers begin.
std::set<std::size_t> takeExperts(const Sentence& sentence, const Claim& of, Reading& reading);
// "8x H100": false where the number counts no platforms.
bool takeCounted(Claim of, const Sentence& sentence, const PrintedNumber& number, Reading& reading);
void takeSentence(const Sentence& sentence, Reading& reading);

// Whether a platform is what a comparison is against: "than A100", "compared with H100", "与 A100 相比", "from H100
// to".
bool isBaseline(const Sentence& sentence, const PlatformMention& mention);

// What a number says of two platforms ("54 % cheaper per token", "1.41x", "成本降低 20%"): quantity, form and sides;
// Form::value: it compares nothing. `unclear`: it could be meant in two ways ("2.3x cheaper", "提升 1.76 倍").
struct Comparison {
    NamedQuantity what {};
    bool unclear = false;
};
Comparison comparisonOf(const Sentence& sentence, const PrintedNumber& number, std::size_t from, std::size_t to);
void setSides(Claim& claim, const Sentence& sentence, std::size_t begin, std::size_t end);

// "costs half", "twice as fast", "成本减半": comparisons without a number.
struct WordedComparison {
    Claim claim;
    std::size_t begin = 0;
};
std::vector<WordedComparison> wordedComparisons(const Sentence& sentence);

} // namespace fullscope::audit
