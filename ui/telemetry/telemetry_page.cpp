// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/telemetry/telemetry_page.h"

#include "ui/document/strings.h"
#include "ui/shell/dialogs.h"
#include "ui/telemetry/telemetry_view.h"
#include "ui/widgets/empty_state.h"

#include <QEvent>
#include <QListWidget>
#include <QLocale>
#include <QMenu>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedLayout>

namespace fullscope::ui {

namespace {

constexpr int kLeastCharacters = 24; // width of the list

} // namespace

TelemetryPage::TelemetryPage(Document& opened, QWidget* parent)
    : Page(opened, parent)
    , m_stack(new QStackedLayout(this))
    , m_empty(new EmptyState(this))
{
    setObjectName(QStringLiteral("telemetry_page"));
    m_empty->setObjectName(QStringLiteral("telemetry_empty"));
    m_stack->addWidget(m_empty);
    m_stack->addWidget(makeContent());
    connect(m_empty, &EmptyState::importRequested, this, &Page::importRequested);
    connect(m_empty, &EmptyState::sampleRequested, this, &Page::sampleRequested);
    for (const auto changed : {&Document::opened, &Document::evidenceChanged, &Document::languageChanged})
        connect(&document(), changed, this, &TelemetryPage::refresh);
    retranslate();
    refresh();
}

QString TelemetryPage::title() const
{
    return tr("Telemetry");
}

QString TelemetryPage::iconName() const
{
    return QStringLiteral("telemetry");
}

QWidget* TelemetryPage::makeContent()
{
    auto* splitter = new QSplitter(this);
    m_list = new QListWidget(splitter);
    m_list->setObjectName(QStringLiteral("telemetry_list"));
    m_list->setAlternatingRowColors(true);
    m_list->setMinimumWidth(kLeastCharacters * fontMetrics().averageCharWidth());
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_scroll = new QScrollArea(splitter);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_view = new TelemetryView(document(), m_scroll);
    m_view->setObjectName(QStringLiteral("telemetry_view"));
    m_scroll->setWidget(m_view);
    splitter->addWidget(m_list);
    splitter->addWidget(m_scroll);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 4);
    splitter->setChildrenCollapsible(false);
    connect(m_list, &QListWidget::currentRowChanged, this, [this] { m_view->show(currentId()); });
    connect(m_list, &QListWidget::customContextMenuRequested, this, &TelemetryPage::showMenu);
    connect(m_view, &TelemetryView::failed, this, &Page::failed);
    return splitter;
}

void TelemetryPage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        refresh();
    }
}

void TelemetryPage::retranslate()
{
    m_list->setAccessibleName(tr("Telemetry"));
    m_scroll->setAccessibleName(tr("One telemetry in full"));
}

// Name on the first line, how much it is on the second.
QString TelemetryPage::lineOf(const store::TelemetrySummary& telemetry) const
{
    const QString size = tr("devices: %1 · readings: %2")
                             .arg(QLocale().toString(qlonglong {telemetry.devices}),
                                 QLocale().toString(qlonglong {telemetry.readings}));
    return QStringLiteral("%1\n%2").arg(text(telemetry.name), size);
}

std::int64_t TelemetryPage::currentId() const
{
    const QListWidgetItem* item = m_list->currentItem();
    return item != nullptr ? item->data(Qt::UserRole).toLongLong() : 0;
}

void TelemetryPage::refresh()
{
    const auto all = document().workspace().telemetries();
    if (!all.ok()) {
        const QString problem = errorText(all.error(), document().language());
        m_empty->setProblem(problem);
        m_stack->setCurrentIndex(0);
        emit failed(problem);
        return;
    }
    m_empty->setSentence(tr("No telemetry yet. Drop what a device monitor wrote on the window: nvidia-smi CSV or dmon, "
                            "DCGM or Prometheus exports, neuron-monitor."));
    const std::int64_t before = currentId();
    m_stack->setCurrentIndex(all->empty() ? 0 : 1);
    {
        const QSignalBlocker quiet(m_list);
        m_list->clear();
        for (const auto& telemetry : *all) {
            auto* item = new QListWidgetItem(lineOf(telemetry), m_list);
            item->setData(Qt::UserRole, static_cast<qlonglong>(telemetry.id));
            item->setToolTip(text(telemetry.file));
            if (telemetry.id == before)
                m_list->setCurrentItem(item);
        }
        if (m_list->currentItem() == nullptr)
            m_list->setCurrentRow(0);
    }
    m_view->show(currentId());
}

bool TelemetryPage::showPlace(const store::Place& place)
{
    for (int row = 0; place.kind == store::Place::Kind::telemetry && row < m_list->count(); ++row)
        if (m_list->item(row)->data(Qt::UserRole).toLongLong() == place.id) {
            m_list->setCurrentRow(row);
            m_list->setFocus();
            return true;
        }
    return false;
}

std::optional<store::Place> TelemetryPage::placeOf(const QAbstractItemView*, const QModelIndex&) const
{
    return currentId() != 0 ? std::optional(store::Place {.kind = store::Place::Kind::telemetry, .id = currentId()})
                            : std::nullopt;
}

void TelemetryPage::showMenu(const QPoint& position)
{
    if (currentId() == 0)
        return;
    QMenu menu(this);
    QAction* remove = menu.addAction(tr("Remove from the &workspace…"), this, &TelemetryPage::removeCurrent);
    remove->setEnabled(!document().isReadOnly());
    menu.exec(m_list->viewport()->mapToGlobal(position));
}

void TelemetryPage::removeCurrent()
{
    const std::int64_t id = currentId();
    const QString name = m_list->currentItem()->text().section(QLatin1Char('\n'), 0, 0);
    const auto answer = dialogs::ask(this, tr("Remove telemetry"),
        tr("Remove %1 with its readings and problems from the workspace? The file that it came from is not touched.")
            .arg(name),
        QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
    if (answer == QMessageBox::Yes)
        emit workRequested(tr("Removing telemetry"),
            [id](store::WorkspaceFile& workspace, const base::JobContext&) { return workspace.removeTelemetry(id); });
}

} // namespace fullscope::ui
