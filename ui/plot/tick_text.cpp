// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/tick_text.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>

namespace fullscope::ui {

namespace {

using base::Unit;

bool isMoney(Unit unit)
{
    return base::unitName(unit).starts_with("money");
}

std::optional<double> secondsPer(Unit unit)
{
    switch (unit) {
    case Unit::seconds:
        return 1;
    case Unit::hours:
        return 3600;
    case Unit::days:
        return 86400;
    case Unit::weeks:
        return 7 * 86400;
    default:
        return std::nullopt;
    }
}

// Fewest fractional digits (at most `most`) with which `value` is told from its neighbours at `tolerance`.
int digitsFor(double value, double tolerance, int most)
{
    double scale = 1;
    for (int digits = 0; digits < most; ++digits, scale *= 10)
        if (std::abs(std::round(value * scale) / scale - value) <= tolerance)
            return digits;
    return most;
}

struct Prefix {
    double scale = 1;
    std::string_view letter;
};

Prefix prefixFor(double magnitude, Unit unit)
{
    const bool operations = unit == Unit::flops || unit == Unit::flop_per_s;
    constexpr std::array<Prefix, 7> kOperations {
        {{1e18, "E"}, {1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}}};
    constexpr std::array<Prefix, 5> kCounts {{{1e12, "T"}, {1e9, "B"}, {1e6, "M"}, {1e3, "k"}, {1, ""}}};
    // Grouped digits read well up to here: "2,500", "80,000".
    const double plainBelow = isMoney(unit) ? 1e4 : 1e5;
    if (magnitude < plainBelow)
        return {};
    const auto fits = [magnitude](const Prefix& prefix) { return magnitude >= prefix.scale; };
    return operations ? *std::find_if(kOperations.begin(), kOperations.end(), fits)
                      : *std::find_if(kCounts.begin(), kCounts.end(), fits);
}

// "/h" of "$/h"
std::string perPart(Unit unit, const std::string& currency)
{
    const std::string suffix = base::unitSuffix(unit, currency);
    const auto slash = suffix.find('/');
    return slash == std::string::npos ? std::string() : suffix.substr(slash);
}

std::string padded(std::int64_t value)
{
    return (value < 10 ? "0" : "") + std::to_string(value);
}

} // namespace

std::string tickText(double value, double step, double magnitude, Unit unit, const std::string& currency)
{
    if (std::abs(value) < std::abs(step) * 1e-9)
        value = 0; // what adding steps leaves of zero
    const double percent = unit == Unit::share ? 100 : 1;
    const Prefix prefix = prefixFor(magnitude, unit);
    const double shown = value * percent / prefix.scale;
    const double shownStep = std::abs(step) * percent / prefix.scale;
    const bool isZero = shown == 0; // it needs neither digits nor a prefix
    const int digits
        = isZero ? 0 : std::max(digitsFor(shownStep, shownStep * 1e-6, 12), digitsFor(shown, shownStep * 1e-6, 12));
    const std::string letter(isZero ? std::string_view() : prefix.letter);
    if (isMoney(unit))
        return base::formatMoney(shown, digits, currency) + letter;
    return base::formatNumber(shown, digits) + letter + (unit == Unit::share ? " %" : "");
}

std::string exactText(double value, Unit unit, const std::string& currency)
{
    if (!std::isfinite(value))
        return "–";
    if (isMoney(unit)) {
        const double size = std::abs(value);
        const int digits
            = size >= 1 || size == 0 ? 2 : std::min(3 - static_cast<int>(std::floor(std::log10(size))), 12);
        return base::formatMoney(value, digits, currency) + perPart(unit, currency);
    }
    const double shown = unit == Unit::share ? value * 100 : value;
    const std::string text = base::formatNumber(shown, digitsFor(shown, std::abs(shown) * 5e-10, 12));
    const std::string suffix = base::unitSuffix(unit, currency);
    return suffix.empty() ? text : text + " " + suffix;
}

std::string durationText(double value, Unit unit, const std::string& currency)
{
    const auto factor = secondsPer(unit);
    if (!factor || !std::isfinite(value) || value < 0)
        return exactText(value, unit, currency);
    const double seconds = std::round(value * *factor * 1000) / 1000;
    const auto whole = static_cast<std::int64_t>(seconds);
    const double rest = seconds - static_cast<double>(whole / 60 * 60);
    const std::string restText = base::formatNumber(rest, digitsFor(rest, 1e-4, 3)) + " s";
    if (whole < 60)
        return restText;
    const std::string paddedRest = (rest < 10 ? "0" : "") + restText;
    const std::int64_t minutes = whole / 60;
    if (minutes < 60)
        return std::to_string(minutes) + " min " + paddedRest;
    return base::formatNumber(static_cast<double>(minutes / 60), 0) + " h " + padded(minutes % 60) + " min "
        + paddedRest;
}

std::string shareText(double share)
{
    const double percent = share * 100;
    const double size = std::abs(percent);
    const int digits = size >= 10 || size == 0 ? 1 : std::min(1 - static_cast<int>(std::floor(std::log10(size))), 6);
    return base::formatNumber(percent, digits) + " %";
}

std::string axisTitle(const std::string& label, Unit unit, const std::string& currency)
{
    if (label.empty() || unit == Unit::share || (isMoney(unit) && perPart(unit, currency).empty()))
        return label; // the ticks carry it
    const std::string suffix = base::unitSuffix(unit, currency);
    const bool isSaid = suffix.size() > 2 && base::containsIgnoreCase(label, suffix); // "Training tokens"
    return suffix.empty() || isSaid ? label : label + " (" + suffix + ")";
}

std::vector<double> logTicks(double from, double to)
{
    const double decades = std::log10(to / from);
    if (!(decades >= 1))
        return {};
    const int every = std::max(1, static_cast<int>(std::ceil(decades / 8)));
    const std::vector<double> mantissas = decades < 3 ? std::vector<double> {1, 2, 5} : std::vector<double> {1};
    std::vector<double> ticks;
    for (int power = static_cast<int>(std::floor(std::log10(from))); power <= std::ceil(std::log10(to)); ++power) {
        if (power % every != 0)
            continue;
        for (const double mantissa : mantissas) {
            const double tick = mantissa * std::pow(10.0, power);
            if (tick >= from * (1 - 1e-9) && tick <= to * (1 + 1e-9))
                ticks.push_back(tick);
        }
    }
    return ticks;
}

} // namespace fullscope::ui
