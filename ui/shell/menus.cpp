// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/menus.h"

#include <QActionGroup>
#include <QDir>
#include <QMenu>
#include <QMenuBar>

namespace fullscope::ui {

Menus::Menus(QMenuBar* bar, const Actions& actions, const QList<QAction*>& pages, const QList<QAction*>& docks)
    : QObject(bar)
    , m_file(addMenu(bar, "menu.file"))
    , m_edit(addMenu(bar, "menu.edit"))
    , m_view(addMenu(bar, "menu.view"))
    , m_help(addMenu(bar, "menu.help"))
    , m_recent(new QMenu(bar))
    , m_language(new QMenu(bar))
    , m_languages(new QActionGroup(this))
{
    makeFileMenu(actions);
    m_edit->addActions({actions[ActionId::undo], actions[ActionId::redo]});
    m_edit->addSeparator();
    m_edit->addActions({actions[ActionId::copy], actions[ActionId::find_all], actions[ActionId::find]});
    m_edit->addSeparator();
    m_edit->addAction(actions[ActionId::palette]);
    m_view->addActions(pages);
    m_view->addSeparator();
    m_view->addActions(docks);
    m_view->addSeparator();
    makeLanguageMenu();
    m_view->addAction(actions[ActionId::reset_layout]);
    m_help->addActions({actions[ActionId::shortcuts], actions[ActionId::tour]});
    m_help->addSeparator();
    m_help->addActions({actions[ActionId::about], actions[ActionId::about_qt]});
    retranslate();
}

QMenu* Menus::addMenu(QMenuBar* bar, const char* name)
{
    auto* menu = new QMenu(bar);
    menu->setObjectName(QLatin1String(name));
    bar->addMenu(menu);
    return menu;
}

void Menus::makeFileMenu(const Actions& actions)
{
    m_file->addActions({actions[ActionId::new_workspace], actions[ActionId::new_window], actions[ActionId::open]});
    m_recent->setObjectName("menu.recent");
    m_file->addMenu(m_recent);
    m_file->addAction(actions[ActionId::open_sample]);
    m_file->addSeparator();
    m_file->addActions({actions[ActionId::save], actions[ActionId::save_as]});
    m_file->addSeparator();
    m_file->addActions(
        {actions[ActionId::import_files], actions[ActionId::import_folder], actions[ActionId::import_mapped]});
    m_file->addSeparator();
    m_file->addAction(actions[ActionId::run_benchmark]);
    m_file->addSeparator();
    m_file->addAction(actions[ActionId::export_report]);
    m_file->addSeparator();
    m_file->addAction(actions[ActionId::quit]);
}

void Menus::makeLanguageMenu()
{
    m_language->setObjectName("menu.language");
    m_view->addMenu(m_language);
    // Each in its own language, so that whoever cannot read the present one finds the way out.
    const std::pair<words::Language, QString> names[]
        = {{words::Language::en, QStringLiteral("&English")}, {words::Language::zh_CN, QStringLiteral("简体中文(&Z)")}};
    for (const auto& [language, name] : names) {
        QAction* action = m_language->addAction(name);
        action->setObjectName(language == words::Language::en ? "language.en" : "language.zh_CN");
        action->setCheckable(true);
        action->setData(static_cast<int>(language));
        m_languages->addAction(action);
    }
    connect(m_languages, &QActionGroup::triggered, this,
        [this](const QAction* action) { emit languageChosen(static_cast<words::Language>(action->data().toInt())); });
}

void Menus::showRecent(const QStringList& paths)
{
    m_recent->clear();
    int number = 0;
    for (const QString& path : paths) {
        QString shown = QDir::toNativeSeparators(path);
        shown.replace(QLatin1Char('&'), QStringLiteral("&&"));
        const QString mnemonic = ++number < 10 ? QStringLiteral("&%1 ").arg(number) : QString();
        m_recent->addAction(mnemonic + shown, this, [this, path] { emit recentChosen(path); });
    }
    m_recent->menuAction()->setVisible(!paths.isEmpty());
}

void Menus::setRecentEnabled(bool enabled)
{
    m_recent->setEnabled(enabled);
}

void Menus::showLanguage(words::Language language)
{
    for (QAction* action : m_languages->actions())
        action->setChecked(action->data().toInt() == static_cast<int>(language));
}

void Menus::retranslate()
{
    m_file->setTitle(tr("&File"));
    m_edit->setTitle(tr("&Edit"));
    m_view->setTitle(tr("&View"));
    m_help->setTitle(tr("&Help"));
    m_recent->setTitle(tr("Open &Recent"));
    m_language->setTitle(tr("&Language"));
}

} // namespace fullscope::ui
