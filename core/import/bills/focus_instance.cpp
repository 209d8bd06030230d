// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/focus_instance.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>

namespace fullscope::import {

namespace {

bool isAlnum(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// What stands behind the point of an AWS type: `micro`, `48xlarge`, `metal-24xl`.
bool isSize(std::string_view size)
{
    constexpr std::array<std::string_view, 6> kSmall {"nano", "micro", "small", "medium", "large", "metal"};
    if (std::find(kSmall.begin(), kSmall.end(), size) != kSmall.end() || size.starts_with("metal-"))
        return true;
    size.remove_prefix(static_cast<std::size_t>(std::find_if_not(size.begin(), size.end(), isDigit) - size.begin()));
    return size == "xlarge";
}

// `g5.4xlarge`, `m7i-flex.xlarge`, `p6-b200.48xlarge`; a database's `db.m5.large` is not one.
bool isAwsType(std::string_view word)
{
    const std::size_t point = word.find('.');
    if (point == std::string_view::npos || point < 2 || !isSize(word.substr(point + 1)))
        return false;
    const std::string_view family = word.substr(0, point);
    return std::islower(static_cast<unsigned char>(family.front())) != 0
        && std::any_of(family.begin(), family.end(), isDigit)
        && std::all_of(family.begin(), family.end(), [](char c) { return isAlnum(c) || c == '-'; });
}

bool isWordPart(char c)
{
    return isAlnum(c) || c == '.' || c == '-';
}

} // namespace

std::string_view instanceTypeOfDescription(std::string_view description)
{
    if (!base::containsIgnoreCase(description, "instance"))
        return {};
    for (std::size_t at = 0; at < description.size();) {
        const std::size_t begin = static_cast<std::size_t>(
            std::find_if(description.begin() + static_cast<std::ptrdiff_t>(at), description.end(), isWordPart)
            - description.begin());
        at = static_cast<std::size_t>(
            std::find_if_not(description.begin() + static_cast<std::ptrdiff_t>(begin), description.end(), isWordPart)
            - description.begin());
        const std::string_view word = description.substr(begin, at - begin);
        if (isAwsType(word))
            return word;
    }
    return {};
}

std::string instanceTypeOfSkuPriceDetails(std::string_view json)
{
    const auto details = nlohmann::json::parse(json, nullptr, false);
    if (!details.is_object())
        return {};
    const auto type = details.find("InstanceType");
    return type != details.end() && type->is_string() ? type->get<std::string>() : std::string {};
}

std::string_view azureMeterSize(std::string_view meter)
{
    for (const std::string_view ending : {" Spot", " Low Priority"})
        if (meter.ends_with(ending))
            meter.remove_suffix(ending.size());
    return meter;
}

std::string instanceTypeOfAzureMeter(std::string_view meter)
{
    meter = azureMeterSize(meter);
    if (meter.empty() || meter.find('/') != std::string_view::npos)
        return {};
    std::string type = "Standard_" + std::string(meter);
    std::replace(type.begin(), type.end(), ' ', '_');
    return type;
}

} // namespace fullscope::import
