// SPDX-License-Identifier: GPL-3.0-or-later
// For libFuzzer: FULLSCOPE_FUZZ names the target.
#include "tests/fuzz/target.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

const char* g_name = nullptr;
fullscope::fuzz::Target g_run = nullptr;

} // namespace

extern "C" int LLVMFuzzerInitialize(int* /*count*/, char*** /*arguments*/)
{
    g_name = std::getenv("FULLSCOPE_FUZZ");
    g_run = g_name != nullptr ? fullscope::fuzz::target(g_name) : nullptr;
    if (g_run != nullptr)
        return 0;
    std::fprintf(stderr, "FULLSCOPE_FUZZ names no target. There are:\n");
    for (const std::string& one : fullscope::fuzz::targetNames())
        std::printf("%s\n", one.c_str());
    std::exit(1);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    g_run(g_name, {reinterpret_cast<const char*>(data), size});
    return 0;
}
