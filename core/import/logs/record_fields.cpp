// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/record_fields.h"

#include "core/base/text.h"

#include <algorithm>

namespace fullscope::import {

namespace {

constexpr std::size_t kMaxKey = 64; // a longer "name" is a sentence

// `38;2;54m`: what is left of a colour whose first two characters a viewer took away.
std::string_view withoutColourRest(std::string_view key)
{
    const std::size_t end = key.find_first_not_of("0123456789;");
    return end != std::string_view::npos && end > 0 && key[end] == 'm' ? key.substr(end + 1) : key;
}

bool isAbsent(std::string_view value)
{
    return value.starts_with("n/a") || value.starts_with("N/A") || value.starts_with("None");
}

bool isName(std::string_view key)
{
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '%'; };
    return !key.empty() && key.size() <= kMaxKey && isLetter(key.front());
}

} // namespace

RecordFields::RecordFields(Console& console, const std::vector<KnownField>& known)
    : m_console(console)
{
    for (const KnownField& field : known)
        m_known.push_back({.field = field, .column = {.info = field.series}});
}

void RecordFields::start(std::string_view line)
{
    m_line = line;
    m_end = 0;
    m_fields.clear();
    m_rounded = false;
}

RecordFields::Known* RecordFields::knownOf(std::string_view key)
{
    const auto found
        = std::find_if(m_known.begin(), m_known.end(), [&](const Known& known) { return known.field.key == key; });
    return found == m_known.end() ? nullptr : &*found;
}

void RecordFields::add(std::string_view key, std::string_view value)
{
    Known* known = knownOf(key);
    if (known == nullptr)
        key = withoutColourRest(key);
    known = known == nullptr ? knownOf(key) : known;
    // `m?memory:` where only the letter is left
    if (known == nullptr && key.starts_with('m'))
        known = knownOf(key.substr(1));
    value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
    Field field {.key = known == nullptr ? key : known->field.key, .known = known, .text = value};
    const auto begin = static_cast<std::size_t>(value.data() - m_line.data());
    if (const auto quantity = readQuantity(value)) {
        field.quantity = *quantity;
        field.text = value.substr(0, quantity->end);
        m_end = begin + quantity->end;
        field.open = !m_console.lineIsWhole() && quantity->unit.size() < 2 && quantity->unit != "%"
            && m_line.find_first_not_of("0123456789,.eE+-", m_end) == std::string_view::npos;
        m_rounded = m_rounded || (!quantity->unit.empty() && *quantity->base_unit == '\0');
    } else {
        if (known == nullptr)
            return;
        field.state = isAbsent(value) ? Field::absent : Field::damaged;
        field.text = value.substr(0, value.find_first_of(" ,|"));
        m_end = begin + (field.state == Field::absent ? field.text.size() : 0); // what cut it follows
    }
    m_fields.push_back(field);
}

void RecordFields::readWords(std::size_t from)
{
    for (std::size_t i = m_line.find_first_not_of(" \t", from); i < m_line.size();
         i = m_line.find_first_not_of(" \t", i)) {
        const std::size_t colon = m_line.find_first_of(": \t", i);
        if (colon == std::string_view::npos || m_line[colon] != ':')
            return;
        const std::string_view key = m_line.substr(i, colon - i);
        if (!isName(withoutColourRest(key)))
            return;
        const std::size_t value = std::min(m_line.find_first_not_of(" \t", colon + 1), m_line.size());
        i = std::min(m_line.find_first_of(" \t", value), m_line.size());
        const std::string_view word = m_line.substr(value, i - value);
        if (!startsWithNumber(word) && word.find(':') != std::string_view::npos)
            i = value; // the next key: this one has no value
        add(key, m_line.substr(value, i - value));
    }
}

void RecordFields::readList(std::size_t from)
{
    while (from < m_line.size()) {
        const std::size_t bar = std::min(m_line.find('|', from), m_line.size());
        const std::size_t comma = std::min(m_line.find(", ", from), m_line.size());
        const std::size_t end = std::min(bar, comma);
        std::string_view part = m_line.substr(from, end - from);
        from = end + 1;
        part.remove_prefix(std::min(part.find_first_not_of(" \t"), part.size()));
        if (startsWithNumber(part)) {
            const std::size_t unit = std::min(part.find_first_not_of("0123456789.,+-"), part.size());
            if (const std::string_view key = base::trimmed(part.substr(unit)); !key.empty())
                add(key, part);
            continue; // a number alone has no name
        }
        // the key ends at the colon, else where the number begins
        std::size_t split = part.find(':');
        const std::size_t skipped = split == std::string_view::npos ? 0 : 1;
        for (std::size_t blank = part.find(' '); split == std::string_view::npos && blank != std::string_view::npos;
             blank = part.find(' ', blank + 1))
            if (startsWithNumber(part.substr(blank + 1)))
                split = blank;
        if (split == std::string_view::npos)
            continue;
        const std::string_view key = base::trimmed(part.substr(0, split));
        if (isName(key))
            add(key, part.substr(split + skipped));
    }
}

bool RecordFields::has(std::string_view key) const
{
    return std::any_of(m_fields.begin(), m_fields.end(), [&](const Field& field) { return field.key == key; });
}

double RecordFields::value(std::string_view key) const
{
    for (const Field& field : m_fields)
        if (field.key == key && field.known != nullptr && field.state == Field::number && !field.open)
            return field.quantity.value * field.known->field.scale;
    return evidence::kNotLogged;
}

void RecordFields::remove(std::string_view key)
{
    for (Field& field : m_fields)
        if (field.key == key)
            field.state = Field::absent;
}

// Text that another process wrote into the record, or the end of the file, cuts it: then fields are missing, or the
// last one is damaged.
bool RecordFields::isWhole() const
{
    if (m_fields.empty() || m_fields.back().state == Field::damaged)
        return false;
    if (m_expected > 0 && m_fields.size() >= m_expected)
        return true;
    const bool nothingFollows = base::trimmed(rest()).find_first_not_of("|,") == std::string_view::npos;
    return nothingFollows ? m_console.lineIsWhole() || m_expected == 0 : !findEventPhrase(rest());
}

void RecordFields::put(const Field& field)
{
    if (field.state == Field::absent)
        return;
    if (field.state == Field::damaged || field.open) {
        m_console.problem({.handling = base::Handling::value_dropped,
            .what = {.code = field.open ? base::Code::record_truncated : base::Code::bad_number,
                .field = std::string(field.key),
                .found = base::excerpt(field.text),
                .expected = "number"}});
        return;
    }
    if (field.known != nullptr) {
        m_console.put(field.known->column, field.quantity.value * field.known->field.scale);
        return;
    }
    Column* own = m_console.column(field.key);
    if (own == nullptr)
        return;
    if (own->series < 0)
        own->info.unit = field.quantity.base_unit;
    m_console.put(*own, field.quantity.value);
}

base::Status RecordFields::keep(std::int64_t step, std::size_t begin, const char* expected)
{
    if (!isWhole()) {
        m_console.skipTruncated(m_line.substr(begin), expected);
        return keepRest();
    }
    m_expected = m_fields.size();
    m_console.begin(step, m_line.substr(0, begin));
    for (const Field& field : m_fields)
        put(field);
    FS_TRY(m_console.keep());
    return keepRest();
}

base::Status RecordFields::keepRest()
{
    return base::trimmed(rest()).empty() ? base::Status {} : m_console.otherText(rest());
}

} // namespace fullscope::import
