// SPDX-License-Identifier: GPL-3.0-or-later
// Test classes of one program. In each file: class, `FS_UI_TEST(TstThing)`, `#include "tst_thing.moc"`.
#pragma once

#include <QTest>

#include <functional>
#include <memory>
#include <vector>

namespace fullscope::tests {

using MakeTest = std::function<std::unique_ptr<QObject>()>;

inline std::vector<MakeTest>& uiTests()
{
    static std::vector<MakeTest> tests;
    return tests;
}

template <typename Test>
bool registerUiTest()
{
    uiTests().push_back([] { return std::make_unique<Test>(); });
    return true;
}

} // namespace fullscope::tests

// A busy machine, or a build with sanitizers, is no fault of the window: a test that waits ends when what it waits for
// is there.
#undef QTRY_VERIFY
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT(expression, 60'000)
#undef QTRY_VERIFY2
#define QTRY_VERIFY2(expression, message) QTRY_VERIFY2_WITH_TIMEOUT(expression, message, 60'000)
#undef QTRY_COMPARE
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, 60'000)

#define FS_UI_TEST(Class) static const bool kRegistered##Class = fullscope::tests::registerUiTest<Class>();

// Ends the test with the error when a Result is one.
#define FS_VERIFY_OK(expression)                                                                                       \
    do {                                                                                                               \
        if (const auto& fsChecked = (expression); !fsChecked.ok())                                                     \
            QFAIL(qPrintable(QStringLiteral("error %1: field %2, file %3, found %4")                                   \
                                 .arg(static_cast<int>(fsChecked.error().code))                                        \
                                 .arg(QString::fromStdString(fsChecked.error().field),                                 \
                                     QString::fromStdString(fsChecked.error().file),                                   \
                                     QString::fromStdString(fsChecked.error().found))));                               \
    } while (false)
