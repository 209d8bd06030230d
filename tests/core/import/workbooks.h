// SPDX-License-Identifier: GPL-3.0-or-later
// Workbooks for tests, from the XML of their sheets.
#pragma once

#include "core/import/source/text_source.h"
#include "tests/core/import/archives.h"

#include <optional>
#include <string>
#include <vector>

namespace fullscope::import::testing {

struct BookSheet {
    std::string name;
    std::string rows; // what stands in <sheetData>
    std::string state {}; // "hidden"
};

struct Book {
    std::vector<BookSheet> sheets;
    std::vector<std::string> strings {}; // content of each <si>
    std::string styles {}; // what stands in <styleSheet>
    bool from_1904 = false;
};

// The parts of the file, in the order in which Excel writes them.
inline Files partsOf(const Book& book)
{
    const std::string xml = R"(<?xml version="1.0" encoding="UTF-8" standalone="yes"?>)";
    const std::string main = R"(xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main")";
    const std::string office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const std::string package = R"(xmlns="http://schemas.openxmlformats.org/package/2006/relationships")";
    const auto relation = [&](const std::string& id, const std::string& type, const std::string& target) {
        return R"(<Relationship Id=")" + id + R"(" Type=")" + office + "/" + type + R"(" Target=")" + target + R"("/>)";
    };
    std::string sheets, relations;
    Files parts;
    for (std::size_t i = 0; i < book.sheets.size(); ++i) {
        const std::string number = std::to_string(i + 1), id = "rId" + number;
        const BookSheet& sheet = book.sheets[i];
        sheets += R"(<sheet name=")" + sheet.name + R"(" sheetId=")" + number + R"(" r:id=")" + id + R"(")"
            + (sheet.state.empty() ? "" : R"( state=")" + sheet.state + R"(")") + "/>";
        relations += relation(id, "worksheet", "worksheets/sheet" + number + ".xml");
        parts.emplace_back("xl/worksheets/sheet" + number + ".xml",
            xml + "<worksheet " + main + "><sheetData>" + sheet.rows + "</sheetData></worksheet>");
    }
    relations
        += relation("rId90", "styles", "styles.xml") + relation("rId91", "sharedStrings", "/xl/sharedStrings.xml");
    std::string strings;
    for (const std::string& text : book.strings)
        strings += "<si>" + text + "</si>";
    parts.emplace_back("xl/styles.xml", xml + "<styleSheet " + main + ">" + book.styles + "</styleSheet>");
    parts.emplace_back("xl/sharedStrings.xml", xml + "<sst " + main + ">" + strings + "</sst>");
    const Files front {{"[Content_Types].xml", xml + "<Types/>"},
        {"_rels/.rels",
            xml + "<Relationships " + package + ">" + relation("rId1", "officeDocument", "xl/workbook.xml")
                + "</Relationships>"},
        {"xl/workbook.xml",
            xml + "<workbook " + main + R"( xmlns:r=")" + office + R"("><workbookPr)"
                + (book.from_1904 ? R"( date1904="1")" : "") + "/><sheets>" + sheets + "</sheets></workbook>"},
        {"xl/_rels/workbook.xml.rels", xml + "<Relationships " + package + ">" + relations + "</Relationships>"}};
    parts.insert(parts.begin(), front.begin(), front.end());
    return parts;
}

inline std::string bookOf(const Book& book)
{
    return zipOf(partsOf(book));
}

struct TextRead {
    std::string text;
    std::optional<base::Error> error; // behind the text
    std::vector<base::Problem> problems;
    evidence::SourceFile file;
};

// The whole text of `path`.
inline TextRead readText(const std::string& path)
{
    TextRead read;
    auto source = TextSource::open(path);
    if (!source.ok()) {
        read.error = source.error();
        return read;
    }
    for (;;) {
        auto block = (*source)->block();
        if (!block.ok())
            read.error = block.error();
        if (!block.ok() || block->empty())
            break;
        read.text += *block;
    }
    if (!read.error)
        if (const auto finished = (*source)->finish(); !finished.ok())
            read.error = finished.error();
    read.problems = (*source)->problems();
    read.file = (*source)->file();
    return read;
}

} // namespace fullscope::import::testing
