// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/sort_key.h"

#include <QRegularExpression>

#include <cmath>

namespace fullscope::ui {

namespace {

// Digits with or without grouping by comma, fraction, exponent.
const QString kNumber = QStringLiteral(R"((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][+-]?\d+)?)");

double valueOf(QString digits)
{
    return digits.remove(',').toDouble();
}

double prefixFactor(const QString& letter)
{
    static const QString letters = QStringLiteral("kMGTPE");
    const auto power = letters.indexOf(letter == QLatin1String("B") ? QStringLiteral("G") : letter);
    return letter.isEmpty() ? 1 : std::pow(1000.0, static_cast<double>(power + 1));
}

double secondsOf(const QString& unit)
{
    if (unit == QLatin1String("d"))
        return 86400;
    if (unit == QLatin1String("h"))
        return 3600;
    if (unit == QLatin1String("min"))
        return 60;
    return unit == QLatin1String("ms") ? 0.001 : 1;
}

} // namespace

std::optional<double> sortKey(const QString& shown)
{
    static const QRegularExpression number(
        QStringLiteral("([-−])?\\s*[^\\d\\s\\-−]*\\s*(%1)\\s?(?:([kMBGTPE])(?=\\s|$|/|FLOP))?").arg(kNumber));
    static const QRegularExpression duration(QStringLiteral("(%1)\\s?(d|h|min|ms|s)(?![\\w/])").arg(kNumber));
    const auto found = number.match(shown);
    if (!found.hasMatch())
        return std::nullopt;
    const double sign = found.captured(1).isEmpty() ? 1 : -1;
    double seconds = 0;
    auto parts = duration.globalMatch(shown);
    if (!parts.hasNext())
        return sign * valueOf(found.captured(2)) * prefixFactor(found.captured(3));
    while (parts.hasNext()) {
        const auto part = parts.next();
        seconds += valueOf(part.captured(1)) * secondsOf(part.captured(2));
    }
    return sign * seconds;
}

QString withoutGrouping(QString shown)
{
    static const QRegularExpression grouped(QStringLiteral(R"((?<![\d.])\d{1,3}(?:,\d{3})+(?![\d,]))"));
    for (auto match = grouped.match(shown); match.hasMatch(); match = grouped.match(shown))
        shown.replace(match.capturedStart(), match.capturedLength(), match.captured().remove(','));
    return shown;
}

} // namespace fullscope::ui
