// SPDX-License-Identifier: GPL-3.0-or-later
// tests/golden/cost-model.json: inputs and values of an independent implementation.
#pragma once

#include "core/scenario/input.h"
#include "core/scenario/scenario.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <string>

namespace fullscope::tests {

const nlohmann::json& golden();
const nlohmann::json& goldenCase(const std::string& name);
scenario::InputValues inputsOf(const nlohmann::json& goldenCase);
// The article's 13B case: baseline H100, then Trn2, with the list prices and peaks that it quotes.
scenario::Scenario article13b();

} // namespace fullscope::tests

// Equal to 1e-9 of the expected value.
#define EXPECT_CLOSE(actual, expected)                                                                                 \
    EXPECT_NEAR(                                                                                                       \
        static_cast<double>(actual), static_cast<double>(expected), 1e-9 * std::abs(static_cast<double>(expected)))
