// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bills/bills_page.h"

#include "core/report/format.h"
#include "ui/bills/attribution_view.h"
#include "ui/bills/bill_view.h"
#include "ui/bills/invoice_command.h"
#include "ui/bills/invoice_dialog.h"
#include "ui/bills/reconcile_view.h"
#include "ui/document/strings.h"
#include "ui/shell/dialogs.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/named.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QHBoxLayout>
#include <QListWidget>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabBar>
#include <QTabWidget>
#include <QUndoStack>
#include <QVBoxLayout>

#include <atomic>
#include <memory>

namespace fullscope::ui {

namespace {

constexpr int kLeastCharacters = 24; // width of the list

// Name on the first line, what it comes to on the second.
QString lineOf(const store::BillSummary& bill, words::Language language)
{
    QStringList totals;
    for (const auto& [currency, sums] : bill.totals)
        totals << text(report::exactSum(sums.billed, sums.without.billed, currency, language));
    return QStringLiteral("%1\n%2").arg(text(bill.name), totals.join(QStringLiteral(" · ")));
}

} // namespace

BillsPage::BillsPage(Document& opened, QWidget* parent)
    : Page(opened, parent)
    , m_add(named(new QPushButton(this), "bills_add_invoice"))
    , m_stack(new QStackedLayout)
    , m_empty(new EmptyState(this))
{
    setObjectName(QStringLiteral("bills_page"));
    m_empty->setObjectName(QStringLiteral("bills_empty"));
    auto* layout = new QVBoxLayout(this);
    auto* row = new QHBoxLayout;
    row->addWidget(m_add);
    row->addStretch();
    layout->addLayout(row);
    layout->addLayout(m_stack);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(makeContent());
    connect(m_add, &QPushButton::clicked, this, &BillsPage::askInvoice);
    connect(m_empty, &EmptyState::importRequested, this, &Page::importRequested);
    connect(m_empty, &EmptyState::sampleRequested, this, &Page::sampleRequested);
    for (const auto changed : {&Document::opened, &Document::evidenceChanged, &Document::languageChanged})
        connect(&document(), changed, this, &BillsPage::refresh);
    retranslate();
    refresh();
}

QString BillsPage::title() const
{
    return tr("Bills");
}

QString BillsPage::iconName() const
{
    return QStringLiteral("bills");
}

QWidget* BillsPage::makeContent()
{
    m_tabs = new QTabWidget(this);
    m_tabs->setObjectName(QStringLiteral("bills_tabs"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(makeBills(), QString());
    m_reconcile = new ReconcileView(document(), m_tabs);
    m_reconcile->setObjectName(QStringLiteral("reconcile_view"));
    m_tabs->addTab(m_reconcile, QString());
    connect(m_reconcile, &ReconcileView::failed, this, &Page::failed);
    connect(m_reconcile, &ReconcileView::workRequested, this, &Page::workRequested);
    m_attribution = new AttributionView(document(), m_tabs);
    m_attribution->setObjectName(QStringLiteral("attribution_view"));
    m_tabs->addTab(m_attribution, QString());
    connect(m_attribution, &AttributionView::failed, this, &Page::failed);
    connect(m_attribution, &AttributionView::workRequested, this, &Page::workRequested);
    return m_tabs;
}

QWidget* BillsPage::makeBills()
{
    auto* splitter = new QSplitter(m_tabs);
    m_list = new QListWidget(splitter);
    m_list->setObjectName(QStringLiteral("bills_list"));
    m_list->setAlternatingRowColors(true);
    m_list->setMinimumWidth(kLeastCharacters * fontMetrics().averageCharWidth());
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view = new BillView(document(), splitter);
    m_view->setObjectName(QStringLiteral("bill_view"));
    splitter->addWidget(m_list);
    splitter->addWidget(m_view);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 4);
    splitter->setChildrenCollapsible(false);
    connect(m_list, &QListWidget::currentRowChanged, this, [this] { m_view->show(currentId()); });
    connect(m_list, &QListWidget::customContextMenuRequested, this, &BillsPage::showMenu);
    connect(m_view, &BillView::inspected, this, &Page::inspected);
    connect(m_view, &BillView::failed, this, &Page::failed);
    return splitter;
}

void BillsPage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        refresh();
    }
}

void BillsPage::retranslate()
{
    m_list->setAccessibleName(tr("Bills"));
    m_tabs->setAccessibleName(tr("Bills"));
    m_tabs->tabBar()->setAccessibleName(tr("Bills"));
    m_tabs->setTabText(0, tr("Bills"));
    m_tabs->setTabText(1, tr("Against runs"));
    m_tabs->setTabText(2, tr("Attribution"));
    m_add->setText(tr("Add in&voice…"));
    m_add->setToolTip(tr("Type in an invoice that there is no file of"));
}

