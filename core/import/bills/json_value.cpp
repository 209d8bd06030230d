// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/json_value.h"

#include <nlohmann/json.hpp>

#include <vector>

namespace fullscope::import {

namespace {

// Builds the value from the parser's calls.
class Builder {
public:
    nlohmann::json take() { return std::move(m_root); }

    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value ? "true" : "false"); }
    bool number_integer(std::int64_t value) { return add(std::to_string(value)); }
    bool number_unsigned(std::uint64_t value) { return add(std::to_string(value)); }
    bool number_float(double, const std::string& text) { return add(text); }
    bool string(std::string& value) { return add(std::move(value)); }
    bool binary(const std::vector<std::uint8_t>&) { return false; } // no such thing in JSON text
    bool start_object(std::size_t) { return open(nlohmann::json::object()); }
    bool start_array(std::size_t) { return open(nlohmann::json::array()); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(std::string& value)
    {
        m_key = std::move(value);
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const std::exception&) { return false; }

private:
    static constexpr std::size_t kDeepest = 32;

    nlohmann::json& place(nlohmann::json value)
    {
        if (m_open.empty())
            return m_root = std::move(value);
        nlohmann::json& parent = *m_open.back();
        if (!parent.is_array())
            return parent[m_key] = std::move(value);
        parent.push_back(std::move(value));
        return parent.back();
    }
    bool add(nlohmann::json value)
    {
        place(std::move(value));
        return true;
    }
    bool open(nlohmann::json value)
    {
        m_open.push_back(&place(std::move(value))); // stays where it is while it is open
        return m_open.size() <= kDeepest;
    }
    bool close()
    {
        m_open.pop_back();
        return true;
    }

    nlohmann::json m_root;
    std::vector<nlohmann::json*> m_open;
    std::string m_key;
};

// Reads one Python text, which begins at its quote, and appends it as a JSON one. Returns its length.
std::size_t appendPythonText(std::string_view text, std::string& json)
{
    const char quote = text.front();
    json += '"';
    std::size_t i = 1;
    for (; i < text.size() && text[i] != quote; ++i) {
        if (text[i] == '"') {
            json += "\\\"";
        } else if (text[i] != '\\' || i + 1 == text.size()) {
            json += text[i];
        } else if (const char escaped = text[++i]; escaped == 'x') {
            json += "\\u00"; // two digits follow
        } else if (escaped == '\'') {
            json += escaped;
        } else {
            json += '\\';
            json += escaped;
        }
    }
    json += '"';
    return std::min(i + 1, text.size());
}

} // namespace

std::optional<nlohmann::json> parseJson(std::string_view text)
{
    Builder builder;
    try {
        if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder))
            return std::nullopt;
    } catch (const nlohmann::json::exception&) { // a number that no double can hold
        return std::nullopt;
    }
    return builder.take();
}

std::string jsonOfPythonRepr(std::string_view text)
{
    using Word = std::pair<std::string_view, std::string_view>;
    constexpr Word kWords[] = {{"None", "null"}, {"nan", "null"}, {"NaN", "null"}, {"True", "true"}, {"False", "false"},
        {"Decimal(", ""}, {"array(", ""}, {", dtype=object", ""}, {")", ""}};
    std::string json;
    for (std::size_t i = 0; i < text.size();) {
        const std::string_view rest = text.substr(i);
        if (rest.front() == '\'' || rest.front() == '"') {
            i += appendPythonText(rest, json);
            continue;
        }
        const Word* known = nullptr;
        for (const Word& word : kWords)
            if (known == nullptr && rest.starts_with(word.first))
                known = &word;
        if (known != nullptr) {
            json += known->second;
            i += known->first.size();
            continue;
        }
        const std::size_t last = json.find_last_not_of(" \t\r\n");
        if (rest.front() == '{' && last != std::string::npos && json[last] == '}')
            json += ',';
        json += rest.front();
        ++i;
    }
    return json;
}

std::string_view textAt(const nlohmann::json& value, std::string_view path)
{
    const nlohmann::json* at = &value;
    while (!path.empty()) {
        const std::size_t point = std::min(path.find('.'), path.size());
        if (!at->is_object())
            return {};
        const auto member = at->find(path.substr(0, point));
        if (member == at->end())
            return {};
        at = &*member;
        path.remove_prefix(std::min(point + 1, path.size()));
    }
    return at->is_string() ? std::string_view(at->get_ref<const std::string&>()) : std::string_view {};
}

} // namespace fullscope::import
