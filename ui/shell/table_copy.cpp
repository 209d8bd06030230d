// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/table_copy.h"

#include "core/base/spreadsheet.h"
#include "ui/document/strings.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMimeData>
#include <QTableView>

namespace fullscope::ui {

namespace {

struct Cells {
    QStringList headings;
    QList<QStringList> rows;
};

QString asText(const QString& cell)
{
    return text(base::spreadsheetText(utf8(cell)));
}

// A number stands on the right or is one; whatever else a cell says is text.
QString cellText(const QModelIndex& index)
{
    const QVariant raw = index.data(kRawRole);
    const QVariant value = raw.isValid() ? raw : index.data();
    const QString shown = value.toString();
    const bool is_shown_number
        = (index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight) != 0 && base::isShownNumber(utf8(shown));
    return value.typeId() != QMetaType::QString || is_shown_number ? shown : asText(shown);
}

// The rows that have a selected cell (all without one), in the order shown, with the visible columns as they stand.
Cells selectedCells(const QTableView& table)
{
    Cells cells;
    const QAbstractItemModel* model = table.model();
    const QHeaderView* header = table.horizontalHeader();
    QList<int> columns;
    for (int visual = 0; visual < header->count(); ++visual) {
        const int column = header->logicalIndex(visual);
        if (table.isColumnHidden(column))
            continue;
        columns << column;
        cells.headings << asText(model->headerData(column, Qt::Horizontal).toString());
    }
    const QItemSelectionModel* selection = table.selectionModel();
    for (int row = 0; row < model->rowCount(table.rootIndex()); ++row) {
        if (table.isRowHidden(row)
            || (selection->hasSelection() && !selection->rowIntersectsSelection(row, table.rootIndex())))
            continue;
        QStringList values;
        for (const int column : columns) {
            values << cellText(model->index(row, column, table.rootIndex()));
        }
        cells.rows << values;
    }
    return cells;
}

// A tab or line break inside a value would make more cells of it.
QString tsvLine(QStringList values)
{
    for (QString& value : values)
        value.replace(QLatin1Char('\t'), QLatin1Char(' ')).replace(QLatin1Char('\n'), QLatin1Char(' '));
    return values.join(QLatin1Char('\t')) + QLatin1Char('\n');
}

QString htmlRow(const QStringList& values, const QString& tag)
{
    QString html = QStringLiteral("<tr>");
    for (const QString& value : values)
        html += QStringLiteral("<%1>%2</%1>").arg(tag, value.toHtmlEscaped());
    return html + QStringLiteral("</tr>\n");
}

void copy(const QTableView& table, bool headings)
{
    const Cells cells = selectedCells(table);
    QString html = QStringLiteral("<table>\n");
    if (headings)
        html += htmlRow(cells.headings, QStringLiteral("th"));
    for (const QStringList& row : cells.rows)
        html += htmlRow(row, QStringLiteral("td"));
    auto* mime = new QMimeData;
    mime->setText(selectionAsTsv(table, headings));
    mime->setHtml(html + QStringLiteral("</table>"));
    QGuiApplication::clipboard()->setMimeData(mime);
}

// Keys are caught here and not by shortcuts, so that Ctrl+C of the Edit menu and of a cell editor do not compete.
class CopyKeys final : public QObject {
    Q_OBJECT

public:
    explicit CopyKeys(QTableView* table)
        : QObject(table)
        , m_table(table)
        , m_copy(new QAction(table))
        , m_copy_with_headings(new QAction(table))
    {
        table->installEventFilter(this);
        table->setContextMenuPolicy(Qt::ActionsContextMenu);
        table->addActions({m_copy, m_copy_with_headings});
        connect(m_copy, &QAction::triggered, this, [this] { copy(*m_table, false); });
        connect(m_copy_with_headings, &QAction::triggered, this, [this] { copy(*m_table, true); });
        retranslate();
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::LanguageChange)
            retranslate();
        if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
            return QObject::eventFilter(watched, event);
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool headings = key->keyCombination() == QKeyCombination(Qt::CTRL | Qt::SHIFT, Qt::Key_C);
        if (!headings && !key->matches(QKeySequence::Copy))
            return QObject::eventFilter(watched, event);
        event->accept();
        if (event->type() == QEvent::KeyPress)
            copy(*m_table, headings);
        return true;
    }

private:
    void retranslate()
    {
        m_copy->setText(tr("&Copy") + QStringLiteral("\tCtrl+C"));
        m_copy_with_headings->setText(tr("Copy with &headings") + QStringLiteral("\tCtrl+Shift+C"));
    }

    QTableView* m_table;
    QAction* m_copy;
    QAction* m_copy_with_headings;
};

} // namespace

void enableCopy(QTableView* table)
{
    new CopyKeys(table);
}

QString selectionAsTsv(const QTableView& table, bool headings)
{
    const Cells cells = selectedCells(table);
    QString tsv;
    if (headings)
        tsv += tsvLine(cells.headings);
    for (const QStringList& row : cells.rows)
        tsv += tsvLine(row);
    return tsv;
}

} // namespace fullscope::ui

#include "table_copy.moc"
