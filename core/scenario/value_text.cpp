// SPDX-License-Identifier: GPL-3.0-or-later
// Figures as people type them: one number, or a distribution.
#include "core/scenario/scenario.h"

#include "core/base/quantity.h"
#include "core/base/text.h"

#include <algorithm>
#include <cmath>

namespace fullscope::scenario {

namespace {

using base::Code;
using base::Error;
using base::Result;

constexpr std::size_t kMaxText = 16'384; // hundreds of samples

struct Spelling {
    std::string_view from, to;
};

// What stands between or around the numbers, in one spelling each.
std::string plainSigns(std::string_view text)
{
    constexpr Spelling kSigns[]
        = {{"+/-", "±"}, {"+-", "±"}, {"…", ".."}, {"–", ".."}, {"—", ".."}, {"～", "~"}, {"≈", "~"}, {"约", "~"},
            {"至", ".."}, {" to ", ".."}, {"（", "("}, {"）", ")"}, {"，", ","}, {"、", ";"}, {"；", ";"}};
    std::string plain;
    while (!text.empty()) {
        const auto* sign = std::ranges::find_if(kSigns, [text](const Spelling& s) { return text.starts_with(s.from); });
        if (sign != std::end(kSigns)) {
            plain += sign->to;
            text.remove_prefix(sign->from.size());
        } else {
            plain += text.front();
            text.remove_prefix(1);
        }
    }
    return plain;
}

struct Name {
    std::string_view text;
    DistributionKind kind;
};
constexpr Name kNames[] = {
    {"uniform", DistributionKind::uniform},
    {"triangular", DistributionKind::triangular},
    {"tri", DistributionKind::triangular},
    {"pert", DistributionKind::pert},
    {"normal", DistributionKind::normal},
    {"norm", DistributionKind::normal},
    {"lognormal", DistributionKind::lognormal},
    {"empirical", DistributionKind::empirical},
    {"均匀", DistributionKind::uniform},
    {"三角", DistributionKind::triangular},
    {"正态", DistributionKind::normal},
    {"对数正态", DistributionKind::lognormal},
    {"经验", DistributionKind::empirical},
};

std::vector<std::string_view> split(std::string_view text, std::string_view separator)
{
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t at = text.find(separator);
        parts.push_back(base::trimmed(text.substr(0, at)));
        if (at == std::string_view::npos)
            return parts;
        text.remove_prefix(at + separator.size());
    }
}

// What stands behind the number: "min" of "40 min", nothing of "$40".
std::string_view tailOf(std::string_view text)
{
    constexpr std::string_view kDigits = "0123456789";
    const std::size_t first = text.find_first_of(kDigits);
    if (first == std::string_view::npos)
        return {};
    std::size_t end = std::min(text.find_first_not_of("0123456789.,", first), text.size());
    if (end + 1 < text.size() && (text[end] == 'e' || text[end] == 'E')) {
        const std::size_t digits = end + (text[end + 1] == '+' || text[end + 1] == '-' ? 2 : 1);
        if (digits < text.size() && kDigits.find(text[digits]) != std::string_view::npos)
            end = std::min(text.find_first_not_of(kDigits, digits), text.size());
    }
    return base::trimmed(text.substr(end));
}

bool hasExponent(std::string_view text)
{
    const std::size_t digit = text.find_first_of("0123456789");
    const std::size_t at = text.find_first_of("eE", digit == std::string_view::npos ? text.size() : digit);
    return at != std::string_view::npos && at + 1 < text.size()
        && std::string_view("0123456789+-").find(text[at + 1]) != std::string_view::npos;
}

bool isShare(base::Unit unit)
{
    return unit == base::Unit::share || unit == base::Unit::share_per_year;
}

// The numbers of one text, in one unit and one currency.
class Numbers {
public:
    Numbers(base::Unit unit, std::string currency)
        : m_unit(unit)
        , m_currency(std::move(currency))
    {
    }

