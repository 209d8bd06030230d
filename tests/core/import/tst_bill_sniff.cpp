// SPDX-License-Identifier: GPL-3.0-or-later
// Every sample of a bill against every format of bills: one knows it, no other one does.
#include "tests/core/import/bill_sink.h"

#include "core/import/sniff.h"
#include "core/import/source/stored_text.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>

namespace fullscope::import {

namespace {

// By folder of the samples; of none where the file is no bill.
const std::map<std::string, std::string> kFormats {
    {"aws-cost-explorer", "aws_cost_explorer_csv"},
    {"aws-cost-explorer-json", "aws_cost_explorer_json"},
    {"aws-cur-2.0", "aws_cur"},
    {"aws-cur-legacy", "aws_cur_legacy"},
    {"aws-monthly", "aws_monthly"},
    {"focus-1.0", "focus"},
    {"focus-1.2", "focus"},
};
constexpr const char* kNoBill = "cur2_daily_manifest.json";

} // namespace

TEST(BillSniff, KnowsEachSampleAsOneFormat)
{
    int seen = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(testing::samplePath(""))) {
        const auto expected = kFormats.find(entry.path().parent_path().filename().string());
        if (!entry.is_regular_file() || expected == kFormats.end())
            continue;
        ++seen;
        auto text = StoredText::open(entry.path().string());
        ASSERT_TRUE(text.ok()) << entry.path();
        const auto found = sniff(**text);
        const bool isBill = entry.path().filename() != kNoBill;
        ASSERT_EQ(found.ok(), isBill) << entry.path();
        if (isBill)
            EXPECT_EQ((*found)->id, expected->second) << entry.path();
        else
            EXPECT_EQ(found.error().code, base::Code::format_unknown);
        const std::string head((*text)->peek(1 << 18));
        for (const Format* format : formats()) {
            if (format->kind != Kind::bill || format->parse.readsBytes() || format->parse.readsFolder())
                continue;
            const int sure = format->sniff({.file_name = {}, .head = head});
            if (isBill && format->id == expected->second)
                EXPECT_GE(sure, 80) << entry.path();
            else
                EXPECT_EQ(sure, 0) << entry.path() << " by " << format->id;
        }
    }
    EXPECT_GE(seen, 12);
}

} // namespace fullscope::import
