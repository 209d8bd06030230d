// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/stated_facts.h"

#include "core/base/text.h"
#include "core/base/utc.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace fullscope::workspace {

namespace {

constexpr std::array<std::string_view, 10> kFacts {"world_size", "nodes", "global_batch", "seq_len", "tokens_per_step",
    stated::instance_type, stated::instance_ids, stated::region, stated::bill_tag, stated::utc_offset};
constexpr std::size_t kCounts = 5; // the first of them
constexpr std::size_t kMachines = 2; // of them
constexpr std::int64_t kMostMachines = 100'000;

} // namespace

std::span<const std::string_view> statedFacts()
{
    return kFacts;
}

base::Result<std::string> statedFact(std::string_view name, std::string_view typed)
{
    const auto known = std::find(kFacts.begin(), kFacts.end(), name);
    if (known == kFacts.end()) {
        std::string list;
        for (const std::string_view fact : kFacts)
            list += (list.empty() ? "" : ", ") + std::string(fact);
        base::Error error {.code = base::Code::name_unknown, .found = base::excerpt(name), .expected = std::move(list)};
        if (const auto near = base::nearest(name, kFacts); !near.empty())
            error.args.emplace_back(near);
        return error;
    }
    const std::string_view value = base::trimmed(typed);
    if (value.empty())
        return std::string();
    if (static_cast<std::size_t>(known - kFacts.begin()) < kCounts) {
        const auto count = base::parseInt(value);
        const bool machines = static_cast<std::size_t>(known - kFacts.begin()) < kMachines;
        if (!count.ok() || *count < 1 || (machines && *count > kMostMachines))
            return base::Error {.code = base::Code::out_of_range,
                .field = std::string(name),
                .found = base::excerpt(value),
                .expected = machines ? "1, 2, 3, … 100000" : "1, 2, 3, …"};
        return std::to_string(*count);
    }
    if (const std::size_t at = value.find('='); name == stated::bill_tag) {
        const std::string_view tag = base::trimmed(value.substr(0, at));
        const std::string_view wanted = base::trimmed(value.substr(std::min(at, value.size() - 1) + 1));
        if (at == std::string_view::npos || tag.empty() || wanted.empty())
            return base::Error {.code = base::Code::bad_value,
                .field = std::string(name),
                .found = base::excerpt(value),
                .expected = "team=nlp"};
        return std::string(tag) + "=" + std::string(wanted);
    }
    if (name == stated::utc_offset) {
        FS_TRY_VALUE(us, parseUtcOffset(value));
        return formatUtcOffset(us);
    }
    return std::string(value);
}

base::Result<std::int64_t> parseUtcOffset(std::string_view text)
{
    const base::Error error {.code = base::Code::bad_value,
        .field = std::string(stated::utc_offset),
        .found = base::excerpt(text),
        .expected = "+08:00, -5, +05:30"};
    std::string_view rest = base::trimmed(text);
    const bool negative = rest.starts_with('-') || rest.starts_with("\u2212");
    if (negative || rest.starts_with('+'))
        rest.remove_prefix(rest.starts_with("\u2212") ? 3 : 1);
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    const std::string_view minutes_text = rest.substr(std::min(colon + 1, rest.size()));
    if (rest.empty() || rest.front() == '-' || rest.front() == '+' || minutes_text.starts_with('-'))
        return error;
    const auto hours = base::parseInt(rest.substr(0, colon));
    const auto minutes
        = colon == rest.size() ? base::Result<std::int64_t>(std::int64_t {0}) : base::parseInt(minutes_text);
    if (!hours.ok() || !minutes.ok() || *minutes < 0 || *minutes > 59 || *minutes % 15 != 0 || *hours < 0
        || *hours * 60 + *minutes > 14 * 60)
        return error;
    const std::int64_t us = (*hours * 60 + *minutes) * 60 * base::kSecondUs;
    return negative ? -us : us;
}

std::string formatUtcOffset(std::int64_t us)
{
    const std::int64_t minutes = std::abs(us) / (60 * base::kSecondUs);
    const auto two = [](std::int64_t number) { return (number < 10 ? "0" : "") + std::to_string(number); };
    return (us < 0 ? "-" : "+") + two(minutes / 60) + ":" + two(minutes % 60);
}

} // namespace fullscope::workspace
