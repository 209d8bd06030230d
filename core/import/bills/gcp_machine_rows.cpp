// SPDX-License-Identifier: GPL-3.0-or-later
// The machines in Google Cloud's bills: a machine with GPUs is billed in several lines, for its GPUs, cores, memory and
// disks. One of them counts its hours; the label `machine_spec` is what joins the others to it.
#include "core/import/bills/gcp_rows.h"

#include "core/base/text.h"
#include "core/import/bills/bill_text.h"
#include "core/import/bills/bill_values.h"

#include <cmath>

namespace fullscope::import {

using base::Code;
using base::Decimal;
using base::Handling;
using base::Severity;
using evidence::CommitmentStatus;
using evidence::PurchaseOption;

namespace {

constexpr std::int64_t kSecondsPerHour = 3600;
constexpr double kTolerance = 0.01; // between the hours of a machine's parts: they end within seconds of each other
constexpr std::string_view kMachineSpec = "compute.googleapis.com/machine_spec";
constexpr std::string_view kCores = "compute.googleapis.com/cores";
constexpr std::string_view kUnusedReservation = "compute.googleapis.com/is_unused_reservation";

} // namespace

std::string_view GcpRows::systemLabel(std::string_view key) const
{
    for (const auto& [name, value] : m_record->system_labels)
        if (name == key)
            return value;
    return {};
}

// A commitment paid for what this row used. The new kind of commitment says so by its model and charges the row at its
// own price; the older ones give the price back as a credit and stand in lines of their own.
void GcpRows::cover()
{
    const bool byModel = base::containsIgnoreCase(text(GcpField::consumption_model), "CUD");
    if (!byModel && !m_covered)
        return;
    m_row.purchase_option = PurchaseOption::committed_other;
    m_row.commitment_status = CommitmentStatus::used;
    m_row.price_apart = m_covered;
}

void GcpRows::readMachine()
{
    cover();
    if (systemLabel(kUnusedReservation) == "true")
        m_row.commitment_status = CommitmentStatus::unused;
    const std::string machineType(systemLabel(kMachineSpec));
    const bool isAccelerator = m_sku.part == GcpPart::gpu || m_sku.part == GcpPart::tpu;
    if (m_sku.part == GcpPart::whole)
        readWholeMachine();
    else if (isAccelerator && gcpMachine(machineType).accelerators == 0)
        readAcceleratorAlone();
    else if (!machineType.empty())
        readMachinePart(machineType);
    if (m_row.instance_hours && m_row.price_apart && m_covered)
        m_fee_apart.add(m_row.line, m_row.description);
}

GcpRows::Amount GcpRows::hours()
{
    if (isHours(m_row.quantity_unit))
        return m_row.quantity;
    if (base::equalsIgnoreCase(m_row.quantity_unit, "seconds") && m_row.quantity)
        return quotient(*m_row.quantity, kSecondsPerHour);
    report(Severity::warning, Handling::kept,
        {.code = Code::bad_unit, .found = base::excerpt(m_row.quantity_unit), .expected = "hour"},
        gcpName(GcpField::pricing_unit));
    return std::nullopt;
}

// The GPUs of a machine count its hours where they are built in, else its cores do. The other parts are 0 hours of the
// machine that cost something.
void GcpRows::readMachinePart(const std::string& machineType)
{
    const GcpMachine machine = gcpMachine(machineType);
    const auto label = base::parseInt(systemLabel(kCores));
    const bool custom = machineType.find("custom") != std::string::npos;
    const std::int64_t cores = (custom || machine.accelerators > 0) && label.ok() ? *label : machine.cores;
    const bool isAccelerator = m_sku.part == GcpPart::gpu || m_sku.part == GcpPart::tpu;
    const bool counts = machine.accelerators > 0 ? isAccelerator : m_sku.part == GcpPart::core;
    // Disks that are no part of the type, and types that share cores, which their name does not tell.
    if (machine.accelerators == 0 && (cores <= 0 || m_sku.part == GcpPart::local_disk))
        return;
    const Amount ofCores = m_sku.part == GcpPart::core && cores > 0 ? hours() : std::nullopt;
    const Amount counted = counts && isAccelerator ? hours() : ofCores;
    if (counts && !counted)
        return;
    m_row.instance_type = machineType;
    m_row.instance_hours = counts ? quotient(*counted, isAccelerator ? machine.accelerators : cores) : Decimal {};
    if (machine.accelerators == 0 || m_row.commitment_status == CommitmentStatus::unused)
        return;
    MachineHours& sums = m_machines[{machineType, m_row.purchase_option, m_row.region, m_row.currency}];
    if (counts)
        sums.by_accelerators += m_row.instance_hours->toDouble();
    else if (ofCores)
        sums.by_cores += ofCores->toDouble() / static_cast<double>(cores);
}

void GcpRows::readWholeMachine()
{
    const Amount counted = hours();
    if (!counted)
        return;
    m_row.instance_type = m_sku.type;
    m_row.instance_hours = *counted;
}

// The machine of it is not named, or is of a type that accelerators can be attached to, in any number.
void GcpRows::readAcceleratorAlone()
{
    const Amount counted = hours();
    if (!counted)
        return;
    m_row.instance_type = m_sku.type;
    m_row.instance_hours = *counted;
    if (m_sku.part == GcpPart::tpu) // has its machine in its price
        return;
    m_row.price_apart = true;
    m_machine_apart.add(m_row.line, m_row.description);
}

void GcpRows::reportTold(Severity severity, Code code, std::string_view field, const Told& told)
{
    if (told.rows == 0)
        return;
    m_sink.problem({.severity = severity,
        .what = {.code = code, .line = told.first_line, .field = std::string(field), .found = told.example},
        .count = told.rows});
}

void GcpRows::finish()
{
    reportTold(Severity::info, Code::commitment_fee_apart, "credits", m_fee_apart);
    reportTold(Severity::warning, Code::machine_apart, gcpName(GcpField::sku), m_machine_apart);
    reportTold(Severity::info, Code::amount_rounded, gcpName(GcpField::cost), m_rounded);
    for (const auto& [key, sums] : m_machines) {
        const double apart = std::abs(sums.by_accelerators - sums.by_cores);
        if (sums.by_accelerators > 0 && sums.by_cores > 0 && apart > kTolerance * sums.by_accelerators)
            m_sink.problem({.severity = Severity::warning,
                .what = {.code = Code::machine_hours_disagree,
                    .args = {std::get<0>(key)},
                    .found = base::formatDouble(std::round(sums.by_accelerators * 1000) / 1000),
                    .expected = base::formatDouble(std::round(sums.by_cores * 1000) / 1000)}});
    }
}

} // namespace fullscope::import
