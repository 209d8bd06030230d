// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/scalar_series.h"

#include "core/base/text.h"
#include "core/import/logs/run_writer.h"
#include "core/import/source/decoder.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace fullscope::import {

namespace {

using evidence::RateScope;
using evidence::RateWindow;
namespace series = evidence::series;

constexpr double kTera = 1e12, kPercent = 0.01;

enum class Only { always, megatron };

struct Standard {
    std::string_view tag; // in lower case
    const char* name;
    const char* unit = "";
    RateScope scope = RateScope::none;
    RateWindow window = RateWindow::instant;
    double scale = 1;
    Only only = Only::always;
};

constexpr RateWindow kMean = RateWindow::interval_mean;

// Names whose meaning and unit their writer's source or documentation states; a bare "mfu" or "step_time" is none.
constexpr Standard kStandards[] = {
    // Hugging Face, Lightning, Keras, nanoGPT, Megatron, NeMo, torchtitan, MaxText, OLMo, Composer
    // ("train/train_loss" of Hugging Face is the mean of the whole run, no loss of a step)
    {"loss", series::loss},
    {"train/loss", series::loss},
    {"train_loss", series::loss},
    {"training/loss", series::loss},
    {"training_loss", series::loss},
    {"loss/train", series::loss},
    {"train_loss_step", series::loss},
    {"train/loss_step", series::loss},
    {"batch_loss", series::loss},
    {"epoch_loss", series::loss},
    {"lm loss", series::loss},
    {"lm-loss-training/lm loss", series::loss},
    {"train/lm loss", series::loss},
    {"reduced_train_loss", series::loss},
    {"loss_metrics/global_avg_loss", series::loss},
    {"learning/loss", series::loss},
    {"loss/train/total", series::loss},
    {"train/crossentropyloss", series::loss},
    {"eval/loss", series::eval_loss},
    {"eval_loss", series::eval_loss},
    {"val/loss", series::eval_loss},
    {"val_loss", series::eval_loss},
    {"validation/loss", series::eval_loss},
    {"validation_loss", series::eval_loss},
    {"loss/val", series::eval_loss},
    {"loss/validation", series::eval_loss},
    {"loss/eval", series::eval_loss},
    {"epoch_val_loss", series::eval_loss},
    {"evaluation_loss_vs_iterations", series::eval_loss},
    {"lm loss validation", series::eval_loss},
    {"lm-loss-validation/lm loss validation", series::eval_loss},
    {"validation_metrics/loss", series::eval_loss},
    {"learning_rate", series::learning_rate},
    {"train/learning_rate", series::learning_rate},
    {"lr", series::learning_rate},
    {"train/lr", series::learning_rate},
    {"learning-rate", series::learning_rate},
    {"learning-rate/learning-rate", series::learning_rate},
    {"learning/current_learning_rate", series::learning_rate},
    {"optim/learning_rate_group0", series::learning_rate},
    {"grad_norm", series::grad_norm},
    {"train/grad_norm", series::grad_norm},
    {"grad-norm", series::grad_norm},
    {"grad-norm/grad-norm", series::grad_norm},
    {"learning/grad_norm", series::grad_norm},
    {"optim/total_grad_norm", series::grad_norm},
    {"iteration-time", series::step_time, "s", RateScope::none, kMean},
    {"iteration-time/iteration-time", series::step_time, "s", RateScope::none, kMean},
    {"train_step_timing in s", series::step_time, "s"},
    {"perf/step_time_seconds", series::step_time, "s"},
    {"time_metrics/end_to_end(s)", series::step_time, "s", RateScope::none, kMean},
    {"consumed_samples", series::samples, "samples"},
    {"time/sample", series::samples, "samples"},
    {"time/token", series::tokens, "tokens"},
    {"train/num_input_tokens_seen", series::tokens, "tokens"},
    {"throughput/total_tokens", series::tokens, "tokens"},
    {"n_tokens_seen", series::tokens, "tokens"},
    {"batch-size", series::global_batch, "samples", RateScope::none, RateWindow::instant, 1, Only::megatron},
    {"batch-size/batch-size", series::global_batch, "samples"},
    {"global_batch_size", series::global_batch, "samples"},
    {"throughput", series::flop_per_s, "FLOP/s", RateScope::device, kMean, kTera, Only::megatron},
    {"tflops", series::flop_per_s, "FLOP/s", RateScope::device, kMean, kTera},
    {"perf/per_device_tflops_per_sec", series::flop_per_s, "FLOP/s", RateScope::device, RateWindow::instant, kTera},
    {"throughput/device/flops_per_sec", series::flop_per_s, "FLOP/s", RateScope::device, kMean},
    {"throughput/flops_per_sec", series::flop_per_s, "FLOP/s", RateScope::job, kMean},
    {"mfu(%)", series::mfu, "", RateScope::none, kMean, kPercent},
    {"throughput/device/mfu", series::mfu, "", RateScope::none, kMean},
    {"throughput(tps)", series::tokens_per_s, "tokens/s", RateScope::device, kMean},
    {"perf/per_device_tokens_per_sec", series::tokens_per_s, "tokens/s", RateScope::device},
    {"throughput/device/tokens_per_sec", series::tokens_per_s, "tokens/s", RateScope::device, kMean},
    {"throughput/device/tokens_per_second", series::tokens_per_s, "tokens/s", RateScope::device, kMean},
    {"throughput/tokens_per_sec", series::tokens_per_s, "tokens/s", RateScope::job, kMean},
    {"throughput/samples_per_sec", series::samples_per_s, "samples/s", RateScope::job, kMean},
    {"throughput/device/samples_per_sec", series::samples_per_s, "samples/s", RateScope::device, kMean},
};

const Standard* standardOf(std::string_view name, bool ofMegatron)
{
    const std::string lower = base::toLower(name);
    const auto* const found = std::find_if(std::begin(kStandards), std::end(kStandards),
        [&](const Standard& s) { return s.tag == lower && (s.only == Only::always || ofMegatron); });
    return found == std::end(kStandards) ? nullptr : found;
}

} // namespace

