// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Compiled for several instruction sets, of which the machine's best is taken at run time. Not under sanitizers: they
// are not yet up when the choice is made. What must be the same to the last bit on all of them is compiled with
// -ffp-contract=off.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define FS_FOR_EACH_CPU
#elif defined(__x86_64__) && !defined(__clang__) // clang builds what is fuzzed, with sanitizers
#define FS_FOR_EACH_CPU __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define FS_FOR_EACH_CPU
#endif
