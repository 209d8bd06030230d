// SPDX-License-Identifier: GPL-3.0-or-later
// What the importers of telemetry share on their way to the sink: devices and series by name, times, and what a device
// does not count.
#pragma once

#include "core/evidence/sink.h"
#include "core/import/telemetry/reading_names.h"

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

namespace fullscope::import {

class ReadingWriter {
public:
    // A file with a new name in each line must not fill the memory.
    static constexpr std::size_t kMostDevices = 4096, kMostSeries = 1000;

    enum class Order { by_time, by_series }; // by_series: a device's times begin anew with each of its series

    explicit ReadingWriter(evidence::Sink& sink, Order order = Order::by_time)
        : m_sink(sink)
        , m_order(order)
    {
    }

    int device(const evidence::Device& device, std::int64_t line); // -1 = there are kMostDevices already
    int series(const ReadingMeaning& meaning, std::int64_t line); // -1 = there are kMostSeries already

    // `2026/04/25 16:06:06.780`, RFC 3339, seconds or milliseconds since 1970. kNoTime when it is none.
    std::int64_t timeOf(std::string_view text);
    std::int64_t timeOfSeconds(double seconds); // since 1970
    // Times from here on count from the start of the file, or from a midnight, since nothing says when that was.
    void countTimes(std::string_view found, std::int64_t line);

    // Puts a value into `reading`, or tells why it has none. `field` is the monitor's own name of it.
    void put(evidence::Reading& reading, int series, double value, std::string_view field, std::string_view found);
    // The device does not count it: `[N/A]`, `-`, a blank.
    void notMeasured(std::string_view field, std::string_view found, std::int64_t line);
    void skipped(base::Code code, std::int64_t line, std::string_view found, std::string expected = {});

    base::Status write(evidence::Reading& reading); // empties `reading`; one without values is left out
    void finish(); // tells what was counted up

    evidence::Sink& sink() { return m_sink; }

private:
    struct Counted {
        std::int64_t count = 0, line = 0;
        std::string found;
    };
    void tooMany(std::string_view field, std::size_t most, std::int64_t line);

    evidence::Sink& m_sink;
    const Order m_order;
    std::unordered_map<std::string, int> m_devices, m_series;
    enum class Range { any, share, not_negative };
    std::vector<Range> m_ranges; // by series
    std::map<std::string, Counted, std::less<>> m_not_measured;
    bool m_zone_known = false, m_zone_unknown = false, m_counted = false;
    std::int64_t m_without_time = 0, m_without_time_line = 0;
    std::vector<std::int64_t> m_last_time; // by device
    std::int64_t m_backwards = 0, m_backwards_line = 0;
    bool m_too_many_devices = false, m_too_many_series = false;
};

} // namespace fullscope::import
