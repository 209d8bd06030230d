// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/scene.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <functional>

namespace fullscope::ui {

Stack stackOf(const Scene& scene, std::size_t category)
{
    Stack stack;
    stack.hasUnknown = category < scene.spec.open_bars.size() && scene.spec.open_bars[category];
    const double base = category < scene.spec.bases.size() ? scene.spec.bases[category] : 0;
    stack.top = stack.bottom = base;
    for (std::size_t i = 0; i < scene.spec.bars.size(); ++i) {
        const report::BarSeries& series = scene.spec.bars[i];
        const bool known = category < series.values.size() && std::isfinite(series.values[category]);
        if (!known) {
            stack.hasUnknown = true;
            continue;
        }
        const double value = series.values[category];
        if (scene.spec.overlaid) {
            if (scene.isShown(series.name))
                stack.parts.push_back({i, base, value});
            stack.top = std::max(stack.top, value);
            stack.bottom = std::min(stack.bottom, value);
            continue;
        }
        stack.total += value;
        if (!scene.isShown(series.name)) {
            stack.hasHidden |= value != 0;
            continue;
        }
        stack.shown += value;
        double& end = value < 0 ? stack.bottom : stack.top;
        stack.parts.push_back({i, end, end + value});
        end += value;
    }
    if (scene.spec.overlaid)
        std::ranges::stable_sort(
            stack.parts, std::greater {}, [](const Part& part) { return std::abs(part.to - part.from); });
    return stack;
}

QString totalText(const Scene& scene, const Stack& stack)
{
    if (scene.spec.overlaid)
        return stack.hasUnknown ? QStringLiteral("?") : QString();
    const auto text = [&spec = scene.spec](double value) {
        constexpr double kWithoutCents = 1000; // the tooltip and the table have them
        const bool isLarge = spec.y.unit == base::Unit::money && std::abs(value) >= kWithoutCents;
        return QString::fromStdString(isLarge ? base::formatMoney(value, 0, spec.currency)
                                              : base::formatQuantity(value, spec.y.unit, spec.currency));
    };
    const bool isKnown = !stack.parts.empty() || stack.hasHidden || !stack.hasUnknown;
    if (!isKnown)
        return QStringLiteral("?");
    const QString shown = stack.hasHidden
        ? QCoreApplication::translate("fullscope::ui::PlotWidget", "%1 of %2").arg(text(stack.shown), text(stack.total))
        : text(stack.shown);
    return stack.hasUnknown ? shown + QStringLiteral(" + ?") : shown;
}

void widen(std::optional<Extent>& extent, double value)
{
    if (!std::isfinite(value))
        return;
    if (!extent)
        extent = Extent {value, value};
    extent->from = std::min(extent->from, value);
    extent->to = std::max(extent->to, value);
}

} // namespace fullscope::ui
