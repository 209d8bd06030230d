// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/inspector.h"

#include "ui/shell/icons.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace fullscope::ui {

namespace {

QLabel* selectable(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText); // values come from files
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setWordWrap(true);
    return label;
}

} // namespace

Inspector::Inspector(QWidget* parent)
    : QWidget(parent)
    , m_title(selectable({}, this))
    , m_rows(nullptr)
    , m_copy(new QPushButton(themedIcon(QStringLiteral("copy")), {}, this))
{
    setObjectName("inspector");
    m_title->setObjectName("inspector.title");
    m_copy->setObjectName("inspector.copy");
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(new QWidget);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_title);
    column->addWidget(scroll, 1);
    column->addWidget(m_copy, 0, Qt::AlignLeft);
    m_rows = scroll->widget();
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(asText()); });
    fill();
}

void Inspector::show(const Inspection& inspection)
{
    m_inspection = inspection;
    fill();
}

QString Inspector::asText() const
{
    QString lines = m_inspection.title + QLatin1Char('\n');
    for (const auto& [what, value] : m_inspection.rows)
        lines += what + QLatin1Char('\t') + value + QLatin1Char('\n');
    return lines;
}

void Inspector::fill()
{
    const bool empty = m_inspection.title.isEmpty() && m_inspection.rows.isEmpty();
    m_title->setText(empty ? tr("Select something to see where it comes from.") : m_inspection.title);
    m_copy->setText(tr("Copy"));
    m_copy->setVisible(!empty);

    delete m_rows->layout();
    qDeleteAll(m_rows->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    auto* column = new QVBoxLayout(m_rows);
    column->setContentsMargins({});
    for (const auto& [what, value] : m_inspection.rows) {
        QLabel* heading = selectable(what, m_rows);
        heading->setForegroundRole(QPalette::PlaceholderText);
        QLabel* content = selectable(value, m_rows);
        content->setObjectName("inspector.value");
        content->setAccessibleName(what);
        column->addWidget(heading);
        column->addWidget(content);
    }
    column->addStretch(1);
}

void Inspector::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        fill();
    QWidget::changeEvent(event);
}

} // namespace fullscope::ui
