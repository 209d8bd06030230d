// SPDX-License-Identifier: GPL-3.0-or-later
// Errors are values. Core never prints, never exits and never words an error: it names file, line, field, what was
// found and what was expected; core/words turns that into a sentence.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace fullscope::base {

// One id per kind of message. core/words/error_words.cpp holds the sentence of each in every language; a test walks
// all of them. Keep `count` last.
enum class Code {
    cancelled,
    // files
    file_not_found,
    file_not_readable,
    is_directory,
    folder_empty,
    not_a_file,
    file_empty,
    read_failed,
    write_failed,
    disk_full,
    compressed_truncated,
    compressed_corrupt,
    archive_encrypted,
    workbook_encrypted,
    sheet_hidden,
    formula_without_value,
    library_missing,
    // text and formats
    format_unknown,
    format_not_text,
    format_ambiguous,
    column_missing,
    field_missing,
    row_short,
    row_long,
    quote_unclosed,
    line_too_long,
    bad_number,
    bad_time,
    bad_currency,
    bad_value,
    bad_json,
    bad_encoding,
    bad_unit,
    record_truncated,
    record_damaged,
    nothing_readable,
    nothing_to_report,
    value_not_finite,
    time_backwards,
    step_is_epoch,
    step_is_log_call,
    step_counted_on,
    time_ambiguous,
    unit_assumed,
    several_runs,
    lists_not_read,
    mapping_unfit,
    column_taken,
    column_not_counted,
    number_ambiguous,
    // evidence
    duplicate_replaced,
    same_path_before,
    delivery_replaced,
    delivery_part_added,
    delivery_maybe_repeated,
    delivery_other_format,
    delivery_cut_off,
    delivery_other_costs,
    lines_not_understood,
    effective_cost_rounded,
    effective_cost_missing,
    bill_not_final,
    total_not_counted,
    total_disagrees,
    cost_computed,
    cost_disagrees,
    invoice_and_bill,
    blended_ignored,
    charge_unclassified,
    dataset_not_told,
    dataset_mixed,
    costs_modelled,
    correction_unclear,
    instance_type_unclear,
    block_fee_not_spread,
    cost_kind_assumed,
    cost_ignored,
    discount_counted_twice,
    hours_of_all_services,
    delivery_part_missing,
    delivery_older_left_out,
    commitment_fee_apart,
    machine_apart,
    machine_hours_disagree,
    amount_rounded,
    payment_left_out,
    zone_unknown,
    fact_differs,
    log_cut_by_collector,
    repeated_by_ranks,
    runs_apart,
    steps_counted,
    // jobs
    job_steps_apart,
    job_row_missing,
    job_repeated,
    job_times_missing,
    job_apart,
    job_untimed,
    records_outside_jobs,
    // telemetry
    not_measured,
    readings_without_time,
    times_counted,
    devices_not_named,
    column_unnamed,
    energy_counter_reset,
    no_overlap,
    // symptoms: what a log tells of a trouble that costs money
    symptom_out_of_memory,
    symptom_host_out_of_memory,
    symptom_recompiling,
    symptom_graph_break,
    symptom_operator_unsupported,
    symptom_version_mismatch,
    symptom_compile_failed,
    symptom_disk_full,
    symptom_collective_timeout,
    symptom_device_fault,
    symptom_data_loading,
    symptom_throttled,
    other_steps,
    digits_lost,
    // time ledger: what was assumed, and what the log does not show
    not_observable,
    time_interpolated,
    duration_assumed,
    steps_before_log,
    steps_not_logged,
    step_time_disagrees,
    recurring_excess,
    batch_differs,
    batch_changed,
    wall_from_summary,
    scope_unknown,
    mark_outside,
    mark_without_effect,
    mark_not_followed,
    printed_rate_disagrees,
    // loss comparison
    loss_not_logged,
    losses_not_alike,
    losses_too_few,
    loss_since_start,
    tokens_not_comparable,
    tokens_before_log,
    facts_differ,
    // scenario and model
    name_unknown,
    name_duplicate,
    out_of_range,
    negative,
    not_given,
    not_allowed_together,
    currency_mismatch,
    overflow,
    waste_not_below_one,
    no_options,
    no_scenario,
    bad_pattern,
    rate_missing,
    price_missing,
    bad_distribution,
    distribution_outside,
    correlation_impossible,
    nothing_uncertain,
    // claims
    figures_not_found,
    figure_unmapped,
    platform_unknown,
    // store
    store_not_ours,
    store_newer,
    store_read_only,
    store_busy,
    store_corrupt,
    store_moved,
    store_changed,
    store_failed,
    connection_failed,
    query_failed,
    id_unknown,
    already_joined,
    // command line
    usage,
    internal,
    count
};

// Members have initialisers so that Error {.code = …, .field = …} names only what matters.
struct Error {
    Code code = Code::internal;
    std::vector<std::string> args {}; // values that the sentence shows besides the fields below
    std::string file {}; // as the user named it
    std::int64_t line = 0; // 1-based, 0 = does not apply
    std::string field {}; // column, key or input
    std::string found {}; // as read, cut to a readable length
    std::string expected {}; // in the words of the format ("decimal number", "lineItem/UnblendedCost")
};

template <typename T>
class [[nodiscard]] Result {
public:
    Result(T value)
        : m_state(std::in_place_index<0>, std::move(value))
    {
    }
    Result(Error error)
        : m_state(std::in_place_index<1>, std::move(error))
    {
    }

    bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    // By value from a temporary, so that `for (auto& x : *f())` cannot dangle.
    T operator*() &&
    {
        assert(ok());
        return std::move(std::get<0>(m_state));
    }
    T& operator*() &
    {
        assert(ok());
        return std::get<0>(m_state);
    }
    const T& operator*() const&
    {
        assert(ok());
        return std::get<0>(m_state);
    }
    T* operator->()
    {
        assert(ok());
        return &std::get<0>(m_state);
    }
    const T* operator->() const
    {
        assert(ok());
        return &std::get<0>(m_state);
    }

    const Error& error() const
    {
        assert(!ok());
        return std::get<1>(m_state);
    }
    Error& error()
    {
        assert(!ok());
        return std::get<1>(m_state);
    }

private:
    std::variant<T, Error> m_state;
};

template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error)
        : m_error(std::move(error))
    {
    }

    bool ok() const { return !m_error.has_value(); }
    explicit operator bool() const { return ok(); }
    const Error& error() const
    {
        assert(!ok());
        return *m_error;
    }
    Error& error()
    {
        assert(!ok());
        return *m_error;
    }

private:
    std::optional<Error> m_error;
};

using Status = Result<void>;

} // namespace fullscope::base

// Leaves the function with the error of `expression` when it failed.
#define FS_TRY(expression)                                                                                             \
    do {                                                                                                               \
        if (auto fsStatus = (expression); !fsStatus.ok())                                                              \
            return std::move(fsStatus.error());                                                                        \
    } while (false)
// Declares `name` as the value of `expression`, or leaves the function with its error.
#define FS_TRY_VALUE(name, expression)                                                                                 \
    auto name##Result = (expression);                                                                                  \
    if (!name##Result.ok())                                                                                            \
        return std::move(name##Result.error());                                                                        \
    auto name = *std::move(name##Result)
