// SPDX-License-Identifier: GPL-3.0-or-later
// The bills that were imported, and one of them in full.
#pragma once

#include "core/workspace/typed_invoice.h"
#include "ui/shell/page.h"

class QListWidget;
class QPushButton;
class QStackedLayout;
class QTabWidget;

namespace fullscope::ui {

class AttributionView;
class BillView;
class EmptyState;
class ReconcileView;

class BillsPage final : public Page {
    Q_OBJECT

public:
    explicit BillsPage(Document& document, QWidget* parent = nullptr);
    QString title() const override;
    QString iconName() const override;
    bool showPlace(const store::Place& place) override;
    std::optional<store::Place> placeOf(const QAbstractItemView* view, const QModelIndex& index) const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeContent();
    QWidget* makeBills();
    void refresh();
    void retranslate();
    QString emptySentence() const;
    std::int64_t currentId() const;
    void showMenu(const QPoint& position);
    void removeCurrent();
    void askInvoice();
    void pushInvoice(const workspace::TypedInvoice& invoice);

    QPushButton* m_add;
    QStackedLayout* m_stack;
    EmptyState* m_empty;
    QTabWidget* m_tabs = nullptr;
    QListWidget* m_list = nullptr;
    BillView* m_view = nullptr;
    ReconcileView* m_reconcile = nullptr;
    AttributionView* m_attribution = nullptr;
};

} // namespace fullscope::ui
