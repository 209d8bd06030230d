// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/mark_edits.h"

namespace fullscope::evidence {

namespace {

bool isWithin(const UserMark& mark, std::int64_t first_line, std::int64_t last_line)
{
    return first_line <= mark.first_line && mark.last_line <= last_line;
}

} // namespace

std::vector<UserMark> withMark(std::vector<UserMark> marks, UserMark mark)
{
    std::erase_if(marks, [&](const UserMark& old) {
        return isCategory(old.as) == isCategory(mark.as) && isWithin(old, mark.first_line, mark.last_line);
    });
    marks.push_back(std::move(mark));
    return marks;
}

std::vector<UserMark> withoutMarks(std::vector<UserMark> marks, std::int64_t first_line, std::int64_t last_line)
{
    std::erase_if(marks, [&](const UserMark& old) { return isWithin(old, first_line, last_line); });
    return marks;
}

} // namespace fullscope::evidence
