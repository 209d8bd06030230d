// SPDX-License-Identifier: GPL-3.0-or-later
// The real window over a temporary workspace, with a page that shows nothing.
#pragma once

#include "tests/ui/support/ui_test.h"
#include "ui/document/document.h"
#include "ui/document/strings.h"
#include "ui/shell/dialogs.h"
#include "ui/shell/main_window.h"
#include "ui/shell/page.h"
#include "ui/shell/settings.h"
#include "ui/shell/translation.h"

#include <QAction>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace fullscope::tests {

class PlainPage final : public ui::Page {
public:
    PlainPage(ui::Document& document, QString name)
        : Page(document)
        , m_name(std::move(name))
        , m_find(new QLineEdit(this))
    {
        setObjectName(m_name);
    }
    QString title() const override { return m_name; }
    QString iconName() const override { return QStringLiteral("runs"); }
    QWidget* findField() const override { return m_find; }

private:
    QString m_name;
    QLineEdit* m_find;
};

struct WindowFixture {
    QTemporaryDir folder;
    ui::Settings settings;
    ui::Translation translation;
    ui::Document document;
    QList<ui::Page*> pages;
    std::unique_ptr<ui::MainWindow> window;

    WindowFixture()
    {
        ui::dialogs::takeShown(); // from here on no dialog opens
        const bool opened = document.open({}).ok();
        Q_ASSERT(opened);
        makeWindow();
    }
    void makeWindow() { makeWindow({new PlainPage(document, "First"), new PlainPage(document, "Second")}); }
    void makeWindow(const QList<ui::Page*>& with)
    {
        pages = with;
        window = std::make_unique<ui::MainWindow>(document, settings, translation, pages);
        window->show();
    }
    QAction* action(const char* name) const { return window->findChild<QAction*>(QLatin1String(name)); }
    QMenu* menu(const char* name) const { return window->findChild<QMenu*>(QLatin1String(name)); }
    template <typename Widget>
    Widget* find(const char* name) const
    {
        return window->findChild<Widget*>(QLatin1String(name));
    }
    QString path(const QString& name) const { return folder.filePath(name); }
    QString write(const QString& name, const QByteArray& content) const
    {
        QFile file(path(name));
        const bool written = file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
        Q_ASSERT(written);
        return file.fileName();
    }
    std::size_t runs() const { return document.workspace().runs().operator*().size(); }
    std::size_t bills() const { return document.workspace().bills().operator*().size(); }
};

// Settings of an earlier test are another user's.
inline void forgetSettings()
{
    QFile::remove(QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) + "/fullscope.ini");
}

inline QString sample(const char* name)
{
    return QStringLiteral(FULLSCOPE_TESTS_DIR "/samples/") + QLatin1String(name);
}

} // namespace fullscope::tests