    // A number without unit takes that of the last one that has one.
    Result<std::vector<double>> read(const std::vector<std::string_view>& parts) const
    {
        std::string_view shared;
        for (const std::string_view part : parts)
            if (const std::string_view tail = tailOf(part); !tail.empty())
                shared = tail;
        FS_TRY(checkAlike(parts, shared));
        std::vector<double> values;
        for (const std::string_view part : parts) {
            FS_TRY_VALUE(value,
                readOne(tailOf(part).empty() ? std::string(part) + ' ' + std::string(shared) : std::string(part)));
            values.push_back(value);
        }
        return values;
    }
    Result<double> readOne(const std::string& text) const
    {
        FS_TRY_VALUE(quantity, base::parseQuantity(text, m_unit));
        if (!quantity.currency.empty() && quantity.currency != m_currency)
            return Error {.code = Code::currency_mismatch, .found = quantity.currency, .expected = m_currency};
        return quantity.value;
    }

private:
    // `0.18 ± 2%` may be 18 % or 0.18 %, `1..2e12` one token or 1e12: nobody may guess between them.
    base::Status checkAlike(const std::vector<std::string_view>& parts, std::string_view shared) const
    {
        const bool hasPercent = isShare(m_unit) && shared.find('%') != std::string_view::npos;
        const bool someExponent = std::ranges::any_of(parts, hasExponent);
        for (const std::string_view part : parts) {
            if (!tailOf(part).empty())
                continue;
            const auto bare = base::parseQuantity(std::string(part), base::Unit::one);
            const double size = bare ? std::abs(bare->value) : 0;
            if (hasPercent && size > 0 && size < 1)
                return Error {
                    .code = Code::bad_distribution, .found = std::string(part), .expected = "18% ± 2%, 5%..15%"};
            if (someExponent && !hasExponent(part) && size > 0 && size < 1000)
                return Error {.code = Code::bad_distribution, .found = std::string(part), .expected = "1e12..2e12"};
        }
        return {};
    }

    base::Unit m_unit;
    std::string m_currency;
};

Error notUnderstood(std::string_view text)
{
    return Error {.code = Code::bad_distribution,
        .found = base::excerpt(text),
        .expected = "15..22, 18 ± 2, pert(10, 14, 30), normal(18, 2), lognormal(10, 30)"};
}

// `1,000,2,000` may be two numbers or four.
bool mayBeGrouped(const std::vector<std::string_view>& parts)
{
    const auto digits = [](std::string_view part, std::size_t least) {
        return part.size() >= least && part.size() <= 3
            && part.find_first_not_of("0123456789") == std::string_view::npos;
    };
    bool shorter = false, follows = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        shorter |= digits(parts[i], 1) && parts[i].size() < 3;
        follows |= i > 0 && digits(parts[i], 3) && digits(parts[i - 1], 1);
    }
    return shorter && follows;
}

// Arguments are separated by `;`, by `, ` where numbers hold commas, or by commas.
std::vector<std::string_view> argumentsOf(std::string_view text, std::size_t wanted)
{
    if (text.find(';') != std::string_view::npos)
        return split(text, ";");
    auto parts = split(text, ", ");
    const bool isWhole = parts.size() == wanted || (wanted == 0 && parts.size() > 1);
    return isWhole ? parts : split(text, ",");
}

Result<Distribution> ofCall(std::string_view name, std::string_view arguments, const Numbers& numbers)
{
    const auto* known
        = std::ranges::find_if(kNames, [name](const Name& n) { return base::equalsIgnoreCase(n.text, name); });
    if (known == std::end(kNames))
        return notUnderstood(name);
    const bool isEmpirical = known->kind == DistributionKind::empirical;
    const auto parts = argumentsOf(arguments, isEmpirical ? 0 : parameterNames(known->kind).size());
    if (isEmpirical && arguments.find_first_of("; ") == std::string_view::npos && mayBeGrouped(parts))
        return Error {.code = Code::bad_distribution, .found = base::excerpt(arguments), .expected = "1,000; 2,000"};
    FS_TRY_VALUE(values, numbers.read(parts));
    if (isEmpirical)
        return fromSamples(std::move(values));
    return Distribution {known->kind, std::move(values)};
}

// `18% ± 2%`: what is no share may have a per cent of itself.
Result<Distribution> ofPlusMinus(const std::vector<std::string_view>& parts, base::Unit unit, const Numbers& numbers)
{
    std::vector<double> values;
    if (!isShare(unit) && tailOf(parts[1]) == "%") {
        FS_TRY_VALUE(figure, numbers.readOne(std::string(parts[0])));
        FS_TRY_VALUE(width, base::parseQuantity(parts[1], base::Unit::share));
        values = {figure, std::abs(figure) * width.value};
    } else {
        FS_TRY_VALUE(read, numbers.read(parts));
        values = std::move(read);
    }
    values[1] /= kDeviationsOfPlusMinus;
    return Distribution {DistributionKind::normal, std::move(values)};
}

