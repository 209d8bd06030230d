// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/charges.h"

#include "core/store/billed_parts.h"
#include "core/store/bills.h"
#include "core/store/column_codec.h"
#include "core/store/names.h"
#include "core/store/open_workspace.h"

#include <map>
#include <tuple>
#include <unordered_map>

namespace fullscope::store {

namespace {

base::Status readCosts(const Statement& row, int column, std::optional<base::Decimal>& billed,
    std::optional<base::Decimal>& effective, std::optional<base::Decimal>& net)
{
    for (auto* cost : {&billed, &effective, &net}) {
        FS_TRY_VALUE(amount, row.decimal(column++));
        *cost = amount;
    }
    return {};
}

base::Result<ChargeGroup> groupOf(const Statement& row)
{
    FS_TRY_VALUE(dataset, valueOf<evidence::CostDataset>(row.text(4)));
    ChargeGroup group {.id = row.integer(0),
        .delivery_id = row.integer(1),
        .bill_id = row.integer(2),
        .exported = row.text(3),
        .dataset = dataset,
        .file = row.text(5),
        .provider = row.text(6),
        .billing_account = row.text(7),
        .sub_account = row.text(8),
        .service = row.text(9),
        .usage_type = row.text(10),
        .instance_type = row.text(11),
        .region = row.text(12),
        .currency = row.text(13),
        .month = row.text(14),
        .period_start_us = row.instant(15),
        .effective_rounded = row.integer(16) != 0,
        .rows = row.integer(17),
        .billed = {},
        .effective = {},
        .net = {}};
    if (group.month.empty() && group.period_start_us != base::kNoTime)
        group.month = base::formatMonth({group.period_start_us});
    FS_TRY(readCosts(row, 18, group.billed, group.effective, group.net));
    return group;
}

// Rows of a group that may tell quantities.
struct QuantityGroup {
    ChargedQuantity named; // no sums yet
    bool effective_rounded = false;
    std::vector<std::int64_t> positions;
};

base::Result<std::vector<QuantityGroup>> quantityGroups(Database& database, ledger::MoneyCategory category)
{
    std::vector<QuantityGroup> groups;
    ColumnCodec codec;
    FS_TRY(database.each(
        "SELECT bill_id, service, usage_type, region, currency, quantity_unit, effective_rounded, rows, positions"
        " FROM delivery JOIN charge_group ON delivery_id = delivery.id"
        " WHERE category = ? AND quantity_unit <> '' AND dataset <> 'modelled' ORDER BY bill_id, charge_group.id",
        [&](const Statement& row) -> base::Status {
            QuantityGroup& group = groups.emplace_back();
            group.named.bill_id = row.integer(0);
            group.named.category = category;
            group.named.service = row.text(1);
            group.named.usage_type = row.text(2);
            group.named.region = row.text(3);
            group.named.currency = row.text(4);
            group.named.unit = row.text(5);
            group.effective_rounded = row.integer(6) != 0;
            group.positions.resize(static_cast<std::size_t>(row.integer(7)));
            return codec.decode(row.blob(8), std::span(group.positions));
        },
        ledger::name(category)));
    return groups;
}

// quantity, billed, effective
base::Status addQuantity(ChargedQuantity& sum, const Statement& row, bool effective_rounded)
{
    FS_TRY_VALUE(quantity, row.decimal(0));
    if (!quantity)
        return {};
    FS_TRY_VALUE(billed, row.decimal(1));
    FS_TRY_VALUE(effective, row.decimal(2));
    const auto cost = effective && !effective_rounded ? effective : billed;
    FS_TRY_VALUE(quantities, base::Decimal::sum(sum.quantity, *quantity));
    const bool is_told = cost && (sum.rows == 0 || sum.cost);
    if (is_told) {
        FS_TRY_VALUE(costs, base::Decimal::sum(sum.cost.value_or(base::Decimal()), *cost));
        sum.cost = costs;
    } else {
        sum.cost.reset();
    }
    sum.quantity = quantities;
    ++sum.rows;
    return {};
}

} // namespace

ChargeReader::ChargeReader(std::shared_ptr<Database> database)
    : m_database(std::move(database))
{
}

base::Result<ChargeReader> ChargeReader::open(const WorkspaceFile& workspace)
{
    FS_TRY(workspace.checkInPlace());
    FS_TRY_VALUE(opened, openDatabase(workspace.path(), Access::read_only, schemaSteps()));
    auto database = std::make_shared<Database>(std::move(opened.database));
    FS_TRY(database->execute("BEGIN"));
    return ChargeReader(std::move(database));
}

base::Result<std::vector<ChargeGroup>> ChargeReader::groups() const
{
    std::vector<ChargeGroup> all;
    FS_TRY(m_database->each(
        "SELECT charge_group.id, delivery.id, delivery.bill_id, format || ' ' || dataset, dataset, path, provider,"
        " billing_account, sub_account, service, usage_type, instance_type, region, currency, month,"
        " billing_period_start_us, effective_rounded, rows, billed, effective, net"
        " FROM delivery JOIN charge_group ON delivery_id = delivery.id"
        " LEFT JOIN source_file AS file ON file.import_id = delivery.bill_id AND file.position = 0"
        " ORDER BY delivery.bill_id, delivery.id, charge_group.id",
        [&](const Statement& row) -> base::Status {
            FS_TRY_VALUE(group, groupOf(row));
            all.push_back(std::move(group));
            return {};
        }));
    return all;
}

base::Status ChargeReader::eachRow(std::int64_t bill_id, bool with_costs, const Take& take) const
{
    ChargeRow charge;
    return m_database->each(
        "SELECT position, group_id, resource_id, description, tags, billed, effective, net FROM bill_row"
        " WHERE bill_id = ? ORDER BY position",
        [&](const Statement& row) -> base::Status {
            charge.position = row.integer(0);
            charge.group_id = row.integer(1);
            charge.resource = row.integer(2); // NULL reads as 0, which is no id
            charge.description = row.integer(3);
            charge.tags = row.integer(4);
            if (with_costs)
                FS_TRY(readCosts(row, 5, charge.billed, charge.effective, charge.net));
            return take(charge);
        },
        bill_id);
}

base::Status ChargeReader::eachDated(std::int64_t bill_id, const TakeDated& take) const
{
    struct Group {
        std::int64_t start_us = base::kNoTime, end_us = base::kNoTime; // of the billing period
        bool costs_what_is_billed = false;
    };
    std::unordered_map<std::int64_t, Group> groups;
    FS_TRY(m_database->each(
        "SELECT charge_group.id, billing_period_start_us, billing_period_end_us, " + std::string(kCostsWhatIsBilled)
            + " FROM delivery JOIN charge_group ON delivery_id = delivery.id WHERE delivery.bill_id = ?",
        [&](const Statement& row) {
            groups[row.integer(0)] = {row.instant(1), row.instant(2), row.integer(3) != 0};
        },
        bill_id));
    DatedCharge charge;
    charge.row = -1;
    return m_database->each(
        "SELECT group_id, charge_start_us, charge_end_us, billed, effective, instance_hours NOT NULL, hours_cost"
        " FROM bill_row WHERE bill_id = ? ORDER BY position",
        [&](const Statement& row) -> base::Status {
            ++charge.row;
            charge.group_id = row.integer(0);
            const bool dated = !row.isNull(1);
            const Group& group = groups[charge.group_id];
            charge.start_us = dated ? row.integer(1) : group.start_us;
            charge.end_us = dated ? row.instant(2) : group.end_us;
            std::optional<base::Decimal>* const costs[] = {&charge.billed, &charge.effective};
            for (int i = 0; i < 2; ++i) {
                FS_TRY_VALUE(cost, row.decimal(3 + i));
                *costs[i] = cost;
            }
            charge.is_hours = row.integer(5) != 0;
            FS_TRY_VALUE(hours_cost, row.decimal(6));
            charge.hours_cost = charge.is_hours && group.costs_what_is_billed ? charge.billed : hours_cost;
            return take(charge);
        },
        bill_id);
}

base::Result<std::vector<ChargedQuantity>> ChargeReader::quantities(ledger::MoneyCategory category)
{
    using Key = std::tuple<std::int64_t, std::string, std::string, std::string, std::string, std::string>;
    FS_TRY_VALUE(groups, quantityGroups(*m_database, category));
    FS_TRY_VALUE(query,
        m_database->prepare(
            "SELECT quantity, billed, effective, description FROM bill_row WHERE bill_id = ? AND position = ?"));
    std::map<Key, ChargedQuantity> sums; // months and sub-accounts have groups of their own
    for (const QuantityGroup& group : groups) {
        const ChargedQuantity& named = group.named;
        ChargedQuantity& sum
            = sums.try_emplace(
                      {named.bill_id, named.service, named.usage_type, named.region, named.currency, named.unit}, named)
                  .first->second;
        for (const std::int64_t position : group.positions) {
            query.start(named.bill_id, position);
            FS_TRY_VALUE(any, query.next());
            if (!any)
                return base::Error {.code = base::Code::store_corrupt, .found = std::to_string(position)};
            if (sum.rows == 0 && !query.isNull(3)) {
                FS_TRY_VALUE(description, text(query.integer(3)));
                sum.description = std::move(description);
            }
            FS_TRY(addQuantity(sum, query, group.effective_rounded));
        }
    }
    std::vector<ChargedQuantity> all;
    for (auto& [key, sum] : sums)
        if (sum.rows > 0)
            all.push_back(std::move(sum));
    return all;
}

base::Result<ChargedTime> ChargeReader::chargedTime(std::int64_t bill_id, std::int64_t delivery_id) const
{
    ChargedTime time;
    FS_TRY(m_database->each(
        "SELECT min(charge_start_us), max(coalesce(charge_end_us, charge_start_us + 86400000000)) FROM bill_row"
        " WHERE bill_id = ? AND group_id IN (SELECT id FROM charge_group WHERE delivery_id = ?)"
        " HAVING count(charge_start_us) = count(*)",
        [&](const Statement& row) {
            time = {row.instant(0), row.instant(1)};
        },
        bill_id, delivery_id));
    return time;
}

base::Result<std::string> ChargeReader::text(std::int64_t id)
{
    if (!m_text) {
        FS_TRY_VALUE(query, m_database->prepare("SELECT text FROM bill_text WHERE id = ?"));
        m_text = std::make_shared<Statement>(std::move(query));
    }
    m_text->start(id);
    FS_TRY_VALUE(any, m_text->next());
    if (!any)
        return base::Error {.code = base::Code::store_corrupt, .found = std::to_string(id)};
    return m_text->text(0);
}

base::Result<ChargeReader::Tags> ChargeReader::tags(std::int64_t id)
{
    FS_TRY_VALUE(json, text(id));
    return readTags(json);
}

base::Result<std::vector<StoredBillRow>> ChargeReader::rows(std::span<const RowPlace> places) const
{
    std::vector<StoredBillRow> all;
    for (std::size_t at = 0; at < places.size();) { // places of one bill follow each other
        std::vector<std::int64_t> positions;
        const std::int64_t bill = places[at].bill_id;
        for (; at < places.size() && places[at].bill_id == bill; ++at)
            positions.push_back(places[at].position);
        FS_TRY_VALUE(some, readBillRows(*m_database, bill, positions));
        for (StoredBillRow& row : some)
            all.push_back(std::move(row));
    }
    return all;
}

} // namespace fullscope::store
