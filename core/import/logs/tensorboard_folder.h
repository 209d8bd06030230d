// SPDX-License-Identifier: GPL-3.0-or-later
// What TensorBoard's files and folders are, by the names that their writers give them.
#pragma once

#include <optional>
#include <string_view>

namespace fullscope::import {

// `events.out.tfevents.<seconds since 1970>.<host>…`
bool isEventFile(std::string_view name);

// What a folder below that of a run holds of the run.
enum class EventFolder { run, training, evaluation, parameters };
// Of the folder `name`; nothing where it is no part of the run that it is in, but one by itself.
std::optional<EventFolder> partOfRun(std::string_view name);
// What such folders of one run share: `Loss` of `Loss_train` and `Loss_val`; empty of `train`.
std::string_view stemOfPart(std::string_view folder);

// Whether an entry of a run's folder, `events…` or `validation/events…`, is one of its event files.
bool isEventFileOfRun(std::string_view entry);

} // namespace fullscope::import