void ScalarSeries::notice(std::string_view name)
{
    m_of_megatron = m_of_megatron || name == "lm loss" || name == "iteration-time" || name == "learning-rate";
    m_of_evaluation = m_of_evaluation || name == "evaluation_loss_vs_iterations"; // Keras, of the validation set alone
}

ScalarTag& ScalarSeries::tag(std::string_view name, std::int64_t line)
{
    if (const auto known = m_tags.find(name); known != m_tags.end())
        return known->second;
    if (name.empty())
        return refuse({.code = base::Code::field_missing, .line = line, .field = "tag", .expected = "text"});
    if (name.size() > kMaxName)
        return refuse({.code = base::Code::out_of_range,
            .line = line,
            .field = "tag length",
            .found = std::to_string(name.size()),
            .expected = std::to_string(kMaxName)});
    if (m_tags.size() >= kMaxSeries)
        return refuse({.code = base::Code::out_of_range,
            .line = line,
            .field = "series",
            .found = base::excerpt(name),
            .expected = std::to_string(kMaxSeries)});
    ScalarTag& tag = m_tags[std::string(name)];
    Decoder decoder(Encoding::utf8);
    tag.name = m_prefix;
    tag.name += decoder.decode(name, true);
    tag.own_name = m_prefix.size();
    if (decoder.badSequences() > 0)
        m_sink.problem({.handling = base::Handling::replaced,
            .what = {.code = base::Code::bad_encoding, .line = line, .field = tag.name, .expected = "utf-8"}});
    declare(tag);
    return tag;
}

ScalarTag& ScalarSeries::refuse(base::Error why)
{
    m_sink.problem({.handling = base::Handling::value_dropped, .what = std::move(why)});
    return m_refused;
}

void ScalarSeries::declare(ScalarTag& tag)
{
    const Standard* standard = standardOf(std::string_view(tag.name).substr(tag.own_name), m_of_megatron);
    evidence::SeriesInfo info {.name = ownSeriesName(tag.name), .unit = {}};
    if (standard != nullptr) {
        const bool trains = standard->name == std::string_view(series::loss);
        const char* name = trains && m_of_evaluation ? series::eval_loss : standard->name;
        const bool others = m_prefix.empty() || !m_of_evaluation || name == std::string_view(series::eval_loss);
        if (others
            && taken().insert(name).second) { // the first tag of that meaning has it, the others keep their own names
            info = {name, standard->unit, standard->scope, standard->window};
            tag.scale = standard->scale;
            tag.is_loss = name == std::string_view(series::loss);
            tag.is_eval_loss = name == std::string_view(series::eval_loss);
        }
    }
    tag.series = m_sink.series(info);
}

double ScalarSeries::reported(const ScalarTag& tag, double value, std::int64_t line)
{
    value *= tag.scale;
    if (std::isfinite(value))
        return value;
    m_sink.problem({.what = {.code = base::Code::value_not_finite,
                        .line = line,
                        .field = tag.name,
                        .found = base::formatDouble(value),
                        .expected = "finite number"}});
    return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
}

std::int64_t timeOfSeconds(double seconds)
{
    constexpr double kLatest = 253'402'300'800; // the year 10000
    if (!(seconds > 0 && seconds < kLatest))
        return base::kNoTime;
    return std::llround(seconds * static_cast<double>(base::kSecondUs));
}

} // namespace fullscope::import
