// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/bench_prices.h"

#include "core/base/quantity.h"
#include "core/base/text.h"
#include "core/words/bench_run_words.h"
#include "core/workspace/catalogue_candidates.h"

#include <algorithm>
#include <cctype>

namespace fullscope::workspace {

namespace {

using words::BenchRunWord;

bool isWordCharacter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

// A whole word of `text`, without case: no L4 in an L40S.
bool holdsWord(std::string_view text, std::string_view word)
{
    const std::string in = base::toLower(text), what = base::toLower(word);
    for (std::size_t at = in.find(what); !what.empty() && at != std::string::npos; at = in.find(what, at + 1)) {
        const std::size_t end = at + what.size();
        if ((at == 0 || !isWordCharacter(in[at - 1])) && (end == in.size() || !isWordCharacter(in[end])))
            return true;
    }
    return false;
}

// The catalogue's name begins with the model: "A100 SXM4 80GB", "RTX 4090", "Trainium2".
bool maybeIs(const std::string& accelerator, const std::string& device_name)
{
    if (holdsWord(device_name, "Neuron")) // its tools do not tell which generation
        return accelerator.starts_with("Trainium");
    const std::size_t first = accelerator.find(' ');
    std::string model = accelerator.substr(0, first);
    if (model == "RTX" || model == "TPU")
        model = accelerator.substr(0, accelerator.find(' ', first + 1));
    return holdsWord(device_name, model);
}

} // namespace

std::vector<BenchPrice> benchPrices(const catalogue::Catalogue& catalogue, const std::string& device_name,
    const std::string& today, words::Language language)
{
    std::vector<Candidate> all;
    addCataloguePrices(all, catalogue, {}, scenario::Input::price_per_h, "USD", today, language);
    std::vector<BenchPrice> out;
    std::vector<std::string> seen;
    for (const catalogue::Instance& instance : catalogue.instances()) {
        if (!maybeIs(instance.accelerator, device_name)
            || std::ranges::find(seen, instance.instance_type) != seen.end())
            continue;
        seen.push_back(instance.instance_type);
        const int devices = std::max(1, instance.accelerator_count.value_or(1));
        for (const Candidate& candidate : all) {
            if (!concerns(catalogue, candidate, instance.instance_type))
                continue;
            const auto add = [&](double per_h, int paid) {
                out.push_back({.per_h = per_h,
                    .label = words::say(BenchRunWord::offered_chips, language,
                        {base::formatQuantity(per_h, base::Unit::money_per_hour) + " · " + candidate.label,
                            std::to_string(paid) + (paid < devices ? "/" + std::to_string(devices) : ""),
                            instance.accelerator}),
                    .source = candidate.value.provenance.source,
                    .as_of = candidate.value.provenance.as_of,
                    .devices = paid});
            };
            add(candidate.value.value, devices);
            if (devices > 1)
                add(candidate.value.value / devices, 1);
        }
    }
    return out;
}

} // namespace fullscope::workspace
