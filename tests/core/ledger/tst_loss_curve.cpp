// SPDX-License-Identifier: GPL-3.0-or-later
// Which losses of a log count, and how many tokens stand behind each.
#include "loss_run.h"

namespace fullscope::ledger {
namespace {

std::vector<double> lossesOf(const LossCurve& curve)
{
    std::vector<double> losses;
    for (const LossPoint& point : curve.points)
        losses.push_back(point.loss);
    return losses;
}

std::vector<double> tokensOf(const LossCurve& curve)
{
    std::vector<double> tokens;
    for (const LossPoint& point : curve.points)
        tokens.push_back(point.tokens);
    return tokens;
}

TEST(LossCurve, whatARestartRepeatsCountsOnce)
{
    TestRun t;
    t.fact("tokens_per_step", "10");
    for (const int step : {1, 2, 3, 4, 5})
        t.add(step, base::kNoTime, {{"loss", 10.0 - step}});
    t.event(evidence::EventKind::resume, base::kNoTime, 3);
    for (const int step : {4, 5, 6})
        t.add(step, base::kNoTime, {{"loss", 20.0 - step}});
    const LossCurve curve = curveOf(t);
    EXPECT_EQ(lossesOf(curve), (std::vector<double> {9, 8, 7, 16, 15, 14})); // 4 and 5: as trained the last time
    EXPECT_EQ(tokensOf(curve), (std::vector<double> {10, 20, 30, 40, 50, 60}));
    EXPECT_EQ(curve.records, 6);
    EXPECT_EQ(curve.repeated, 2);
}

TEST(LossCurve, stepsNumberedFromZeroHaveTrainedOne)
{
    TestRun t;
    t.fact("tokens_per_step", "10");
    for (const int step : {0, 1, 2})
        t.add(step, base::kNoTime, {{"loss", 3}});
    const LossCurve curve = curveOf(t);
    EXPECT_EQ(tokensOf(curve), (std::vector<double> {10, 20, 30}));
    EXPECT_DOUBLE_EQ(curve.points.front().step, 1);
}

TEST(LossCurve, everyFiftiethStepIsTheTokensOfFifty)
{
    TestRun t;
    t.fact("tokens_per_step", "10");
    for (const int step : {50, 100, 150})
        t.add(step, base::kNoTime, {{"loss", 3}});
    EXPECT_EQ(tokensOf(curveOf(t)), (std::vector<double> {500, 1000, 1500}));
}

TEST(LossCurve, batchThatRampsUpIsSummed)
{
    TestRun t;
    t.fact("seq_len", "100");
    const double batches[] = {2, 2, 4, 8};
    for (int i = 0; i < 4; ++i)
        t.add(i + 1, base::kNoTime, {{"loss", 3}, {"global_batch", batches[i]}});
    EXPECT_EQ(tokensOf(curveOf(t)), (std::vector<double> {200, 400, 800, 1600}));
}

TEST(LossCurve, runningTotalOfTokensIsTakenAsItIs)
{
    TestRun t;
    const double totals[] = {100, 300, 700, 1500};
    for (int i = 0; i < 4; ++i)
        t.add(i + 1, base::kNoTime, {{"loss", 3}, {"tokens", totals[i]}});
    EXPECT_EQ(tokensOf(curveOf(t)), (std::vector<double> {100, 300, 700, 1500}));
}

// Each attempt counts its own tokens: the second one starts at step 3 with 300 tokens behind it.
TEST(LossCurve, totalThatARestartSetToZeroGoesOn)
{
    TestRun t;
    for (int i = 1; i <= 4; ++i)
        t.add(i, base::kNoTime, {{"loss", 3}, {"tokens", 100.0 * i}});
    t.event(evidence::EventKind::resume, base::kNoTime, 3);
    for (int i = 4; i <= 6; ++i)
        t.add(i, base::kNoTime, {{"loss", 2}, {"tokens", 100.0 * (i - 3)}});
    EXPECT_EQ(tokensOf(curveOf(t)), (std::vector<double> {100, 200, 300, 400, 500, 600}));
}

// … and one that counts the repeated step too says 500 where 400 were trained.
TEST(LossCurve, totalThatCountsRepeatedStepsIsCorrected)
{
    TestRun t;
    for (int i = 1; i <= 4; ++i)
        t.add(i, base::kNoTime, {{"loss", 3}, {"tokens", 100.0 * i}});
    t.event(evidence::EventKind::resume, base::kNoTime, 3);
    for (int i = 4; i <= 6; ++i)
        t.add(i, base::kNoTime, {{"loss", 2}, {"tokens", 100.0 * (i + 1)}});
    EXPECT_EQ(tokensOf(curveOf(t)), (std::vector<double> {100, 200, 300, 400, 500, 600}));
}

TEST(LossCurve, lossesThatAreNoNumberAreCountedAndLeftOut)
{
    TestRun t;
    t.fact("tokens_per_step", "10");
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const double loss : {4.0, infinity, evidence::kNotLogged, 3.0, -infinity})
        t.add(t.run.sample_count + 1, base::kNoTime, {{"loss", loss}});
    const LossCurve curve = curveOf(t);
    EXPECT_EQ(lossesOf(curve), (std::vector<double> {4, 3}));
    EXPECT_EQ(curve.not_finite, 2);
    ASSERT_TRUE(says(curve.problems, base::Code::value_not_finite));
    for (const base::Problem& problem : curve.problems) {
        if (problem.what.code == base::Code::value_not_finite) {
            EXPECT_EQ(problem.what.line, 2);
            EXPECT_EQ(problem.count, 2);
        }
    }
}

TEST(LossCurve, evaluationsAreNoTrainingLoss)
{
    TestRun t;
    for (int i = 1; i <= 30; ++i)
        t.add(i, base::kNoTime, {{"eval_loss", 3}});
    const auto none = lossCurve(t.run, t.samples, base::JobContext());
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().code, base::Code::loss_not_logged);
    t.series("loss"); // declared, and never logged
    EXPECT_EQ(lossCurve(t.run, t.samples, base::JobContext()).error().code, base::Code::loss_not_logged);
    const TestRun empty;
    EXPECT_FALSE(lossCurve(empty.run, empty.samples, base::JobContext()).ok());
}

