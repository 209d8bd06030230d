// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed behind `bench` and `benchmarks` as what the benchmark is asked for.
#pragma once

#include "app/cli/arguments.h"
#include "core/base/quantity.h"
#include "core/bench/request.h"

#include <optional>

namespace fullscope::cli {

// As parseArguments(); `-o` is --output, as in other verbs that write a file.
base::Result<Arguments> parseBenchArguments(std::span<const std::string> arguments,
    std::span<const std::string_view> flags, std::span<const std::string_view> valued);
// All that `bench` takes.
base::Result<Arguments> parseBench(std::span<const std::string> arguments);

// Absent without the option; its name is the field of an error: negative, those of parseQuantity.
base::Result<std::optional<double>> quantity(const Arguments& arguments, const std::string& option, base::Unit unit);
base::Status takeWhole(const Arguments& arguments, const std::string& option, std::int64_t& into, std::int64_t least);

base::Result<bench::SummaryOptions> summaryOptions(const Arguments& arguments); // --price, --peak, --amortise
// As bench::prepare(); fields of errors are options.
base::Result<bench::Prepared> prepared(const Arguments& arguments);

// "--engine torch --python '/opt/my env/python'" in words, as a shell would; usage where a quotation mark stays open.
base::Result<std::vector<std::string>> wordsOf(std::string_view text);

} // namespace fullscope::cli
