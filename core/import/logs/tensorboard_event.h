// SPDX-License-Identifier: GPL-3.0-or-later
// One Event of a TensorBoard file: its scalars, and what it says of the session. Graphs, images, histograms and texts
// are stepped over.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace fullscope::import {

struct TensorboardScalar {
    std::string_view tag;
    double value = 0;
};

struct TensorboardEvent {
    enum class Session { none = 0, start = 1, stop = 2, checkpoint = 3 };

    double wall_time = 0; // seconds since 1970, UTC
    std::int64_t step = 0;
    std::string_view file_version; // of the first event of a file
    Session session = Session::none;
    std::string_view checkpoint_path;
    std::vector<TensorboardScalar> scalars;
    // Tags of values of another kind that look like a scalar once their description, which only the first of a tag
    // carries, is gone (hparams).
    std::vector<std::string_view> others;
};

// False when the bytes are no Event. Views are into `message`.
bool readTensorboardEvent(std::string_view message, TensorboardEvent& event);

// Whether an event that begins so may hold scalars.
bool mayHoldScalars(std::string_view start);

} // namespace fullscope::import
