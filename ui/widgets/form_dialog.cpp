// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/form_dialog.h"

#include "ui/document/strings.h"
#include "ui/shell/actions.h"
#include "ui/widgets/named.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace fullscope::ui {

FormDialog::FormDialog(words::Language language, const char* name, const QString& title, QWidget* parent)
    : QDialog(parent)
    , m_language(language)
    , m_name(QLatin1String(name))
    , m_form(new QFormLayout)
    , m_problem(new QLabel(this))
{
    setObjectName(m_name + QStringLiteral("_dialog"));
    setWindowTitle(title);
    m_problem->setObjectName(m_name + QStringLiteral("_problem"));
    m_problem->setWordWrap(true);
    m_problem->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->setObjectName(m_name + QStringLiteral("_buttons"));
    connect(buttons, &QDialogButtonBox::accepted, this, &FormDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &FormDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(m_form);
    layout->addWidget(m_problem);
    layout->addWidget(buttons);
}

QLineEdit* FormDialog::addField(
    const char* field, const QString& label, const QString& example, const std::string& value)
{
    constexpr int kCharacters = 36;
    auto* edit = new QLineEdit(text(value), this);
    edit->setObjectName(m_name + QLatin1Char('_') + QLatin1String(field));
    edit->setPlaceholderText(example);
    edit->setMinimumWidth(kCharacters * fontMetrics().averageCharWidth());
    m_form->addRow(label, edit); // its buddy
    m_fields.insert(QLatin1String(field), edit);
    edit->setAccessibleName(withoutMnemonic(label).remove(QLatin1Char(':')).remove(QStringLiteral("：")));
    return edit;
}

std::string FormDialog::typed(const char* field) const
{
    return utf8(m_fields.value(QLatin1String(field))->text());
}

void FormDialog::accept()
{
    const base::Status checked = check();
    if (checked.ok())
        QDialog::accept();
    else
        showProblem(checked.error());
}

// In the words of the form, with the cursor where it must be mended.
void FormDialog::showProblem(const base::Error& error)
{
    base::Error shown = error;
    if (auto* edit = m_fields.value(text(error.field))) {
        shown.field = utf8(edit->accessibleName());
        edit->setFocus();
        edit->selectAll();
    }
    m_problem->setText(errorText(shown, m_language));
    m_problem->show();
}

} // namespace fullscope::ui