QString BillsPage::emptySentence() const
{
    return tr("No bill yet. Drop cost exports on the window: AWS Cost and Usage Reports (CSV) or FOCUS "
              "exports, plain or gzip.");
}

std::int64_t BillsPage::currentId() const
{
    const QListWidgetItem* item = m_list->currentItem();
    return item != nullptr ? item->data(Qt::UserRole).toLongLong() : 0;
}

void BillsPage::refresh()
{
    m_add->setEnabled(!document().isReadOnly());
    const auto bills = document().workspace().bills();
    if (!bills.ok()) {
        const QString problem = errorText(bills.error(), document().language());
        m_empty->setProblem(problem);
        m_stack->setCurrentIndex(0);
        emit inspected({});
        emit failed(problem);
        return;
    }
    m_empty->setSentence(emptySentence());
    const std::int64_t before = currentId();
    m_stack->setCurrentIndex(bills->empty() ? 0 : 1);
    {
        const QSignalBlocker quiet(m_list);
        m_list->clear();
        for (const auto& bill : *bills) {
            auto* item = new QListWidgetItem(lineOf(bill, document().language()), m_list);
            item->setData(Qt::UserRole, static_cast<qlonglong>(bill.id));
            item->setToolTip(text(bill.file));
            if (bill.id == before)
                m_list->setCurrentItem(item);
        }
        if (m_list->currentItem() == nullptr)
            m_list->setCurrentRow(0);
    }
    m_view->show(currentId());
    m_reconcile->refresh();
    m_attribution->refresh();
}

bool BillsPage::showPlace(const store::Place& place)
{
    using Kind = store::Place::Kind;
    if (place.kind == Kind::reconciliation || place.kind == Kind::attribution) {
        m_tabs->setCurrentIndex(place.kind == Kind::reconciliation ? 1 : 2);
        return true;
    }
    if (place.kind != Kind::bill && place.kind != Kind::bill_row)
        return false;
    for (int row = 0; row < m_list->count(); ++row) {
        if (m_list->item(row)->data(Qt::UserRole).toLongLong() != place.id)
            continue;
        m_tabs->setCurrentIndex(0);
        m_list->setCurrentRow(row);
        m_list->setFocus();
        if (place.kind == Kind::bill_row)
            m_view->showRow(place.row);
        return true;
    }
    return false;
}

std::optional<store::Place> BillsPage::placeOf(const QAbstractItemView* view, const QModelIndex&) const
{
    using Place = store::Place;
    if (m_view->isAncestorOf(view) && currentId() != 0)
        return Place {.kind = Place::Kind::bill, .id = currentId()};
    return std::nullopt;
}

void BillsPage::showMenu(const QPoint& position)
{
    if (currentId() == 0)
        return;
    QMenu menu(this);
    QAction* remove = menu.addAction(tr("Remove from the &workspace…"), this, &BillsPage::removeCurrent);
    remove->setEnabled(!document().isReadOnly());
    menu.exec(m_list->viewport()->mapToGlobal(position));
}

void BillsPage::removeCurrent()
{
    const std::int64_t id = currentId();
    const QString name = m_list->currentItem()->text().section(QLatin1Char('\n'), 0, 0);
    const auto answer = dialogs::ask(this, tr("Remove a bill"),
        tr("Remove %1 with its rows and problems from the workspace? The file that it came from is not touched.")
            .arg(name),
        QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
    if (answer == QMessageBox::Yes)
        emit workRequested(tr("Removing the bill"),
            [id](store::WorkspaceFile& workspace, const base::JobContext&) { return workspace.removeBill(id); });
}

void BillsPage::askInvoice()
{
    auto* dialog = new InvoiceDialog(document().language(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &InvoiceDialog::accepted, this, [this, dialog] { pushInvoice(dialog->invoice()); });
    dialog->open();
}

// On the stack of the whole window; both ways are jobs, which run one after the other.
void BillsPage::pushInvoice(const workspace::TypedInvoice& invoice)
{
    const auto id = std::make_shared<std::atomic<std::int64_t>>(0); // of the bill that the last job made
    const auto add = [page = QPointer(this), invoice, id] {
        if (page)
            emit page->workRequested(tr("Adding an invoice"),
                [invoice, id](store::WorkspaceFile& workspace, const base::JobContext&) -> base::Status {
                    FS_TRY_VALUE(added, workspace::addInvoice(workspace, invoice));
                    *id = added.bill_id;
                    return {};
                });
    };
    const auto remove = [page = QPointer(this), id] {
        if (page)
            emit page->workRequested(
                tr("Taking an invoice back"), [id](store::WorkspaceFile& workspace, const base::JobContext&) {
                    const std::int64_t added = id->exchange(0);
                    return added > 0 ? workspace.removeBill(added) : base::Status();
                });
    };
    document().undoStack().push(new InvoiceCommand(tr("Add an invoice"), add, remove));
}

} // namespace fullscope::ui
