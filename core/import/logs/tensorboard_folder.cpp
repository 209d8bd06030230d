// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/logs/tensorboard_folder.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

namespace {

// Where hyperparameters are logged, PyTorch names a folder for them by the time: "1700000000.1234567".
bool isTime(std::string_view name)
{
    const std::size_t point = name.find('.');
    return name.size() >= 10 && name.find_first_not_of("0123456789.") == std::string_view::npos
        && point != std::string_view::npos && name.find('.', point + 1) == std::string_view::npos;
}

} // namespace

bool isEventFile(std::string_view name)
{
    return name.find(".tfevents.") != std::string_view::npos && name.find('/') == std::string_view::npos;
}

std::optional<EventFolder> partOfRun(std::string_view name)
{
    static constexpr std::array<std::string_view, 7> kEvaluations {
        "validation", "val", "valid", "eval", "evaluation", "test", "dev"};
    const std::string folder = base::toLower(name);
    const auto is = [](std::string_view word) -> std::optional<EventFolder> {
        if (word == "train" || word == "training")
            return EventFolder::training;
        const bool evaluates = std::find(kEvaluations.begin(), kEvaluations.end(), word) != kEvaluations.end();
        return evaluates ? std::optional(EventFolder::evaluation) : std::nullopt;
    };
    if (folder.starts_with("eval_"))
        return EventFolder::evaluation; // the estimators of TensorFlow add a name
    // PyTorch's add_scalars("Loss", {"train": …, "val": …}) makes the folders Loss_train and Loss_val.
    if (const auto part = is(std::string_view(folder).substr(folder.rfind('_') + 1))) // npos + 1 = 0
        return part;
    return isTime(name) ? std::optional(EventFolder::parameters) : std::nullopt;
}

std::string_view stemOfPart(std::string_view folder)
{
    const std::size_t mark = folder.rfind('_');
    return mark == std::string_view::npos || folder.starts_with("eval_") ? std::string_view() : folder.substr(0, mark);
}

bool isEventFileOfRun(std::string_view entry)
{
    const std::size_t slash = entry.find('/');
    return slash == std::string_view::npos ? isEventFile(entry)
                                           : partOfRun(entry.substr(0, slash)) && isEventFile(entry.substr(slash + 1));
}

} // namespace fullscope::import
