// SPDX-License-Identifier: GPL-3.0-or-later
// One kind of reading of one device over time, added up as it comes: memory does not grow with the readings.
#pragma once

#include "core/evidence/telemetry.h"

#include <map>
#include <optional>

namespace fullscope::ledger {

// The typical time between two readings, to three digits.
class Period {
public:
    void see(std::int64_t time_us);
    std::int64_t median() const; // 0 = there are no two readings
    // A series begins anew.
    void merge(const Period& other);

private:
    std::int64_t m_last = base::kNoTime;
    std::map<std::int64_t, std::int64_t> m_counts; // by interval
};

struct Window {
    std::int64_t from = 0, to = 0, max_gap = 0;
    bool timed = true;
};

// A level: its mean over covered time is that of straight lines between neighbouring readings; a reading that is itself
// the mean since the last one holds for all of that time.
class Level {
public:
    explicit Level(bool of_interval)
        : m_of_interval(of_interval)
    {
    }
    void see(std::int64_t time, double value, const Window& window);

    std::int64_t coveredUs() const { return m_covered; }
    double integral() const { return m_integral; } // value · seconds
    std::optional<double> mean() const;
    std::optional<double> peak() const { return m_peak; }
    std::int64_t readings() const { return m_readings; }

protected:
    // `value` held for this long.
    virtual void held(double /*value*/, double /*weight*/) { }
    ~Level() = default;

private:
    void segment(std::int64_t time, double value, const Window& window);

    bool m_of_interval;
    std::int64_t m_last = base::kNoTime;
    double m_value = 0;
    std::int64_t m_covered = 0, m_readings = 0;
    double m_integral = 0, m_sum = 0;
    bool m_timed = true;
    std::optional<double> m_peak;
};

class PlainLevel final : public Level {
public:
    using Level::Level;
};

// A share of 0 … 1 with its distribution, to 1 in 10,000.
class ShareLevel final : public Level {
public:
    using Level::Level;
    std::optional<double> median() const;
    std::optional<double> below(double share) const; // share of the weight

private:
    void held(double value, double weight) override;
    std::map<int, double> m_weights;
    double m_total = 0;
};

// A counter that only grows: what it grew by is known over gaps too, but not across a reset.
class Counter {
public:
    void see(std::int64_t time, double value, const Window& window);

    double grown() const { return m_grown; }
    std::int64_t coveredUs() const { return m_covered; }
    std::int64_t resets() const { return m_resets; }

private:
    std::int64_t m_last = base::kNoTime;
    double m_value = 0, m_grown = 0;
    std::int64_t m_covered = 0, m_resets = 0;
};

} // namespace fullscope::ledger
