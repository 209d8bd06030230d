// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/ui_test.h"

#include <QApplication>
#include <QStandardPaths>
#include <QTemporaryDir>

int main(int argc, char** argv)
{
    // Also when started by hand on a machine without a display; nothing of the user's is read or written.
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir home;
    for (const char* variable : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"})
        qputenv(variable, home.path().toUtf8());
    QStandardPaths::setTestModeEnabled(true);
    QLocale::setDefault(QLocale::c());
    QApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("fullscope-test"));

    int failures = 0;
    for (const auto& make : fullscope::tests::uiTests())
        failures += QTest::qExec(make().get(), argc, argv);
    return failures;
}
