// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that charge for instance time, one after the other: a list of them would be as long as the bill.
#include "core/base/text.h"
#include "core/store/billed_parts.h"
#include "core/store/bills.h"
#include "core/store/names.h"
#include "core/store/open_workspace.h"
#include "core/store/workspace_state.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace fullscope::store {

namespace {

struct Group { // what its rows have in common
    ledger::BilledHours hours;
    std::int64_t start_us = base::kNoTime, end_us = base::kNoTime; // of rows without a charge period
    bool costs_what_is_billed = false;
    std::vector<const BilledPart*> parts {}; // that its rows may be of, by type and region
};
using Groups = std::unordered_map<std::int64_t, Group>;

base::Status readGroups(
    Database& database, const HoursOfDelivery& of, std::span<const BilledPart> parts, Groups& groups)
{
    return database.each(
        "SELECT charge_group.id, currency, commitment_status, billing_period_start_us,"
        " billing_period_end_us, region, "
            + std::string(kCostsWhatIsBilled)
            + " FROM charge_group JOIN delivery ON delivery.id = delivery_id"
              " WHERE delivery_id = ? AND instance_type = ? AND hour_rows > 0",
        [&](const Statement& row) -> base::Status {
            FS_TRY_VALUE(status, valueOf<evidence::CommitmentStatus>(row.text(2)));
            Group& group = groups[row.integer(0)];
            group.hours.instance_type = of.instance_type;
            group.hours.currency = row.text(1);
            group.hours.unused = status == evidence::CommitmentStatus::unused;
            group.start_us = row.instant(3);
            group.end_us = row.instant(4);
            group.costs_what_is_billed = row.integer(6) != 0;
            const std::string region = row.text(5);
            for (const BilledPart& part : parts)
                if (part.instance_type == of.instance_type
                    && (part.region.empty() || base::equalsIgnoreCase(part.region, region)))
                    group.parts.push_back(&part);
            return {};
        },
        of.delivery_id, of.instance_type);
}

base::Status readRow(const Statement& row, Group& group)
{
    FS_TRY_VALUE(hours, row.decimal(3));
    FS_TRY_VALUE(cost, row.decimal(group.costs_what_is_billed ? 7 : 4));
    group.hours.hours = hours.value_or(base::Decimal());
    group.hours.cost = cost;
    const bool dated = !row.isNull(1);
    group.hours.start_us = dated ? row.integer(1) : group.start_us;
    group.hours.end_us = dated ? row.instant(2) : group.end_us;
    group.hours.resource_id = row.text(5);
    return {};
}

} // namespace

base::Result<std::vector<HoursOfDelivery>> WorkspaceFile::hoursOfDeliveries() const
{
    std::vector<HoursOfDelivery> all;
    FS_TRY(m_state->database.each(
        "SELECT delivery.id, delivery.bill_id, format || ' ' || delivery.dataset, path, billing_account, "
        "billing_period_start_us, instance_type,"
        " sum(hour_rows), sum(hour_rows_without_cost)"
        " FROM delivery JOIN charge_group ON delivery_id = delivery.id"
        " LEFT JOIN source_file AS file ON file.import_id = delivery.bill_id AND file.position = 0"
        " WHERE hour_rows > 0 AND delivery.dataset <> 'modelled'"
        " GROUP BY delivery.id, instance_type ORDER BY delivery.id, instance_type",
        [&](const Statement& row) {
            all.push_back({.delivery_id = row.integer(0),
                .bill_id = row.integer(1),
                .format = row.text(2),
                .file = row.text(3),
                .billing_account = row.text(4),
                .period_start_us = row.instant(5),
                .instance_type = row.text(6),
                .rows = row.integer(7),
                .rows_without_cost = row.integer(8)});
        }));
    return all;
}

base::Result<std::vector<BilledMonth>> WorkspaceFile::billedMonths(const std::string& instance_type) const
{
    std::vector<BilledMonth> all;
    FS_TRY(m_state->database.each(
        "SELECT delivery.bill_id, path, month, instance_type, purchase_option, region, currency,"
        " dec_sum(hours), dec_sum(hours_cost), sum(hour_rows), sum(hour_rows_without_cost),"
        " commitment_status = 'unused' AS unused"
        " FROM delivery JOIN charge_group ON delivery_id = delivery.id"
        " LEFT JOIN source_file AS file ON file.import_id = delivery.bill_id AND file.position = 0"
        " WHERE hour_rows > 0 AND delivery.dataset <> 'modelled' AND instance_type = ? COLLATE NOCASE"
        " GROUP BY delivery.bill_id, month, instance_type, purchase_option, region, currency, unused"
        " ORDER BY month, region, purchase_option, currency, delivery.bill_id",
        [&](const Statement& row) -> base::Status {
            FS_TRY_VALUE(option, valueOf<evidence::PurchaseOption>(row.text(4)));
            FS_TRY_VALUE(hours, row.decimal(7));
            FS_TRY_VALUE(cost, row.decimal(8));
            BilledMonth one {.bill_id = row.integer(0), .file = row.text(1), .month = row.text(2), .hours = {}};
            one.hours.instance_type = row.text(3);
            one.hours.purchase_option = option;
            one.hours.region = row.text(5);
            one.hours.currency = row.text(6);
            one.hours.unused = row.integer(11) != 0;
            one.hours.hours = hours.value_or(base::Decimal());
            one.hours.effective = cost;
            one.hours.rows = row.integer(9);
            one.hours.rows_without_effective = row.integer(10);
            one.hours.setPrice();
            all.push_back(std::move(one));
            return {};
        },
        instance_type));
    return all;
}

