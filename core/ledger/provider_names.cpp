// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/provider_names.h"

#include "core/base/text.h"

#include <utility>

namespace fullscope::ledger {

namespace {

constexpr std::pair<std::string_view, std::string_view> kFamilies[] = { // what one of its words begins with
    {"amazon", "aws"}, {"aws", "aws"}, {"microsoft", "azure"}, {"azure", "azure"}, {"google", "gcp"}, {"gcp", "gcp"},
    {"oracle", "oracle"}, {"oci", "oracle"}, {"alibaba", "alibaba"}, {"aliyun", "alibaba"}, {"阿里云", "alibaba"},
    {"tencent", "tencent"}, {"腾讯云", "tencent"}, {"huawei", "huawei"}, {"华为云", "huawei"}};

bool beginsWith(std::string_view text, std::string_view words)
{
    constexpr std::string_view kBetweenWords = " ,.-_/(";
    return text.starts_with(words)
        && (text.size() == words.size() || kBetweenWords.find(text[words.size()]) != std::string_view::npos);
}

} // namespace

std::string providerFamily(std::string_view name)
{
    std::string lower = base::toLower(base::trimmed(name));
    for (const auto& [word, family] : kFamilies)
        for (std::size_t at = lower.find(word); at != std::string::npos; at = lower.find(word, at + 1))
            if (at == 0 || lower[at - 1] == ' ' || lower[at - 1] == '-')
                return std::string(family);
    return lower;
}

bool mayBeSameProvider(std::string_view a, std::string_view b)
{
    const std::string one = providerFamily(a), other = providerFamily(b);
    return one.empty() || other.empty() || beginsWith(one, other) || beginsWith(other, one);
}

} // namespace fullscope::ledger
