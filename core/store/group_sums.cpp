// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/group_sums.h"

#include "core/store/column_codec.h"

#include <array>
#include <unordered_map>
#include <vector>

namespace fullscope::store {

namespace {

// Columns of the query and of the update: the five costs, then what the instance hours are.
enum Amount { billed, effective, net, list, contracted, hours, hours_cost, amounts };

// Ascending whole numbers in few bytes each: seven bits a byte, differences.
class Positions {
public:
    void add(std::int64_t position)
    {
        auto difference = static_cast<std::uint64_t>(position - m_last);
        for (; difference >= 0x80; difference >>= 7)
            m_bytes.push_back(static_cast<std::uint8_t>(difference | 0x80));
        m_bytes.push_back(static_cast<std::uint8_t>(difference));
        m_last = position;
    }
    std::vector<std::int64_t> all() const
    {
        std::vector<std::int64_t> positions;
        std::uint64_t position = 0;
        for (std::size_t i = 0; i < m_bytes.size(); ++i) {
            std::uint64_t difference = 0;
            int shift = 0;
            for (; m_bytes[i] >= 0x80; ++i, shift += 7)
                difference |= static_cast<std::uint64_t>(m_bytes[i] & 0x7f) << shift;
            position += difference | static_cast<std::uint64_t>(m_bytes[i]) << shift;
            positions.push_back(static_cast<std::int64_t>(position));
        }
        return positions;
    }

private:
    std::vector<std::uint8_t> m_bytes;
    std::int64_t m_last = 0;
};

struct GroupSums {
    std::int64_t rows = 0, hour_rows = 0, hour_rows_without_cost = 0;
    std::array<std::optional<base::Decimal>, amounts> sums;
    Positions positions;

    base::Status add(const Statement& row)
    {
        ++rows;
        positions.add(row.integer(1));
        std::array<std::optional<base::Decimal>, amounts> values;
        for (int i = 0; i < amounts; ++i) {
            FS_TRY_VALUE(value, row.decimal(2 + i));
            if (!value)
                continue;
            auto& sum = sums[static_cast<std::size_t>(i)];
            FS_TRY_VALUE(total, base::Decimal::sum(sum.value_or(base::Decimal()), *value));
            sum = total;
            values[static_cast<std::size_t>(i)] = value;
        }
        hour_rows += values[hours].has_value();
        hour_rows_without_cost += values[hours].has_value() && !values[hours_cost].has_value();
        return {};
    }
};

} // namespace

base::Status storeGroupSums(Database& database, std::int64_t bill_id, std::int64_t most_rows)
{
    FS_TRY_VALUE(query,
        database.prepare("UPDATE charge_group SET rows = ?, hour_rows = ?, hour_rows_without_cost = ?, billed = ?,"
                         " effective = ?, net = ?, list = ?, contracted = ?, hours = ?, hours_cost = ?, positions = ?"
                         " WHERE id = ?"));
    ColumnCodec codec;
    const auto store = [&](std::int64_t id, const GroupSums& group) {
        return query.run(group.rows, group.hour_rows, group.hour_rows_without_cost, group.sums[billed],
            group.sums[effective], group.sums[net], group.sums[list], group.sums[contracted], group.sums[hours],
            group.sums[hours_cost], codec.encode(group.positions.all()), id);
    };
    std::unordered_map<std::int64_t, GroupSums> groups; // that are not full
    FS_TRY(database.each(
        "SELECT group_id, position, billed, effective, net, list, contracted, instance_hours, hours_cost"
        " FROM bill_row WHERE bill_id = ? ORDER BY position",
        [&](const Statement& row) -> base::Status {
            const auto group = groups.try_emplace(row.integer(0)).first;
            base::Status status = group->second.add(row);
            if (status.ok() && group->second.rows >= most_rows) {
                status = store(group->first, group->second);
                groups.erase(group);
            }
            return status;
        },
        bill_id));
    for (const auto& [id, group] : groups)
        FS_TRY(store(id, group));
    return {};
}

} // namespace fullscope::store
