// SPDX-License-Identifier: GPL-3.0-or-later
// What the lines of Google Cloud's billing export mean. A line has its cost before credits and the credits with it.
// Those that are prices (sustained use, commitments) belong to its effective cost; the others (promotions, free tier)
// become rows of their own, so that the price of what was used can be told from who paid for it.
#pragma once

#include "core/base/problem.h"
#include "core/evidence/sink.h"
#include "core/import/source/date_reader.h"
#include "core/import/bills/gcp_credit.h"
#include "core/import/bills/gcp_record.h"
#include "core/import/bills/gcp_sku.h"
#include "core/import/bills/row_key.h"

#include <map>
#include <tuple>

namespace fullscope::import {

class GcpRows {
public:
    explicit GcpRows(evidence::Sink& sink);

    // The Status is the sink's; a line that cannot be used is reported and left out.
    base::Status add(const GcpRecord& record);
    // Says what concerns many lines.
    void finish();

private:
    using Amount = std::optional<base::Decimal>;
    struct OwnRow { // a credit that is one
        const GcpCredit* credit;
        const GcpCreditType* type;
        base::Decimal amount;
    };
    struct Told { // of many lines, said once
        std::int64_t rows = 0, first_line = 0;
        std::string example {};
        void add(std::int64_t line, const std::string& what);
    };
    struct MachineHours {
        double by_accelerators = 0, by_cores = 0;
    };
    using MachineKey = std::tuple<std::string, evidence::PurchaseOption, std::string, std::string>;

    const std::string& text(GcpField field) const { return (*m_record)[field]; }
    void report(base::Severity severity, base::Handling handling, base::Error what, std::string_view field);
    void skip(base::Error what, GcpField field);
    base::Result<Amount> number(GcpField field);
    Amount optionalNumber(GcpField field);
    base::Result<std::int64_t> instant(GcpField field);
    bool readTimes(); // false = skipped, as the next
    bool readMoney();
    bool readCredits(base::Decimal& priced);
    void readMonth();
    void readNames();
    void readKind();
    void readCommitment();
    void readMachine();
    void readMachinePart(const std::string& machineType);
    void readWholeMachine();
    void readAcceleratorAlone();
    Amount hours();
    void cover();
    std::string_view systemLabel(std::string_view key) const;
    std::string rowKey();
    base::Status deliver();
    base::Status deliverFee();
    base::Status deliverCredit(const OwnRow& own, std::size_t number);
    void reportTold(base::Severity severity, base::Code code, std::string_view field, const Told& told);

    evidence::Sink& m_sink;
    DateReader m_dates;
    RowKey m_key;
    const GcpRecord* m_record = nullptr;
    evidence::BillRow m_row;
    GcpSku m_sku;
    std::vector<OwnRow> m_own;
    bool m_covered = false, m_fee_offset = false;
    bool m_dates_reported = false;
    Told m_fee_apart, m_machine_apart, m_rounded;
    std::map<MachineKey, MachineHours> m_machines;
};

} // namespace fullscope::import
