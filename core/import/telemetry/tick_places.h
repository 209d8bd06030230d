// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that do not say which device they are of. nvidia-smi prints all devices at each tick, always in the same order:
// the place within the tick tells them apart, where the ticks can be told apart.
#pragma once

#include "core/import/telemetry/reading_writer.h"

#include <vector>

namespace fullscope::import {

class TickPlaces {
public:
    explicit TickPlaces(ReadingWriter& writer)
        : m_writer(writer)
    {
    }

    base::Status add(evidence::Reading& reading, evidence::Device device); // empties `reading`
    base::Status flush(); // what is held back; ticks are told apart anew after it

private:
    struct Row {
        evidence::Reading reading;
        evidence::Device device;
    };
    base::Status start();
    base::Status write(evidence::Reading& reading, evidence::Device& device);
    int devicesPerTick();

    ReadingWriter& m_writer;
    std::vector<Row> m_held; // the first rows
    bool m_started = false, m_told = false;
    int m_devices = 0; // per tick
    std::int64_t m_tick_gap = 0; // at least so long between two ticks
    int m_place = 0;
    std::int64_t m_last_time = base::kNoTime;
};

} // namespace fullscope::import
