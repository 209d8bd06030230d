// SPDX-License-Identifier: GPL-3.0-or-later
// What SageMaker writes around the log of a training job: `2022-04-20 00:16:04 Downloading - Downloading input data`,
// `Training seconds: 136`, `Billable seconds: 136`. It bills from Downloading to the end of Uploading.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace fullscope::import {

struct SageMakerStatus {
    std::string_view stamp, status, message;

    bool isQueued() const; // nothing is billed yet
    bool isEnd() const;
    bool isOfPlatform() const; // no other logger says it so
};

// Anywhere in the line: what a container prints may be glued to it.
std::optional<SageMakerStatus> findSageMakerStatus(std::string_view line);

enum class SageMakerSeconds { training, billable };
std::optional<std::int64_t> sageMakerSeconds(std::string_view line, SageMakerSeconds which);
// `Managed Spot Training savings: 65.3%`; empty for another line.
std::string_view sageMakerSavings(std::string_view line);

} // namespace fullscope::import
