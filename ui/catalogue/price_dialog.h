// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/user_catalogue.h"
#include "ui/widgets/form_dialog.h"

class QComboBox;

namespace fullscope::ui {

// Asks for a price with its day and source.
class PriceDialog final : public FormDialog {
    Q_OBJECT

public:
    PriceDialog(words::Language language, const QString& title, const workspace::TypedPrice& proposal, QWidget* parent);
    workspace::TypedPrice price() const;

private:
    base::Status check() const override;

    QComboBox* m_option = nullptr;
};

} // namespace fullscope::ui
