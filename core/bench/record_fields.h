// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of one JSON object, read one after the other; the first that does not fit is the error of all.
#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace fullscope::bench {

using Json = nlohmann::ordered_json;

class RecordFields {
public:
    explicit RecordFields(const Json& object, std::string path = {})
        : m_object(object)
        , m_path(std::move(path))
    {
    }

    // Absent or null leaves `into` as it is, unless it is required. Numbers of evidence are finite and, but for those
    // that say so, not negative.
    void text(const char* key, std::string& into, bool required = false);
    void whole(const char* key, std::int64_t& into, bool required = false, std::int64_t lowest = 0);
    void number(const char* key, double& into, bool required = false);
    void number(const char* key, std::optional<double>& into, bool may_be_negative = false);
    void truth(const char* key, bool& into, bool required = false);
    void truth(const char* key, std::optional<bool>& into);
    void texts(const char* key, std::map<std::string, std::string>& into);
    void texts(const char* key, std::vector<std::string>& into);
    void numbers(const char* key, std::map<std::string, double>& into);
    // Elements that are null are absent.
    void numbers(const char* key, std::vector<std::optional<double>>& into);
    void wholes(const char* key, std::vector<std::int64_t>& into);
    const Json* object(const char* key); // null where there is none
    void oneOf(const char* key, const std::string& value, std::initializer_list<std::string_view> allowed);
    void positive(const char* key, double value);
    void atMost(const char* key, double value, double most); // beyond it no machine's figure can be
    void fail(base::Error error)
    {
        if (!m_error)
            m_error = std::move(error);
    }
    void bad(const char* key, const Json& found, const char* expected);

    base::Status status() const { return m_error ? base::Status(*m_error) : base::Status(); }

private:
    const Json* at(const char* key, bool required);

    const Json& m_object;
    std::string m_path;
    std::optional<base::Error> m_error;
};

std::string excerptOf(const Json& json);
// Discarded where it is none, or nests more than 64 levels.
Json parsedJson(std::string_view text);

} // namespace fullscope::bench
