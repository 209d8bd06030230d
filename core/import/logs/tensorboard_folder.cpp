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
    constexpr std::array<std::string_view, 7> kEvaluations {
        "validation", "val", "valid", "eval", "evaluation", "test", "dev"};
    const std::string folder = base::toLower(name);
    if (folder == "train" || folder == "training")
        return EventFolder::training;
    if (std::find(kEvaluations.begin(), kEvaluations.end(), folder) != kEvaluations.end()
        || folder.starts_with("eval_"))
        return EventFolder::evaluation; // Keras; the estimators of TensorFlow add a name
    return isTime(name) ? std::optional(EventFolder::parameters) : std::nullopt;
}

bool isEventFileOfRun(std::string_view entry)
{
    const std::size_t slash = entry.find('/');
    return slash == std::string_view::npos ? isEventFile(entry)
                                           : partOfRun(entry.substr(0, slash)) && isEventFile(entry.substr(slash + 1));
}

} // namespace fullscope::import
