// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the real program in a folder of its own: no shell, no display, no desktop's language.
#pragma once

#include "tests/core/store/store_support.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <sys/types.h>

namespace fullscope::cli::test {

using nlohmann::json;

std::string sample(const std::string& name); // under tests/samples
std::string shipped(const std::string& name); // under data/samples

struct Call {
    std::vector<std::string> arguments;
    std::string input = "/dev/null"; // file that is standard input
    int input_descriptor = -1; // instead of `input`
    std::vector<std::string> environment {}; // "NAME=value", besides PATH and LC_ALL
    std::string output {}; // standard output goes there, not into Outcome
    bool output_closed = false; // nobody reads standard output any more
    std::int64_t file_limit = 0; // bytes that a file may have, as where the disk is full; 0: any number
    std::string program = FULLSCOPE_PROGRAM; // or what runs it
};

struct Outcome {
    int exit_code = -1; // -1: ended by a signal
    int signal = 0;
    std::string out, err;

    bool says(const std::string& text) const { return err.find(text) != std::string::npos; }
};

class Program : public testing::Test {
protected:
    pid_t start(const Call& call); // in the folder of the test
    Outcome ended(pid_t child); // waits
    Outcome call(const Call& call) { return ended(start(call)); }
    Outcome run(const std::vector<std::string>& arguments) { return call({.arguments = arguments}); }
    // The document that a verb prints with --json; the exit code must be `exit_code`.
    json document(const std::vector<std::string>& arguments, int exit_code = 0);

    std::string file(const std::string& name) const { return m_folder.file(name); }
    void write(const std::string& name, const std::string& bytes) const;
    // What the workspace holds: file → samples, file → rows.
    std::map<std::string, int> runs(const std::vector<std::string>& options = {});
    std::map<std::string, int> bills(const std::vector<std::string>& options = {});
    // Sum of the billed cost of all bills, as exact text; one currency.
    std::string billed();

    store::test::TempFolder m_folder;
};

std::string contents(const std::string& path);
void expectNear(const json& actual, double expected, double relative = 1e-9);

} // namespace fullscope::cli::test