TEST(LossCurve, tokensBeforeTheLogAreSaidToBeAssumed)
{
    TestRun t;
    t.fact("tokens_per_step", "10");
    for (int i = 1001; i <= 1030; ++i)
        t.add(i, base::kNoTime, {{"loss", 3}});
    const LossCurve curve = curveOf(t);
    EXPECT_DOUBLE_EQ(curve.points.front().tokens, 10'010);
    EXPECT_TRUE(says(curve.problems, base::Code::tokens_before_log));
}

TEST(LossCurve, withoutTokensThereAreSteps)
{
    TestRun t;
    for (int i = 1; i <= 3; ++i)
        t.add(i, base::kNoTime, {{"loss", 3}});
    const LossCurve curve = curveOf(t);
    EXPECT_FALSE(curve.has_tokens);
    EXPECT_DOUBLE_EQ(curve.points.back().step, 3);
}

// Two million records from a formula: what is kept is small, and is the means of all of them.
class LongRun final : public evidence::SampleStore {
public:
    static constexpr std::int64_t kRecords = 2'000'000;
    std::unique_ptr<evidence::SampleReader> read(std::vector<int> series) const override
    {
        return std::make_unique<Reader>(std::move(series));
    }

private:
    class Reader final : public evidence::SampleReader {
    public:
        explicit Reader(std::vector<int> series)
            : m_series(std::move(series))
        {
        }
        base::Result<bool> next(evidence::SampleBlock& block) override
        {
            const std::int64_t rows = std::min<std::int64_t>(evidence::kBlockRows, kRecords - m_next);
            block = {};
            block.first = m_next;
            block.values.resize(m_series.size());
            for (std::int64_t i = 1; i <= rows; ++i) {
                block.line.push_back(m_next + i);
                block.step.push_back(m_next + i);
                block.time_us.push_back(base::kNoTime);
                for (std::size_t s = 0; s < m_series.size(); ++s) // loss = 1 / ln(step + 2)
                    block.values[s].push_back(
                        m_series[s] == 0 ? 1 / std::log(static_cast<double>(m_next + i) + 2) : evidence::kNotLogged);
            }
            m_next += rows;
            return rows > 0;
        }
        void rewind() override { m_next = 0; }

    private:
        std::vector<int> m_series;
        std::int64_t m_next = 0;
    };
};

TEST(LossCurve, longRunsAreKeptSmall)
{
    TestRun t;
    t.series("loss");
    t.fact("tokens_per_step", "1");
    t.run.sample_count = LongRun::kRecords;
    const auto curve = lossCurve(t.run, LongRun(), base::JobContext());
    ASSERT_TRUE(curve.ok());
    EXPECT_LE(curve->points.size(), kLossPoints);
    EXPECT_GT(curve->points.size(), kLossPoints / 8);
    EXPECT_EQ(curve->records, LongRun::kRecords);
    double records = 0, widest = 0;
    for (std::size_t i = 0; i < curve->points.size(); ++i) {
        const LossPoint& point = curve->points[i];
        records += point.records;
        if (i > 0)
            widest = std::max(widest, point.records / point.step);
        EXPECT_NEAR(point.loss, 1 / std::log(point.tokens + 2), 1e-4);
    }
    EXPECT_DOUBLE_EQ(records, static_cast<double>(LongRun::kRecords));
    EXPECT_LT(widest, 0.51); // the second step is half of all so far; later ones are a small share of theirs
}

} // namespace
} // namespace fullscope::ledger
