// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ledger/provider_names.h"

#include <gtest/gtest.h>

using namespace fullscope::ledger;

TEST(ProviderNames, ofOneProviderAreOneFamily)
{
    for (const char* name : {"AWS", "Amazon Web Services", "Amazon Web Services, Inc.", "AWS EMEA SARL", " aws "})
        EXPECT_EQ(providerFamily(name), "aws") << name;
    for (const char* name : {"Microsoft", "Microsoft Azure", "azure"})
        EXPECT_EQ(providerFamily(name), "azure") << name;
    for (const char* name : {"Google Cloud", "GCP", "Google"})
        EXPECT_EQ(providerFamily(name), "gcp") << name;
    EXPECT_EQ(providerFamily("RunPod"), "runpod");
    EXPECT_EQ(providerFamily("Lawson"), "lawson"); // holds no word that begins with "aws"
}

TEST(ProviderNames, thatDifferAreOtherProviders)
{
    EXPECT_TRUE(mayBeSameProvider("AWS", "Amazon Web Services"));
    EXPECT_TRUE(mayBeSameProvider("Lambda", "Lambda Labs"));
    EXPECT_TRUE(mayBeSameProvider("RunPod, Inc.", "runpod"));
    EXPECT_TRUE(mayBeSameProvider("", "RunPod"));
    EXPECT_FALSE(mayBeSameProvider("Lambda", "RunPod"));
    EXPECT_FALSE(mayBeSameProvider("Lambda", "Lambdaworks"));
    EXPECT_FALSE(mayBeSameProvider("AWS", "Google Cloud"));
}
