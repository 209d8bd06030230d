// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/deepspeed_lines.h"

#include "core/import/logs/field_text.h"

namespace fullscope::import {

std::optional<EngineNote> findNote(std::string_view text)
{
    constexpr std::string_view kStep = "] step=", kSkipped = ", skipped=", kRate = ", lr=[";
    const std::size_t at = text.find(kStep);
    if (at == std::string_view::npos)
        return std::nullopt;
    std::string_view rest = text.substr(at + kStep.size());
    const auto step = takeWhole(rest);
    if (!step || *step < 0 || !rest.starts_with(kSkipped))
        return std::nullopt;
    rest.remove_prefix(kSkipped.size());
    const auto skipped = takeWhole(rest);
    if (!skipped || *skipped < 0 || !rest.starts_with(kRate))
        return std::nullopt;
    rest.remove_prefix(kRate.size());
    const auto rate = takeNumber(rest);
    return EngineNote {.begin = at + 2,
        .step = *step,
        .skipped = *skipped,
        .learning_rate = rest.starts_with(',') || rest.starts_with(']') ? rate : std::nullopt};
}

std::optional<EngineSpeed> findSpeed(std::string_view text)
{
    constexpr std::string_view kGlobal = "/global_step=", kMicro = "epoch=", kSpeed = "SamplesPerSec=";
    const std::size_t speed = text.find(kSpeed);
    if (speed == std::string_view::npos)
        return std::nullopt;
    std::size_t at = text.substr(0, speed).rfind(kGlobal);
    const bool is_old = at == std::string_view::npos;
    std::size_t begin = text.substr(0, speed).rfind(is_old ? "/" : kMicro);
    if (is_old) {
        at = begin;
        while (begin != std::string_view::npos && begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9')
            --begin;
        if (begin == at)
            return std::nullopt;
    }
    if (at == std::string_view::npos || begin == std::string_view::npos)
        return std::nullopt;
    std::string_view rest = text.substr(at + (is_old ? 1 : kGlobal.size()));
    const auto step = takeWhole(rest);
    if (!step || *step < 0 || !rest.starts_with(", "))
        return std::nullopt;
    return EngineSpeed {.begin = begin, .step = *step, .fields = rest.substr(2)};
}

std::optional<PpoStep> findPpo(std::string_view text)
{
    constexpr std::string_view kEpoch = "epoch: ", kStep = "|step: ";
    const std::size_t at = text.find(kStep);
    const std::size_t begin = at == std::string_view::npos ? at : text.substr(0, at).rfind(kEpoch);
    if (begin == std::string_view::npos)
        return std::nullopt;
    std::string_view epoch_text = text.substr(begin + kEpoch.size(), at - begin - kEpoch.size());
    std::string_view rest = text.substr(at + kStep.size());
    const auto epoch = takeWhole(epoch_text), step = takeWhole(rest);
    constexpr std::int64_t kMost = std::int64_t {1} << 40;
    if (!epoch || !step || *epoch < 0 || *step < 0 || *epoch > kMost || *step > kMost || !epoch_text.empty()
        || !rest.starts_with('|') || rest.find("loss: ") == std::string_view::npos)
        return std::nullopt;
    return PpoStep {.begin = begin, .epoch = *epoch, .step = *step, .fields = rest.substr(1)};
}

} // namespace fullscope::import
