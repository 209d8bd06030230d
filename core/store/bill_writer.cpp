// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/bill_writer.h"

#include "core/store/group_sums.h"
#include "core/store/names.h"

#include <nlohmann/json.hpp>

#include <initializer_list>

namespace fullscope::store {

namespace {

// Memory stays bounded whatever the bill: a full map is emptied, and what comes again is stored once more.
constexpr std::size_t kMaxIds = 1 << 16;

constexpr char kEnd = '\xff'; // occurs in no UTF-8 text

void appendFields(std::string& key, std::initializer_list<std::string_view> fields)
{
    for (const std::string_view field : fields) {
        key.append(field);
        key.push_back(kEnd);
    }
}

template <typename Ids>
void makeRoom(Ids& ids)
{
    if (ids.size() >= kMaxIds)
        ids.clear();
}

std::string tagsToJson(const evidence::BillRow& row)
{
    auto json = nlohmann::json::array();
    for (const auto& [name, value] : row.tags)
        json.push_back({name, value});
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string monthOf(const evidence::BillRow& row)
{
    return row.charge_start_us == base::kNoTime ? std::string() : base::formatMonth({row.charge_start_us});
}

} // namespace

BillWriter::BillWriter(Database& database, std::int64_t bill_id)
    : m_database(&database)
    , m_bill_id(bill_id)
{
}

base::Status BillWriter::prepare()
{
    FS_TRY_VALUE(row,
        m_database->prepare(
            "INSERT INTO bill_row (bill_id, position, group_id, line, row_key, charge_start_us, charge_end_us, billed,"
            " effective, net, list, contracted, instance_hours, hours_cost, quantity, description, resource_id, tags)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    FS_TRY_VALUE(group,
        m_database->prepare(
            "INSERT INTO charge_group (delivery_id, month, category, currency, charge_category,"
            " charge_type, correction, purchase_option, commitment_status, commitment_id, effective_rounded,"
            " sub_account, service, service_category, usage_type, region, instance_type, quantity_unit)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
    FS_TRY_VALUE(text, m_database->prepare("INSERT INTO bill_text (bill_id, text) VALUES (?, ?)"));
    m_insert_row = std::move(row);
    m_insert_group = std::move(group);
    m_insert_text = std::move(text);
    return {};
}

base::Status BillWriter::add(const evidence::BillRow& row, ledger::MoneyCategory category)
{
    if (!m_insert_row)
        FS_TRY(prepare());
    FS_TRY_VALUE(group, groupId(row, category));
    FS_TRY_VALUE(description, textId(row.description));
    FS_TRY_VALUE(resource, textId(row.resource_id));
    FS_TRY_VALUE(tags, tagsId(row));
    const auto cost = row.instance_hours ? evidence::costOfHours(row) : std::nullopt;
    FS_TRY(m_insert_row->run(m_bill_id, m_rows, group, row.line, row.row_key, instantOrNull(row.charge_start_us),
        instantOrNull(row.charge_end_us), row.billed, row.effective, row.net, row.list, row.contracted,
        row.instance_hours, cost, row.quantity, description, resource, tags));
    ++m_rows;
    return {};
}

base::Status BillWriter::end()
{
    return storeGroupSums(*m_database, m_bill_id, kMostRowsOfGroup);
}

base::Result<std::int64_t> BillWriter::deliveryId(const evidence::BillRow& row)
{
    Delivery delivery {
        row.provider, row.billing_account, row.billing_period_start_us, row.billing_period_end_us, row.dataset};
    if (const auto known = m_deliveries.find(delivery); known != m_deliveries.end())
        return known->second;
    FS_TRY(m_database->run("INSERT INTO delivery (bill_id, provider, billing_account, billing_period_start_us,"
                           " billing_period_end_us, dataset) VALUES (?, ?, ?, ?, ?, ?)",
        m_bill_id, delivery.provider, delivery.billing_account, instantOrNull(delivery.start_us),
        instantOrNull(delivery.end_us), nameOf(delivery.dataset)));
    return m_deliveries[std::move(delivery)] = m_database->lastInsertId();
}

base::Result<std::int64_t> BillWriter::groupId(const evidence::BillRow& row, ledger::MoneyCategory category)
{
    FS_TRY_VALUE(delivery, deliveryId(row));
    const std::string month = monthOf(row);
    const char enums[] = {static_cast<char>(category), static_cast<char>(row.charge_category),
        static_cast<char>(row.correction), static_cast<char>(row.purchase_option),
        static_cast<char>(row.commitment_status), static_cast<char>(row.effective_rounded)};
    m_key.assign(enums, sizeof enums);
    // Also by which costs its rows have, so that a sum tells of how many rows it is (bills.cpp).
    for (const auto* cost : {&row.billed, &row.effective, &row.net, &row.list, &row.contracted})
        m_key.push_back(cost->has_value() ? 1 : 0);
    m_key.append(reinterpret_cast<const char*>(&delivery), sizeof delivery);
    appendFields(m_key,
        {month, row.currency, row.charge_type, row.commitment_id, row.sub_account, row.service, row.service_category,
            row.usage_type, row.region, row.instance_type, row.quantity_unit});
    if (const auto known = m_groups.find(m_key); known != m_groups.end() && known->second.rows < kMostRowsOfGroup) {
        ++known->second.rows;
        return known->second.id;
    }
    FS_TRY(m_insert_group->run(delivery, month, ledger::name(category), row.currency, nameOf(row.charge_category),
        row.charge_type, row.correction, nameOf(row.purchase_option), nameOf(row.commitment_status), row.commitment_id,
        row.effective_rounded, row.sub_account, row.service, row.service_category, row.usage_type, row.region,
        row.instance_type, row.quantity_unit));
    makeRoom(m_groups);
    m_groups[m_key] = {m_database->lastInsertId(), 1};
    return m_groups[m_key].id;
}

base::Result<std::int64_t> BillWriter::insertText(std::string_view text)
{
    FS_TRY(m_insert_text->run(m_bill_id, text));
    return m_database->lastInsertId();
}

base::Result<std::optional<std::int64_t>> BillWriter::textId(std::string_view text)
{
    if (text.empty())
        return std::optional<std::int64_t>();
    if (const auto known = m_texts.find(text); known != m_texts.end())
        return std::optional(known->second);
    FS_TRY_VALUE(id, insertText(text));
    makeRoom(m_texts);
    m_texts.emplace(text, id);
    return std::optional(id);
}

base::Result<std::optional<std::int64_t>> BillWriter::tagsId(const evidence::BillRow& row)
{
    if (row.tags.empty())
        return std::optional<std::int64_t>();
    m_key.clear();
    for (const auto& [name, value] : row.tags)
        appendFields(m_key, {name, value});
    if (const auto known = m_tags.find(m_key); known != m_tags.end())
        return std::optional(known->second);
    FS_TRY_VALUE(id, insertText(tagsToJson(row)));
    makeRoom(m_tags);
    m_tags.emplace(m_key, id);
    return std::optional(id);
}

} // namespace fullscope::store
