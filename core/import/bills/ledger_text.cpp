// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/ledger_text.h"

#include "core/base/text.h"
#include "core/import/bills/bill_fields.h"
#include "core/import/logs/table/table_parse.h"

#include <algorithm>

namespace fullscope::import {

namespace {

constexpr int kTitleLines = 40; // looked at

bool isJsonText(std::string_view head)
{
    const std::size_t first = head.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (head[first] == '{' || head[first] == '[');
}

// Both ends of a field, and no quotation mark of the usual kind.
bool hasBarQuotes(std::string_view head)
{
    const auto has = [&](std::string_view text) { return head.find(text) != std::string_view::npos; };
    return has(",|") && (has("|,") || has("|\n") || has("|\r")) && !has(",\"");
}

void swapQuotes(std::string& text)
{
    for (char& c : text)
        c = c == '|' ? '"' : c == '"' ? '|' : c;
}

void blank(std::string& text, std::size_t size)
{
    std::replace_if(
        text.begin(), text.begin() + static_cast<std::ptrdiff_t>(size), [](char c) { return c != '\n' && c != '\r'; },
        ' ');
}

bool isHeader(const std::vector<std::string>& names, std::span<const MappedColumn> mapping)
{
    int mapped = 0, columns = 0;
    for (const MappedColumn& column : mapping) {
        columns += column.constant ? 0 : 1;
        mapped += !column.constant && std::find(names.begin(), names.end(), column.column) != names.end() ? 1 : 0;
    }
    if (columns > 0)
        return mapped == columns;
    int known = 0;
    bool money = false;
    for (const std::string& name : names) {
        const auto column = namedColumn(name);
        known += column ? 1 : 0;
        money = money
            || (column
                && (column->field == BillField::billed || column->field == BillField::total
                    || column->field == BillField::price));
    }
    return money && known >= 2;
}

// Where the line begins that is the header; 0 where none is known.
std::size_t headerAt(std::string_view head, std::span<const MappedColumn> mapping)
{
    std::size_t at = 0;
    for (int line = 0; line < kTitleLines && at < head.size(); ++line) {
        const std::size_t end = std::min(head.find_first_of("\r\n", at), head.size());
        if (!base::trimmed(head.substr(at, end - at)).empty()
            && isHeader(csvStart(head.substr(at, std::min<std::size_t>(end - at + 1, 1 << 16))).header, mapping))
            return at;
        at = std::min(head.find_first_not_of("\r\n", end), head.size());
    }
    return 0;
}

} // namespace

LedgerText::LedgerText(TextSource& source, std::span<const MappedColumn> mapping)
    : m_source(source)
    , m_json(isJsonText(m_source.head()))
{
    if (m_json)
        return;
    m_swaps = hasBarQuotes(m_source.head());
    std::string head(m_source.head());
    if (m_swaps)
        swapQuotes(head);
    m_blanked = headerAt(head, mapping);
}

base::Result<std::string_view> LedgerText::block()
{
    if (!m_swaps && m_blanked == 0)
        return m_source.block();
    FS_TRY_VALUE(block, m_source.block());
    m_block = block;
    if (m_swaps)
        swapQuotes(m_block);
    const std::size_t size = std::min(m_blanked, m_block.size());
    blank(m_block, size);
    m_blanked -= size;
    return std::string_view(m_block);
}

} // namespace fullscope::import
