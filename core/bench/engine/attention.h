// SPDX-License-Identifier: GPL-3.0-or-later
// Attention by blocks of rows: the sequence × sequence matrix is never stored, backward makes the scores again.
#pragma once

#include "core/bench/engine/matrix_library.h"
#include "core/bench/model_spec.h"

#include <cstdint>

namespace fullscope::bench {

// qkv is [batch·sequence, 3·width]: queries, keys, values, each heads side by side.
struct AttentionShape {
    Attention attention;
    std::int64_t batch, sequence, width, heads;
};

std::int64_t attentionScratch(const AttentionShape& shape); // floats for each thread

// out [batch·sequence, width]; log_sums [batch, heads, sequence] are kept for backward.
void attentionForward(const AttentionShape& shape, const MatrixLibrary& library, const float* qkv, float* out,
    float* log_sums, float* scratch);
// d_out → gradient of qkv, which takes the place of qkv.
void attentionBackward(const AttentionShape& shape, const MatrixLibrary& library, const float* d_out, const float* out,
    const float* log_sums, float* qkv, float* scratch);

} // namespace fullscope::bench
