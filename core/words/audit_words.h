// SPDX-License-Identifier: GPL-3.0-or-later
// Words about the figures and findings of the claim audit.
#pragma once

#include "core/audit/audit.h"
#include "core/words/words.h"

namespace fullscope::words {

std::string label(audit::Quantity quantity, Language language); // "Step time"
// With form and kind: "Throughput, ratio", "Peak FLOP/s per chip (bf16, sparse)"; "not known" where it is unmapped.
std::string label(const audit::NamedQuantity& quantity, Language language);
std::string label(audit::Verdict verdict, Language language); // "cannot be true"
// That of its verdict, or "to be asked" where it is a doubt of no weight.
std::string verdictLabel(const audit::Finding& finding, Language language);
std::string label(audit::Rule rule, Language language); // "Unit cost"
std::string label(audit::Assumption assumption, Language language); // "a dense model, no mixture of experts"
// One sentence: why the finding says so.
std::string sentence(const audit::Finding& finding, Language language);
// "claimed 0.0320 $, computed $0.03405/M tokens: 6.0 % lower, where the printed digits allow ±0.2 %"; empty where
// nothing was compared.
std::string comparison(const audit::Finding& finding, Language language);
// "Taken for given, as nothing says otherwise: …"; empty where nothing was.
std::string assumptions(const audit::Finding& finding, Language language);
// Of every fact in the arithmetic: "catalogue_peak_bf16_dense: H100 SXM5 80GB: NVIDIA data sheet".
std::vector<std::string> sources(const audit::Finding& finding);
// Every line of the arithmetic, in the names of files and with the numbers put in: "instance_price / tokens_per_s × 1e6
// / 3600 = 14.88 $/h / 121,400 tokens/s × 1e6 / 3600 = $0.03405/M tokens".
std::vector<std::string> arithmetic(const audit::Finding& finding);
// "Cost per million tokens of trn2.48xlarge to $0.03405/M tokens (0.0340 to 0.0341)".
std::string mend(const audit::Mend& mend, const std::vector<audit::Claim>& claims, Language language);

// "$14.88": as it was printed, of a figure that was not its value.
std::string printedText(const audit::Claim& claim);

enum class AuditWord {
    figures,
    findings,
    holds,
    platform,
    quantity,
    value,
    as_printed,
    where,
    not_mapped,
    all_platforms,
    verdict,
    rule,
    why,
    arithmetic,
    would_mend,
    uses,
    nothing_wrong,
    counts, // {0} figures, {1} wrong, {2} missing or to be asked, {3} hold
    to_be_asked,
    assumed, // {0} is a list
    more, // {0} more
    not_read, // heads what was not understood
    suspects,
    one_of_sets,
    figure_at, // {0}, line {1}
    section,
    as_claimed, // {0} is the platform
    beside,
    claimed,
    measured,
    source,
    agrees,
    differs,
    other_currency,
    left_out, // {0} figures of which nothing wrong can be said, as they were not understood
    not_taken, // {0} is an input, {1} the platform, {2} what is claimed, {3} what the scenario keeps
    count
};
std::string say(AuditWord word, Language language, const std::vector<std::string>& arguments = {});

} // namespace fullscope::words
