// SPDX-License-Identifier: GPL-3.0-or-later
// Every modal question of the program. Tests answer beforehand; nothing else in ui opens a dialog of its own.
#pragma once

#include <QMessageBox>
#include <QStringList>

namespace fullscope::ui::dialogs {

QMessageBox::StandardButton ask(QWidget* parent, const QString& title, const QString& text,
    QMessageBox::StandardButtons buttons, QMessageBox::StandardButton preferred);
void inform(QWidget* parent, const QString& title, const QString& text);
void fail(QWidget* parent, const QString& title, const QString& text);

// Empty = cancelled. `filter` as in QFileDialog ("Workspace (*.fullscope)").
QStringList openFiles(QWidget* parent, const QString& title, const QString& folder, const QString& filter = {});
QString openFile(QWidget* parent, const QString& title, const QString& folder, const QString& filter);
QString openFolder(QWidget* parent, const QString& title, const QString& folder);
// Asks before it returns a name that exists; adds `ending` (".pdf") when none was typed.
QString saveFile(
    QWidget* parent, const QString& title, const QString& proposal, const QString& filter, const QString& ending);

// One line of text, e.g. a new name. Empty = cancelled.
QString askText(QWidget* parent, const QString& title, const QString& label, const QString& proposal);

// --- for tests. From the first call on no dialog opens: a question without an answer gets Cancel, a file dialog
// without a name is cancelled.
void answerNext(QMessageBox::StandardButton button);
void chooseNext(const QStringList& paths);
// Texts of the messages and questions since the last call.
QStringList takeShown();

} // namespace fullscope::ui::dialogs
