// SPDX-License-Identifier: GPL-3.0-or-later
// A dialog of typed fields. It stays open until what was typed can be taken, and says what is wrong with it.
#pragma once

#include "core/base/result.h"
#include "core/words/words.h"

#include <QDialog>
#include <QHash>

class QFormLayout;
class QLabel;
class QLineEdit;

namespace fullscope::ui {

class FormDialog : public QDialog {
    Q_OBJECT

public:
    void accept() final;

protected:
    // Its parts are named `name`_dialog, `name`_problem, `name`_buttons and `name`_FIELD.
    FormDialog(words::Language language, const char* name, const QString& title, QWidget* parent);
    // `field` is what errors call it.
    QLineEdit* addField(const char* field, const QString& label, const QString& example, const std::string& value = {});
    std::string typed(const char* field) const;
    QFormLayout* form() const { return m_form; }
    words::Language language() const { return m_language; }
    // Of what was typed; the member is in `field` of the error.
    virtual base::Status check() const = 0;

private:
    void showProblem(const base::Error& error);

    words::Language m_language;
    QString m_name;
    QFormLayout* m_form;
    QHash<QString, QLineEdit*> m_fields;
    QLabel* m_problem;
};

} // namespace fullscope::ui
