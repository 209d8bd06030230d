// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/names.h"

#include "core/store/workspace_file.h"

#include "core/base/text.h"

#include <array>
#include <string>

namespace fullscope::store {

namespace {

template <typename Enum>
struct Entry {
    Enum value;
    std::string_view name;
};

template <typename Enum>
constexpr std::array<Entry<Enum>, 0> kNames {};

template <>
constexpr auto kNames<base::Code> = std::to_array<Entry<base::Code>>({
    {base::Code::cancelled, "cancelled"},
    {base::Code::file_not_found, "file_not_found"},
    {base::Code::file_not_readable, "file_not_readable"},
    {base::Code::is_directory, "is_directory"},
    {base::Code::folder_empty, "folder_empty"},
    {base::Code::not_a_file, "not_a_file"},
    {base::Code::file_empty, "file_empty"},
    {base::Code::read_failed, "read_failed"},
    {base::Code::write_failed, "write_failed"},
    {base::Code::disk_full, "disk_full"},
    {base::Code::compressed_truncated, "compressed_truncated"},
    {base::Code::compressed_corrupt, "compressed_corrupt"},
    {base::Code::archive_encrypted, "archive_encrypted"},
    {base::Code::workbook_encrypted, "workbook_encrypted"},
    {base::Code::sheet_hidden, "sheet_hidden"},
    {base::Code::formula_without_value, "formula_without_value"},
    {base::Code::library_missing, "library_missing"},
    {base::Code::format_unknown, "format_unknown"},
    {base::Code::format_not_text, "format_not_text"},
    {base::Code::format_ambiguous, "format_ambiguous"},
    {base::Code::column_missing, "column_missing"},
    {base::Code::field_missing, "field_missing"},
    {base::Code::row_short, "row_short"},
    {base::Code::row_long, "row_long"},
    {base::Code::quote_unclosed, "quote_unclosed"},
    {base::Code::line_too_long, "line_too_long"},
    {base::Code::bad_number, "bad_number"},
    {base::Code::bad_time, "bad_time"},
    {base::Code::bad_currency, "bad_currency"},
    {base::Code::bad_value, "bad_value"},
    {base::Code::bad_json, "bad_json"},
    {base::Code::bad_encoding, "bad_encoding"},
    {base::Code::bad_unit, "bad_unit"},
    {base::Code::record_truncated, "record_truncated"},
    {base::Code::record_damaged, "record_damaged"},
    {base::Code::nothing_readable, "nothing_readable"},
    {base::Code::nothing_to_report, "nothing_to_report"},
    {base::Code::value_not_finite, "value_not_finite"},
    {base::Code::time_backwards, "time_backwards"},
    {base::Code::step_is_epoch, "step_is_epoch"},
    {base::Code::step_is_log_call, "step_is_log_call"},
    {base::Code::step_counted_on, "step_counted_on"},
    {base::Code::time_ambiguous, "time_ambiguous"},
    {base::Code::unit_assumed, "unit_assumed"},
    {base::Code::several_runs, "several_runs"},
    {base::Code::lists_not_read, "lists_not_read"},
    {base::Code::mapping_unfit, "mapping_unfit"},
    {base::Code::column_taken, "column_taken"},
    {base::Code::column_not_counted, "column_not_counted"},
    {base::Code::number_ambiguous, "number_ambiguous"},
    {base::Code::duplicate_replaced, "duplicate_replaced"},
    {base::Code::same_path_before, "same_path_before"},
    {base::Code::delivery_replaced, "delivery_replaced"},
    {base::Code::delivery_part_added, "delivery_part_added"},
    {base::Code::delivery_maybe_repeated, "delivery_maybe_repeated"},
    {base::Code::delivery_other_format, "delivery_other_format"},
    {base::Code::delivery_cut_off, "delivery_cut_off"},
    {base::Code::delivery_other_costs, "delivery_other_costs"},
    {base::Code::lines_not_understood, "lines_not_understood"},
    {base::Code::effective_cost_rounded, "effective_cost_rounded"},
    {base::Code::effective_cost_missing, "effective_cost_missing"},
    {base::Code::bill_not_final, "bill_not_final"},
    {base::Code::total_not_counted, "total_not_counted"},
    {base::Code::total_disagrees, "total_disagrees"},
    {base::Code::cost_computed, "cost_computed"},
    {base::Code::cost_disagrees, "cost_disagrees"},
    {base::Code::invoice_and_bill, "invoice_and_bill"},
    {base::Code::blended_ignored, "blended_ignored"},
    {base::Code::charge_unclassified, "charge_unclassified"},
    {base::Code::dataset_not_told, "dataset_not_told"},
    {base::Code::dataset_mixed, "dataset_mixed"},
    {base::Code::costs_modelled, "costs_modelled"},
    {base::Code::correction_unclear, "correction_unclear"},
    {base::Code::instance_type_unclear, "instance_type_unclear"},
    {base::Code::block_fee_not_spread, "block_fee_not_spread"},
    {base::Code::cost_kind_assumed, "cost_kind_assumed"},
    {base::Code::cost_ignored, "cost_ignored"},
    {base::Code::discount_counted_twice, "discount_counted_twice"},
    {base::Code::hours_of_all_services, "hours_of_all_services"},
    {base::Code::delivery_part_missing, "delivery_part_missing"},
    {base::Code::delivery_older_left_out, "delivery_older_left_out"},
    {base::Code::commitment_fee_apart, "commitment_fee_apart"},
    {base::Code::machine_apart, "machine_apart"},
    {base::Code::machine_hours_disagree, "machine_hours_disagree"},
    {base::Code::amount_rounded, "amount_rounded"},
    {base::Code::payment_left_out, "payment_left_out"},
    {base::Code::zone_unknown, "zone_unknown"},
    {base::Code::fact_differs, "fact_differs"},
    {base::Code::log_cut_by_collector, "log_cut_by_collector"},
    {base::Code::repeated_by_ranks, "repeated_by_ranks"},
    {base::Code::runs_apart, "runs_apart"},
    {base::Code::steps_counted, "steps_counted"},
    {base::Code::not_measured, "not_measured"},
    {base::Code::readings_without_time, "readings_without_time"},
    {base::Code::times_counted, "times_counted"},
    {base::Code::devices_not_named, "devices_not_named"},
    {base::Code::column_unnamed, "column_unnamed"},
    {base::Code::energy_counter_reset, "energy_counter_reset"},
    {base::Code::no_overlap, "no_overlap"},
    {base::Code::job_steps_apart, "job_steps_apart"},
    {base::Code::job_row_missing, "job_row_missing"},
    {base::Code::job_repeated, "job_repeated"},
    {base::Code::job_times_missing, "job_times_missing"},
    {base::Code::job_apart, "job_apart"},
    {base::Code::job_untimed, "job_untimed"},
    {base::Code::records_outside_jobs, "records_outside_jobs"},
    {base::Code::symptom_out_of_memory, "symptom_out_of_memory"},
    {base::Code::symptom_host_out_of_memory, "symptom_host_out_of_memory"},
    {base::Code::symptom_recompiling, "symptom_recompiling"},
    {base::Code::symptom_graph_break, "symptom_graph_break"},
    {base::Code::symptom_operator_unsupported, "symptom_operator_unsupported"},
    {base::Code::symptom_version_mismatch, "symptom_version_mismatch"},
    {base::Code::symptom_compile_failed, "symptom_compile_failed"},
    {base::Code::symptom_disk_full, "symptom_disk_full"},
    {base::Code::symptom_collective_timeout, "symptom_collective_timeout"},
    {base::Code::symptom_device_fault, "symptom_device_fault"},
    {base::Code::symptom_data_loading, "symptom_data_loading"},
    {base::Code::symptom_throttled, "symptom_throttled"},
    {base::Code::other_steps, "other_steps"},
    {base::Code::digits_lost, "digits_lost"},
    {base::Code::not_observable, "not_observable"},
    {base::Code::time_interpolated, "time_interpolated"},
    {base::Code::duration_assumed, "duration_assumed"},
    {base::Code::steps_before_log, "steps_before_log"},
    {base::Code::steps_not_logged, "steps_not_logged"},
    {base::Code::step_time_disagrees, "step_time_disagrees"},
    {base::Code::recurring_excess, "recurring_excess"},
    {base::Code::batch_differs, "batch_differs"},
    {base::Code::batch_changed, "batch_changed"},
    {base::Code::wall_from_summary, "wall_from_summary"},
    {base::Code::scope_unknown, "scope_unknown"},
    {base::Code::mark_outside, "mark_outside"},
    {base::Code::mark_without_effect, "mark_without_effect"},
    {base::Code::mark_not_followed, "mark_not_followed"},
    {base::Code::printed_rate_disagrees, "printed_rate_disagrees"},
    {base::Code::loss_not_logged, "loss_not_logged"},
    {base::Code::losses_not_alike, "losses_not_alike"},
    {base::Code::losses_too_few, "losses_too_few"},
    {base::Code::loss_since_start, "loss_since_start"},
    {base::Code::tokens_not_comparable, "tokens_not_comparable"},
    {base::Code::tokens_before_log, "tokens_before_log"},
    {base::Code::facts_differ, "facts_differ"},
    {base::Code::name_unknown, "name_unknown"},
    {base::Code::name_duplicate, "name_duplicate"},
    {base::Code::out_of_range, "out_of_range"},
    {base::Code::negative, "negative"},
    {base::Code::not_given, "not_given"},
    {base::Code::not_allowed_together, "not_allowed_together"},
    {base::Code::currency_mismatch, "currency_mismatch"},
    {base::Code::overflow, "overflow"},
    {base::Code::waste_not_below_one, "waste_not_below_one"},
    {base::Code::no_options, "no_options"},
    {base::Code::no_scenario, "no_scenario"},
    {base::Code::bad_pattern, "bad_pattern"},
    {base::Code::rate_missing, "rate_missing"},
    {base::Code::price_missing, "price_missing"},
    {base::Code::bad_distribution, "bad_distribution"},
    {base::Code::distribution_outside, "distribution_outside"},
    {base::Code::correlation_impossible, "correlation_impossible"},
    {base::Code::nothing_uncertain, "nothing_uncertain"},
    {base::Code::figures_not_found, "figures_not_found"},
    {base::Code::figure_unmapped, "figure_unmapped"},
    {base::Code::platform_unknown, "platform_unknown"},
    {base::Code::store_not_ours, "store_not_ours"},
    {base::Code::store_newer, "store_newer"},
    {base::Code::store_read_only, "store_read_only"},
    {base::Code::store_busy, "store_busy"},
    {base::Code::store_corrupt, "store_corrupt"},
    {base::Code::store_moved, "store_moved"},
    {base::Code::store_changed, "store_changed"},
    {base::Code::store_failed, "store_failed"},
    {base::Code::connection_failed, "connection_failed"},
    {base::Code::query_failed, "query_failed"},
    {base::Code::id_unknown, "id_unknown"},
    {base::Code::already_joined, "already_joined"},
    {base::Code::usage, "usage"},
    {base::Code::internal, "internal"},
});

template <>
constexpr auto kNames<base::Severity> = std::to_array<Entry<base::Severity>>({
    {base::Severity::info, "info"},
    {base::Severity::warning, "warning"},
    {base::Severity::error, "error"},
});

template <>
constexpr auto kNames<base::Handling> = std::to_array<Entry<base::Handling>>({
    {base::Handling::kept, "kept"},
    {base::Handling::row_skipped, "row_skipped"},
    {base::Handling::value_dropped, "value_dropped"},
    {base::Handling::replaced, "replaced"},
    {base::Handling::stopped, "stopped"},
    {base::Handling::noted, "noted"},
});

template <>
constexpr auto kNames<evidence::EventKind> = std::to_array<Entry<evidence::EventKind>>({
    {evidence::EventKind::job_start, "job_start"},
    {evidence::EventKind::job_end, "job_end"},
    {evidence::EventKind::train_start, "train_start"},
    {evidence::EventKind::checkpoint_begin, "checkpoint_begin"},
    {evidence::EventKind::checkpoint_end, "checkpoint_end"},
    {evidence::EventKind::evaluation_begin, "evaluation_begin"},
    {evidence::EventKind::evaluation_end, "evaluation_end"},
    {evidence::EventKind::compile_begin, "compile_begin"},
    {evidence::EventKind::compile_end, "compile_end"},
    {evidence::EventKind::resume, "resume"},
    {evidence::EventKind::failure, "failure"},
});

template <>
constexpr auto kNames<evidence::PartRole> = std::to_array<Entry<evidence::PartRole>>({
    {evidence::PartRole::attempt, "attempt"},
    {evidence::PartRole::rank, "rank"},
    {evidence::PartRole::telemetry, "telemetry"},
    {evidence::PartRole::job, "job"},
});

template <>
constexpr auto kNames<evidence::PartReason> = std::to_array<Entry<evidence::PartReason>>({
    {evidence::PartReason::continues, "continues"},
    {evidence::PartReason::same_records, "same_records"},
    {evidence::PartReason::beginning, "beginning"},
    {evidence::PartReason::same_time, "same_time"},
});

template <>
constexpr auto kNames<evidence::RateScope> = std::to_array<Entry<evidence::RateScope>>({
    {evidence::RateScope::none, "none"},
    {evidence::RateScope::device, "device"},
    {evidence::RateScope::rank, "rank"},
    {evidence::RateScope::node, "node"},
    {evidence::RateScope::job, "job"},
});

template <>
constexpr auto kNames<evidence::RateWindow> = std::to_array<Entry<evidence::RateWindow>>({
    {evidence::RateWindow::instant, "instant"},
    {evidence::RateWindow::interval_mean, "interval_mean"},
    {evidence::RateWindow::cumulative, "cumulative"},
});

template <>
constexpr auto kNames<evidence::JobEnd> = std::to_array<Entry<evidence::JobEnd>>({
    {evidence::JobEnd::not_known, "not_known"},
    {evidence::JobEnd::running, "running"},
    {evidence::JobEnd::completed, "completed"},
    {evidence::JobEnd::failed, "failed"},
    {evidence::JobEnd::node_failed, "node_failed"},
    {evidence::JobEnd::preempted, "preempted"},
    {evidence::JobEnd::timed_out, "timed_out"},
    {evidence::JobEnd::cancelled, "cancelled"},
});

template <>
constexpr auto kNames<evidence::ChargeCategory> = std::to_array<Entry<evidence::ChargeCategory>>({
    {evidence::ChargeCategory::usage, "usage"},
    {evidence::ChargeCategory::purchase, "purchase"},
    {evidence::ChargeCategory::tax, "tax"},
    {evidence::ChargeCategory::credit, "credit"},
    {evidence::ChargeCategory::refund, "refund"},
    {evidence::ChargeCategory::discount, "discount"},
    {evidence::ChargeCategory::adjustment, "adjustment"},
});

template <>
constexpr auto kNames<evidence::PurchaseOption> = std::to_array<Entry<evidence::PurchaseOption>>({
    {evidence::PurchaseOption::none, "none"},
    {evidence::PurchaseOption::on_demand, "on_demand"},
    {evidence::PurchaseOption::reserved, "reserved"},
    {evidence::PurchaseOption::savings_plan, "savings_plan"},
    {evidence::PurchaseOption::committed_other, "committed_other"},
    {evidence::PurchaseOption::spot, "spot"},
    {evidence::PurchaseOption::capacity_block, "capacity_block"},
});

template <>
constexpr auto kNames<evidence::CommitmentStatus> = std::to_array<Entry<evidence::CommitmentStatus>>({
    {evidence::CommitmentStatus::none, "none"},
    {evidence::CommitmentStatus::used, "used"},
    {evidence::CommitmentStatus::unused, "unused"},
});

template <>
constexpr auto kNames<evidence::CostDataset> = std::to_array<Entry<evidence::CostDataset>>({
    {evidence::CostDataset::complete, "complete"},
    {evidence::CostDataset::actual, "actual"},
    {evidence::CostDataset::amortised, "amortised"},
    {evidence::CostDataset::modelled, "modelled"},
});

template <>
constexpr auto kNames<DocumentKind> = std::to_array<Entry<DocumentKind>>({
    {DocumentKind::attribution, "attribution"},
    {DocumentKind::exchange_rates, "exchange_rates"},
    {DocumentKind::prices, "prices"},
    {DocumentKind::claims, "claims"},
    {DocumentKind::benchmarks, "benchmarks"},
});

} // namespace

template <typename Enum>
std::string_view nameOf(Enum value)
{
    for (const Entry<Enum>& entry : kNames<Enum>)
        if (entry.value == value)
            return entry.name;
    return {};
}

template <typename Enum>
base::Result<Enum> valueOf(std::string_view name)
{
    for (const Entry<Enum>& entry : kNames<Enum>)
        if (entry.name == name)
            return entry.value;
    base::Error error;
    error.code = base::Code::store_corrupt;
    error.found = base::excerpt(name);
    return error;
}

template std::string_view nameOf(base::Code);
template std::string_view nameOf(base::Severity);
template std::string_view nameOf(base::Handling);
template std::string_view nameOf(evidence::EventKind);
template std::string_view nameOf(evidence::PartRole);
template std::string_view nameOf(evidence::PartReason);
template std::string_view nameOf(evidence::RateScope);
template std::string_view nameOf(evidence::RateWindow);
template std::string_view nameOf(evidence::JobEnd);
template std::string_view nameOf(evidence::ChargeCategory);
template std::string_view nameOf(evidence::PurchaseOption);
template std::string_view nameOf(evidence::CommitmentStatus);
template std::string_view nameOf(evidence::CostDataset);
template std::string_view nameOf(DocumentKind);

template base::Result<base::Code> valueOf(std::string_view);
template base::Result<base::Severity> valueOf(std::string_view);
template base::Result<base::Handling> valueOf(std::string_view);
template base::Result<evidence::EventKind> valueOf(std::string_view);
template base::Result<evidence::PartRole> valueOf(std::string_view);
template base::Result<evidence::RateScope> valueOf(std::string_view);
template base::Result<evidence::RateWindow> valueOf(std::string_view);
template base::Result<evidence::JobEnd> valueOf(std::string_view);
template base::Result<evidence::ChargeCategory> valueOf(std::string_view);
template base::Result<evidence::PurchaseOption> valueOf(std::string_view);
template base::Result<evidence::CommitmentStatus> valueOf(std::string_view);
template base::Result<evidence::CostDataset> valueOf(std::string_view);

} // namespace fullscope::store
