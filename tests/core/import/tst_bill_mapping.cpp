// SPDX-License-Identifier: GPL-3.0-or-later
// Columns of a bill as the user names them.
#include "core/import/pipeline.h"
#include "tests/core/import/temp_dir.h"

#include <gtest/gtest.h>

namespace fullscope::import {
namespace {

using base::Code;
using testing::TempDir;

std::vector<MappedColumn> read(std::string_view text)
{
    const auto columns = parseColumnMapping(text);
    EXPECT_TRUE(columns.ok()) << text;
    return columns.ok() ? *columns : std::vector<MappedColumn> {};
}

Code refused(std::string_view text)
{
    const auto columns = parseColumnMapping(text);
    return columns.ok() ? Code::count : columns.error().code;
}

TEST(BillMapping, namesColumnsConstantsAndTags)
{
    EXPECT_EQ(
        read("Billed=Amount (net), currency:=USD,tag:Team=Project,tag:site := \"a, b\", instance_type:=8x \"H100\""),
        (std::vector<MappedColumn> {{"billed", "Amount (net)"}, {"currency", "USD", true}, {"tag:Team", "Project"},
            {"tag:site", "a, b", true}, {"instance_type", "8x \"H100\"", true}}));
    // One column may be two costs where there are no commitments; the same constant may be two texts.
    EXPECT_EQ(read("billed=Cost,effective=Cost,provider:=x,service:=x").size(), 4U);
}

TEST(BillMapping, isOfOneKind)
{
    EXPECT_EQ(mappedKind(read("billed=Cost")), Kind::bill);
    EXPECT_EQ(mappedKind(read("tag:x=Cost")), Kind::bill);
    EXPECT_EQ(mappedKind(read("step=n,loss=l")), Kind::log);
    EXPECT_EQ(mappedKind({}), std::nullopt);
    const auto mixed = parseColumnMapping("step=n,billed=Cost");
    ASSERT_FALSE(mixed.ok());
    EXPECT_EQ(mixed.error().code, Code::mapping_unfit);
    EXPECT_EQ(mixed.error().found, "step, billed");
    for (const std::string_view target : mappingTargets(Kind::log))
        for (const std::string_view other : mappingTargets(Kind::bill))
            EXPECT_NE(target, other);
}

TEST(BillMapping, refusesWhatCannotBe)
{
    EXPECT_EQ(refused("bileld=Cost"), Code::name_unknown);
    EXPECT_EQ(parseColumnMapping("bileld=Cost").error().args, (std::vector<std::string> {"billed"}));
    for (const char* tag : {"tag=x", "tag:=x", "tag:"})
        EXPECT_NE(refused(tag), Code::count) << tag;
    for (const char* amount : {"billed", "effective", "credit", "total", "quantity", "instance_hours"})
        EXPECT_EQ(refused(std::string(amount) + ":=1"), Code::bad_value) << amount; // it would count in each row
    EXPECT_EQ(refused("step:=1"), Code::bad_value);
    EXPECT_EQ(refused("currency:="), Code::usage);
    EXPECT_EQ(refused("billed=A,billed=B"), Code::name_duplicate);
    EXPECT_EQ(refused("billed=A,service=A"), Code::name_duplicate);
    EXPECT_EQ(refused("currency:=USD,currency=C"), Code::name_duplicate);
}

TEST(BillMapping, mustFitTheFile)
{
    const TempDir dir;
    const Options bill {.columns = read("billed=Cost,charge_start=Date")};
    const std::string log
        = dir.write("c", " iteration 1/ 9 | elapsed time per iteration (ms): 11.0 | lm loss: 2.0 |\n");
    const auto refused = recognise(log, {}, bill);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, Code::mapping_unfit);
    EXPECT_EQ(refused.error().found, "Megatron-LM console log");
    EXPECT_EQ(refused.error().expected, "a bill");
    EXPECT_EQ(recognise(log, "csv_generic", bill).error().code, Code::mapping_unfit);
}

} // namespace
} // namespace fullscope::import
