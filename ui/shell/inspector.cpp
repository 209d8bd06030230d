// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/inspector.h"

#include "core/base/spreadsheet.h"
#include "ui/document/strings.h"
#include "ui/shell/icons.h"
#include "ui/widgets/faint_text.h"

#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QPushButton>
#include <QTextEdit>
#include <QVBoxLayout>

namespace fullscope::ui {

Inspector::Inspector(QWidget* parent)
    : QWidget(parent)
    , m_rows(new QTextEdit(this))
    , m_copy(new QPushButton(themedIcon(QStringLiteral("copy")), {}, this))
{
    setObjectName("inspector");
    m_rows->setObjectName("inspector.rows");
    m_rows->setReadOnly(true);
    m_rows->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_rows->setTabChangesFocus(true);
    m_rows->setFrameShape(QFrame::NoFrame);
    m_rows->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere); // paths and hashes have no spaces
    m_rows->viewport()->setAutoFillBackground(false);
    m_copy->setObjectName("inspector.copy");
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_rows, 1);
    column->addWidget(m_copy, 0, Qt::AlignLeft);
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
    const auto cell = [](const QString& shown) {
        const std::string said = utf8(shown);
        return base::isShownNumber(said) ? shown : text(base::spreadsheetText(said));
    };
    QString lines = cell(m_inspection.title) + QLatin1Char('\n');
    for (const auto& [what, value] : m_inspection.rows)
        lines += cell(what) + QLatin1Char('\t') + cell(value) + QLatin1Char('\n');
    return lines;
}

void Inspector::fill()
{
    const bool empty = m_inspection.title.isEmpty() && m_inspection.rows.isEmpty();
    m_copy->setText(tr("Copy"));
    m_copy->setVisible(!empty);
    m_rows->setAccessibleName(tr("Inspector"));

    QTextCharFormat plain, bold, faint;
    bold.setFontWeight(QFont::Bold);
    // On the window: the text area paints no ground of its own.
    plain.setForeground(palette().color(QPalette::WindowText));
    bold.setForeground(palette().color(QPalette::WindowText));
    faint.setForeground(faintText(palette(), QPalette::WindowText, QPalette::Window));
    QTextBlockFormat apart, close;
    apart.setTopMargin(fontMetrics().height() / 3.0);
    m_rows->clear();
    QTextCursor cursor(m_rows->document());
    cursor.beginEditBlock();
    if (empty)
        cursor.insertText(tr("Select something to see where it comes from."), faint);
    cursor.insertText(m_inspection.title, bold); // as text, never as HTML: values come from files
    for (const auto& [what, value] : m_inspection.rows) {
        cursor.insertBlock(apart);
        cursor.insertText(what, faint);
        cursor.insertBlock(close);
        cursor.insertText(value, plain);
    }
    cursor.endEditBlock();
    m_rows->moveCursor(QTextCursor::Start);
}

void Inspector::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        fill();
    QWidget::changeEvent(event);
}

} // namespace fullscope::ui
