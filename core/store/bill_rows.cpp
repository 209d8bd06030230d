// SPDX-License-Identifier: GPL-3.0-or-later
// Pages of bill rows: the filter picks groups, the groups know where their rows are.
#include "core/store/bills.h"

#include "core/store/column_codec.h"
#include "core/store/names.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <numeric>

namespace fullscope::store {

namespace {

// ?1 bill, ?2 category, ?3 month, ?4 currency, ?5 instance type, ?6 purchase option; NULL or empty = any.
constexpr std::string_view kGroups
    = " FROM delivery JOIN charge_group ON delivery_id = delivery.id WHERE bill_id = ?1"
      " AND (?2 IS NULL OR category = ?2) AND (?3 = '' OR month = ?3) AND (?4 = '' OR currency = ?4)"
      " AND (?5 = '' OR instance_type = ?5) AND (?6 IS NULL OR purchase_option = ?6)";

constexpr std::string_view kRow
    = "SELECT line, row_key, provider, billing_account, sub_account, billing_period_start_us, billing_period_end_us,"
      " charge_start_us, charge_end_us, charge_category, charge_type, correction, purchase_option, commitment_status,"
      " commitment_id, currency, bill_row.billed, bill_row.effective, bill_row.net, bill_row.list,"
      " bill_row.contracted, service, service_category, usage_type, description.text, region, resource.text,"
      " instance_type, instance_hours, quantity, quantity_unit, tags.text, category, effective_rounded, dataset"
      " FROM bill_row";
constexpr std::string_view kRowParts
    = " JOIN charge_group ON charge_group.id = group_id JOIN delivery ON delivery.id = delivery_id"
      " LEFT JOIN bill_text AS description ON description.id = description"
      " LEFT JOIN bill_text AS resource ON resource.id = resource_id"
      " LEFT JOIN bill_text AS tags ON tags.id = tags";

struct Bound { // the filter as parameters
    std::optional<std::string_view> category, purchase_option;
};

Bound bound(const BillRowFilter& filter)
{
    Bound values;
    if (filter.category)
        values.category = ledger::name(*filter.category);
    if (filter.purchase_option)
        values.purchase_option = nameOf(*filter.purchase_option);
    return values;
}

base::Status readAmounts(const Statement& from, evidence::BillRow& row)
{
    const std::pair<int, std::optional<base::Decimal>*> amounts[] = {{16, &row.billed}, {17, &row.effective},
        {18, &row.net}, {19, &row.list}, {20, &row.contracted}, {28, &row.instance_hours}, {29, &row.quantity}};
    for (const auto& [column, amount] : amounts) {
        FS_TRY_VALUE(value, from.decimal(column));
        *amount = value;
    }
    return {};
}

base::Result<StoredBillRow> rowOf(const Statement& from)
{
    FS_TRY_VALUE(charge_category, valueOf<evidence::ChargeCategory>(from.text(9)));
    FS_TRY_VALUE(purchase_option, valueOf<evidence::PurchaseOption>(from.text(12)));
    FS_TRY_VALUE(commitment_status, valueOf<evidence::CommitmentStatus>(from.text(13)));
    FS_TRY_VALUE(dataset, valueOf<evidence::CostDataset>(from.text(34)));
    const auto category = ledger::moneyCategory(from.text(32));
    if (!category)
        return base::Error {.code = base::Code::store_corrupt, .found = from.text(32)};
    StoredBillRow stored;
    stored.category = *category;
    stored.row = {.line = from.integer(0),
        .row_key = from.text(1),
        .provider = from.text(2),
        .billing_account = from.text(3),
        .dataset = dataset,
        .sub_account = from.text(4),
        .billing_period_start_us = from.instant(5),
        .billing_period_end_us = from.instant(6),
        .charge_start_us = from.instant(7),
        .charge_end_us = from.instant(8),
        .charge_category = charge_category,
        .charge_type = from.text(10),
        .correction = from.integer(11) != 0,
        .purchase_option = purchase_option,
        .commitment_status = commitment_status,
        .commitment_id = from.text(14),
        .currency = from.text(15),
        .billed = {},
        .effective = {},
        .effective_rounded = from.integer(33) != 0,
        .net = {},
        .list = {},
        .contracted = {},
        .service = from.text(21),
        .service_category = from.text(22),
        .usage_type = from.text(23),
        .description = from.text(24),
        .region = from.text(25),
        .resource_id = from.text(26),
        .instance_type = from.text(27),
        .instance_hours = {},
        .quantity = {},
        .quantity_unit = from.text(30),
        .tags = {}};
    FS_TRY(readAmounts(from, stored.row));
    if (!from.isNull(31)) {
        FS_TRY_VALUE(tags, readTags(from.text(31)));
        stored.row.tags = std::move(tags);
    }
    return stored;
}

// Positions of rows as bits: an eighth of a byte for each row of the bill, whatever is chosen of them.
class PositionSet {
public:
    explicit PositionSet(std::int64_t positions)
        : m_words((static_cast<std::size_t>(positions) + 63) / 64)
    {
    }
    bool holds(std::int64_t position) const
    {
        return position >= 0 && static_cast<std::size_t>(position) / 64 < m_words.size();
    }
    void add(std::int64_t position) { m_words[static_cast<std::size_t>(position) / 64] |= 1ULL << (position % 64); }
    // The `limit` positions behind the first `offset`.
    std::vector<std::int64_t> page(std::int64_t offset, std::int64_t limit) const
    {
        std::vector<std::int64_t> positions;
        for (std::size_t i = 0; i < m_words.size() && std::ssize(positions) < limit; ++i) {
            const int count = std::popcount(m_words[i]);
            if (offset >= count) {
                offset -= count;
                continue;
            }
            for (std::uint64_t bits = m_words[i]; bits != 0 && std::ssize(positions) < limit; bits &= bits - 1)
                if (offset-- <= 0)
                    positions.push_back(static_cast<std::int64_t>(i) * 64 + std::countr_zero(bits));
        }
        return positions;
    }

private:
    std::vector<std::uint64_t> m_words;
};

bool isAll(const BillRowFilter& filter)
{
    return !filter.category && !filter.purchase_option && filter.month.empty() && filter.currency.empty()
        && filter.instance_type.empty();
}

// Positions are counted on import; a delivery that another replaced takes its rows out of between. Beyond these the
// greatest one is damaged: as many bits would fill the memory.
constexpr std::int64_t kMostGaps = 1LL << 30, kMostPositions = 1LL << 40;

// The positions of one page, ascending.
base::Result<std::vector<std::int64_t>> positionsOf(
    Database& database, std::int64_t bill_id, const BillRowFilter& filter, std::int64_t offset, std::int64_t limit)
{
    offset = std::max<std::int64_t>(offset, 0);
    limit = std::max<std::int64_t>(limit, 0);
    FS_TRY_VALUE(last, database.integer("SELECT max(position) FROM bill_row WHERE bill_id = ?", bill_id));
    const base::Error corrupt {.code = base::Code::store_corrupt, .found = std::to_string(last.value_or(0))};
    if (last && (*last < 0 || *last > kMostPositions))
        return corrupt;
    const std::int64_t end = last ? *last + 1 : 0;
    FS_TRY_VALUE(count, countBillRows(database, bill_id, filter));
    if (isAll(filter) && count == end) { // one after the other, as they came
        std::vector<std::int64_t> positions(static_cast<std::size_t>(std::clamp<std::int64_t>(end - offset, 0, limit)));
        std::iota(positions.begin(), positions.end(), offset);
        return positions;
    }
    FS_TRY_VALUE(rows, countBillRows(database, bill_id, BillRowFilter {}));
    if (end - std::clamp<std::int64_t>(rows, 0, end) > kMostGaps)
        return corrupt;
    const Bound values = bound(filter);
    PositionSet chosen(end);
    std::vector<std::int64_t> positions;
    ColumnCodec codec;
    FS_TRY(database.each(
        "SELECT rows, positions" + std::string(kGroups),
        [&](const Statement& row) -> base::Status {
            if (row.integer(0) < 0 || row.integer(0) > end)
                return base::Error {.code = base::Code::store_corrupt, .found = std::to_string(row.integer(0))};
            positions.resize(static_cast<std::size_t>(row.integer(0)));
            if (base::Status decoded = codec.decode(row.blob(1), std::span(positions)); !decoded.ok())
                return decoded;
            for (const std::int64_t position : positions) {
                if (!chosen.holds(position))
                    return base::Error {.code = base::Code::store_corrupt, .found = std::to_string(position)};
                chosen.add(position);
            }
            return {};
        },
        bill_id, values.category, filter.month, filter.currency, filter.instance_type, values.purchase_option));
    return chosen.page(offset, limit);
}

} // namespace

base::Result<std::int64_t> countBillRows(Database& database, std::int64_t bill_id, const BillRowFilter& filter)
{
    const Bound values = bound(filter);
    FS_TRY_VALUE(rows,
        database.integer("SELECT sum(rows)" + std::string(kGroups), bill_id, values.category, filter.month,
            filter.currency, filter.instance_type, values.purchase_option));
    return rows.value_or(0);
}

base::Result<std::vector<std::pair<std::string, std::string>>> readTags(const std::string& text)
{
    std::vector<std::pair<std::string, std::string>> tags;
    const auto json = nlohmann::json::parse(text, nullptr, false);
    const base::Error corrupt {.code = base::Code::store_corrupt, .found = text, .expected = "JSON array of tags"};
    if (!json.is_array())
        return corrupt;
    for (const auto& tag : json) {
        if (!tag.is_array() || tag.size() != 2 || !tag[0].is_string() || !tag[1].is_string())
            return corrupt;
        tags.emplace_back(tag[0].get<std::string>(), tag[1].get<std::string>());
    }
    return tags;
}

base::Result<std::vector<StoredBillRow>> readBillRows(
    Database& database, std::int64_t bill_id, const BillRowFilter& filter, std::int64_t offset, std::int64_t limit)
{
    FS_TRY_VALUE(positions, positionsOf(database, bill_id, filter, offset, limit));
    return readBillRows(database, bill_id, positions);
}

base::Result<std::vector<StoredBillRow>> readBillRows(
    Database& database, std::int64_t bill_id, std::span<const std::int64_t> positions)
{
    FS_TRY_VALUE(query,
        database.prepare(std::string(kRow) + std::string(kRowParts) + " WHERE bill_row.bill_id = ? AND position = ?"));
    std::vector<StoredBillRow> rows;
    for (const std::int64_t position : positions) {
        query.start(bill_id, position);
        FS_TRY_VALUE(any, query.next());
        if (!any)
            return base::Error {.code = base::Code::store_corrupt, .found = std::to_string(position)};
        FS_TRY_VALUE(stored, rowOf(query));
        rows.push_back(std::move(stored));
    }
    return rows;
}

} // namespace fullscope::store
