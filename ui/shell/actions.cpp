// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/actions.h"

#include "ui/shell/icons.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace fullscope::ui {

namespace {

struct ActionSpec {
    ActionId id;
    const char* name; // objectName
    const char* text; // in menus
    const char* short_text; // on the toolbar, where it is there
    const char* keys; // "; " between alternatives
    const char* icon;
};

// clang-format off
constexpr ActionSpec kSpecs[] = {
    {ActionId::new_workspace, "action.new_workspace", QT_TRANSLATE_NOOP("Actions", "&New Workspace"), QT_TRANSLATE_NOOP("Actions", "New"), "Ctrl+N", "new"},
    {ActionId::new_window, "action.new_window", QT_TRANSLATE_NOOP("Actions", "New &Window"), nullptr, "Ctrl+Shift+N", ""},
    {ActionId::open, "action.open", QT_TRANSLATE_NOOP("Actions", "&Open Workspace…"), QT_TRANSLATE_NOOP("Actions", "Open"), "Ctrl+O", "open"},
    {ActionId::open_sample, "action.open_sample", QT_TRANSLATE_NOOP("Actions", "Open the Sam&ple Workspace"), nullptr, "", "sample"},
    {ActionId::save, "action.save", QT_TRANSLATE_NOOP("Actions", "&Save"), nullptr, "Ctrl+S", "save"},
    {ActionId::save_as, "action.save_as", QT_TRANSLATE_NOOP("Actions", "Save &As…"), nullptr, "Ctrl+Shift+S", ""},
    {ActionId::import_files, "action.import_files", QT_TRANSLATE_NOOP("Actions", "&Import Files…"), QT_TRANSLATE_NOOP("Actions", "Import…"), "Ctrl+I", "import"},
    {ActionId::import_folder, "action.import_folder", QT_TRANSLATE_NOOP("Actions", "Import &Folder…"), nullptr, "Ctrl+Shift+I", "folder"},
    {ActionId::import_mapped, "action.import_mapped", QT_TRANSLATE_NOOP("Actions", "Import with &Mapping…"), nullptr, "Ctrl+Alt+I", ""},
    {ActionId::export_report, "action.export_report", QT_TRANSLATE_NOOP("Actions", "&Export Report…"), QT_TRANSLATE_NOOP("Actions", "Export report"), "Ctrl+E", "report"},
    {ActionId::run_benchmark, "action.run_benchmark", QT_TRANSLATE_NOOP("Actions", "Run &Benchmark…"), QT_TRANSLATE_NOOP("Actions", "Run benchmark"), "Ctrl+B", "benchmarks"},
    {ActionId::quit, "action.quit", QT_TRANSLATE_NOOP("Actions", "&Quit"), nullptr, "Ctrl+Q", ""},
    {ActionId::undo, "action.undo", QT_TRANSLATE_NOOP("Actions", "&Undo"), QT_TRANSLATE_NOOP("Actions", "Undo"), "Ctrl+Z", "undo"},
    {ActionId::redo, "action.redo", QT_TRANSLATE_NOOP("Actions", "&Redo"), QT_TRANSLATE_NOOP("Actions", "Redo"), "Ctrl+Shift+Z; Ctrl+Y", "redo"},
    {ActionId::copy, "action.copy", QT_TRANSLATE_NOOP("Actions", "&Copy"), nullptr, "Ctrl+C", "copy"},
    {ActionId::find_all, "action.find_all", QT_TRANSLATE_NOOP("Actions", "&Find…"), nullptr, "Ctrl+F", "find"},
    {ActionId::find, "action.find", QT_TRANSLATE_NOOP("Actions", "Filter This Pa&ge"), nullptr, "Ctrl+Shift+F", ""},
    {ActionId::palette, "action.palette", QT_TRANSLATE_NOOP("Actions", "Co&mmands…"), nullptr, "Ctrl+Shift+P; F3", ""},
    {ActionId::reset_layout, "action.reset_layout", QT_TRANSLATE_NOOP("Actions", "&Reset Layout"), nullptr, "", ""},
    {ActionId::shortcuts, "action.shortcuts", QT_TRANSLATE_NOOP("Actions", "&Keyboard Shortcuts"), nullptr, "F1", ""},
    {ActionId::tour, "action.tour", QT_TRANSLATE_NOOP("Actions", "&Tour"), nullptr, "", ""},
    {ActionId::about, "action.about", QT_TRANSLATE_NOOP("Actions", "&About Fullscope"), nullptr, "", ""},
    {ActionId::about_qt, "action.about_qt", QT_TRANSLATE_NOOP("Actions", "About &Qt"), nullptr, "", ""},
};
// clang-format on
static_assert(std::size(kSpecs) == static_cast<std::size_t>(ActionId::count));

} // namespace

QString withoutMnemonic(QString text)
{
    static const QRegularExpression kBracketed(QStringLiteral("\\(&.\\)"));
    return text.remove(kBracketed).remove(QLatin1Char('&'));
}

Actions::Actions(QObject* parent)
    : QObject(parent)
{
    for (const ActionSpec& spec : kSpecs) {
        auto* action = new QAction(this);
        action->setObjectName(QLatin1String(spec.name));
        if (*spec.keys != '\0')
            action->setShortcuts(QKeySequence::listFromString(QLatin1String(spec.keys), QKeySequence::PortableText));
        if (*spec.icon != '\0')
            action->setIcon(themedIcon(QLatin1String(spec.icon)));
        m_actions[static_cast<std::size_t>(spec.id)] = action;
    }
    // The widget with the focus handles the key itself; the menu entry shows it and does the same by mouse.
    (*this)[ActionId::copy]->setShortcutContext(Qt::WidgetShortcut);
    (*this)[ActionId::quit]->setMenuRole(QAction::QuitRole);
    (*this)[ActionId::about]->setMenuRole(QAction::AboutRole);
    (*this)[ActionId::about_qt]->setMenuRole(QAction::AboutQtRole);
    retranslate();
}

void Actions::retranslate()
{
    for (const ActionSpec& spec : kSpecs) {
        QAction* action = (*this)[spec.id];
        action->setText(QCoreApplication::translate("Actions", spec.text));
        if (spec.short_text)
            action->setIconText(QCoreApplication::translate("Actions", spec.short_text));
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        const QString plain = withoutMnemonic(action->text());
        action->setToolTip(keys.isEmpty() ? plain : QStringLiteral("%1 (%2)").arg(plain, keys));
    }
}

} // namespace fullscope::ui