constexpr std::string_view kBetween = " · "; // of a part's name; no instance type has it

std::string BilledPart::name() const
{
    std::string name = instance_type;
    for (const std::string& more : {region, tag.empty() ? tag : tag + "=" + value})
        if (!more.empty())
            name.append(kBetween).append(more);
    return name;
}

std::string BilledPart::typeOf(const std::string& name)
{
    return name.substr(0, name.find(kBetween));
}

namespace {

// Which rows carry the tags of parts: each set of tags is read once.
class TagsOfRows {
public:
    explicit TagsOfRows(Database& database)
        : m_database(database)
    {
    }
    base::Result<bool> has(std::int64_t tags, const BilledPart& part)
    {
        if (part.tag.empty() || tags == 0)
            return part.tag.empty();
        const auto known = m_known.try_emplace({tags, &part}, false);
        if (!known.second)
            return known.first->second;
        FS_TRY_VALUE(query, m_database.prepare("SELECT text FROM bill_text WHERE id = ?"));
        query.start(tags);
        FS_TRY_VALUE(any, query.next());
        FS_TRY_VALUE(all, readTags(any ? query.text(0) : std::string("[]")));
        known.first->second = std::any_of(all.begin(), all.end(), [&](const auto& tag) {
            return base::equalsIgnoreCase(tag.first, part.tag) && base::equalsIgnoreCase(tag.second, part.value);
        });
        return known.first->second;
    }

private:
    Database& m_database;
    std::map<std::pair<std::int64_t, const BilledPart*>, bool> m_known;
};

base::Status eachRow(Database& database, std::int64_t bill_id, const std::vector<HoursOfDelivery>& wanted,
    bool with_resources, std::span<const BilledPart> parts, const WorkspaceFile::TakeHours& take)
{
    Groups groups;
    for (const HoursOfDelivery& of : wanted)
        if (of.bill_id == bill_id)
            FS_TRY(readGroups(database, of, parts, groups));
    if (groups.empty())
        return {};
    TagsOfRows tags(database);
    const std::string resource = with_resources
        ? ", resource.text, tags, billed FROM bill_row LEFT JOIN bill_text AS resource ON resource.id = resource_id"
        : ", '', tags, billed FROM bill_row";
    return database.each(
        "SELECT group_id, charge_start_us, charge_end_us, instance_hours, hours_cost" + resource
            + " WHERE bill_row.bill_id = ? AND instance_hours NOT NULL ORDER BY position",
        [&](const Statement& row) -> base::Status {
            const auto group = groups.find(row.integer(0));
            if (group == groups.end())
                return {};
            ledger::BilledHours& hours = group->second.hours;
            if (base::Status read = readRow(row, group->second); !read.ok())
                return read;
            for (const BilledPart* const part : group->second.parts) {
                const auto is_of = tags.has(row.integer(6), *part); // NULL reads as 0, which is no id
                if (!is_of.ok())
                    return is_of.error();
                if (!*is_of)
                    continue;
                const std::string type = std::exchange(hours.instance_type, part->name());
                base::Status taken = take(hours);
                hours.instance_type = type;
                return taken;
            }
            return take(hours);
        },
        bill_id);
}

} // namespace

base::Status WorkspaceFile::eachBilledHours(
    std::int64_t bill_id, const std::vector<HoursOfDelivery>& wanted, bool with_resources, const TakeHours& take) const
{
    return eachRow(m_state->database, bill_id, wanted, with_resources, {}, take);
}

base::Status eachBilledHours(const WorkspaceFile& workspace, std::int64_t bill_id,
    const std::vector<HoursOfDelivery>& wanted, bool with_resources, std::span<const BilledPart> parts,
    const WorkspaceFile::TakeHours& take)
{
    if (parts.empty())
        return workspace.eachBilledHours(bill_id, wanted, with_resources, take);
    FS_TRY(workspace.checkInPlace());
    FS_TRY_VALUE(opened, openDatabase(workspace.path(), Access::read_only, schemaSteps()));
    return eachRow(opened.database, bill_id, wanted, with_resources, parts, take);
}

} // namespace fullscope::store
