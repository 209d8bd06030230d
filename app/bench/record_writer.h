// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bench/engine/records.h"

#include <cstdint>
#include <mutex>
#include <string>

namespace fullscope::bench {

// One line for each record, in one write, to a descriptor and, when asked, also to a file that outlives the reader.
class RecordWriter : public RecordSink {
public:
    RecordWriter(int descriptor, int file); // -1 = none; they stay the caller's

    void say(
        std::string_view kind, const nlohmann::ordered_json& fields) override; // from any thread; `end` is the last
    bool isBroken() const; // nobody reads any more, and no file is written

private:
    mutable std::mutex m_mutex;
    int m_descriptor, m_file;
    std::int64_t m_seq = 0;
    bool m_has_ended = false;
};

} // namespace fullscope::bench
