// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/words.h"
#include "core/workspace/user_catalogue.h"

#include <QDialog>
#include <QHash>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace fullscope::ui {

// Asks for a price with its day and source. It stays open until what was typed can be taken, and says what is wrong
// with it.
class PriceDialog final : public QDialog {
    Q_OBJECT

public:
    PriceDialog(words::Language language, const QString& title, const workspace::TypedPrice& proposal, QWidget* parent);
    workspace::TypedPrice price() const;
    void accept() override;

private:
    QLineEdit* addField(
        QFormLayout* form, const char* name, const QString& label, const QString& example, const std::string& proposal);
    std::string typed(const char* name) const;
    void showProblem(const base::Error& error);

    words::Language m_language;
    QHash<QString, QLineEdit*> m_fields; // by the member of TypedPrice
    QComboBox* m_option = nullptr;
    QLabel* m_problem = nullptr;
};

} // namespace fullscope::ui
