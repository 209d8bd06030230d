// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue with what the user says.
#include "core/base/text.h"
#include "core/catalogue/catalogue.h"

#include <algorithm>

namespace fullscope::catalogue {

namespace {

using Number = std::optional<double> Accelerator::*;

Number memberOf(FactKind kind)
{
    switch (kind) {
    case FactKind::memory_gb:
        return &Accelerator::memory_gb;
    case FactKind::memory_tb_s:
        return &Accelerator::memory_tb_s;
    case FactKind::fp32_dense_tflops:
        return &Accelerator::fp32_dense_tflops;
    case FactKind::tf32_dense_tflops:
        return &Accelerator::tf32_dense_tflops;
    case FactKind::bf16_dense_tflops:
        return &Accelerator::bf16_dense_tflops;
    case FactKind::fp16_dense_tflops:
        return &Accelerator::fp16_dense_tflops;
    case FactKind::fp8_dense_tflops:
        return &Accelerator::fp8_dense_tflops;
    case FactKind::fp4_dense_tflops:
        return &Accelerator::fp4_dense_tflops;
    case FactKind::sparse_factor:
        return &Accelerator::sparse_factor;
    case FactKind::tdp_w:
        return &Accelerator::tdp_w;
    case FactKind::accelerator:
    case FactKind::accelerator_count:
    case FactKind::count:
        break;
    }
    return nullptr;
}

// Checked when it was entered.
double numberOf(const UserFact& fact)
{
    return base::parseDouble(fact.value).ok() ? *base::parseDouble(fact.value) : 0;
}

std::string dayOf(const UserFact& fact)
{
    const auto day = firstDay(fact.as_of);
    return day.ok() ? *day : std::string();
}

} // namespace

void Catalogue::take(const UserFact& fact)
{
    if (isOfInstance(fact.kind)) {
        const bool is_name = fact.kind == FactKind::accelerator;
        if (find(fact.subject).empty()) {
            Instance& added = m_instances.emplace_back();
            added.instance_type = bareType(fact.subject);
            added.as_of = fact.as_of;
            added.source = fact.source;
            added.notes = fact.note;
        }
        for (Instance& instance : m_instances) {
            if (!base::equalsIgnoreCase(instance.instance_type, bareType(fact.subject)))
                continue;
            if (is_name)
                instance.accelerator = fact.value;
            else
                instance.accelerator_count = static_cast<int>(numberOf(fact));
        }
        return;
    }
    const Accelerator* known = accelerator(fact.subject);
    if (known == nullptr) {
        Accelerator& added = m_accelerators.emplace_back();
        added.name = fact.subject;
        added.source = fact.source;
        added.notes = fact.note;
        known = &m_accelerators.back();
    }
    m_accelerators[static_cast<std::size_t>(known - m_accelerators.data())].*memberOf(fact.kind) = numberOf(fact);
}

Catalogue Catalogue::with(const UserEntries& entries) const
{
    Catalogue all = *this;
    all.m_prices.insert(all.m_prices.end(), entries.prices.begin(), entries.prices.end());
    std::vector<UserFact> facts = entries.facts;
    std::stable_sort(facts.begin(), facts.end(),
        [](const UserFact& a, const UserFact& b) { return std::pair(dayOf(a), a.id) < std::pair(dayOf(b), b.id); });
    for (const UserFact& fact : facts) { // a later one takes the place of an earlier one
        all.take(fact);
        std::erase_if(all.m_facts, [&](const UserFact& other) {
            return other.kind == fact.kind && base::equalsIgnoreCase(other.subject, fact.subject);
        });
        all.m_facts.push_back(fact);
    }
    return all;
}

const UserFact* Catalogue::usersFact(std::string_view subject, FactKind kind) const
{
    const Accelerator* chip = isOfInstance(kind) ? nullptr : accelerator(subject);
    const auto is_it = [&](const UserFact& fact) {
        if (fact.kind != kind)
            return false;
        return isOfInstance(kind) ? base::equalsIgnoreCase(bareType(fact.subject), bareType(subject))
                                  : chip != nullptr && accelerator(fact.subject) == chip;
    };
    const auto users = std::find_if(m_facts.rbegin(), m_facts.rend(), is_it);
    return users == m_facts.rend() ? nullptr : &*users;
}

std::optional<Fact> Catalogue::fact(std::string_view subject, FactKind kind) const
{
    const UserFact* const users = usersFact(subject, kind);
    if (users != nullptr && kind != FactKind::accelerator)
        return Fact {numberOf(*users), users->source, users->as_of, users->note, true};
    if (kind == FactKind::accelerator_count)
        for (const Instance* instance : find(subject))
            if (instance->accelerator_count)
                return Fact {static_cast<double>(*instance->accelerator_count), instance->source, {}, instance->notes};
    const Accelerator* chip = isOfInstance(kind) ? nullptr : accelerator(subject);
    const Number member = memberOf(kind);
    if (chip == nullptr || member == nullptr || !(chip->*member))
        return std::nullopt;
    return Fact {*(chip->*member), chip->source, {}, chip->notes};
}

} // namespace fullscope::catalogue
