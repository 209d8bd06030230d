// SPDX-License-Identifier: GPL-3.0-or-later
// The terms by their names are those of the model, and know what it knows to be missing.
#include "core/analysis/term_figures.h"

#include "tests/core/analysis/random_inputs.h"

#include <gtest/gtest.h>

namespace fullscope::analysis {

using scenario::Input;
using scenario::InputValues;

namespace {

const Figure& at(const TermFigures& figures, Term term)
{
    return figures[static_cast<std::size_t>(term)];
}

} // namespace

TEST(TermFigures, areThoseOfTheModel)
{
    std::mt19937 engine(20261130);
    int computed = 0;
    for (int round = 0; round < 20'000; ++round) {
        const InputValues inputs = test::randomInputs(engine);
        const auto costs = evaluate(inputs);
        if (!costs)
            continue;
        ++computed;
        const TermFigures figures = termFigures(inputs);
        for (std::size_t c = 0; c < kComponents; ++c) {
            const auto component = static_cast<Component>(c);
            const Figure& figure = at(figures, termOf(component));
            ASSERT_EQ(figure.value, costs->components[c]) << round << ' ' << name(component);
            ASSERT_EQ(figure.covered, costs->covered[c]) << round << ' ' << name(component);
            ASSERT_EQ(figure.missing.any(), costs->missing[c].any()) << round << ' ' << name(component);
        }
        ASSERT_EQ(at(figures, Term::total).value, costs->total) << round;
        ASSERT_EQ(at(figures, Term::compute).value, costs->compute) << round;
        ASSERT_EQ(at(figures, Term::total).missing.any(), costs->lower_bound) << round;
        ASSERT_EQ(at(figures, Term::billed_h).value, costs->hours.billed) << round;
        ASSERT_EQ(at(figures, Term::failure_waste).value, costs->failure_waste) << round;
        ASSERT_EQ(at(figures, Term::checkpoint_overhead).value, costs->checkpoint_overhead) << round;
        ASSERT_DOUBLE_EQ(at(figures, Term::per_mtok).value, costs->per_mtok) << round;
        ASSERT_EQ(at(figures, Term::per_1k_steps).covered, costs->per_1k_steps.has_value()) << round;
        ASSERT_DOUBLE_EQ(at(figures, Term::per_1k_steps).value, costs->per_1k_steps.value_or(0)) << round;
        ASSERT_DOUBLE_EQ(at(figures, Term::goodput).value, costs->goodput) << round;
        ASSERT_EQ(at(figures, Term::price_per_pflop_h).covered, costs->price_per_pflop_h.has_value()) << round;
        ASSERT_DOUBLE_EQ(at(figures, Term::price_per_pflop_h).value, costs->price_per_pflop_h.value_or(0)) << round;
        ASSERT_EQ(at(figures, Term::best_checkpoint_interval_h).value, costs->best_checkpoint_interval_h.value_or(0))
            << round;
    }
    EXPECT_GT(computed, 10'000);
}

TEST(TermFigures, haveTheNamesOfComponents)
{
    EXPECT_EQ(name(Term::productive_h), "productive_h");
    EXPECT_EQ(name(Term::rollback_reserve), "rollback_reserve");
    EXPECT_EQ(name(termOf(Component::delay)), "delay");
    EXPECT_EQ(name(Term::best_checkpoint_interval_h), "best_checkpoint_interval_h");
}

} // namespace fullscope::analysis
