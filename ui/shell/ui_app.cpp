// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/ui_app.h"

#include "ui/document/strings.h"
#include "ui/shell/dialogs.h"
#include "ui/shell/icons.h"
#include "ui/shell/main_window.h"
#include "ui/shell/pages.h"
#include "ui/shell/settings.h"
#include "ui/shell/translation.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QStyle>
#include <QTextStream>

namespace fullscope::ui {

namespace {

// Tells once how long it took from `clock`'s start to the window's first paint.
class PaintTimer final : public QObject {
public:
    PaintTimer(QWidget& window, const QElapsedTimer& clock)
        : m_clock(clock)
    {
        window.installEventFilter(this);
    }
    bool eventFilter(QObject* window, QEvent* event) override
    {
        if (event->type() == QEvent::Paint) {
            window->removeEventFilter(this);
            // After the paint, not before it.
            QMetaObject::invokeMethod(
                this, [this] { QTextStream(stderr) << "first paint: " << m_clock.elapsed() << " ms\n"; },
                Qt::QueuedConnection);
        }
        return false;
    }

private:
    QElapsedTimer m_clock;
};

QString valueOf(const QStringList& arguments, const QString& option)
{
    for (qsizetype i = 1; i < arguments.size(); ++i) {
        if (arguments[i].startsWith(option + QLatin1Char('=')))
            return arguments[i].mid(option.size() + 1);
        if (arguments[i] == option)
            return arguments.value(i + 1);
    }
    return {};
}

words::Language startLanguage(const QStringList& arguments, const Settings& settings)
{
    if (const auto asked = words::languageByName(utf8(valueOf(arguments, QStringLiteral("--lang")))))
        return *asked;
    return settings.language().value_or(desktopLanguage());
}

void nameProgram()
{
    QCoreApplication::setApplicationName(QStringLiteral("fullscope"));
    QCoreApplication::setApplicationVersion(QStringLiteral(FULLSCOPE_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Fullscope"));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.fullscope.Fullscope")); // Wayland finds the icon by it
    QGuiApplication::setWindowIcon(applicationIcon());
    if (QApplication::style()->name() == QLatin1String("windows")) // Qt's last resort when the desktop names no style
        QApplication::setStyle(QStringLiteral("Fusion"));
}

} // namespace

int runWindow(int argc, char** argv, const QString& workspacePath)
{
    QElapsedTimer clock;
    clock.start();
    QApplication application(argc, argv);
    nameProgram();
    Settings settings;
    Translation translation;
    Document document;
    const words::Language language = startLanguage(QApplication::arguments(), settings);
    document.setLanguage(language);
    translation.use(language);
    if (const base::Status status = document.open({}); !status.ok()) {
        dialogs::fail(nullptr, QStringLiteral("Fullscope"), errorText(status.error(), language));
        return 1;
    }
    MainWindow window(document, settings, translation, makePages(document));
    if (!workspacePath.isEmpty())
        window.openWorkspace(workspacePath);
    std::optional<PaintTimer> timer;
    if (QApplication::arguments().contains(QLatin1String("--timing")))
        timer.emplace(window, clock);
    window.show();
    if (!settings.tourSeen() && workspacePath.isEmpty()) // who opens a file wants to see that
        QMetaObject::invokeMethod(&window, &MainWindow::startTour, Qt::QueuedConnection);
    settings.setTourSeen();
    return QApplication::exec();
}

} // namespace fullscope::ui
