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
