// SPDX-License-Identifier: GPL-3.0-or-later
// Figures that follow from one model, printed with random digits and units, contradict nothing; one of them changed
// beyond what its digits allow is found by a rule that names it.
#include "tests/core/audit/claims_support.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

namespace fullscope::audit::test {

namespace {

// Random numbers, and how people print them.
class Printer {
public:
    explicit Printer(unsigned seed)
        : m_random(seed)
    {
    }

protected:
    int whole(int low, int high) { return std::uniform_int_distribution(low, high)(m_random); }
    double real(double low, double high) { return std::uniform_real_distribution(low, high)(m_random); }
    static std::string integer(double value) { return std::to_string(static_cast<long long>(std::llround(value))); }
    // With 2 to 5 significant digits, plainly written.
    std::string printed(double value)
    {
        const int digits = whole(2, 5);
        const int exponent = static_cast<int>(std::floor(std::log10(value)));
        const int decimals = digits - 1 - exponent;
        const double unit = std::pow(10.0, -decimals);
        char text[64];
        std::snprintf(text, sizeof text, "%.*f", std::max(decimals, 0), std::round(value / unit) * unit);
        return text;
    }

private:
    std::mt19937 m_random;
};

class Model : Printer {
public:
    explicit Model(unsigned seed)
        : Printer(seed)
    {
        m_sequences = std::pow(2, whole(5, 10));
        m_length = std::pow(2, whole(10, 13));
        m_steps = whole(500, 20'000);
        m_step_time = real(0.3, 30);
        m_price = real(5, 120);
    }

    // Rows of the list; `changed` names a quantity that is multiplied by `factor`.
    std::string rows(const std::string& changed = {}, double factor = 1)
    {
        const double rate = m_sequences * m_length / m_step_time;
        const double total = m_steps * m_step_time;
        std::string rows = "platform,quantity,value,unit\n";
        const auto add = [&](const std::string& quantity, double value, const std::string& text) {
            static_cast<void>(value);
            rows += "Box," + quantity + "," + text + "\n";
        };
        const auto of
            = [&](const std::string& quantity, double value) { return quantity == changed ? value * factor : value; };
        add("global_batch_sequences", 0, integer(of("global_batch_sequences", m_sequences)) + ",");
        add("sequence_length", 0, integer(m_length) + ",");
        add("steps", 0, integer(of("steps", m_steps)) + ",");
        const double step = of("step_time", m_step_time);
        add("step_time", 0, whole(0, 1) == 0 ? printed(step) + ",s" : printed(step * 1000) + ",ms");
        const double speed = of("tokens_per_s", rate);
        add("tokens_per_s", 0, whole(0, 1) == 0 ? printed(speed) + ",tokens/s" : printed(speed / 1000) + "K,tokens/s");
        const double time = of("total_time", total);
        add("total_time", 0, whole(0, 1) == 0 ? printed(time / 60) + ",min" : printed(time / 3600) + ",h");
        add("instance_price", 0, printed(of("instance_price", m_price)) + ",$/h");
        add("cost_per_million_tokens", 0, printed(of("cost_per_million_tokens", m_price / rate / 3600 * 1e6)) + ",$");
        return rows;
    }

private:
    double m_sequences, m_length, m_steps, m_step_time, m_price;
};

// A cluster: prices and throughputs of a chip, a machine and all, hours, tokens and what they cost.
class Cluster : Printer {
public:
    explicit Cluster(unsigned seed)
        : Printer(seed)
    {
        m_chips = std::pow(2, whole(0, 4));
        m_machines = whole(2, 64);
        m_hours = whole(20, 900);
        m_steps = whole(500, 20'000);
        m_price = real(0.4, 12);
        m_rate = real(300, 20'000);
        m_memory = 8 * whole(2, 36);
        m_power = real(0.3, 1.4);
        m_electricity = real(0.03, 0.4);
    }

    // Every row with the probability of `kept` of ten; `changed` is multiplied by `factor`.
    std::string rows(int kept, const std::string& changed = {}, double factor = 1)
    {
        const double all = m_chips * m_machines, tokens = m_rate * all * m_hours * 3600;
        std::string rows = "platform,quantity,value,unit\n";
        const auto add = [&](const std::string& quantity, double value, auto print) {
            const std::string text = print(quantity == changed ? value * factor : value);
            if (whole(1, 10) <= kept)
                rows += "Box," + quantity + "," + text + "\n";
        };
        const auto counted = [](double value) { return integer(value) + ","; };
        const auto money
            = [&](double value) { return whole(0, 1) == 0 ? "$" + printed(value) + "," : printed(value) + ",USD"; };
        const auto speed = [&](double value) {
            return whole(0, 1) == 0 ? printed(value) + ",tokens/s" : printed(value / 1000) + "K,tokens/s";
        };
        const auto time
            = [&](double hours) { return whole(0, 1) == 0 ? printed(hours) + ",h" : printed(hours / 24) + ",days"; };
        add("chips_per_instance", m_chips, counted);
        add("instances", m_machines, counted);
        add("chips", all, counted);
        add("chip_price", m_price, money);
        add("instance_price", m_price * m_chips, money);
        add("cluster_price", m_price * all, money);
        add("tokens_per_s_per_chip", m_rate, speed);
        add("tokens_per_s_per_instance", m_rate * m_chips, speed);
        add("tokens_per_s", m_rate * all, speed);
        add("training_hours", m_hours, [](double value) { return integer(value) + ",h"; });
        add("total_time", m_hours, time);
        add("chip_hours", m_hours * all, time);
        add("steps", m_steps, counted);
        add("global_batch_tokens", tokens / m_steps, [&](double value) { return printed(value / 1e6) + "M,tokens"; });
        add("total_tokens", tokens, [&](double value) { return printed(value / 1e9) + "B,tokens"; });
        add("cost_per_million_tokens", m_price / m_rate / 3600 * 1e6, money);
        add("total_cost", m_price * all * m_hours, money);
        const auto memory = [](double value) { return integer(value) + ",GB"; };
        add("memory_per_chip", m_memory, memory);
        add("memory_per_instance", m_memory * m_chips, memory);
        add("power_per_chip", m_power, [&](double value) { return printed(value * 1000) + ",W"; });
        const double energy = m_power * all * m_hours;
        add("energy", energy,
            [&](double value) { return whole(0, 1) == 0 ? printed(value) + ",kWh" : printed(value / 1000) + ",MWh"; });
        add("electricity_price", m_electricity, [&](double value) { return printed(value) + ",$/kWh"; });
        add("electricity_cost", energy * m_electricity, money);
        return rows;
    }

private:
    double m_chips, m_machines, m_hours, m_steps, m_price, m_rate, m_memory, m_power, m_electricity;
};

} // namespace

TEST(ConsistentModels, contradictNothing)
{
    for (unsigned seed = 0; seed < 500; ++seed) {
        const std::string rows = Model(seed).rows();
        const Audit audit = auditOf(rows);
        for (const Finding& finding : audit.findings)
            ASSERT_FALSE(isWrong(finding)) << seed << "\n" << rows << told(audit);
        ASSERT_GE(audit.holds.size(), 3U) << rows;
    }
}

TEST(ConsistentModels, oneChangedFigureIsFoundByName)
{
    for (const std::string quantity :
        {"tokens_per_s", "step_time", "instance_price", "cost_per_million_tokens", "total_time", "steps"})
        for (unsigned seed = 0; seed < 60; ++seed) {
            const std::string rows = Model(seed).rows(quantity, 1.7);
            const Audit audit = auditOf(rows);
            bool named = false;
            for (const Finding& finding : audit.findings)
                for (const Mend& mend : finding.mends)
                    named = named
                        || (finding.verdict == Verdict::contradicts
                            && nameOf(figuresOf(rows)[mend.claim].what) == quantity);
            ASSERT_TRUE(named) << quantity << seed << "\n" << rows << told(audit);
        }
}

// Whatever part of it is stated: what is not said is not taken for one machine.
TEST(ConsistentModels, clustersContradictNothing)
{
    for (unsigned seed = 0; seed < 500; ++seed) {
        const int kept = static_cast<int>(seed % 10) + 1;
        const std::string rows = Cluster(seed).rows(kept);
        if (rows.find("Box") == std::string::npos)
            continue;
        const Audit audit = auditOf(rows);
        for (const Finding& finding : audit.findings)
            ASSERT_FALSE(isWrong(finding)) << seed << "\n" << rows << told(audit);
        if (kept == 10) {
            ASSERT_GE(audit.holds.size(), 10U) << rows;
        }
    }
}

TEST(ConsistentModels, aChangedPartOrWholeIsFoundByName)
{
    constexpr double kFarOff = 10; // kWh for MWh: what is drawn is less than what is rated, and cooling adds to it
    constexpr double kLower = 0.55, kHigher = 1.8; // a total or chip-hours above their parts may hold something else
    for (const std::string quantity : {"chip_price", "instance_price", "cluster_price", "tokens_per_s_per_chip",
             "tokens_per_s_per_instance", "tokens_per_s", "training_hours", "total_time", "chip_hours", "steps",
             "global_batch_tokens", "total_tokens", "cost_per_million_tokens", "total_cost", "memory_per_instance",
             "energy", "electricity_cost"})
        for (unsigned seed = 0; seed < 15; ++seed) {
            const bool isTime = quantity == "training_hours" || quantity == "total_time";
            const double factor = isTime ? kHigher : quantity == "energy" ? kFarOff : kLower;
            const std::string rows = Cluster(seed).rows(10, quantity, factor);
            const auto claims = figuresOf(rows);
            const Audit audit = auditOf(rows);
            bool named = false;
            for (const Finding& finding : audit.findings)
                for (const Mend& mend : finding.mends)
                    named = named
                        || (finding.verdict == Verdict::contradicts && nameOf(claims[mend.claim].what) == quantity);
            ASSERT_TRUE(named) << quantity << seed << "\n" << rows << told(audit);
            // One figure that was changed enters all that contradicts: a set of it alone mends them.
            ASSERT_TRUE(std::ranges::any_of(audit.suspects,
                [&](const SuspectSet& set) {
                    return set.size() == 1 && nameOf(claims[set.front().claim].what) == quantity;
                }))
                << quantity << seed << "\n"
                << rows << told(audit);
        }
}

} // namespace fullscope::audit::test
