// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_telemetry_view.h"

#include "core/workspace/run_telemetry.h"
#include "ui/telemetry/telemetry_view.h"

#include <QVBoxLayout>

namespace fullscope::ui {

RunTelemetryView::RunTelemetryView(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins({});
}

base::Status RunTelemetryView::show(std::int64_t run_id)
{
    for (TelemetryView* view : findChildren<TelemetryView*>(QString(), Qt::FindDirectChildrenOnly))
        delete view;
    FS_TRY_VALUE(joined, m_document.workspace().telemetryOf(run_id));
    setVisible(!joined.empty());
    for (const store::TelemetryOfRun& part : joined) {
        FS_TRY_VALUE(stretch, workspace::stretchOfRun(m_document.workspace(), run_id, part.shift_us));
        auto* view = new TelemetryView(m_document, this);
        connect(view, &TelemetryView::failed, this, &RunTelemetryView::failed);
        m_layout->addWidget(view);
        view->show(part.id, stretch.value_or(ledger::TelemetryStretch {.shift_us = part.shift_us}));
    }
    return {};
}

} // namespace fullscope::ui
