// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/batch.h"

#include "core/base/text.h"

#include <array>
#include <cmath>

namespace fullscope::ledger {

namespace {

constexpr const char* kBatchFact = "global_batch";
constexpr const char* kTokensFact = "tokens_per_step";
constexpr const char* kUnitFact = "step_unit"; // what the log counts in place of steps: epochs, samples

bool isStated(const evidence::Run& run, std::string_view name)
{
    const evidence::Fact* const fact = run.fact(name);
    return fact != nullptr && fact->stated_by_user;
}

std::optional<double> factWhere(bool wanted, const evidence::Run& run, std::string_view name)
{
    return wanted ? positiveFact(run, name) : std::nullopt;
}

// One way to know the sequences of a step, and what it is called in the log.
struct Source {
    const char* name;
    std::optional<double> per_step;
};

std::string written(double value)
{
    return base::formatDouble(std::round(value * 1000) / 1000);
}

void say(base::ProblemList& problems, base::Severity severity, base::Error what)
{
    problems.add({.severity = severity, .handling = base::Handling::kept, .what = std::move(what)});
}

// The first source that there is; says which others tell something else.
std::optional<double> firstOf(
    const std::array<Source, 4>& sources, const std::string& file, base::ProblemList& problems)
{
    std::optional<double> used;
    for (const Source& source : sources) {
        if (!source.per_step)
            continue;
        if (!used)
            used = source.per_step;
        else if (Growth::differ(*used, *source.per_step))
            say(problems, base::Severity::warning,
                {.code = base::Code::batch_differs,
                    .file = file,
                    .field = source.name,
                    .found = written(*source.per_step),
                    .expected = written(*used)});
    }
    return used;
}

// Sums an amount over the steps that count.
class KeptSum {
public:
    // `kept` steps of this record count. `total` is the amount's running total, `per_step` what the record itself says.
    void feed(const RunRow& row, double kept, double total, double per_step)
    {
        if (row.first)
            m_total = evidence::kNotLogged; // it grew while nothing was logged
        double rate = per_step;
        if (std::isfinite(total)) {
            if (row.step > m_step && total > m_total)
                rate = (total - m_total) / static_cast<double>(row.step - m_step);
            m_total = total;
            m_step = row.step;
        }
        m_waiting += kept;
        if (std::isfinite(rate) && rate > 0) {
            m_sum += rate * m_waiting;
            m_waiting = 0;
        }
    }
    // Steps before the first rate, as a segment's first record has none, went like those after them.
    double sum(double mean) const { return m_sum + mean * m_waiting; }
    double known() const { return m_sum; } // without them

private:
    double m_sum = 0;
    double m_waiting = 0; // steps whose rate is not known yet
    double m_total = evidence::kNotLogged;
    std::int64_t m_step = 0; // at m_total
};

class KeptMeter {
public:
    KeptMeter(const evidence::Run& run, const evidence::SampleStore& samples, const Survey& survey,
        const StepCoverage& coverage, const base::JobContext& job)
        : m_coverage(coverage)
        , m_rows(run, samples, survey.segments, job)
        , m_amounts(samples.read({run.seriesIndex(evidence::series::tokens), run.seriesIndex(evidence::series::samples),
              run.seriesIndex(evidence::series::global_batch)}))
    {
    }

