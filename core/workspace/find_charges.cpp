// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/find_charges.h"

#include "core/ledger/attribution.h"
#include "core/store/charges.h"
#include "core/words/attribution_words.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

namespace fullscope::workspace {

using ledger::AttributionField;

namespace {

constexpr std::int64_t kChecked = 1'024; // rows

struct Value { // of a field in one bill
    std::string field, text; // the field in words
    std::int64_t rows = 0, first = 0; // row of the bill, from 0
};

class Charges {
public:
    Charges(const store::ChargeReader& reader, const Matches& matches, words::Language language)
        : m_reader(reader)
        , m_matches(matches)
        , m_language(language)
    {
    }

    base::Status readGroups();
    const std::map<std::int64_t, std::string>& bills() const { return m_bills; }
    base::Status readBill(std::int64_t bill, const base::JobContext& job);
    void take(Found& into);

private:
    using Indices = std::vector<std::size_t>; // into m_values
    void addIfMatching(Indices& to, AttributionField field, const std::string& text, const std::string& tag = {});
    base::Result<const Indices*> ofText(AttributionField field, std::int64_t id);
    void count(const Indices& values);

    store::ChargeReader m_reader;
    const Matches& m_matches;
    words::Language m_language;
    std::map<std::int64_t, std::string> m_bills; // and their files
    std::vector<store::ChargeGroup> m_groups;
    std::vector<std::pair<std::int64_t, std::vector<Value>>> m_found; // by bill
    std::size_t m_shown = 0, m_counted = 0; // values of the bills before: found, counted only

    // --- of the bill that is being read
    std::vector<Value> m_values;
    std::map<std::pair<std::string, std::string>, std::size_t> m_known; // field, text
    std::unordered_map<std::int64_t, Indices> m_by_group;
    struct Texts {
        std::vector<bool> seen; // by id
        std::unordered_map<std::int64_t, Indices> matching;
    };
    Texts m_texts[3]; // resource, description, tags
    std::unordered_set<std::size_t> m_beyond; // values that are counted only
    std::int64_t m_row = 0;
};

// Beyond the values that are shown they are counted, each by a hash: a million of them need no gigabyte.
void Charges::addIfMatching(Indices& to, AttributionField field, const std::string& text, const std::string& tag)
{
    if (text.empty() || !(m_matches(text) || (!tag.empty() && m_matches(tag + " " + text))))
        return;
    std::string said = words::label(field, m_language) + (tag.empty() ? std::string() : " " + tag);
    auto known = m_known.find({said, text});
    if (known == m_known.end()) {
        if (m_shown + m_values.size() >= kMostHits) {
            m_beyond.insert(std::hash<std::string> {}(said + '\0' + text));
            return;
        }
        known = m_known.emplace(std::pair(said, text), m_values.size()).first;
        m_values.push_back({std::move(said), text});
    }
    if (std::ranges::find(to, known->second) == to.end()) // one row counts once, also where account and payer are one
        to.push_back(known->second);
}

base::Status Charges::readGroups()
{
    FS_TRY_VALUE(groups, m_reader.groups());
    m_groups = std::move(groups);
    for (const store::ChargeGroup& group : m_groups)
        m_bills[group.bill_id] = group.file;
    return {};
}

// Each text is held against what is looked for once, not once for each row; only those that match are kept.
base::Result<const Charges::Indices*> Charges::ofText(AttributionField field, std::int64_t id)
{
    static const Indices kNone;
    if (id <= 0)
        return &kNone;
    Texts& texts = m_texts[field == AttributionField::resource ? 0 : field == AttributionField::description ? 1 : 2];
    const auto bit = static_cast<std::size_t>(id);
    if (bit < texts.seen.size() && texts.seen[bit]) {
        const auto known = texts.matching.find(id);
        return known == texts.matching.end() ? &kNone : &known->second;
    }
    if (bit >= texts.seen.size())
        texts.seen.resize(std::max(bit + 1, 2 * texts.seen.size()));
    texts.seen[bit] = true;
    Indices values;
    if (field == AttributionField::tag) {
        FS_TRY_VALUE(tags, m_reader.tags(id));
        for (const auto& [tag, text] : tags)
            addIfMatching(values, field, text, tag);
    } else {
        FS_TRY_VALUE(text, m_reader.text(id));
        addIfMatching(values, field, text);
    }
    if (values.empty())
        return &kNone;
    return &texts.matching.emplace(id, std::move(values)).first->second;
}

void Charges::count(const Indices& values)
{
    for (const std::size_t value : values)
        if (m_values[value].rows++ == 0)
            m_values[value].first = m_row;
}

base::Status Charges::readBill(std::int64_t bill, const base::JobContext& job)
{
    m_values.clear();
    m_known.clear();
    m_by_group.clear();
    for (Texts& texts : m_texts)
        texts = {};
    m_beyond.clear();
    m_row = 0;
    for (const store::ChargeGroup& group : m_groups) {
        if (group.bill_id != bill)
            continue;
        Indices& of = m_by_group[group.id];
        const std::pair<AttributionField, const std::string*> fields[]
            = {{AttributionField::account, &group.billing_account}, {AttributionField::account, &group.sub_account},
                {AttributionField::service, &group.service}, {AttributionField::usage_type, &group.usage_type},
                {AttributionField::instance_type, &group.instance_type}, {AttributionField::region, &group.region}};
        for (const auto& [field, text] : fields)
            addIfMatching(of, field, *text);
    }
    base::Progress progress {.what = m_bills.at(bill)};
    const auto take = [&](const store::ChargeRow& row) -> base::Status {
        if (m_row % kChecked == 0) {
            FS_TRY(job.check());
            progress.done = static_cast<std::uint64_t>(m_row);
            job.report(progress);
        }
        count(m_by_group[row.group_id]);
        for (const auto& [field, id] : {std::pair(AttributionField::resource, row.resource),
                 std::pair(AttributionField::description, row.description),
                 std::pair(AttributionField::tag, row.tags)}) {
            FS_TRY_VALUE(values, ofText(field, id));
            count(*values);
        }
        ++m_row;
        return {};
    };
    FS_TRY(m_reader.eachRow(bill, false, take));
    std::ranges::stable_sort(m_values, {}, &Value::first);
    m_shown += m_values.size();
    m_counted += m_beyond.size();
    m_found.emplace_back(bill, std::move(m_values));
    return {};
}

void Charges::take(Found& into)
{
    into.total[static_cast<std::size_t>(FoundIn::charges)] = static_cast<std::int64_t>(m_shown + m_counted);
    for (const auto& [bill, values] : m_found)
        for (const Value& value : values)
            into.hits.push_back({FoundIn::charges, value.text, value.field + " · " + m_bills.at(bill), value.rows,
                {.kind = store::Place::Kind::bill_row, .id = bill, .row = value.first}});
}

} // namespace

base::Status findCharges(const store::WorkspaceFile& workspace, const Matches& matches, words::Language language,
    const base::JobContext& job, Found& into)
{
    FS_TRY_VALUE(reader, store::ChargeReader::open(workspace));
    Charges charges(reader, matches, language);
    FS_TRY(charges.readGroups());
    for (const auto& [bill, file] : charges.bills())
        FS_TRY(charges.readBill(bill, job));
    charges.take(into);
    return {};
}

} // namespace fullscope::workspace
