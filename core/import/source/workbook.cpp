// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/source/workbook.h"

#include "core/base/text.h"
#include "core/import/source/xml_reader.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <utility>

namespace fullscope::import {

namespace {

// --- relationships: which part is what
struct Relationship {
    std::string type; // the last word of its address: "worksheet", "styles" …
    std::string target; // name of the part
};

class RelationshipReader final : public XmlHandler {
public:
    explicit RelationshipReader(std::string folder)
        : m_folder(std::move(folder))
    {
    }
    void opened(std::string_view name, const XmlAttributes& attributes) override
    {
        if (name != "Relationship" || attributes["TargetMode"] == "External")
            return;
        const std::string_view type = attributes["Type"];
        found[std::string(attributes["Id"])]
            = {.type = std::string(type.substr(type.rfind('/') + 1)), .target = partName(attributes["Target"])};
    }

    std::map<std::string, Relationship> found; // by id

private:
    // Relative to the folder of the part that has them, unless it begins with `/`.
    std::string partName(std::string_view target) const
    {
        if (target.starts_with('/'))
            return std::string(target.substr(1));
        std::string name = m_folder;
        for (;;) {
            if (target.starts_with("./")) {
                target.remove_prefix(2);
            } else if (target.starts_with("../")) {
                target.remove_prefix(3);
                name.resize(name.size() < 2 ? 0 : name.rfind('/', name.size() - 2) + 1);
            } else {
                return name + std::string(target);
            }
        }
    }

    const std::string m_folder;
};

base::Status readPart(const std::string& path, const std::string& part, XmlHandler& handler)
{
    FS_TRY_VALUE(archive, openPart(path, part));
    XmlReader reader(*archive, part, handler);
    auto status = reader.readAll();
    if (!status.ok())
        status.error().file = path;
    return status;
}

base::Result<std::map<std::string, Relationship>> relationshipsOf(const std::string& path, const std::string& part)
{
    const std::size_t name = part.rfind('/') + 1;
    RelationshipReader reader(part.substr(0, name));
    FS_TRY(readPart(path, part.substr(0, name) + "_rels/" + part.substr(name) + ".rels", reader));
    return std::move(reader.found);
}

std::string partOfType(const std::map<std::string, Relationship>& relationships, std::string_view type)
{
    for (const auto& [id, relationship] : relationships)
        if (relationship.type == type)
            return relationship.target;
    return {};
}

// --- the workbook's own part
class WorkbookReader final : public XmlHandler {
public:
    WorkbookReader(Workbook& workbook, const std::map<std::string, Relationship>& relationships)
        : m_workbook(workbook)
        , m_relationships(relationships)
    {
    }
    void opened(std::string_view name, const XmlAttributes& attributes) override
    {
        is_workbook = is_workbook || name == "workbook";
        if (name == "workbookPr")
            m_workbook.from_1904 = attributes["date1904"] == "1" || attributes["date1904"] == "true";
        if (name != "sheet")
            return;
        const auto place = m_relationships.find(std::string(attributes.relationship()));
        if (place == m_relationships.end() || place->second.type == "worksheet")
            m_workbook.sheets.push_back({.name = std::string(attributes["name"]),
                .part = place == m_relationships.end() ? "" : place->second.target,
                .hidden = attributes["state"].ends_with("idden")}); // hidden, veryHidden
    }

