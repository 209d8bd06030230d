// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of HTML as a browser puts it on the clipboard: no end tags where they may be left out, unquoted attributes,
// tags that nobody closes. An XML parser stops at the first of these, so a reader of our own passes over what it does
// not know.
#include "core/audit/read/document.h"
#include "core/audit/read/plain_text.h"
#include "core/base/spreadsheet.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>

namespace fullscope::audit {

namespace {

constexpr std::size_t kMaxDepth = 64; // tables in tables
constexpr int kMaxSpan = 200;

struct Tag {
    std::string name; // lower case
    bool closing = false;
    std::string_view attributes;
};

void appendUtf8(std::string& out, std::uint32_t code)
{
    if (code < 0x20 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) {
        out += ' ';
    } else if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0U | code >> 6U);
        out += static_cast<char>(0x80U | (code & 0x3FU));
    } else if (code < 0x10000) {
        out += static_cast<char>(0xE0U | code >> 12U);
        out += static_cast<char>(0x80U | (code >> 6U & 0x3FU));
        out += static_cast<char>(0x80U | (code & 0x3FU));
    } else {
        out += static_cast<char>(0xF0U | code >> 18U);
        out += static_cast<char>(0x80U | (code >> 12U & 0x3FU));
        out += static_cast<char>(0x80U | (code >> 6U & 0x3FU));
        out += static_cast<char>(0x80U | (code & 0x3FU));
    }
}

