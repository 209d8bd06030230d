// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/words/words.h"
#include "core/workspace/typed_invoice.h"

#include <QDialog>
#include <QHash>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;

namespace fullscope::ui {

// Asks for an invoice. It stays open until what was typed can be taken, and says what is wrong with it.
class InvoiceDialog final : public QDialog {
    Q_OBJECT

public:
    InvoiceDialog(words::Language language, QWidget* parent);
    workspace::TypedInvoice invoice() const;
    void accept() override;

private:
    QLineEdit* addField(QFormLayout* form, const char* name, const QString& label, const QString& example);
    std::string typed(const char* name) const;
    void showProblem(const base::Error& error);

    words::Language m_language;
    QHash<QString, QLineEdit*> m_fields; // by the member of TypedInvoice
    QComboBox* m_purchase_option = nullptr;
    QLabel* m_problem = nullptr;
};

} // namespace fullscope::ui