    bool is_workbook = false;

private:
    Workbook& m_workbook;
    const std::map<std::string, Relationship>& m_relationships;
};

// Old and encrypted workbooks are in a container of their own kind, which names its streams in UTF-16.
base::Error whatOffice(const std::string& path)
{
    constexpr std::size_t kLooked = 1 << 20; // the directory is mostly near one of the ends
    std::ifstream in(path, std::ios::binary);
    std::string bytes(2 * kLooked, '\0');
    in.read(bytes.data(), kLooked);
    auto size = static_cast<std::size_t>(in.gcount());
    if (size == kLooked) {
        in.seekg(-static_cast<std::streamoff>(kLooked), std::ios::end);
        in.read(bytes.data() + size, kLooked);
        size += static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0));
    }
    bytes.resize(size);
    const auto has = [&](std::string_view stream) {
        std::string wide;
        for (const char c : stream)
            wide += {c, '\0'};
        return bytes.find(wide) != std::string::npos;
    };
    if (has("EncryptedPackage"))
        return {.code = base::Code::workbook_encrypted, .file = path};
    if (has("Workbook") || has("Book"))
        return {.code = base::Code::format_not_text, .file = path, .found = "Excel 97-2003 (.xls)"};
    return {.code = base::Code::format_unknown, .file = path};
}

base::Status checkContainer(const std::string& path)
{
    using namespace std::string_view_literals;
    constexpr std::size_t kMagic = 8;
    std::string start(kMagic, '\0');
    std::ifstream(path, std::ios::binary).read(start.data(), kMagic);
    if (start.starts_with("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"sv))
        return whatOffice(path);
    return start.starts_with("PK\3\4"sv) ? base::Status() : base::Error {.code = base::Code::format_unknown};
}

// True when the parts of the file are those of a workbook, also of a damaged one.
bool holdsWorkbook(const std::string& path)
{
    auto reader = ArchiveReader::open(path);
    while (reader.ok()) {
        const auto more = (*reader)->next();
        if (!more.ok() || !*more)
            return false;
        if (base::toLower((*reader)->member().name).starts_with("xl/"))
            return true;
    }
    return false;
}

base::Status readParts(Workbook& workbook)
{
    FS_TRY_VALUE(package, relationshipsOf(workbook.path, ""));
    const std::string main = partOfType(package, "officeDocument");
    if (main.ends_with(".bin"))
        return base::Error {
            .code = base::Code::format_not_text, .file = workbook.path, .found = "Excel binary workbook (.xlsb)"};
    FS_TRY_VALUE(parts, relationshipsOf(workbook.path, main));
    workbook.shared_strings = partOfType(parts, "sharedStrings");
    workbook.styles = partOfType(parts, "styles");
    WorkbookReader reader(workbook, parts);
    FS_TRY(readPart(workbook.path, main, reader));
    if (!reader.is_workbook)
        return base::Error {.code = base::Code::format_unknown, .file = workbook.path};
    return {};
}

// Looks for the first cell that has a value or should have one.
class ValueFinder final : public XmlHandler {
public:
    void opened(std::string_view name, const XmlAttributes& /*attributes*/) override
    {
        m_in_data = m_in_data || name == "sheetData";
        found = found || (m_in_data && (name == "v" || name == "t" || name == "f"));
    }

    bool found = false;

private:
    bool m_in_data = false;
};

// What cannot be read is not empty.
bool isEmpty(const Workbook& workbook, const Sheet& sheet)
{
    auto archive = openPart(workbook.path, sheet.part);
    if (!archive.ok())
        return false;
    ValueFinder finder;
    XmlReader reader(**archive, sheet.part, finder);
    while (!finder.found) {
        const auto more = reader.step();
        if (!more.ok() || !*more)
            return more.ok() && !finder.found;
    }
    return false;
}

} // namespace

base::Result<Workbook> readWorkbook(const std::string& path)
{
    FS_TRY(checkContainer(path));
    Workbook workbook;
    workbook.path = path;
    if (auto read = readParts(workbook); !read.ok()) {
        if (read.error().code != base::Code::format_not_text && !holdsWorkbook(path))
            return base::Error {.code = base::Code::format_unknown, .file = path};
        return std::move(read.error());
    }
    return workbook;
}

std::optional<ArchiveListing> listWorkbook(const std::string& path)
{
    auto workbook = readWorkbook(path);
    ArchiveListing listing;
    if (!workbook.ok()) {
        if (workbook.error().code == base::Code::format_unknown)
            return std::nullopt;
        listing.damage = std::move(workbook.error());
        return listing;
    }
    for (std::size_t i = 0; i < workbook->sheets.size(); ++i) {
        const Sheet& sheet = workbook->sheets[i];
        if (!sheet.hidden && !isEmpty(*workbook, sheet))
            listing.members.push_back({.name = sheet.name, .index = i});
    }
    return listing;
}

