// SPDX-License-Identifier: GPL-3.0-or-later
// What the user says that a stretch of a run is, where the log does not say it or is misread.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fullscope::evidence {

// A category is that of the time which the records took beyond their normal pace; with `productive` that was their
// normal pace. The other two are about where training starts again.
enum class MarkAs {
    productive,
    startup,
    first_compile,
    recompile,
    checkpoint,
    evaluation,
    stall,
    recovery,
    downtime,
    restart, // at the first record of the stretch
    no_restart, // at no record of the stretch
};
constexpr std::size_t kMarkAs = static_cast<std::size_t>(MarkAs::no_restart) + 1;

// Spelled as the enumerator: "first_compile".
std::string_view name(MarkAs as);
std::optional<MarkAs> markAsByName(std::string_view name);
inline bool isCategory(MarkAs as)
{
    return as < MarkAs::restart;
}

struct UserMark {
    std::int64_t first_line = 0, last_line = 0; // of the run's file, both included
    MarkAs as = MarkAs::productive;
    std::string note; // why, in the user's words; may be empty

    bool operator==(const UserMark&) const = default;
};

} // namespace fullscope::evidence
