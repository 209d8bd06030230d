// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/store/store_support.h"

using namespace fullscope::store::test;
namespace base = fullscope::base;
namespace store = fullscope::store;
using store::DocumentKind;

TEST(Documents, areKeptByKindAndVersion)
{
    const TempFolder folder;
    const auto workspace = openedAt(folder.file("a.fullscope"));
    ASSERT_NE(workspace, nullptr);
    EXPECT_EQ(workspace->document(DocumentKind::claims)->version, 0);
    EXPECT_EQ(*workspace->saveDocument(DocumentKind::claims, "{\"a\": 1}", 0), 1);
    EXPECT_EQ(*workspace->saveDocument(DocumentKind::claims, "{\"a\": 2}", 1), 2);
    EXPECT_EQ(*workspace->saveDocument(DocumentKind::claims, "{\"a\": 2}", 2), 2); // the same is no new version
    EXPECT_EQ(workspace->document(DocumentKind::claims)->json, "{\"a\": 2}");
    EXPECT_EQ(workspace->document(DocumentKind::prices)->version, 0);
    EXPECT_EQ(*workspace->saveDocument(DocumentKind::prices, "{}", 0), 1);
}

TEST(Documents, whatAnotherWindowSavedIsNotOverwritten)
{
    const TempFolder folder;
    const auto one = openedAt(folder.file("a.fullscope")), other = openedAt(folder.file("a.fullscope"));
    ASSERT_NE(one, nullptr);
    ASSERT_NE(other, nullptr);
    EXPECT_EQ(*one->saveDocument(DocumentKind::exchange_rates, "{\"EUR\": 1}", 0), 1);
    const auto refused = other->saveDocument(DocumentKind::exchange_rates, "{\"EUR\": 2}", 0);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, base::Code::store_changed);
    EXPECT_EQ(other->document(DocumentKind::exchange_rates)->json, "{\"EUR\": 1}");
}