    // `after` each record, with the steps of it that count.
    base::Status measure(const std::function<base::Status(const RunRow&, double kept)>& after = {});
    const KeptSum& tokens() const { return m_tokens; }
    const KeptSum& sequences() const { return m_sequences; }

private:
    const StepCoverage& m_coverage;
    RowReader m_rows;
    std::unique_ptr<evidence::SampleReader> m_amounts;
    KeptSum m_tokens, m_sequences;
};

base::Status KeptMeter::measure(const std::function<base::Status(const RunRow&, double kept)>& after)
{
    RunRow row;
    evidence::SampleBlock block;
    std::size_t next = 0;
    while (m_rows.next(row)) {
        if (next == block.rows()) {
            next = 0;
            FS_TRY_VALUE(more, m_amounts->next(block));
            if (!more)
                break;
        }
        const std::size_t i = next++;
        const std::int64_t repeated
            = row.steps > 0 ? m_coverage.repeatedAfter(row.segment, row.step - row.steps, row.step) : 0;
        const auto kept = static_cast<double>(row.steps - repeated);
        m_tokens.feed(row, kept, block.values[0][i], evidence::kNotLogged);
        m_sequences.feed(row, kept, block.values[1][i], block.values[2][i]);
        if (after)
            FS_TRY(after(row, kept));
    }
    return m_rows.status();
}

void takeTokens(Batch& batch, const evidence::Run& run, const Survey& survey)
{
    const auto stated = factWhere(isStated(run, kTokensFact), run, kTokensFact);
    const auto logged = factWhere(run.fact(kUnitFact) == nullptr, run, kTokensFact),
               length = positiveFact(run, "seq_len");
    batch.tokens_by_total = !stated && survey.tokens.steps > 0;
    if (stated)
        batch.tokens_per_step = stated;
    else if (batch.tokens_by_total)
        batch.tokens_per_step = survey.tokens.perStep();
    else if (logged && !(batch.by_record && length))
        batch.tokens_per_step = logged;
    else if (length && batch.sequences_per_step)
        batch.tokens_per_step = *batch.sequences_per_step * *length;
    batch.tokens_by_sequences = !stated && !batch.tokens_by_total && batch.by_record && batch.tokens_per_step;
}

} // namespace

Batch batchOf(const evidence::Run& run, const Survey& survey, base::ProblemList& problems)
{
    const std::string file = run.files.empty() ? std::string() : run.files.front().path;
    const bool stated = isStated(run, kBatchFact);
    const auto stated_sequences = factWhere(stated, run, kBatchFact);
    const bool by_step = run.fact(kUnitFact) == nullptr; // else the batch is of something that the log does not count
    Batch batch;
    batch.sequences_per_step = firstOf(
        {Source {kBatchFact, stated_sequences}, Source {evidence::series::samples, survey.sequences.perStep()},
            Source {evidence::series::global_batch, by_step ? survey.batch.perStep() : std::nullopt},
            Source {kBatchFact, factWhere(by_step && !stated, run, kBatchFact)}},
        file, problems);
    const Growth& records = survey.sequences.steps > 0 ? survey.sequences : survey.batch;
    batch.by_record = !stated_sequences && records.steps > 0 && (by_step || survey.sequences.steps > 0);
    if (batch.by_record && records.varies())
        say(problems, base::Severity::info,
            {.code = base::Code::batch_changed,
                .file = file,
                .field = kBatchFact,
                .found = written(records.low) + " – " + written(records.high)});

    takeTokens(batch, run, survey);
    batch.varies = (batch.by_record && records.varies()) || (batch.tokens_by_total && survey.tokens.varies());
    return batch;
}

base::Status eachKept(const Batch& batch, const evidence::Run& run, const evidence::SampleStore& samples,
    const Survey& survey, const StepCoverage& coverage, const base::JobContext& job, const TakeKept& take)
{
    KeptMeter meter(run, samples, survey, coverage, job);
    const bool by_record = batch.varies && (batch.tokens_by_total || batch.tokens_by_sequences);
    const KeptSum& sum = batch.tokens_by_total ? meter.tokens() : meter.sequences();
    const double mean
        = batch.tokens_by_total ? batch.tokens_per_step.value_or(0) : batch.sequences_per_step.value_or(0);
    const double each = batch.tokens_by_total ? 1 : batch.tokens_per_step.value_or(0) / mean; // tokens
    double told = 0;
    RunRow last;
    FS_TRY(meter.measure([&](const RunRow& row, double kept) {
        last = row;
        double tokens = batch.tokens_per_step ? *batch.tokens_per_step * kept : evidence::kNotLogged;
        if (by_record) {
            tokens = sum.known() * each - told;
            told += tokens;
        }
        return take({row, kept, tokens});
    }));
    const double rest = by_record ? sum.sum(mean) * each - told : 0;
    return rest > 0 ? take({last, 0, rest}) : base::Status();
}

base::Result<Kept> keptOf(const Batch& batch, const evidence::Run& run, const evidence::SampleStore& samples,
    const Survey& survey, const StepCoverage& coverage, const base::JobContext& job)
{
    const auto steps = static_cast<double>(coverage.distinctSteps());
    Kept kept;
    if (batch.sequences_per_step)
        kept.sequences = *batch.sequences_per_step * steps;
    if (batch.tokens_per_step)
        kept.tokens = *batch.tokens_per_step * steps;
    if (!batch.varies)
        return kept;
    KeptMeter meter(run, samples, survey, coverage, job);
    FS_TRY(meter.measure());
    if (batch.by_record)
        kept.sequences = meter.sequences().sum(*batch.sequences_per_step);
    if (batch.tokens_by_total)
        kept.tokens = meter.tokens().sum(*batch.tokens_per_step);
    else if (batch.tokens_by_sequences)
        kept.tokens = *kept.sequences * (*batch.tokens_per_step / *batch.sequences_per_step);
    return kept;
}

} // namespace fullscope::ledger
