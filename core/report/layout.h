// SPDX-License-Identifier: GPL-3.0-or-later
// What a report has, in which order, and what it is printed on: a template that can be kept and given to others.
#pragma once

#include "core/base/result.h"
#include "core/words/words.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::report {

struct Section;

enum class Paper { a4, letter };

struct Layout {
    static constexpr int kSchema = 1;
    std::vector<std::string> sections {}; // ids in their order; empty: all, in the usual order
    bool brief = false; // short form: the first chart of a section, and the first rows of long tables
    Paper paper = Paper::a4;
    std::string language {}; // "en", "zh_CN"; empty: that of the program
    std::string company {}; // above the title
    std::string confidential {}; // a line at the foot of every page
    std::string logo {}; // path of a PNG or JPEG picture

    bool operator==(const Layout&) const = default;
};

std::span<const std::string_view> sectionIds(); // all that there are, in the usual order

// {"schema": 1, "sections": […], "form": "long"|"short", "paper": "a4"|"letter", "language", "company", "confidential",
// "logo"}; what is left out is as usual. Errors: bad_json, store_newer, name_unknown (a section, with the nearest),
// bad_value. `file` is used in errors.
base::Result<Layout> layoutFromJson(std::string_view json, const std::string& file);
std::string toJson(const Layout& layout);

// Every name one of sectionIds() and none twice. Errors: name_unknown (args: the nearest), name_duplicate.
base::Status checkSections(const std::vector<std::string>& sections);
base::Result<Paper> paperByName(std::string_view name); // bad_value

// Title of a section by its id, as the report has it.
std::string sectionTitle(std::string_view id, words::Language language);
// Chooses and orders the sections; the short form leaves out of them and says so.
void arrange(std::vector<Section>& sections, const Layout& layout, words::Language language);

} // namespace fullscope::report
