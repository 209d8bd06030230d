// SPDX-License-Identifier: GPL-3.0-or-later
// Loss comparison of stored runs, and what it offers the cell of the token factor.
#include "core/workspace/candidates.h"
#include "core/workspace/compare_loss.h"
#include "core/workspace/import_files.h"
#include "tests/core/store/store_support.h"
#include "tests/core/workspace/generated_files.h"
#include "tests/core/workspace/loss_files.h"

using namespace fullscope::store::test;
using namespace fullscope::workspace::test;
namespace base = fullscope::base;
namespace evidence = fullscope::evidence;
namespace ledger = fullscope::ledger;
namespace scenario = fullscope::scenario;
namespace store = fullscope::store;
namespace words = fullscope::words;
namespace workspace = fullscope::workspace;

namespace {

class CompareLoss : public testing::Test {
protected:
    std::int64_t import(const std::string& path)
    {
        const auto outcome = workspace::importFiles(*m_workspace, {path}, {}, base::JobContext());
        EXPECT_EQ(outcome.imported.size(), 1U) << path;
        return outcome.imported.empty() ? 0 : outcome.imported[0].id;
    }
    std::int64_t importLaw(const std::string& name, double slower, bool with_evaluations = false)
    {
        writeLossLog(m_folder.file(name), slower, with_evaluations);
        return import(m_folder.file(name));
    }
    auto compared(std::int64_t baseline, std::int64_t candidate, std::optional<double> target = {})
    {
        return workspace::compareLoss(*m_workspace, baseline, candidate, target, base::JobContext());
    }
    std::vector<workspace::Candidate> offered()
    {
        auto found
            = workspace::candidates(*m_workspace, scenario::Input::tokens_factor, "", "USD", words::Language::en);
        EXPECT_TRUE(found.ok());
        return found.ok() ? *std::move(found) : std::vector<workspace::Candidate> {};
    }

    TempFolder m_folder;
    std::unique_ptr<store::WorkspaceFile> m_workspace = openedAt(m_folder.file("w.fullscope"));
};

} // namespace

TEST_F(CompareLoss, storedRunsGiveTheirFactor)
{
    const std::int64_t a = importLaw("fast.csv", 1), b = importLaw("slow.csv", 1.4);
    const auto comparison = compared(a, b, 2.8);
    ASSERT_TRUE(comparison.ok());
    EXPECT_EQ(comparison->axis, ledger::LossAxis::tokens);
    // (1.1 / 8)^(−1 / 0.3) = 745.6 steps of 1,000 tokens
    EXPECT_NEAR(comparison->baseline.crossing.x, 745'600, 10'000);
    EXPECT_NEAR(comparison->factor->value, 1.4, 0.02);
    EXPECT_EQ(compared(a, a).error().code, base::Code::out_of_range);
    EXPECT_EQ(compared(a, 99).error().code, base::Code::id_unknown);
}

TEST_F(CompareLoss, cellOffersTheFactorWithItsProvenance)
{
    EXPECT_TRUE(offered().empty());
    const std::int64_t a = importLaw("fast.csv", 1);
    EXPECT_TRUE(offered().empty()); // one run compares with nothing
    const std::int64_t b = importLaw("slow.csv", 1.4);
    const auto offers = offered();
    ASSERT_EQ(offers.size(), 1U); // slow against fast; the other way round is below 1
    const auto& [value, label] = offers[0];
    EXPECT_NEAR(value.value, 1.4, 0.03);
    EXPECT_TRUE(scenario::validate(scenario::Input::tokens_factor, value.value).ok());
    EXPECT_EQ(value.provenance.origin, evidence::Origin::measured);
    EXPECT_EQ(value.provenance.run_id, b);
    for (const char* const part : {"fast.csv", "slow.csv"})
        EXPECT_NE(value.provenance.source.find(part), std::string::npos) << value.provenance.source;
    const std::string detail = value.provenance.detail;
    for (const std::string& part : std::vector<std::string> {"slow (run " + std::to_string(b),
             "fast (run " + std::to_string(a), "tokens to the loss 2.6", "95 % interval", "factor 1."})
        EXPECT_NE(detail.find(part), std::string::npos) << detail;
    EXPECT_NE(label.find("slow against fast"), std::string::npos) << label;
}

