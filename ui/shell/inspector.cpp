// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/inspector.h"

#include "core/base/spreadsheet.h"
#include "core/report/layout.h"
#include "core/words/trend_words.h"
#include "ui/document/strings.h"
#include "ui/shell/icons.h"
#include "ui/widgets/faint_text.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QPushButton>
#include <QTextBrowser>
#include <QUrl>
#include <QVBoxLayout>

namespace fullscope::ui {

using store::Place;
using words::UseWord;

Inspection inspectionOf(
    const Page& page, const QAbstractItemView& view, const QModelIndex& index, words::Language language)
{
    const auto say = [&](UseWord word) { return text(words::say(word, language)); };
    const QAbstractItemModel& model = *index.model();
    const auto heading = [&](int column) { return model.headerData(column, Qt::Horizontal).toString(); };
    const QString value = index.data().toString();
    Inspection inspection;
    if (value.isEmpty())
        return inspection;
    inspection.title = heading(index.column()).isEmpty() ? view.accessibleName() : heading(index.column());
    inspection.rows.push_back({say(UseWord::value), value});
    if (!view.accessibleName().isEmpty())
        inspection.rows.push_back({say(UseWord::table), view.accessibleName()});
    for (int column = 0; column < model.columnCount(index.parent()); ++column)
        if (const QString beside = index.siblingAtColumn(column).data().toString();
            column != index.column() && !beside.isEmpty())
            inspection.rows.push_back({heading(column).isEmpty() ? say(UseWord::of_row) : heading(column), beside});
    if (const std::string how = words::howComputed(utf8(view.objectName()), language); !how.empty())
        inspection.rows.push_back({say(UseWord::computed), text(how)});
    inspection.about = page.placeOf(&view, index);
    return inspection;
}

Inspector::Inspector(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_rows(new QTextBrowser(this))
    , m_copy(new QPushButton(themedIcon(QStringLiteral("copy")), {}, this))
{
    setObjectName("inspector");
    m_rows->setObjectName("inspector.rows");
    m_rows->setOpenLinks(false);
    m_rows->setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
    m_rows->setTabChangesFocus(true);
    m_rows->setFrameShape(QFrame::NoFrame);
    m_rows->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere); // paths and hashes have no spaces
    m_rows->viewport()->setAutoFillBackground(false);
    m_copy->setObjectName("inspector.copy");
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_rows, 1);
    column->addWidget(m_copy, 0, Qt::AlignLeft);
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(asText()); });
    connect(m_rows, &QTextBrowser::anchorClicked, this, &Inspector::open);
    fill();
}

void Inspector::show(const Inspection& inspection)
{
    m_inspection = inspection;
    follow();
    fill();
}

// An input leads back to the run or the bill that its figure was taken from.
void Inspector::addOrigin(const scenario::InputPlace& input)
{
    const scenario::Scenario& scenario = m_document.scenario();
    if (input.option && *input.option >= scenario.options.size())
        return;
    const scenario::Values& values = input.option ? scenario.options[*input.option].values : scenario.workload;
    const auto value = values.find(input.input);
    if (value == values.end())
        return;
    const evidence::Provenance& from = value->second.provenance;
    const QString stands = text(words::say(UseWord::comes_from, m_document.language()));
    if (const auto run = m_document.workspace().run(from.run_id); from.run_id != 0 && run.ok())
        m_places.push_back({stands, text(run->name), Place {.kind = Place::Kind::run, .id = from.run_id}});
    if (const auto bill = m_document.workspace().bill(from.bill_id); from.bill_id != 0 && bill.ok())
        m_places.push_back({stands, text(bill->name), Place {.kind = Place::Kind::bill, .id = from.bill_id}});
}

void Inspector::follow()
{
    m_places.clear();
    if (!m_inspection.about)
        return;
    const auto language = m_document.language();
    const Place& about = *m_inspection.about;
    if (about.kind == Place::Kind::input)
        addOrigin(about.input);
    const auto uses = workspace::usesOf(m_document.workspace(), about, m_document.scenario(), language);
    if (!uses.ok())
        return; // it is gone, and the page says so
    const QString used = text(words::say(UseWord::used_by, language));
    for (const workspace::Use& use : *uses) {
        const std::string kind = words::say(static_cast<UseWord>(use.by), language);
        const std::string title
            = use.by == workspace::UsedBy::report ? report::sectionTitle(use.title, language) : use.title;
        m_places.push_back(
            {used, text(kind + ": " + title + (use.detail.empty() ? "" : " (" + use.detail + ")")), use.place});
    }
    if (uses->empty())
        m_places.push_back({used, text(words::say(UseWord::by_nothing, language))});
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
    for (const Line& line : m_places)
        lines += cell(line.what) + QLatin1Char('\t') + cell(line.value) + QLatin1Char('\n');
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
    const auto add = [&](const QString& what, const QString& value, const QTextCharFormat& format) {
        if (!what.isEmpty()) {
            cursor.insertBlock(apart);
            cursor.insertText(what, faint);
        }
        cursor.insertBlock(close);
        cursor.insertText(value, format);
    };
    for (const auto& [what, value] : m_inspection.rows)
        add(what, value, plain);
    for (qsizetype i = 0; i < m_places.size(); ++i) {
        QTextCharFormat link = plain;
        if (m_places[i].place) {
            link.setAnchor(true);
            link.setAnchorHref(QString::number(i));
            link.setFontUnderline(true);
            link.setForeground(palette().color(QPalette::Link));
        }
        const bool goes_on = i > 0 && m_places[i - 1].what == m_places[i].what;
        add(goes_on ? QString() : m_places[i].what, m_places[i].value, link);
    }
    cursor.endEditBlock();
    m_rows->moveCursor(QTextCursor::Start);
}

void Inspector::open(const QUrl& link)
{
    bool is_number = false;
    const qsizetype i = link.toString().toLongLong(&is_number);
    if (is_number && i >= 0 && i < m_places.size() && m_places[i].place)
        emit placeChosen(*m_places[i].place);
}

void Inspector::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) {
        follow();
        fill();
    }
    QWidget::changeEvent(event);
}

} // namespace fullscope::ui
