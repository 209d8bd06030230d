// SPDX-License-Identifier: GPL-3.0-or-later
// Figures out of what people paste: tables (Markdown, CSV, TSV, HTML, aligned columns), sentences, and the JSON in
// which they are kept.
#pragma once

#include "core/audit/claim.h"
#include "core/audit/platforms.h"
#include "core/audit/read/printed_number.h"
#include "core/base/problem.h"
#include "core/catalogue/catalogue.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::audit {

// What the user says that a row, a column or a platform is.
struct LabelMap {
    std::string label {}; // as it stands in the table, without case
    std::string target {}; // name of a quantity ("step_time", "throughput_ratio"), "platform:NAME" or "ignore"

    bool operator==(const LabelMap&) const = default;
};
// "row label=step_time,H100=platform:p5.48xlarge": quotes around a label with a comma. Errors: usage; name_unknown (a
// quantity that there is not, with the nearest).
base::Result<std::vector<LabelMap>> parseLabelMaps(std::string_view text);

struct ReadFigures {
    std::vector<Claim> claims;
    std::vector<base::Problem> problems; // figure_unmapped, platform_unknown, bad_value …
};

// `file` names the source in claims and problems. Errors: those of readDocument, bad_json, figures_not_found.
base::Result<ReadFigures> readFigures(std::string_view text, const std::string& file, std::span<const LabelMap> maps,
    const catalogue::Catalogue& catalogue);

struct Document;
base::Result<ReadFigures> readFigures(const Document& document, const std::string& file, std::span<const LabelMap> maps,
    const catalogue::Catalogue& catalogue);
constexpr std::size_t kMaxFigures = 20'000; // of one document; more is no pitch: out_of_range

// --- its parts
struct Grid;
struct Paragraph;

struct Reading {
    const std::string& file;
    std::span<const LabelMap> maps;
    const catalogue::Catalogue& catalogue;
    PlatformNames names; // of the catalogue
    ReadFigures& out;
};
void takeGrid(const Grid& grid, Reading& reading);
void takeParagraphs(std::span<const Paragraph> paragraphs, Reading& reading);

// The user's word for `label`, null where there is none.
const LabelMap* mapOf(std::string_view label, std::span<const LabelMap> maps);
// What a label means: by the user's word, else by its own. `byUser` says which.
std::optional<NamedQuantity> meaningOf(std::string_view label, std::span<const LabelMap> maps, bool& byUser);

// Reads `claim.text` as a figure of `claim.what`, in the unit behind the number, else in `unit`: value, range, word.
// What cannot be read leaves the quantity unmapped, with the number in `value` where there is one; `why` then says
// whether its number (bad_number) or its unit (bad_unit) cannot be. The unit may narrow the quantity: "tokens/s/GPU".
// False: no figure at all.
bool readValue(Claim& claim, std::string_view unit, base::Code* why = nullptr);
// ISO code of the money that it is, by its unit, else its text, else its label; empty: not said, or no money.
std::string currencyOf(const Claim& claim);
// With the row of claim `index` (its label at its line) said to be `what`: all its figures are read anew. A ratio stays
// one, of the new quantity. Figures of which the unit does not fit stay unmapped.
std::vector<Claim> remapped(std::vector<Claim> claims, std::size_t index, const NamedQuantity& what);
// With another name for a platform, everywhere.
std::vector<Claim> renamed(std::vector<Claim> claims, const std::string& platform, const std::string& name);
// Of an amount of work that is set: "1T tokens" is hardly 0.6T of them. What its digits allow, at most 5 % to each
// side.
Interval asSetting(const Claim& claim);
// Adds it, with a problem where it is unmapped: nobody knows what it is, or `why` it could not be read.
void addClaim(Claim claim, Reading& reading, base::Code why = base::Code::figure_unmapped);
// A word that an earlier figure says already is not added again.
void addWord(Claim claim, Reading& reading);
// A cell in a row that is known, in which there is no figure: bad_number, with what it says.
void reportUnread(const Claim& claim, Reading& reading);

// "37B active of 671B", "671B (37B active)", "总参数 671B，激活 37B": both numbers of a mixture of experts.
struct ActiveOfTotal {
    PrintedNumber active {};
    std::optional<PrintedNumber> total {};
};
std::optional<ActiveOfTotal> activeOfTotal(std::string_view plain);
// A word as files spell it: "moe" of "Mixture of Experts (8 of 256)". From lower case.
std::string wordOf(Quantity quantity, const std::string& lower);
bool isTrainingMethod(std::string_view lower); // "lora (r = 16)", "full fine-tuning"
// Maps anew what other figures decide: throughput per instance where there is one instance; "cheaper" beside prices; a
// price per node beside more chips than one node has, whose number nobody says, is left unchecked (not_given).
void settleMeanings(ReadFigures& figures, const catalogue::Catalogue& catalogue);
// What a sentence (lower case) says in words; `of` has its label and place.
void takeWords(const std::string& lower, const std::string& platform, const Claim& of, Reading& reading);

} // namespace fullscope::audit
