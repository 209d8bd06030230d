// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/sagemaker_lines.h"

#include "core/base/text.h"
#include "core/import/logs/log_line.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

constexpr std::array<std::string_view, 4> kQueued {
    "Starting", "Pending", "LaunchingMLInstances", "PreparingTrainingStack"};
constexpr std::array<std::string_view, 5> kEnds {
    "Completed", "Failed", "Stopped", "MaxRuntimeExceeded", "MaxWaitTimeExceeded"};
constexpr std::array<std::string_view, 8> kRunning {"Downloading", "DownloadingTrainingImage", "Training", "Uploading",
    "Stopping", "Interrupted", "Restarting", "Updating"};

template <typename Words>
bool holds(const Words& words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::string_view after(std::string_view line, std::string_view words)
{
    line = base::trimmed(line);
    return line.starts_with(words) ? base::trimmed(line.substr(words.size())) : std::string_view();
}

} // namespace

bool SageMakerStatus::isQueued() const
{
    return holds(kQueued, status);
}

bool SageMakerStatus::isEnd() const
{
    return holds(kEnds, status);
}

bool SageMakerStatus::isOfPlatform() const
{
    return isQueued() || status == "Downloading" || status == "DownloadingTrainingImage" || status == "Uploading";
}

std::optional<SageMakerStatus> findSageMakerStatus(std::string_view line)
{
    constexpr std::string_view kDash = " - ";
    constexpr std::size_t kStamp = std::string_view("2022-04-20 00:14:09").size();
    for (std::size_t at = line.find(kDash); at != std::string_view::npos; at = line.find(kDash, at + 1)) {
        const std::size_t space = line.rfind(' ', at - 1);
        if (at == 0 || space == std::string_view::npos || space < kStamp)
            continue;
        const std::string_view status = line.substr(space + 1, at - space - 1);
        const std::string_view stamp = line.substr(space - kStamp, kStamp);
        if ((holds(kQueued, status) || holds(kEnds, status) || holds(kRunning, status)) && leadingStamp(stamp) == stamp)
            return SageMakerStatus {stamp, status, base::trimmed(line.substr(at + kDash.size()))};
    }
    return std::nullopt;
}

std::optional<std::int64_t> sageMakerSeconds(std::string_view line, SageMakerSeconds which)
{
    const bool training = which == SageMakerSeconds::training;
    const auto seconds = base::parseInt(after(line, training ? "Training seconds:" : "Billable seconds:"));
    constexpr std::int64_t kMost = 100LL * 365 * 86'400;
    return seconds && *seconds >= 0 && *seconds <= kMost ? std::optional(*seconds) : std::nullopt;
}

std::string_view sageMakerSavings(std::string_view line)
{
    return after(line, "Managed Spot Training savings:");
}

} // namespace fullscope::import
