// SPDX-License-Identifier: GPL-3.0-or-later
// What device monitors measured, one import in full.
#pragma once

#include "ui/shell/page.h"

class QListWidget;
class QScrollArea;
class QStackedLayout;

namespace fullscope::ui {

class EmptyState;
class TelemetryView;

class TelemetryPage final : public Page {
    Q_OBJECT

public:
    explicit TelemetryPage(Document& document, QWidget* parent = nullptr);
    QString title() const override;
    QString iconName() const override;
    bool showPlace(const store::Place& place) override;
    std::optional<store::Place> placeOf(const QAbstractItemView* view, const QModelIndex& index) const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeContent();
    void refresh();
    void retranslate();
    QString lineOf(const store::TelemetrySummary& telemetry) const;
    std::int64_t currentId() const;
    void showMenu(const QPoint& position);
    void removeCurrent();

    QStackedLayout* m_stack;
    EmptyState* m_empty;
    QListWidget* m_list = nullptr;
    QScrollArea* m_scroll = nullptr;
    TelemetryView* m_view = nullptr;
};

} // namespace fullscope::ui
