// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QWidget>

class QVBoxLayout;

namespace fullscope::ui {

// The telemetry that is joined to a run, over the wall-clock of the run. Empty, and hidden, without any.
class RunTelemetryView final : public QWidget {
    Q_OBJECT

public:
    RunTelemetryView(Document& document, QWidget* parent);
    base::Status show(std::int64_t run_id);

signals:
    void failed(const QString& message);

private:
    Document& m_document;
    QVBoxLayout* m_layout;
};

} // namespace fullscope::ui
