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

    // tst_ui_pages TstClipping […]: that class alone, with QTest's own arguments behind it.
    const QString only = argc > 1 && qstrncmp(argv[1], "Tst", 3) == 0 ? QString::fromLatin1(argv[1]) : QString();
    const QStringList arguments = QStringList(argv[0]) + QApplication::arguments().mid(only.isEmpty() ? 1 : 2);
    int failures = 0;
    for (const auto& make : fullscope::tests::uiTests())
        if (const auto test = make();
            only.isEmpty() || QString::fromLatin1(test->metaObject()->className()).endsWith(only))
            failures += QTest::qExec(test.get(), arguments);
    return failures;
}
