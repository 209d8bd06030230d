// SPDX-License-Identifier: GPL-3.0-or-later
// Stamps of absl and glog, `I0706 16:50:26.230209 140110937163584 metric_logger.py:214] `: month and day, no year.
#pragma once

#include <string>
#include <string_view>

namespace fullscope::import {

// Gives them the year that other lines of the same log show.
class GlogStamps {
public:
    // `text` with an ISO stamp and the number of the thread, as `[140110937163584]`, in front of it: what readPrefix
    // understands. The thread tells processes apart. `text` itself when it has no such stamp, a full one before it, or
    // when the year is not known.
    std::string_view stamped(std::string_view text, std::string& buffer);
    // A stamp was met whose year was not known; "" = none.
    const std::string& unknown() const { return m_unknown; }

private:
    int m_year = 0, m_month = 0; // of the last stamp
    std::string m_unknown;
};

} // namespace fullscope::import
