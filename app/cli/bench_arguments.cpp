// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_arguments.h"

#include "app/cli/common.h"
#include "core/base/text.h"

#include <algorithm>

namespace fullscope::cli {

using base::Code;
using base::Error;

namespace {

// Of members of bench::Request whose option has another name.
constexpr std::pair<std::string_view, std::string_view> kOptions[]
    = {{"most_time", "max_time"}, {"most_money", "max_cost"}};

// Places within a specification ("model.heads") stay as they are.
Error asOption(Error error)
{
    if (error.field.find('.') != std::string::npos)
        return error;
    for (const auto& [member, option] : kOptions)
        if (error.field == member)
            error.field = option;
    return ofOption(std::move(error));
}

bench::Request requestOf(const Arguments& arguments)
{
    bench::Request out;
    for (const auto& [option, into] :
        {std::pair<const char*, std::string*> {"--data", &out.data}, {"--preset", &out.preset},
            {"--precision", &out.precision}, {"--batch", &out.batch}, {"--windows", &out.windows},
            {"--steps", &out.steps}, {"--warm-up", &out.warm_up}, {"--threads", &out.threads}, {"--seed", &out.seed},
            {"--ranks", &out.ranks}, {"--half-width", &out.half_width}, {"--max-time", &out.most_time},
            {"--max-cost", &out.most_money}, {"--price", &out.price}, {"--amortise", &out.amortise},
            {"--peak", &out.peak}, {"--looked-at", &out.looked_at}})
        if (arguments.has(option))
            *into = arguments.value(option);
    out.device = arguments.value("--device", "auto");
    out.python = arguments.value("--python", "python3");
    const bool on_host = out.device == "cpu" || out.device == "auto";
    const std::string engine = arguments.value("--engine", "auto");
    out.engine = engine != "auto" ? engine : arguments.has("--python") || !on_host ? "torch" : "native";
    out.compile = arguments.has("--compile");
    out.compile_only = arguments.has("--compile-only");
    out.default_environment = arguments.has("--default-environment");
    if (arguments.has("--quick"))
        out.windows = "1";
    return out;
}

} // namespace

base::Result<Arguments> parseBenchArguments(std::span<const std::string> arguments,
    std::span<const std::string_view> flags, std::span<const std::string_view> valued)
{
    std::vector<std::string> given(arguments.begin(), arguments.end());
    std::ranges::replace(given, std::string("-o"), std::string("--output"));
    return parseArguments(given, flags, valued);
}

base::Result<Arguments> parseBench(std::span<const std::string> arguments)
{
    constexpr std::string_view kFlags[] = {"--json", "--quick", "--compile", "--compile-only", "--default-environment",
        "--anyway", "--shutdown-after", "--smoke"};
    constexpr std::string_view kValued[] = {"--engine", "--python", "--device", "--preset", "--data", "--batch",
        "--precision", "--ranks", "--threads", "--seed", "--windows", "--steps", "--warm-up", "--half-width",
        "--max-time", "--max-cost", "--price", "--amortise", "--peak", "--silent-after", "--output", "--baseline",
        "--tolerance", "--repeats", "--workspace", "--note", "--against", "--against-output", "--looked-at"};
    std::vector<std::string> given(arguments.begin(), arguments.end());
    for (std::size_t i = 0; i + 1 < given.size(); ++i)
        if (given[i] == "--against") { // its value is options, and begins as one
            given[i] += '=' + given[i + 1];
            given.erase(given.begin() + static_cast<std::ptrdiff_t>(i) + 1);
        }
    auto parsed = parseBenchArguments(given, kFlags, kValued);
    if (parsed.ok() && parsed->has("--smoke")) // as people type it
        parsed->words.insert(parsed->words.begin(), "smoke");
    return parsed;
}

base::Result<std::optional<double>> quantity(const Arguments& arguments, const std::string& option, base::Unit unit)
{
    if (!arguments.has(option))
        return std::optional<double>();
    auto value = base::parseQuantity(arguments.value(option), unit);
    if (!value.ok()) {
        value.error().field = option;
        return std::move(value.error());
    }
    if (!(value->value >= 0))
        return Error {.code = Code::negative, .field = option, .found = arguments.value(option)};
    return std::optional(value->value);
}

base::Status takeWhole(const Arguments& arguments, const std::string& option, std::int64_t& into, std::int64_t least)
{
    if (!arguments.has(option))
        return {};
    const auto value = base::parseInt(arguments.value(option));
    if (!value.ok() || *value < least)
        return Error {.code = Code::out_of_range,
            .field = option,
            .found = arguments.value(option),
            .expected = "≥ " + std::to_string(least)};
    into = *value;
    return {};
}

base::Result<bench::SummaryOptions> summaryOptions(const Arguments& arguments)
{
    auto options
        = bench::summaryOptions(arguments.value("--price"), arguments.value("--amortise"), arguments.value("--peak"));
    return options.ok() ? std::move(options) : asOption(options.error());
}

base::Result<bench::Prepared> prepared(const Arguments& arguments)
{
    auto out = bench::prepare(requestOf(arguments));
    if (!out.ok())
        return asOption(out.error());
    FS_TRY_VALUE(silent, quantity(arguments, "--silent-after", base::Unit::seconds));
    out->limits.silent_s = silent.value_or(out->limits.silent_s);
    return out;
}

base::Result<std::vector<std::string>> wordsOf(std::string_view text)
{
    std::vector<std::string> words;
    std::string word;
    char quote = 0;
    bool has_word = false;
    for (const char c : text) {
        const bool opens = quote == 0 && (c == '"' || c == '\'');
        if (opens || (quote != 0 && c == quote)) {
            quote = opens ? c : '\0';
            has_word = true;
        } else if (quote == 0 && (c == ' ' || c == '\t')) {
            if (has_word)
                words.push_back(std::exchange(word, {}));
            has_word = false;
        } else {
            word += c;
            has_word = true;
        }
    }
    if (quote != 0)
        return Error {.code = Code::quote_unclosed, .field = "--against", .found = base::excerpt(text)};
    if (has_word)
        words.push_back(std::move(word));
    return words;
}

} // namespace fullscope::cli
