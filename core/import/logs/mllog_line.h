// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of MLPerf's logger, wherever they stand in a text:
// `:::MLLOG {"time_ms": 1715239382916, "key": "run_start", "value": …, "metadata": {…}}`, before 0.7
// `:::MLL 1558640092.27 run_start: {"value": …, "metadata": {…}}`, and `:::SYSJSON {…}` of the machine.
#pragma once

#include "core/import/logs/console.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace fullscope::import {

struct MllogLine {
    std::int64_t time_us = base::kNoTime;
    std::string key;
    std::shared_ptr<const nlohmann::json> object {}; // the whole of it

    const nlohmann::json& value() const; // null where it has none
    const nlohmann::json& metadata() const;
    std::optional<double> number(const char* name) const; // of metadata
};

bool holdsMllog(std::string_view text);

// Tells facts and events; who submitted the run is left out.
class MllogReader {
public:
    explicit MllogReader(Console& console)
        : m_console(console)
    {
    }

    // The line, when it is one and whole. A damaged one is a problem.
    std::optional<MllogLine> read(std::string_view text);
    // What the line says happened, if it says so.
    static std::optional<evidence::EventKind> eventOf(const MllogLine& line);
    base::Status event(const MllogLine& line, evidence::EventKind kind);
    void fact(const MllogLine& line);

private:
    void system(std::string_view json);
    void seconds(const char* name, std::int64_t from_us, std::int64_t to_us);

    Console& m_console;
    std::int64_t m_init_us = base::kNoTime, m_run_us = base::kNoTime; // when they started
};

} // namespace fullscope::import
