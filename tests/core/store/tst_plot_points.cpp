// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/plot_points.h"

#include "core/store/runs.h"
#include "tests/core/store/store_support.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

using namespace fullscope::store::test;
namespace base = fullscope::base;
namespace evidence = fullscope::evidence;
namespace store = fullscope::store;
using store::PlotPoints;

namespace {

constexpr std::int64_t kStart = 1'700'000'000'000'000;

// Values with rare spikes up and down, and gaps.
double valueAt(std::int64_t index)
{
    if (index % 1'000 == 999)
        return evidence::kNotLogged;
    if (index % 40'009 == 17)
        return 1'000.0 + static_cast<double>(index % 97);
    if (index % 40'009 == 18)
        return -1'000.0 - static_cast<double>(index % 89);
    // Noise of about twenty bits, the same each time.
    auto bits = static_cast<std::uint64_t>(index) * 0x9E3779B97F4A7C15ULL;
    bits = (bits ^ (bits >> 29)) * 0xBF58476D1CE4E5B9ULL;
    return static_cast<double>(bits >> 44) / 100'000;
}

// Importing many samples is the slow part: each size once for all tests.
store::WorkspaceFile& runOf(std::int64_t samples)
{
    static std::map<std::int64_t, std::unique_ptr<store::WorkspaceFile>> workspaces;
    auto& workspace = workspaces[samples];
    if (workspace)
        return *workspace;
    workspace = openedAt("");
    auto session = workspace->beginImport(*workspace->newBatch());
    EXPECT_TRUE(session.ok());
    (*session)->series({"y", "", {}, {}});
    for (std::int64_t i = 0; i < samples; ++i)
        EXPECT_TRUE((*session)->addSample({i, i, kStart + i * 500'000, {valueAt(i)}}).ok());
    EXPECT_TRUE((*session)->endSamples().ok());
    evidence::Run run;
    run.files = {sourceFile("a.log", "1", "megatron")};
    std::vector<store::Replaced> replaced;
    EXPECT_TRUE((*session)->finishRun(run, {}, {}, replaced).ok());
    EXPECT_TRUE((*session)->commit().ok());
    return *workspace;
}

constexpr std::int64_t kRun = 1;

// Least and greatest value in each of `columns` equal parts of [from, to], straight from valueAt().
struct Extremes {
    std::vector<double> lo, hi;
};
Extremes bruteForce(std::int64_t samples, double from, double to, int columns)
{
    const auto n = static_cast<std::size_t>(columns);
    Extremes found {std::vector<double>(n, std::numeric_limits<double>::infinity()),
        std::vector<double>(n, -std::numeric_limits<double>::infinity())};
    for (std::int64_t i = 0; i < samples; ++i) {
        const auto x = static_cast<double>(i);
        const double y = valueAt(i);
        if (x < from || x > to || std::isnan(y))
            continue;
        const auto column = std::min(n - 1, static_cast<std::size_t>((x - from) / (to - from) * columns));
        found.lo[column] = std::min(found.lo[column], y);
        found.hi[column] = std::max(found.hi[column], y);
    }
    return found;
}

void expectDrawable(const PlotPoints& points, int columns)
{
    ASSERT_EQ(points.x.size(), points.y.size());
    EXPECT_LE(points.x.size(), 2 * static_cast<std::size_t>(columns));
    for (std::size_t i = 0; i < points.x.size(); ++i) {
        ASSERT_TRUE(std::isfinite(points.y[i]));
        if (i > 0) {
            ASSERT_LE(points.x[i - 1], points.x[i]);
        }
        // Every point is a sample.
        ASSERT_EQ(points.y[i], valueAt(static_cast<std::int64_t>(points.x[i])));
    }
}

} // namespace

TEST(PlotPoints, fewSamplesAreAllThere)
{
    const auto& workspace = runOf(100);
    const auto points = workspace.plotPoints(kRun, 0, false, 0, 99, 1'000);
    ASSERT_OK(points);
    EXPECT_EQ(points->x.size(), 100U);
    expectDrawable(*points, 1'000);
}

TEST(PlotPoints, rawRangeKeepsTheExtremesOfEachColumn)
{
    const auto& workspace = runOf(200'000);
    for (const auto& [from, to, columns] :
        {std::tuple(0.0, 199'999.0, 800), std::tuple(40'000.0, 41'000.0, 100), std::tuple(16'000.0, 17'000.0, 37)}) {
        const auto points = workspace.plotPoints(kRun, 0, false, from, to, columns);
        ASSERT_OK(points);
        expectDrawable(*points, columns);
        const auto expected = bruteForce(200'000, from, to, columns);
        Extremes found {std::vector<double>(expected.lo.size(), std::numeric_limits<double>::infinity()),
            std::vector<double>(expected.lo.size(), -std::numeric_limits<double>::infinity())};
        for (std::size_t i = 0; i < points->x.size(); ++i) {
            const auto column = std::min(
                expected.lo.size() - 1, static_cast<std::size_t>((points->x[i] - from) / (to - from) * columns));
            found.lo[column] = std::min(found.lo[column], points->y[i]);
            found.hi[column] = std::max(found.hi[column], points->y[i]);
        }
        EXPECT_EQ(found.lo, expected.lo);
        EXPECT_EQ(found.hi, expected.hi);
    }
}

TEST(PlotPoints, pyramidLosesNoSpike)
{
    constexpr std::int64_t kSamples = 1'000'000;
    const auto& workspace = runOf(kSamples);
    for (const int columns : {100, 500, 2'000}) { // coarse, fine, fine
        const auto points = workspace.plotPoints(kRun, 0, false, 0, kSamples - 1, columns);
        ASSERT_OK(points);
        expectDrawable(*points, columns);
        std::size_t spikes = 0;
        for (const double y : points->y)
            spikes += y >= 1'000 || y <= -1'000;
        // 25 places with one spike up and one down, each wider apart than a column is.
        EXPECT_EQ(spikes, 50U) << columns;
    }
}

TEST(PlotPoints, againstTimeIsSecondsSinceTheFirst)
{
    const auto& workspace = runOf(100);
    const auto points = workspace.plotPoints(kRun, 0, true, 10, 20, 1'000);
    ASSERT_OK(points);
    ASSERT_EQ(points->x.size(), 21U); // 10 s to 20 s, two a second
    EXPECT_EQ(points->x.front(), 10.0);
    EXPECT_EQ(points->x.back(), 20.0);
    EXPECT_EQ(points->y.front(), valueAt(20));
}

TEST(PlotPoints, infiniteRangeIsTheWholeRun)
{
    const double infinity = std::numeric_limits<double>::infinity();
    const auto points = runOf(100).plotPoints(kRun, 0, true, -infinity, infinity, 1'000);
    ASSERT_OK(points);
    EXPECT_EQ(points->x.size(), 100U);
    EXPECT_EQ(points->x.back(), 49.5);
}

TEST(PlotPoints, whatIsNotThereGivesNoPoints)
{
    const auto& workspace = runOf(100);
    EXPECT_TRUE(workspace.plotPoints(kRun, 0, false, 500, 600, 100)->x.empty());
    EXPECT_TRUE(workspace.plotPoints(kRun, 7, false, 0, 99, 100)->x.empty());
    EXPECT_TRUE(workspace.plotPoints(kRun, -1, false, 0, 99, 100)->x.empty());
    EXPECT_TRUE(workspace.plotPoints(kRun, 0, false, 0, 99, 0)->x.empty());
    EXPECT_TRUE(workspace.plotPoints(99, 0, false, 0, 99, 100)->x.empty());
}

// A restart goes back to step 50: both executions are drawn in the columns of their steps.
TEST(PlotPoints, stepsThatRanTwiceShareTheirColumns)
{
    const auto workspace = openedAt("");
    auto session = workspace->beginImport(*workspace->newBatch());
    ASSERT_OK(session);
    (*session)->series({"y", "", {}, {}});
    for (std::int64_t i = 0; i < 150; ++i) {
        const std::int64_t step = i < 100 ? i : i - 50;
        ASSERT_OK((*session)->addSample({i, step, base::kNoTime, {i < 100 ? 1.0 : 2.0}}));
    }
    ASSERT_OK((*session)->endSamples());
    std::vector<store::Replaced> replaced;
    evidence::Run run;
    run.files = {sourceFile("a.log", "1", "megatron")};
    ASSERT_OK((*session)->finishRun(run, {}, {}, replaced));
    ASSERT_OK((*session)->commit());
    const auto points = workspace->plotPoints(1, 0, false, 0, 99, 10);
    ASSERT_OK(points);
    EXPECT_LE(points->x.size(), 20U);
    EXPECT_EQ(std::count(points->y.begin(), points->y.end(), 2.0), 5); // steps 50 … 99
    EXPECT_EQ(std::count(points->y.begin(), points->y.end(), 1.0), 10);
    EXPECT_TRUE(workspace->plotPoints(1, 0, true, 0, 99, 10)->x.empty()) << "there are no times";
}

// Pages of 8 KiB that a fresh connection fetches; a plain read of the series alone would be hundreds.
TEST(PlotPoints, readsStayBoundedHoweverLongTheRunIs)
{
    constexpr std::int64_t kSamples = 1'000'000;
    const auto& workspace = runOf(kSamples);
    auto database = store::Database::open(workspace.path(), store::Database::Mode::read_only);
    ASSERT_OK(database);
    const auto pagesFor = [&](double from, double to, int columns) {
        EXPECT_TRUE(database->execute("PRAGMA shrink_memory").ok());
        (void)database->takePagesRead();
        const auto points = store::plotPoints(*database, {kRun, 0, false, from, to, columns});
        EXPECT_TRUE(points.ok() && !points->x.empty());
        return database->takePagesRead();
    };
    const auto all = (*database->integer("PRAGMA page_count")).value_or(0);
    EXPECT_GT(all, 400);
    EXPECT_LT(pagesFor(0, kSamples, 200), 100) << "62 chunks, coarse level"; // one page a chunk and the index
    EXPECT_LT(pagesFor(0, kSamples, 2'000), all / 2) << "fine level";
    EXPECT_LT(pagesFor(500'000, 501'000, 2'000), 40) << "one or two chunks";
}

TEST(PlotPoints, listOfRunsReadsNoSamples)
{
    constexpr std::int64_t kSamples = 1'000'000;
    const auto& workspace = runOf(kSamples);
    auto database = store::Database::open(workspace.path(), store::Database::Mode::read_only);
    ASSERT_OK(database);
    (void)database->takePagesRead();
    ASSERT_EQ(store::readRunSummaries(*database)->size(), 1U);
    EXPECT_LT(database->takePagesRead(), 20);
}
