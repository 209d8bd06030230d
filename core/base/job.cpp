// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/job.h"

namespace fullscope::base {

Status JobContext::check() const
{
    if (cancelled())
        return Error {.code = Code::cancelled};
    return {};
}

void JobContext::report(const Progress& progress) const
{
    constexpr auto kInterval = std::chrono::nanoseconds(std::chrono::seconds(1)) / 30;
    if (!m_sink)
        return;
    const auto now = std::chrono::steady_clock::now();
    const bool first = m_last_report == std::chrono::steady_clock::time_point {};
    const bool last = progress.total != 0 && progress.done == progress.total;
    if (!first && !last && now - m_last_report < kInterval)
        return;
    m_last_report = now;
    m_sink(progress);
}

} // namespace fullscope::base