// --- shared strings: <si><t>text</t></si>, or <si><r><t>rich</t></r><r><t> text</t></r></si>
class SharedStringsReader final : public XmlHandler {
public:
    explicit SharedStringsReader(SharedStrings& strings)
        : m_strings(strings)
    {
    }
    void opened(std::string_view name, const XmlAttributes& /*attributes*/) override
    {
        m_in_text = name == "t" && !m_in_reading;
        m_in_reading = m_in_reading || name == "rPh";
    }
    void closed(std::string_view name) override
    {
        m_in_text = false;
        if (name == "rPh")
            m_in_reading = false;
        if (name != "si")
            return;
        m_strings.m_all += m_text.find("_x") == std::string::npos ? m_text : unescapedCell(m_text);
        m_strings.m_ends.push_back(m_strings.m_all.size());
        m_text.clear();
        if (m_strings.m_all.size() + m_strings.m_ends.size() * sizeof(std::size_t) > kMost)
            reader->fail("too much text");
    }
    void text(std::string_view piece) override
    {
        if (m_in_text)
            m_text += piece;
        if (m_text.size() > kMost)
            reader->fail("too much text");
    }

    XmlReader* reader = nullptr;

private:
    static constexpr std::size_t kMost = std::size_t {1} << 30;

    SharedStrings& m_strings;
    std::string m_text;
    bool m_in_text = false;
    bool m_in_reading = false; // how an eastern word is spoken
};

base::Result<SharedStrings> SharedStrings::read(const Workbook& workbook)
{
    SharedStrings strings;
    if (workbook.shared_strings.empty())
        return strings;
    FS_TRY_VALUE(archive, openPart(workbook.path, workbook.shared_strings));
    SharedStringsReader handler(strings);
    XmlReader reader(*archive, workbook.shared_strings, handler);
    handler.reader = &reader;
    FS_TRY(reader.readAll());
    return strings;
}

std::string_view SharedStrings::at(std::size_t index) const
{
    const std::size_t begin = index == 0 ? 0 : m_ends[index - 1];
    return std::string_view(m_all).substr(begin, m_ends[index] - begin);
}

namespace {

// --- styles: <numFmts><numFmt numFmtId formatCode/></numFmts>, and each style of a cell is an <xf> in <cellXfs>
class StylesReader final : public XmlHandler {
public:
    void opened(std::string_view name, const XmlAttributes& attributes) override
    {
        const auto format = base::parseInt(attributes["numFmtId"]);
        const int id = format.ok() && *format > 0 && *format < 1'000'000 ? static_cast<int>(*format) : 0;
        if (name == "numFmt")
            m_own[id] = cellNumberOf(attributes["formatCode"]);
        else if (name == "cellXfs")
            m_in_cells = true;
        else if (name == "xf" && m_in_cells)
            m_formats.push_back(id);
    }
    void closed(std::string_view name) override
    {
        if (name == "cellXfs")
            m_in_cells = false;
    }
    std::vector<CellNumber> styles() const
    {
        std::vector<CellNumber> kinds;
        for (const int id : m_formats) {
            const auto own = m_own.find(id);
            kinds.push_back(own == m_own.end() ? cellNumberOf(id) : own->second);
        }
        return kinds;
    }

private:
    std::map<int, CellNumber> m_own;
    std::vector<int> m_formats;
    bool m_in_cells = false;
};

} // namespace

base::Result<std::vector<CellNumber>> readCellStyles(const Workbook& workbook)
{
    StylesReader reader;
    if (!workbook.styles.empty())
        FS_TRY(readPart(workbook.path, workbook.styles, reader));
    return reader.styles();
}

} // namespace fullscope::import