// Nothing: it is no distribution.
Result<std::optional<Distribution>> distributionIn(std::string_view text, base::Unit unit, const Numbers& numbers)
{
    const auto some = [](Result<Distribution> read) -> Result<std::optional<Distribution>> {
        FS_TRY_VALUE(distribution, std::move(read));
        return std::optional(std::move(distribution));
    };
    const std::size_t open = text.find('(');
    if (open != std::string_view::npos && open > 0 && text.ends_with(')')) {
        const std::string_view name = base::trimmed(text.substr(0, open));
        if (name.find_first_of("0123456789/") == std::string_view::npos) // but not the unit of `5/(GB·month)`
            return some(ofCall(name, text.substr(open + 1, text.size() - open - 2), numbers));
    }
    const bool isAbout = text.starts_with('~');
    if (isAbout)
        text = base::trimmed(text.substr(1));
    for (const std::string_view separator : {"±", "..", "~"}) {
        const auto parts = split(text, separator);
        if (parts.size() == 1)
            continue;
        if (parts.size() > 2)
            return notUnderstood(text);
        if (separator == "±")
            return some(ofPlusMinus(parts, unit, numbers));
        FS_TRY_VALUE(ends, numbers.read(parts));
        return std::optional(Distribution {DistributionKind::uniform, std::move(ends)});
    }
    if (isAbout) // but how far about?
        return notUnderstood("~" + std::string(text));
    return std::optional<Distribution>();
}

// Three dots are no number between two.
std::string withTwoDots(std::string text)
{
    for (std::size_t at = text.find("..."); at != std::string::npos; at = text.find("..."))
        text.erase(at, 1);
    return text;
}

Result<Value> valueOf(std::string_view text, Input input, const std::string& currency)
{
    if (text.size() > kMaxText)
        return notUnderstood(text);
    const base::Unit unit = spec(input).unit;
    const Numbers numbers(unit, currency);
    const std::string plain = withTwoDots(plainSigns(text));
    FS_TRY_VALUE(distribution, distributionIn(base::trimmed(plain), unit, numbers));
    Value value {.typed = std::string(text)};
    if (!distribution) {
        FS_TRY_VALUE(figure, numbers.readOne(std::string(text)));
        FS_TRY(validate(input, figure));
        value.value = figure;
        return value;
    }
    FS_TRY_VALUE(cut, TruncatedDistribution::make(*distribution, input));
    value.value = cut.median();
    value.distribution = std::move(distribution);
    return value;
}

std::string listed(const std::vector<std::string>& items)
{
    std::string text;
    for (const std::string& item : items)
        text += (text.empty() ? "" : ", ") + item;
    return text;
}

} // namespace

Result<Value> parseValue(std::string_view text, Input input, const std::string& currency)
{
    auto value = valueOf(base::trimmed(text), input, currency);
    if (!value && value.error().field.empty())
        value.error().field = spec(input).name;
    return value;
}

std::string formatDistribution(const Distribution& distribution, base::Unit unit, std::string_view currency)
{
    const auto shown = [unit, currency](double x) { return base::formatQuantity(x, unit, currency); };
    const std::vector<double>& p = distribution.parameters;
    if (!validate(distribution))
        return {};
    switch (distribution.kind) {
    case DistributionKind::uniform:
        return shown(p[0]) + " .. " + shown(p[1]);
    case DistributionKind::normal:
        return shown(p[0]) + " ± " + shown(p[1] * kDeviationsOfPlusMinus);
    case DistributionKind::empirical:
        if (p.size() > 3)
            return "empirical(" + shown(p.front()) + ", …, " + shown(p.back()) + ')';
        break;
    default:
        break;
    }
    std::vector<std::string> numbers;
    std::ranges::transform(p, std::back_inserter(numbers), shown);
    return std::string(name(distribution.kind)) + '(' + listed(numbers) + ')';
}

std::string shownValue(const Value& value, base::Unit unit, std::string_view currency)
{
    return value.distribution ? formatDistribution(*value.distribution, unit, currency)
                              : base::formatQuantity(value.value, unit, currency);
}

std::string exactText(const Distribution& distribution)
{
    std::vector<std::string> numbers;
    std::ranges::transform(distribution.parameters, std::back_inserter(numbers), base::formatDouble);
    return std::string(name(distribution.kind)) + '(' + listed(numbers) + ')';
}

} // namespace fullscope::scenario
