// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/audit/audit.h"
#include "core/audit/read/figures.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace fullscope::audit::test {

inline const catalogue::Catalogue& builtIn()
{
    return catalogue::Catalogue::builtIn();
}

inline std::string sample(const std::string& name)
{
    std::ifstream in(std::string(FULLSCOPE_TESTS_DIR) + "/samples/claims/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline std::vector<Claim> figuresOf(const std::string& text, const std::string& maps = {})
{
    const auto parsed = parseLabelMaps(maps);
    EXPECT_TRUE(parsed.ok());
    const auto read = readFigures(text, "t", *parsed, builtIn());
    EXPECT_TRUE(read.ok());
    return read.ok() ? read->claims : std::vector<Claim> {};
}

inline Audit auditOf(const std::string& text)
{
    return audit(figuresOf(text), builtIn());
}

// The first finding, also of those that hold, of the rule on the platform and quantity ("" = any); null: none.
inline const Finding* find(
    const Audit& audit, Rule rule, const std::string& platform = {}, const std::string& quantity = {})
{
    for (const auto* list : {&audit.findings, &audit.holds})
        for (const Finding& finding : *list)
            if (finding.rule == rule && (platform.empty() || finding.platform == platform)
                && (quantity.empty() || finding.quantity == quantity))
                return &finding;
    return nullptr;
}

inline double detail(const Finding& finding, const std::string& name)
{
    for (const auto& [key, value] : finding.details)
        if (key == name)
            return value;
    ADD_FAILURE() << "no " << name;
    return 0;
}

inline std::string told(const Audit& audit)
{
    std::string text;
    for (const auto* list : {&audit.findings, &audit.holds})
        for (const Finding& finding : *list) {
            text += std::string(name(finding.rule)) + " " + std::string(name(finding.verdict)) + " " + finding.platform
                + " " + finding.quantity + " note " + std::to_string(static_cast<int>(finding.note)) + " " + finding.is;
            for (const Line& line : finding.lines)
                text += "\n    " + line.result + " = " + line.expression.symbolic() + " = " + line.expression.numeric()
                    + " = " + figureText(line.expression.value(), line.expression.unit());
            text += "\n";
        }
    return text;
}

} // namespace fullscope::audit::test
