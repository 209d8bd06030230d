// SPDX-License-Identifier: GPL-3.0-or-later
// Every action of the window in one table (actions.cpp): menus, toolbar and the list of shortcuts are made of it.
#pragma once

#include <QAction>
#include <QObject>

#include <array>

namespace fullscope::ui {

enum class ActionId {
    new_workspace,
    new_window,
    open,
    open_sample,
    save,
    save_as,
    import_files,
    import_folder,
    import_mapped,
    export_report,
    run_benchmark,
    quit,
    undo,
    redo,
    copy,
    find_all,
    find,
    palette,
    reset_layout,
    shortcuts,
    tour,
    about,
    about_qt,
    count
};

class Actions final : public QObject {
    Q_OBJECT

public:
    explicit Actions(QObject* parent);

    QAction* operator[](ActionId id) const { return m_actions[static_cast<std::size_t>(id)]; }
    void retranslate();

private:
    std::array<QAction*, static_cast<std::size_t>(ActionId::count)> m_actions {};
};

QString withoutMnemonic(QString text); // "&Save" → "Save", "保存(&S)" → "保存"

} // namespace fullscope::ui
