// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/command_palette.h"

#include "ui/shell/actions.h"
#include "ui/widgets/faint_text.h"

#include <QEvent>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QTreeWidget>

namespace fullscope::ui {

namespace {

void collect(const QMenu* menu, const QString& path, QList<std::pair<QAction*, QString>>& into)
{
    for (QAction* action : menu->actions()) {
        if (action->isSeparator())
            continue;
        const QString name = withoutMnemonic(action->text());
        if (const QMenu* further = action->menu())
            collect(further, path + name + QStringLiteral(" › "), into);
        else if (action->isVisible())
            into << std::pair(action, path + name);
    }
}

bool holds(const QString& name, const QStringList& words)
{
    return std::all_of(
        words.begin(), words.end(), [&name](const QString& word) { return name.contains(word, Qt::CaseInsensitive); });
}

} // namespace

CommandPalette::CommandPalette(QWidget* window)
    : SearchDialog("palette", 2, window)
{
    retranslate();
}

void CommandPalette::changeEvent(QEvent* event)
{
    SearchDialog::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    if (isVisible())
        search();
}

void CommandPalette::retranslate()
{
    setWindowTitle(tr("Commands"));
    setHint(tr("What to do"));
    setListName(tr("Commands"));
}

// What the menus hold: every action of the window is in one (a test sees to it).
void CommandPalette::search()
{
    QList<std::pair<QAction*, QString>> all;
    for (const QAction* top : static_cast<QMainWindow*>(parentWidget())->menuBar()->actions())
        if (top->menu() != nullptr)
            collect(top->menu(), withoutMnemonic(top->text()) + QStringLiteral(" › "), all);
    const QStringList words = typed().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    m_shown.clear();
    list()->clear();
    for (const auto& [action, name] : all) {
        if (!holds(name, words))
            continue;
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        const QString reason = action->isEnabled() ? QString() : action->whatsThis();
        auto* item = new QTreeWidgetItem(list(), {name, action->isEnabled() ? keys : reason});
        item->setIcon(0, action->icon());
        if (!action->isEnabled())
            for (const int column : {0, 1})
                item->setForeground(column, faintText(palette(), QPalette::Text, QPalette::Base));
        m_shown << action;
    }
    say(m_shown.isEmpty() ? tr("No command is called so.") : tr("Commands: %1").arg(m_shown.size()));
    chooseFirst();
}

void CommandPalette::take(QTreeWidgetItem* item)
{
    QAction* action = m_shown.value(list()->indexOfTopLevelItem(item));
    if (action == nullptr)
        return;
    if (!action->isEnabled())
        return say(QStringLiteral("⚠ ") + (action->whatsThis().isEmpty() ? tr("Not now.") : action->whatsThis()));
    hide();
    action->trigger();
}

} // namespace fullscope::ui