// One entity at the front of `text`; what is none is taken as it stands.
void takeEntity(std::string_view& text, std::string& out)
{
    struct Named {
        std::string_view name, text;
    };
    constexpr Named kNamed[] = {{"&nbsp;", " "}, {"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""},
        {"&apos;", "'"}, {"&times;", "×"}, {"&ndash;", "-"}, {"&mdash;", "-"}, {"&minus;", "-"}, {"&asymp;", "~"},
        {"&ge;", ">="}, {"&le;", "<="}, {"&plusmn;", "±"}, {"&yen;", "¥"}, {"&euro;", "€"}, {"&pound;", "£"},
        {"&thinsp;", " "}, {"&hellip;", "…"}, {"&micro;", "µ"}};
    for (const Named& named : kNamed)
        if (text.starts_with(named.name)) {
            out += named.text;
            text.remove_prefix(named.name.size());
            return;
        }
    if (text.starts_with("&#")) {
        const bool hex = text.size() > 2 && (text[2] == 'x' || text[2] == 'X');
        const std::size_t begin = hex ? 3 : 2;
        std::uint32_t code = 0;
        const char* const end = text.data() + std::min<std::size_t>(text.size(), begin + 8);
        const auto read = std::from_chars(text.data() + std::min(begin, text.size()), end, code, hex ? 16 : 10);
        if (read.ec == std::errc {} && read.ptr > text.data() + begin) {
            appendUtf8(out, code);
            text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
            if (text.starts_with(';'))
                text.remove_prefix(1);
            return;
        }
    }
    out += '&';
    text.remove_prefix(1);
}

int spanOf(std::string_view attributes, std::string_view name)
{
    const std::string lower = base::toLower(attributes);
    const std::size_t at = lower.find(name);
    if (at == std::string::npos)
        return 1;
    const std::size_t digits = lower.find_first_of("0123456789", at);
    int span = 1;
    if (digits != std::string::npos)
        std::from_chars(lower.data() + digits, lower.data() + lower.size(), span);
    return std::clamp(span, 1, kMaxSpan);
}

// By its attributes: what is not shown is no claim.
bool isHidden(std::string_view attributes)
{
    if (attributes.size() < std::string_view(" hidden").size())
        return false;
    std::string lower = base::toLower(attributes);
    std::erase(lower, ' ');
    if (lower.find("display:none") != std::string::npos || lower.find("visibility:hidden") != std::string::npos
        || lower.find("mso-hide:all") != std::string::npos)
        return true;
    std::string names; // without the values
    char quote = 0;
    for (const char c : base::toLower(attributes))
        if (quote != 0)
            quote = c == quote ? char(0) : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else
            names += c;
    return (names + " ").find(" hidden ") != std::string::npos || names.find(" hidden=") != std::string::npos;
}

class HtmlReader {
public:
    explicit HtmlReader(std::string_view text)
        : m_rest(text)
    {
    }

    base::Result<Document> read()
    {
        while (!m_rest.empty()) {
            if (m_rest.front() == '<' && m_rest.size() > 1 && isTagStart(m_rest[1])) {
                takeTag();
                if (m_cells > kMaxCells)
                    return base::Error {.code = base::Code::out_of_range,
                        .field = "cells",
                        .found = std::to_string(m_cells),
                        .expected = "≤ " + std::to_string(kMaxCells)};
            } else if (m_rest.front() == '&') {
                takeEntity(m_rest, text());
            } else {
                takeCharacter();
            }
        }
        while (!m_open.empty())
            closeTable();
        endParagraph();
        return std::move(m_document);
    }

private:
    struct Open { // a table that is being read
        Grid grid;
        std::vector<Cell> row;
        std::string cell;
        bool inCell = false;
        int colspan = 1;
        std::int64_t line = 0;
        std::vector<std::pair<int, Cell>> from_above; // rows that are still to come, by column
    };

    static bool isTagStart(char c)
    {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '/' || c == '!' || c == '?';
    }

    std::string& text() { return !m_open.empty() && m_open.back().inCell ? m_open.back().cell : m_paragraph; }

    void takeCharacter()
    {
        const char c = m_rest.front();
        m_rest.remove_prefix(1);
        if (c == '\n')
            ++m_line;
        const bool space = c == '\n' || c == '\r' || c == '\t' || c == ' ';
        if (std::string& out = text(); !space)
            out += c;
        else if (!out.empty() && out.back() != ' ')
            out += ' ';
    }

    void skipPast(std::string_view end)
    {
        const std::size_t at = m_rest.find(end);
        const std::size_t length = at == std::string_view::npos ? m_rest.size() : at + end.size();
        m_line += std::count(m_rest.begin(), m_rest.begin() + static_cast<std::ptrdiff_t>(length), '\n');
        m_rest.remove_prefix(length);
    }

    void takeTag()
    {
        if (m_rest.starts_with("<!--")) {
            skipPast("-->");
            return;
        }
        const std::string_view whole = m_rest.substr(0, std::min(m_rest.find('>'), m_rest.size()));
        Tag tag;
        std::size_t at = 1;
        if (whole.size() > at && whole[at] == '/') {
            tag.closing = true;
            ++at;
        }
        while (at < whole.size() && whole[at] != ' ' && whole[at] != '\n' && whole[at] != '\t' && whole[at] != '/')
            tag.name += whole[at++];
        tag.name = base::toLower(tag.name);
        tag.attributes = whole.substr(at);
        skipPast(">");
        if (!tag.closing && (tag.name == "script" || tag.name == "style"))
            skipPast("</" + tag.name);
        else if (!tag.closing && isHidden(tag.attributes))
            skipHidden(tag.name);
        else if (tag.name == "s" || tag.name == "del" || tag.name == "strike" || tag.name == "sup")
            (text() += tag.closing ? "</" : "<").append(tag.name).append(">"); // withoutStruck() reads them
        else
            apply(tag);
    }

    // Past an element that nobody sees: up to its end tag, or where it ends without one.
    void skipHidden(const std::string& name)
    {
        constexpr std::string_view kVoid[] = {"br", "img", "input", "hr", "col", "meta", "link", "wbr"};
        if (std::find(std::begin(kVoid), std::end(kVoid), name) != std::end(kVoid))
            return;
        const bool mayBeOpen = name == "td" || name == "th" || name == "tr" || name == "p" || name == "li";
        for (int depth = 1; depth > 0 && !m_rest.empty();) {
            const std::size_t open = std::min(m_rest.find('<'), m_rest.size());
            m_line += std::count(m_rest.begin(), m_rest.begin() + static_cast<std::ptrdiff_t>(open), '\n');
            m_rest.remove_prefix(open);
            const bool closing = m_rest.size() > 1 && m_rest[1] == '/';
            const std::string other = nameAt(m_rest.substr(std::min<std::size_t>(closing ? 2 : 1, m_rest.size())));
            const bool isCell = other == "td" || other == "th" || other == "tr" || other == "table";
            if (mayBeOpen && ((closing && other != name && isCell) || (!closing && (other == name || isCell))))
                return;
            if (other == name)
                depth += closing ? -1 : 1;
            skipPast(">");
        }
    }

    static std::string nameAt(std::string_view text)
    {
        constexpr std::size_t kLongest = 20;
        std::size_t end = 0;
        while (end < std::min(text.size(), kLongest) && (isLetter(text[end]) || isDigit(text[end])))
            ++end;
        return base::toLower(text.substr(0, end));
    }

    void apply(const Tag& tag)
    {
        if (tag.name == "table") {
            if (!tag.closing && m_open.size() < kMaxDepth) {
                endParagraph();
                m_open.emplace_back();
            } else if (tag.closing && !m_open.empty()) {
                closeTable();
            }
        } else if (tag.name == "tr" && !m_open.empty()) {
            closeRow();
        } else if ((tag.name == "td" || tag.name == "th") && !m_open.empty()) {
            closeCell();
            if (!tag.closing)
                openCell(tag);
        } else if (tag.name == "br" || tag.name == "p" || tag.name == "div" || tag.name == "li" || tag.name == "caption"
            || (tag.name.size() == 2 && tag.name[0] == 'h')) {
            if (std::string& out = text(); &out != &m_paragraph)
                out += ' ';
            else
                endParagraph();
        }
    }

    void openCell(const Tag& tag)
    {
        Open& table = m_open.back();
        table.inCell = true;
        table.line = m_line;
        table.colspan = spanOf(tag.attributes, "colspan");
        m_rowspan = spanOf(tag.attributes, "rowspan");
    }

    void placeFromAbove(Open& table)
    {
        while (table.row.size() < table.from_above.size() && table.from_above[table.row.size()].first > 0) {
            auto& [rows, cell] = table.from_above[table.row.size()];
            --rows;
            ++m_cells;
            table.row.push_back(cell);
        }
    }

    void closeCell()
    {
        Open& table = m_open.back();
        if (!table.inCell)
            return;
        table.inCell = false;
        const Cell cell {base::fromSpreadsheetText(base::trimmed(withoutStruck(table.cell))), table.line};
        table.cell.clear();
        for (int i = 0; i < table.colspan; ++i) {
            placeFromAbove(table);
            const std::size_t column = table.row.size();
            if (m_rowspan > 1) {
                table.from_above.resize(std::max(table.from_above.size(), column + 1));
                table.from_above[column] = {m_rowspan - 1, cell};
            }
            ++m_cells;
            table.row.push_back(cell);
        }
    }

    void closeRow()
    {
        closeCell();
        Open& table = m_open.back();
        if (table.row.empty())
            return;
        placeFromAbove(table);
        table.grid.rows.push_back(std::move(table.row));
        table.row.clear();
    }

    void closeTable()
    {
        closeRow();
        Grid grid = std::move(m_open.back().grid);
        m_open.pop_back();
        if (text().empty() || &text() == &m_paragraph)
            endParagraph();
        const bool isColumn
            = std::ranges::all_of(grid.rows, [](const std::vector<Cell>& row) { return row.size() < 2; });
        if (grid.rows.size() > 1 && !isColumn) {
            if (m_document.paragraphs.size() > m_titles)
                grid.title = m_document.paragraphs.back().text;
            m_document.grids.push_back(std::move(grid));
        } else {
            takeText(grid, m_document);
        }
        m_titles = m_document.paragraphs.size();
    }

    void endParagraph()
    {
        const std::string unstruck = withoutStruck(m_paragraph);
        if (const std::string_view kept = base::trimmed(unstruck); !kept.empty())
            m_document.paragraphs.push_back({std::string(kept), m_line});
        m_paragraph.clear();
    }

    std::string_view m_rest;
    Document m_document;
    std::vector<Open> m_open;
    std::string m_paragraph;
    std::int64_t m_line = 1;
    int m_rowspan = 1;
    std::size_t m_cells = 0;
    std::size_t m_titles = 0; // paragraphs before the table that was closed last
};

} // namespace

bool looksLikeHtml(std::string_view text)
{
    constexpr std::size_t kLooked = 1 << 16;
    const std::string start = base::toLower(text.substr(0, kLooked));
    return start.find("<table") != std::string::npos || start.find("<html") != std::string::npos
        || start.find("<!doctype html") != std::string::npos;
}

base::Result<Document> readHtml(std::string_view text)
{
    return HtmlReader(text).read();
}

} // namespace fullscope::audit
