// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/audit/read/table_cells.h"

#include "core/audit/read/labels.h"
#include "core/audit/read/plain_text.h"
#include "core/audit/read/printed_number.h"
#include "core/audit/read/table_layout.h"
#include "core/base/text.h"

namespace fullscope::audit {

namespace {

// Nothing as a figure; of recomputation or sparsity it says something.
bool isNone(std::string_view text)
{
    const std::string lower = base::toLower(base::trimmed(plainText(text)));
    return lower == "none" || lower == "无";
}

// "512 × 4096": sequences and their length.
bool takeBatchTimesLength(const Claim& claim, Reading& reading)
{
    if (claim.what.quantity != Quantity::global_batch_sequences && claim.what.quantity != Quantity::global_batch_tokens)
        return false;
    const std::string plain = plainText(claim.text);
    const auto first = findNumber(plain);
    if (!first)
        return false;
    std::string_view between = base::trimmed(std::string_view(plain).substr(first->end));
    const bool times = between.starts_with("×") || between.starts_with('x') || between.starts_with('*');
    if (!times)
        return false;
    between.remove_prefix(between.starts_with("×") ? 2 : 1);
    const std::string second(base::trimmed(between));
    Claim sequences = claim, length = claim;
    sequences.what = {.quantity = Quantity::global_batch_sequences};
    sequences.text = plain.substr(first->begin, first->end - first->begin);
    length.what = {.quantity = Quantity::sequence_length};
    length.text = second;
    if (!readValue(sequences, "") || !readValue(length, "") || !length.isMapped())
        return false;
    addClaim(std::move(sequences), reading);
    addClaim(std::move(length), reading);
    return true;
}

// "671B (37B active)"
bool takeExperts(const Claim& claim, Reading& reading)
{
    if (claim.what.quantity != Quantity::parameters)
        return false;
    const std::string plain = plainText(claim.text);
    const auto numbers = activeOfTotal(plain);
    if (!numbers)
        return false;
    const auto add = [&](Quantity quantity, const PrintedNumber& number) {
        Claim one = claim;
        one.what = {.quantity = quantity};
        one.text = plain.substr(number.begin, number.end - number.begin);
        if (readValue(one, ""))
            addClaim(std::move(one), reading);
    };
    add(Quantity::active_parameters, numbers->active);
    if (numbers->total)
        add(Quantity::parameters, *numbers->total);
    return true;
}

} // namespace

void takeFigure(Claim claim, std::string_view unit, Reading& reading)
{
    const bool saysNone = claim.isMapped() && spec(claim.what.quantity).word && isNone(claim.text);
    if (isNothing(claim.text) && !saysNone)
        return;
    if (claim.isMapped() && (takeBatchTimesLength(claim, reading) || takeExperts(claim, reading)))
        return;
    base::Code why = base::Code::figure_unmapped;
    if (readValue(claim, unit, &why))
        addClaim(std::move(claim), reading, why);
    else if (claim.isMapped())
        reportUnread(claim, reading);
}

void takeRatio(Claim claim, const Heading& heading, const std::vector<std::string>& platforms, std::string_view unit,
    Reading& reading)
{
    const std::string plain = plainText(claim.text);
    std::string_view text = base::trimmed(plain);
    takeSides(claim, platforms, heading.text);
    claim.direction_assumed = true;
    const bool falls = text.starts_with("↓") || text.starts_with("▼");
    if (falls || text.starts_with("↑") || text.starts_with("▲"))
        text = base::trimmed(text.substr(std::string_view("↓").size()));
    if (claim.isMapped()) {
        std::optional<Form> form = formInColumn(heading.is, text, claim.what.quantity);
        if (text.data() != base::trimmed(plain).data())
            form = text.ends_with('%') ? std::optional(falls ? Form::saving : Form::gain) : std::nullopt;
        if (const Direction direction = directionIn(text, claim.what.quantity); direction != Direction::none) {
            const bool isShare = text.find('%') != std::string_view::npos && text.find_first_of("+-") == text.npos;
            form = isShare && direction != Direction::unclear
                ? std::optional(direction == Direction::falls ? Form::saving : Form::gain)
                : std::nullopt; // "高 1.5 倍" may be 1.5 or 2.5 times as much
        }
        if (form)
            claim.what.form = *form;
        else
            claim.what = {};
    }
    takeFigure(std::move(claim), text.find_first_of("%x") == std::string::npos ? unit : "", reading);
}

} // namespace fullscope::audit
