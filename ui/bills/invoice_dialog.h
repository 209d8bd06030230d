// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/typed_invoice.h"
#include "ui/widgets/form_dialog.h"

class QComboBox;

namespace fullscope::ui {

// Asks for an invoice.
class InvoiceDialog final : public FormDialog {
    Q_OBJECT

public:
    InvoiceDialog(words::Language language, QWidget* parent);
    workspace::TypedInvoice invoice() const;

private:
    base::Status check() const override;

    QComboBox* m_purchase_option = nullptr;
};

} // namespace fullscope::ui
