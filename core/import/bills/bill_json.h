// SPDX-License-Identifier: GPL-3.0-or-later
// What every bill in JSON needs: its objects one by one, however they are laid out, with the broken ones reported.
#pragma once

#include "core/base/job.h"
#include "core/evidence/sink.h"
#include "core/import/source/text_source.h"

#include <nlohmann/json_fwd.hpp>

#include <functional>

namespace fullscope::import {

// `take` gets each object with its numbers as texts (json_value.h) and the line where it begins; its Status ends the
// reading.
using TakeBillObject = std::function<base::Status(const nlohmann::json& object, std::int64_t line)>;
base::Status readBillObjects(
    TextSource& source, evidence::Sink& sink, const base::JobContext& job, const TakeBillObject& take);

} // namespace fullscope::import
