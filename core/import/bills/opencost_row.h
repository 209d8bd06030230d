// SPDX-License-Identifier: GPL-3.0-or-later
// What allocations of OpenCost and Kubecost have in common, whatever they are written in.
#pragma once

#include "core/evidence/sink.h"

#include <string>
#include <string_view>

namespace fullscope::import {

// A share of what the machines of a cluster cost, by a model: nobody bills it.
evidence::BillRow openCostRow();

// Says of a file what its costs are, and that it names no currency.
void reportOpenCost(evidence::Sink& sink, const std::string& path);

} // namespace fullscope::import
