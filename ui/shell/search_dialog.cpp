// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/search_dialog.h"

#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>

namespace fullscope::ui {

namespace {

constexpr int kWidth = 110, kLines = 24; // of the dialog, in characters and lines of text
constexpr double kMostOfWindow = 0.9;
constexpr int kFirstColumn = 48; // per cent of the width

} // namespace

SearchDialog::SearchDialog(const char* name, int columns, QWidget* window)
    : QDialog(window)
    , m_field(new QLineEdit(this))
    , m_list(new QTreeWidget(this))
    , m_state(new QLabel(this))
{
    const QString called = QString::fromLatin1(name);
    setObjectName(called);
    m_field->setObjectName(called + QStringLiteral("_field"));
    m_list->setObjectName(called + QStringLiteral("_list"));
    m_state->setObjectName(called + QStringLiteral("_state"));
    m_field->setClearButtonEnabled(true);
    m_list->setColumnCount(columns);
    m_list->header()->hide();
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAllColumnsShowFocus(true);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_state->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_field);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_state);
    m_field->installEventFilter(this);
    connect(m_field, &QLineEdit::textChanged, this, [this] { search(); });
    connect(m_field, &QLineEdit::returnPressed, this, &SearchDialog::takeCurrent);
    connect(m_list, &QTreeWidget::itemActivated, this, &SearchDialog::takeCurrent); // Enter in the list, double click
}

void SearchDialog::open()
{
    const QWidget* window = parentWidget();
    const QSize wanted(kWidth * fontMetrics().averageCharWidth(), kLines * fontMetrics().height());
    resize(wanted.boundedTo(window->size() * kMostOfWindow));
    move(window->mapToGlobal(QPoint((window->width() - width()) / 2, fontMetrics().height() * 3)));
    m_field->selectAll();
    m_field->setFocus();
    search();
    show();
    raise();
    activateWindow();
}

QString SearchDialog::typed() const
{
    return m_field->text().trimmed();
}

void SearchDialog::setHint(const QString& hint)
{
    m_field->setPlaceholderText(hint);
    m_field->setAccessibleName(hint);
}

void SearchDialog::setListName(const QString& name)
{
    m_list->setAccessibleName(name);
}

void SearchDialog::say(const QString& state)
{
    m_state->setText(state);
}

void SearchDialog::chooseFirst()
{
    for (QTreeWidgetItemIterator item(m_list, QTreeWidgetItemIterator::Selectable); *item; ++item)
        return m_list->setCurrentItem(*item);
}

void SearchDialog::takeCurrent()
{
    if (QTreeWidgetItem* item = m_list->currentItem(); item && (item->flags() & Qt::ItemIsSelectable) != 0)
        take(item);
}

void SearchDialog::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    m_list->header()->resizeSection(0, width() * kFirstColumn / 100);
}

bool SearchDialog::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_field || event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        QApplication::sendEvent(m_list, event);
        return true;
    default:
        return false;
    }
}

} // namespace fullscope::ui
