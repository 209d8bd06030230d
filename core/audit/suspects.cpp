// SPDX-License-Identifier: GPL-3.0-or-later
// Which figures are wrong? A figure that enters several contradictions, and of which one value mends them all, is the
// likelier one: the smallest sets of figures that enter every contradiction (minimum hitting sets), by trying all sets
// of one, two … figures; beyond kMaxSize greedily.
#include "core/audit/suspects.h"

#include <algorithm>
#include <functional>
#include <set>

namespace fullscope::audit {

namespace {

constexpr std::size_t kMaxSize = 4;
constexpr std::size_t kMaxTried = 200'000; // sets looked at; a page of figures needs some thousands

using Indices = std::vector<std::size_t>;

struct Failing {
    std::size_t finding = 0;
    Indices claims;
};

bool isHit(const Failing& failing, const Indices& chosen)
{
    return std::ranges::any_of(chosen,
        [&failing](std::size_t claim) { return std::ranges::find(failing.claims, claim) != failing.claims.end(); });
}

// Values of the claim with which every one of `findings` and all that holds with it now would hold.
std::optional<Interval> mending(
    std::size_t claim, const Indices& own, const std::vector<Finding>& findings, const std::vector<Finding>& holds)
{
    std::optional<Interval> range;
    for (const std::size_t index : own) {
        const auto mend = std::ranges::find(findings[index].mends, claim, &Mend::claim);
        if (mend == findings[index].mends.end())
            return std::nullopt;
        range = range ? common(*range, mend->range) : mend->range;
    }
    for (const Finding& finding : holds) {
        if (!range || finding.lines.empty() || !finding.claimed)
            break;
        const Expression& expression = finding.lines.front().expression;
        for (std::size_t i = 0; i < expression.operands().size(); ++i) {
            const Indices& claims = expression.operands()[i].claims;
            if (std::ranges::find(claims, claim) == claims.end())
                continue;
            if (const auto kept = expression.solvedRange(i, finding.claimed->range); kept && range)
                range = common(*range, *kept);
        }
        if (std::ranges::find(finding.claimed->claims, claim) != finding.claimed->claims.end())
            range = common(*range, finding.computed_range);
    }
    return range && !isEmpty(*range) ? range : std::nullopt;
}

SuspectSet described(const Indices& chosen, const std::vector<Failing>& failing, const std::vector<Finding>& findings,
    const std::vector<Finding>& holds)
{
    SuspectSet set;
    for (const std::size_t claim : chosen) {
        Suspect suspect {.claim = claim};
        Indices alone; // that no other figure of the set enters
        for (const Failing& one : failing) {
            if (!isHit(one, {claim}))
                continue;
            suspect.findings.push_back(one.finding);
            Indices others = chosen;
            std::erase(others, claim);
            if (!isHit(one, others))
                alone.push_back(one.finding);
        }
        suspect.mending = mending(claim, alone.empty() ? suspect.findings : alone, findings, holds);
        set.push_back(std::move(suspect));
    }
    return set;
}

struct Search {
    const std::vector<Failing>& failing;
    std::vector<Indices> found {};
    std::size_t tried = 0;

    // Every set of `size` figures that hits all: the first finding that is not hit yet is branched on.
    void extend(Indices& chosen, std::size_t size)
    {
        if (++tried > kMaxTried)
            return;
        const auto open = std::ranges::find_if(failing, [&chosen](const Failing& one) { return !isHit(one, chosen); });
        if (open == failing.end()) {
            Indices sorted = chosen;
            std::ranges::sort(sorted);
            if (std::ranges::find(found, sorted) == found.end())
                found.push_back(std::move(sorted));
            return;
        }
        if (chosen.size() == size)
            return;
        for (const std::size_t claim : open->claims) {
            chosen.push_back(claim);
            extend(chosen, size);
            chosen.pop_back();
        }
    }
};

Indices greedy(const std::vector<Failing>& failing)
{
    Indices chosen;
    for (const Failing& one : failing)
        if (!isHit(one, chosen)) {
            const auto hits = [&](std::size_t claim) {
                return std::ranges::count_if(failing, [&](const Failing& other) { return isHit(other, {claim}); });
            };
            chosen.push_back(*std::ranges::max_element(one.claims, {}, hits));
        }
    return chosen;
}

} // namespace

std::vector<SuspectSet> suspectsOf(
    const std::vector<Finding>& findings, const std::vector<Finding>& holds, const std::vector<Claim>& claims)
{
    std::vector<Failing> failing;
    for (std::size_t i = 0; i < findings.size(); ++i)
        if ((findings[i].verdict == Verdict::contradicts || findings[i].verdict == Verdict::impossible)
            && !findings[i].claims.empty())
            failing.push_back({i, findings[i].claims});
    constexpr std::size_t kMost = 200; // beyond, no small set mends a page that is wrong all over
    if (failing.empty() || failing.size() > kMost || claims.empty())
        return {};
    Search search {.failing = failing};
    for (std::size_t size = 1; size <= kMaxSize && search.found.empty() && search.tried <= kMaxTried; ++size) {
        Indices chosen;
        search.extend(chosen, size);
    }
    if (search.found.empty())
        search.found.push_back(greedy(failing));
    std::vector<SuspectSet> sets;
    for (const Indices& chosen : search.found)
        sets.push_back(described(chosen, failing, findings, holds));
    std::ranges::stable_sort(sets, std::ranges::greater {}, [](const SuspectSet& set) {
        return std::ranges::count_if(set, [](const Suspect& suspect) { return suspect.mending.has_value(); });
    });
    if (sets.size() > kMaxSuspectSets)
        sets.resize(kMaxSuspectSets);
    return sets;
}

} // namespace fullscope::audit
