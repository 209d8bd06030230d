// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/dialogs.h"

#include <QFileDialog>
#include <QGridLayout>
#include <QInputDialog>

namespace fullscope::ui::dialogs {

namespace {

struct Script { // what tests prepared
    bool active = false;
    QList<QMessageBox::StandardButton> answers;
    QList<QStringList> choices;
    QStringList shown;
};

Script& script()
{
    static Script instance;
    return instance;
}

// Room for the title, which the window manager cuts: its font is not known, nor its buttons and icon.
int titleWidth(const QWidget& dialog, const QString& title)
{
    return dialog.fontMetrics().horizontalAdvance(title) * 5 / 4 + dialog.fontMetrics().averageCharWidth() * 24;
}

QMessageBox::StandardButton show(QMessageBox::Icon icon, QWidget* parent, const QString& title, const QString& text,
    QMessageBox::StandardButtons buttons, QMessageBox::StandardButton preferred)
{
    if (script().active) {
        script().shown << text;
        return script().answers.isEmpty() ? QMessageBox::Cancel : script().answers.takeFirst();
    }
    QMessageBox box(icon, title, text, buttons, parent);
    box.setDefaultButton(preferred);
    box.setTextFormat(Qt::PlainText);
    box.setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    if (auto* grid = qobject_cast<QGridLayout*>(box.layout())) // a message box takes no other hint of its width
        grid->addItem(new QSpacerItem(titleWidth(box, title), 0), grid->rowCount(), 0, 1, grid->columnCount());
    return static_cast<QMessageBox::StandardButton>(box.exec());
}

QStringList nextChoice()
{
    return script().choices.isEmpty() ? QStringList() : script().choices.takeFirst();
}

} // namespace

QMessageBox::StandardButton ask(QWidget* parent, const QString& title, const QString& text,
    QMessageBox::StandardButtons buttons, QMessageBox::StandardButton preferred)
{
    return show(QMessageBox::Question, parent, title, text, buttons, preferred);
}

void inform(QWidget* parent, const QString& title, const QString& text)
{
    show(QMessageBox::Information, parent, title, text, QMessageBox::Ok, QMessageBox::Ok);
}

void fail(QWidget* parent, const QString& title, const QString& text)
{
    show(QMessageBox::Critical, parent, title, text, QMessageBox::Ok, QMessageBox::Ok);
}

QStringList openFiles(QWidget* parent, const QString& title, const QString& folder, const QString& filter)
{
    return script().active ? nextChoice() : QFileDialog::getOpenFileNames(parent, title, folder, filter);
}

QString openFile(QWidget* parent, const QString& title, const QString& folder, const QString& filter)
{
    return script().active ? nextChoice().value(0) : QFileDialog::getOpenFileName(parent, title, folder, filter);
}

QString openFolder(QWidget* parent, const QString& title, const QString& folder)
{
    return script().active ? nextChoice().value(0) : QFileDialog::getExistingDirectory(parent, title, folder);
}

QString saveFile(
    QWidget* parent, const QString& title, const QString& proposal, const QString& filter, const QString& ending)
{
    if (script().active)
        return nextChoice().value(0);
    // The dialog itself must add the ending, or its question about an existing file would be about another name.
    QFileDialog dialog(parent, title, proposal, filter);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(ending);
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, [&dialog](const QString& chosen) {
        const qsizetype at = chosen.indexOf(QLatin1String("*."));
        if (at >= 0) // "Workbook (*.xlsx)"
            dialog.setDefaultSuffix(chosen.mid(at + 2).section(QLatin1Char(')'), 0, 0).section(QLatin1Char(' '), 0, 0));
    });
    return dialog.exec() == QDialog::Accepted ? dialog.selectedFiles().value(0) : QString();
}

QString askText(QWidget* parent, const QString& title, const QString& label, const QString& proposal)
{
    if (script().active)
        return nextChoice().value(0);
    QInputDialog dialog(parent);
    dialog.setWindowTitle(title);
    dialog.setLabelText(label);
    dialog.setTextValue(proposal);
    dialog.resize(std::max(dialog.sizeHint().width(), titleWidth(dialog, title)), dialog.sizeHint().height());
    return dialog.exec() == QDialog::Accepted ? dialog.textValue() : QString();
}

void answerNext(QMessageBox::StandardButton button)
{
    script().active = true;
    script().answers << button;
}

void chooseNext(const QStringList& paths)
{
    script().active = true;
    script().choices << paths;
}

QStringList takeShown()
{
    script().active = true;
    return std::exchange(script().shown, {});
}

} // namespace fullscope::ui::dialogs