TEST_F(CompareLoss, evaluationsGiveAFactorOfTheirOwn)
{
    const std::int64_t a = importLaw("fast.csv", 1, true), b = importLaw("slow.csv", 1.4, true);
    const std::int64_t without = importLaw("without.csv", 1.2);
    EXPECT_TRUE(workspace::haveEvaluations(*m_workspace, a, b));
    EXPECT_FALSE(workspace::haveEvaluations(*m_workspace, a, without));
    const auto of = ledger::LossOf::evaluation;
    const auto by_eval = workspace::compareLoss(*m_workspace, a, b, {}, base::JobContext(), of);
    ASSERT_TRUE(by_eval.ok());
    EXPECT_EQ(by_eval->baseline.records, 50);
    EXPECT_NEAR(by_eval->factor->value, 1.4 * 1.2, 0.03);
    const auto value = workspace::tokensFactorValue(*by_eval, words::Language::en);
    ASSERT_TRUE(value);
    EXPECT_TRUE(value->provenance.detail.ends_with("; by the evaluation loss")) << value->provenance.detail;
    const auto by_train = compared(a, b);
    EXPECT_NEAR(by_train->factor->value, 1.4, 0.03);
    EXPECT_TRUE(workspace::tokensFactorValue(*by_train, words::Language::en)
                    ->provenance.detail.ends_with("; by the training loss"));
    const auto refused = workspace::compareLoss(*m_workspace, a, without, {}, base::JobContext(), of);
    EXPECT_EQ(refused.error().code, base::Code::loss_not_logged);
    EXPECT_EQ(refused.error().field, "eval_loss");
}

TEST_F(CompareLoss, modelsThatAreSaidToDifferAreNotOffered)
{
    const std::int64_t a = importLaw("fast.csv", 1), b = importLaw("slow.csv", 1.4);
    ASSERT_TRUE(m_workspace->setFact(a, "seq_len", "4096", base::JobContext()).ok());
    ASSERT_TRUE(m_workspace->setFact(b, "seq_len", "2048", base::JobContext()).ok());
    EXPECT_TRUE(offered().empty());
    const auto comparison = compared(a, b); // asked for, it is made, and says so
    ASSERT_TRUE(comparison.ok());
    ASSERT_EQ(comparison->differences.size(), 1U);
    EXPECT_EQ(comparison->differences[0].values[0], "4096");
}

// Both logs of GPT-2 124M as imported: 524,288 tokens a step is in one of them alone, until the user says it.
TEST_F(CompareLoss, statedTokensMakeRealLogsComparable)
{
    const std::int64_t adam = import(sample("logs/llmc/modded_adamw_main.log"));
    const std::int64_t muon = import(sample("logs/modded-nanogpt/modded_2024-10_muon.txt"));
    const auto unknown = compared(adam, muon, 3.6);
    if (!unknown.ok()) {
        EXPECT_EQ(unknown.error().code, base::Code::tokens_not_comparable);
    }
    for (const std::int64_t id : {adam, muon})
        ASSERT_TRUE(m_workspace->setFact(id, "tokens_per_step", "524288", base::JobContext()).ok());
    const auto comparison = compared(adam, muon, 3.6);
    ASSERT_TRUE(comparison.ok());
    EXPECT_NEAR(comparison->baseline.steps, 3016, 30); // see tst_loss_comparison
    EXPECT_NEAR(comparison->factor->value, 0.60, 0.02);
    EXPECT_FALSE(workspace::tokensFactorValue(*comparison, words::Language::en)); // below 1
    const auto other = compared(muon, adam, 3.6);
    ASSERT_TRUE(other.ok());
    EXPECT_NEAR(workspace::tokensFactorValue(*other, words::Language::en)->value, 1 / 0.60, 0.06);
}
