// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"

#include <QWidget>

class QGridLayout;

namespace fullscope::ui {

// Key figures side by side, many in rows of equal length: label, large value, note. Each can be selected, and is read
// as one sentence.
class KpiStrip final : public QWidget {
    Q_OBJECT

public:
    explicit KpiStrip(QWidget* parent = nullptr);
    void show(const report::KeyFigures& figures);

private:
    QGridLayout* m_layout;
};

} // namespace fullscope::ui
