// SPDX-License-Identifier: GPL-3.0-or-later
// How a list of marks changes, alike in the window and on the command line.
#pragma once

#include "core/evidence/user_mark.h"

#include <vector>

namespace fullscope::evidence {

// With one more mark. Marks of its kind (about time, about restarts) that lie wholly within it are gone: it holds
// there.
std::vector<UserMark> withMark(std::vector<UserMark> marks, UserMark mark);
// Without those that lie wholly within the lines.
std::vector<UserMark> withoutMarks(std::vector<UserMark> marks, std::int64_t first_line, std::int64_t last_line);

} // namespace fullscope::evidence
