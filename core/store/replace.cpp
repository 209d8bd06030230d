// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/replace.h"

#include "core/ledger/provider_names.h"
#include "core/store/bills.h"
#include "core/store/delivery_files.h"
#include "core/store/imports.h"
#include "core/store/jobs.h"

#include <algorithm>
#include <map>

namespace fullscope::store {

namespace {

// A delivery of the new bill and one of an older bill that looks like the same.
struct Pair {
    std::int64_t fresh = 0, old = 0; // delivery ids
    std::int64_t old_bill = 0, old_batch = 0;
    bool identified = false; // by account and period
    bool old_whole = true;
    bool apart = false; // see areApart()
    bool has_others = false; // the older one is also of accounts that the new one is not of
    bool provisional = false; // the new one is not final, and the older one is
    bool numbered = false; // parts of one delivery by the names of their files
};

constexpr std::string_view kPairs
    = " FROM delivery AS fresh"
      " JOIN delivery AS old ON old.bill_id <> fresh.bill_id AND old.provider = fresh.provider"
      "  AND old.billing_account = fresh.billing_account"
      "  AND old.billing_period_start_us IS fresh.billing_period_start_us"
      "  AND old.billing_period_end_us IS fresh.billing_period_end_us"
      " JOIN import ON import.id = old.bill_id"
      " JOIN source_file AS fresh_file ON fresh_file.import_id = fresh.bill_id AND fresh_file.position = 0"
      " JOIN source_file AS old_file ON old_file.import_id = old.bill_id AND old_file.position = 0"
      // `aws_cur_legacy` says the same as `aws_cur`
      "  AND replace(old_file.format, '_legacy', '') = replace(fresh_file.format, '_legacy', '')"
      " WHERE fresh.bill_id = ?1";
// Datasets of which one can take the other's place. A bill of which nothing told whether it is actual or amortised is
// either.
constexpr std::string_view kSameCosts
    = "(old.dataset = fresh.dataset OR old.dataset = 'complete' OR fresh.dataset = 'complete')";

// Some formats write an id behind a path: `/subscriptions/1234`.
std::string lastSegment(const std::string& id)
{
    return "replace(" + id + ", rtrim(" + id + ", replace(" + id + ", '/', '')), '')";
}

// Reports that two members of an organisation made for themselves name the same payer: no sub account is in both.
const std::string& otherAccounts()
{
    static const std::string condition
        = "NOT EXISTS (SELECT 1 FROM charge_group WHERE sub_account = '' AND delivery_id IN (old.id, fresh.id))"
          " AND NOT EXISTS (SELECT "
        + lastSegment("sub_account") + " FROM charge_group WHERE delivery_id = old.id INTERSECT SELECT "
        + lastSegment("sub_account") + " FROM charge_group WHERE delivery_id = fresh.id)";
    return condition;
}

// The payer's report, and now that of a member: the new one says nothing about the others.
std::string hasOthers()
{
    return "NOT EXISTS (SELECT 1 FROM charge_group WHERE sub_account = '' AND delivery_id IN (old.id, fresh.id))"
           " AND EXISTS (SELECT "
        + lastSegment("sub_account") + " FROM charge_group WHERE delivery_id = old.id EXCEPT SELECT "
        + lastSegment("sub_account") + " FROM charge_group WHERE delivery_id = fresh.id)";
}

// Neither of the two can repeat or replace the other: their charges are of other accounts or of other times, as in
// exports of a day each.
std::string areApart()
{
    constexpr std::string_view kCharged // first or last start of the charges of a delivery
        = "(charge_start_us) FROM bill_row WHERE bill_id = {0}.bill_id"
          " AND group_id IN (SELECT id FROM charge_group WHERE delivery_id = {0}.id))";
    const auto charged = [&](const std::string& which, const std::string& delivery) {
        std::string text = "(SELECT " + which + std::string(kCharged);
        for (std::size_t at = 0; (at = text.find("{0}", at)) != std::string::npos;)
            text.replace(at, 3, delivery);
        return text;
    };
    return charged("max", "old") + " < " + charged("min", "fresh") + " OR " + charged("min", "old") + " > "
        + charged("max", "fresh") + " OR " + otherAccounts();
}

base::Result<std::vector<Pair>> pairs(Database& database, std::int64_t bill_id)
{
    std::vector<Pair> found;
    bool anew = false; // the file was there before: its delivery came once more, and not this part of it alone
    FS_TRY(database.each(
        "SELECT fresh.id, old.id, old.bill_id, batch,"
        " fresh.billing_account <> '' AND fresh.billing_period_start_us NOT NULL"
        // Nothing but its rows tells a dump of some partitions from the month.
        "  AND fresh_file.format NOT IN ('typed_invoice', 'gcp_export_csv', 'gcp_export_json'),"
        " NOT EXISTS (SELECT 1 FROM problem WHERE import_id = old.bill_id"
        "  AND (handling = 'stopped' OR code = 'record_truncated')), coalesce("
            + areApart() + ", 0), " + hasOthers()
            + ", (SELECT final FROM bill WHERE id = old.bill_id) > (SELECT final FROM bill WHERE id = fresh.bill_id),"
              " fresh_file.path, old_file.path"
            + std::string(kPairs) + " AND " + std::string(kSameCosts) + " ORDER BY old.id, fresh.id",
        [&](const Statement& row) {
            found.push_back({row.integer(0), row.integer(1), row.integer(2), row.integer(3), row.integer(4) != 0,
                row.integer(5) != 0, row.integer(6) != 0, row.integer(7) != 0, row.integer(8) != 0,
                areParts(row.text(9), row.text(10))});
            anew = anew || row.text(9) == row.text(10);
        },
        bill_id));
    for (Pair& pair : found)
        pair.numbered = pair.numbered && !anew;
    return found;
}

constexpr std::string_view kRowsOfDelivery
    = " FROM bill_row WHERE bill_id = (SELECT bill_id FROM delivery WHERE id = ?1)"
      " AND group_id IN (SELECT id FROM charge_group WHERE delivery_id = ?1)";

base::Result<std::int64_t> rowCount(Database& database, std::int64_t delivery)
{
    FS_TRY_VALUE(rows, database.integer("SELECT count(*)" + std::string(kRowsOfDelivery), delivery));
    return rows.value_or(0);
}

// Rows that both have: of equal ones as many as the delivery has that has fewer of them.
base::Result<std::int64_t> commonRows(Database& database, std::int64_t a, std::int64_t b)
{
    const auto keys = [](const std::string& parameter) {
        return "(SELECT row_key, count(*) AS times FROM bill_row"
               " WHERE bill_id = (SELECT bill_id FROM delivery WHERE id = "
            + parameter + ") AND group_id IN (SELECT id FROM charge_group WHERE delivery_id = " + parameter
            + ") GROUP BY row_key)";
    };
    FS_TRY_VALUE(rows,
        database.integer("SELECT sum(min(a.times, b.times)) FROM " + keys("?1") + " AS a JOIN " + keys("?2")
                + " AS b ON a.row_key = b.row_key",
            a, b));
    return rows.value_or(0);
}

// The delivery that repeats the other one's rows; 0 = they are two different things.
base::Result<std::int64_t> repeated(Database& database, const Pair& pair)
{
    FS_TRY_VALUE(common, commonRows(database, pair.fresh, pair.old));
    FS_TRY_VALUE(fresh, rowCount(database, pair.fresh));
    FS_TRY_VALUE(old, rowCount(database, pair.old));
    // Ledgers of two teams without an account have many lines alike.
    const std::int64_t least = pair.identified ? 5 : 9; // of ten
    if (10 * common <= least * std::min(fresh, old))
        return std::int64_t {0};
    return fresh >= old || !pair.old_whole ? pair.old : pair.fresh;
}

base::Status addTotals(Totals& sums, const Totals& more)
{
    for (const auto& [currency, totals] : more) {
        const auto known
            = std::find_if(sums.begin(), sums.end(), [of = currency](const auto& sum) { return sum.first == of; });
        if (known == sums.end()) {
            sums.emplace_back(currency, totals);
            continue;
        }
        for (const auto cost : {&evidence::BillTotals::billed, &evidence::BillTotals::effective,
                 &evidence::BillTotals::net, &evidence::BillTotals::list, &evidence::BillTotals::contracted}) {
            if (!(totals.*cost))
                continue;
            FS_TRY_VALUE(sum, base::Decimal::sum((known->second.*cost).value_or(base::Decimal()), *(totals.*cost)));
            known->second.*cost = sum;
        }
        for (const auto rows : {&evidence::RowsWithout::billed, &evidence::RowsWithout::effective,
                 &evidence::RowsWithout::net, &evidence::RowsWithout::list, &evidence::RowsWithout::contracted})
            known->second.without.*rows += totals.without.*rows;
    }
    std::sort(sums.begin(), sums.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return {};
}

base::Result<std::string> firstPath(Database& database, std::int64_t import_id)
{
    FS_TRY_VALUE(files, readFiles(database, import_id));
    return files.empty() ? std::string() : files.front().path;
}

// Takes a delivery out of its bill and notes what went.
base::Status removeDelivery(Database& database, std::int64_t delivery, Replaced& replaced)
{
    FS_TRY_VALUE(rows, database.integer("SELECT sum(rows) FROM charge_group WHERE delivery_id = ?", delivery));
    FS_TRY_VALUE(totals, readDeliveryTotals(database, delivery));
    replaced.rows += rows.value_or(0);
    FS_TRY(addTotals(replaced.totals, totals));
    FS_TRY(database.run("DELETE" + std::string(kRowsOfDelivery), delivery));
    return database.run("DELETE FROM delivery WHERE id = ?", delivery);
}

// What the older one of a pair says of accounts of which the new one says nothing stays, as a delivery of its own.
base::Status moveOtherAccounts(Database& database, const Pair& pair)
{
    FS_TRY(database.run(
        "INSERT INTO delivery (bill_id, provider, billing_account, billing_period_start_us, billing_period_end_us,"
        " dataset) SELECT bill_id, provider, billing_account, billing_period_start_us, billing_period_end_us, dataset"
        " FROM delivery WHERE id = ?",
        pair.old));
    const std::int64_t others = database.lastInsertId();
    return database.run("UPDATE charge_group SET delivery_id = ?1 WHERE delivery_id = ?2 AND "
            + lastSegment("sub_account") + " NOT IN (SELECT " + lastSegment("sub_account")
            + " FROM charge_group WHERE delivery_id = ?3)",
        others, pair.old, pair.fresh);
}

// Why a fragment is refused: what it would stand in for is there.
base::Status refuse(Database& database, const NewImport& import, const Pair& pair)
{
    FS_TRY_VALUE(path, firstPath(database, pair.old_bill));
    FS_TRY_VALUE(rows, database.integer("SELECT sum(rows) FROM charge_group WHERE delivery_id = ?", pair.old));
    return base::Error {.code = base::Code::delivery_cut_off,
        .args = {std::to_string(rows.value_or(0))},
        .file = import.files.front().path,
        .found = std::move(path)};
}

base::Status removeEmptyBill(Database& database, std::int64_t bill_id)
{
    FS_TRY_VALUE(left, database.integer("SELECT count(*) FROM delivery WHERE bill_id = ?", bill_id));
    return left.value_or(0) > 0 ? base::Status() : removeImport(database, bill_id);
}

} // namespace

base::Status replaceSameContent(
    Database& database, const NewImport& import, std::vector<Replaced>& replaced, std::vector<UserWords>& words)
{
    FS_TRY_VALUE(imports, importsOfSameContent(database, import.id, import.files));
    imports.insert(imports.end(), import.grown_from.begin(), import.grown_from.end());
    std::sort(imports.begin(), imports.end());
    imports.erase(std::unique(imports.begin(), imports.end()), imports.end());
    for (const std::int64_t id : imports) { // before one of them goes, and what was joined to it with it
        FS_TRY_VALUE(is_run, database.integer("SELECT id FROM run WHERE id = ?", id));
        if (!is_run)
            continue;
        FS_TRY_VALUE(said, readUserWords(database, id));
        words.push_back(std::move(said));
    }
    for (const std::int64_t id : imports) {
        FS_TRY_VALUE(path, firstPath(database, id));
        FS_TRY_VALUE(samples, database.integer("SELECT sample_count FROM run WHERE id = ?", id));
        FS_TRY_VALUE(readings, database.integer("SELECT reading_count FROM telemetry WHERE id = ?", id));
        FS_TRY_VALUE(jobs, countJobs(database, id));
        Replaced old {.kind = samples ? "run"
                : readings            ? "telemetry"
                : jobs                ? "jobs"
                                      : "bill",
            .id = id,
            .file = path,
            .by = import.files.front().path,
            .same_content = true,
            .rows = samples.value_or(readings.value_or(0)),
            .totals = {}};
        if (readings) { // what it is joined to stays joined
            FS_TRY(database.run("UPDATE run_part SET part_id = ? WHERE part_id = ?", import.id, id));
        } else if (jobs) {
            old.rows = *jobs;
            FS_TRY(moveJoinedJobs(database, id, import.id));
        } else if (!samples) {
            FS_TRY_VALUE(bill, readBill(database, id));
            old.rows = bill.rows;
            old.totals = std::move(bill.totals);
        }
        FS_TRY(removeImport(database, id));
        replaced.push_back(std::move(old));
    }
    return {};
}

base::Status replaceDeliveries(
    Database& database, const NewImport& import, bool content_was_there, std::vector<Replaced>& replaced)
{
    FS_TRY_VALUE(found, pairs(database, import.id));
    std::map<std::int64_t, Replaced> by_bill;
    std::vector<std::int64_t> gone;
    for (const Pair& pair : found) {
        if (std::find(gone.begin(), gone.end(), pair.fresh) != gone.end())
            continue;
        std::int64_t victim = pair.provisional ? pair.fresh : pair.old;
        const bool by_rows
            = content_was_there || !pair.identified || pair.apart || pair.numbered || pair.old_batch >= import.batch;
        if (by_rows) {
            FS_TRY_VALUE(one, repeated(database, pair));
            victim = one;
        }
        if (victim == 0)
            continue;
        if (!import.whole)
            return refuse(database, import, pair);
        if (victim == pair.old && pair.has_others && !by_rows)
            FS_TRY(moveOtherAccounts(database, pair));
        gone.push_back(victim);
        const bool old_goes = victim == pair.old;
        Replaced& taken = by_bill[old_goes ? pair.old_bill : import.id];
        FS_TRY_VALUE(common, commonRows(database, pair.fresh, pair.old));
        taken.unlike = taken.unlike || common == 0;
        FS_TRY_VALUE(stays, firstPath(database, old_goes ? import.id : pair.old_bill));
        taken.by = std::move(stays);
        FS_TRY(removeDelivery(database, victim, taken));
    }
    for (auto& [bill, taken] : by_bill) {
        FS_TRY_VALUE(path, firstPath(database, bill));
        taken.kind = "bill";
        taken.id = bill;
        taken.file = std::move(path);
        if (bill != import.id)
            FS_TRY(removeEmptyBill(database, bill));
        replaced.push_back(std::move(taken));
    }
    return {};
}

base::Result<std::vector<OtherPart>> otherParts(Database& database, const NewImport& import)
{
    const std::string same(kSameCosts);
    std::vector<OtherPart> parts;
    FS_TRY(database.each(
        "SELECT old_file.path, min(coalesce(" + areApart()
            + ", 0)) AS apart,"
              " max(fresh.billing_account <> '' AND fresh.billing_period_start_us NOT NULL) AS identified, NOT max("
            + same + "), fresh_file.path" + std::string(kPairs)
            + " AND fresh_file.format <> 'typed_invoice'" // invoicesBeside
              " GROUP BY old.bill_id HAVING identified OR NOT apart ORDER BY old.bill_id",
        [&](const Statement& row) {
            const bool apart = row.integer(1) != 0 || areParts(row.text(0), row.text(4));
            parts.push_back({row.text(0),
                row.integer(3) != 0 ? OtherPart::Is::other_costs
                    : apart         ? OtherPart::Is::apart
                                    : OtherPart::Is::maybe_repeated});
        },
        import.id));
    // Providers are named in other words in another format; accounts and months are not. What AWS's console saves of a
    // month mostly names no account: it may be the one of a report, and is then told twice.
    const std::string sameAccount = lastSegment("old.billing_account") + " = " + lastSegment("fresh.billing_account")
        + " AND fresh.billing_account <> ''";
    const std::string maybeSame
        = "'' IN (old.billing_account, fresh.billing_account) AND old.provider = fresh.provider"
          " AND (old_file.format LIKE 'aws_cost_explorer%') <> (fresh_file.format LIKE 'aws_cost_explorer%')";
    FS_TRY(database.each(
        "SELECT old_file.path, old.provider, fresh.provider, max(" + sameAccount
            + ") FROM delivery AS fresh"
              " JOIN delivery AS old ON old.bill_id <> fresh.bill_id"
              "  AND old.billing_period_start_us = fresh.billing_period_start_us"
              "  AND old.dataset <> 'modelled' AND fresh.dataset <> 'modelled'"
              " JOIN source_file AS fresh_file ON fresh_file.import_id = fresh.bill_id AND fresh_file.position = 0"
              " JOIN source_file AS old_file ON old_file.import_id = old.bill_id AND old_file.position = 0"
              "  AND replace(old_file.format, '_legacy', '') <> replace(fresh_file.format, '_legacy', '')"
              "  AND 'typed_invoice' NOT IN (old_file.format, fresh_file.format)"
              " WHERE fresh.bill_id = ? AND ("
            + sameAccount + " OR " + maybeSame + ") AND NOT coalesce(" + areApart()
            + ", 0) GROUP BY old.bill_id, old.provider, fresh.provider ORDER BY old.bill_id, 4 DESC",
        [&](const Statement& row) {
            if (!ledger::mayBeSameProvider(row.text(1), row.text(2))
                || (!parts.empty() && parts.back().file == row.text(0)))
                return;
            parts.push_back(
                {row.text(0), row.integer(3) != 0 ? OtherPart::Is::other_format : OtherPart::Is::maybe_repeated});
        },
        import.id));
    return parts;
}

base::Result<std::vector<std::string>> invoicesBeside(Database& database, std::int64_t bill_id)
{
    // The billing period, else from the first to the last charge.
    const auto instant = [](const std::string& delivery, bool end) {
        const std::string which = end ? "end" : "start";
        const std::string charge = end ? "max(coalesce(charge_end_us, charge_start_us + 1))" : "min(charge_start_us)";
        return "coalesce(" + delivery + ".billing_period_" + which + "_us, (SELECT " + charge
            + " FROM bill_row WHERE bill_id = " + delivery
            + ".bill_id AND group_id IN (SELECT id FROM charge_group WHERE delivery_id = " + delivery + ".id)))";
    };
    std::vector<std::string> files;
    FS_TRY(database.each(
        "SELECT DISTINCT old_file.path FROM delivery AS fresh"
        " JOIN delivery AS old ON old.bill_id <> fresh.bill_id"
        "  AND (lower(old.provider) = lower(fresh.provider) OR '' IN (old.provider, fresh.provider))"
        "  AND (old.billing_account = fresh.billing_account OR '' IN (old.billing_account, fresh.billing_account))"
        " JOIN source_file AS fresh_file ON fresh_file.import_id = fresh.bill_id AND fresh_file.position = 0"
        " JOIN source_file AS old_file ON old_file.import_id = old.bill_id AND old_file.position = 0"
        " WHERE fresh.bill_id = ? AND 'typed_invoice' IN (fresh_file.format, old_file.format)"
        "  AND coalesce("
            + instant("old", false) + " < " + instant("fresh", true) + " AND " + instant("fresh", false) + " < "
            + instant("old", true) + ", 1) ORDER BY old_file.import_id",
        [&](const Statement& row) { files.push_back(row.text(0)); }, bill_id));
    return files;
}

} // namespace fullscope::store
