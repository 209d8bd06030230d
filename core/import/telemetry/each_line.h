// SPDX-License-Identifier: GPL-3.0-or-later
// The loop of the readers of telemetry that go by lines.
#pragma once

#include "core/import/logs/table/table_parse.h"
#include "core/import/source/text_source.h"

namespace fullscope::import {

// Each line to `take` (Status(std::string_view)), until the source ends. `ended` is how it did, so that what was read
// before an error of it is kept; errors are those of `take` and of a job that was stopped.
template <typename Take>
base::Status eachLine(LineReader& lines, RowTicker& tick, base::Status& ended, Take take)
{
    std::string_view text;
    for (;;) {
        FS_TRY(tick());
        base::Result<bool> more = lines.next(text);
        if (!more.ok())
            ended = std::move(more.error());
        if (!more.ok() || !*more)
            return {};
        FS_TRY(take(text));
    }
}

} // namespace fullscope::import
