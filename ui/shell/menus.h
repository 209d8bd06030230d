// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/shell/actions.h"

#include "core/words/words.h"

class QActionGroup;
class QMenu;
class QMenuBar;

namespace fullscope::ui {

// The menu bar: File, Edit, View, Help.
class Menus final : public QObject {
    Q_OBJECT

public:
    // `pages` and `docks` stand in View; their texts are their owners' business.
    Menus(QMenuBar* bar, const Actions& actions, const QList<QAction*>& pages, const QList<QAction*>& docks);

    void showRecent(const QStringList& paths);
    void showLanguage(words::Language language);
    void setRecentEnabled(bool enabled);
    void retranslate();

signals:
    void recentChosen(const QString& path);
    void languageChosen(fullscope::words::Language language);

private:
    QMenu* addMenu(QMenuBar* bar, const char* name);
    void makeFileMenu(const Actions& actions);
    void makeLanguageMenu();

    QMenu* m_file;
    QMenu* m_edit;
    QMenu* m_view;
    QMenu* m_help;
    QMenu* m_recent;
    QMenu* m_language;
    QActionGroup* m_languages;
};

} // namespace fullscope::ui
