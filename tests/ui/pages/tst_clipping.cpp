// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing is cut off or lies over another thing: in English, in Chinese, and in a language of the test's own whose
// words are 40 % longer and wear accents, at the usual size of text and at twice that.
#include "tests/ui/pages/pages_fixture.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLayout>
#include <QScrollArea>
#include <QSplitterHandle>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QTranslator>

namespace fullscope::ui {

namespace {

// "Export" → "Éxpórtēēē": every vowel with an accent, which needs height; letters to follow, which need width.
class LongWords final : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* source, const char*, int) const override
    {
        if (qstrcmp(context, "QShortcut") == 0) // "Ctrl", which is read back
            return {};
        static const QString from = QStringLiteral("aeiouyAEIOUY");
        static const QString to = QString::fromUtf8("áéíóúýÂÊÎÔÛŶ");
        const QString text = QString::fromUtf8(source);
        QString longer;
        for (qsizetype i = 0; i < text.size(); ++i) {
            const bool is_placeholder
                = i > 0 && (text[i - 1] == '%' || (text[i - 1] == 'L' && i > 1 && text[i - 2] == '%'));
            const qsizetype vowel = is_placeholder ? -1 : from.indexOf(text[i]);
            longer += vowel < 0 ? text[i] : to[vowel];
        }
        for (qsizetype i = 0; i < (text.size() * 2 + 4) / 5; ++i) // with spaces, where a sentence may be broken
            longer += i % 8 == 7 ? QChar(' ') : QChar(0x113);
        return longer;
    }
};

QString whereIs(const QWidget& widget)
{
    const QWidget* above = widget.parentWidget();
    while (above != nullptr && (above->objectName().isEmpty() || above->objectName().startsWith("qt_")))
        above = above->parentWidget();
    return QStringLiteral("%1 %2 in %3")
        .arg(QLatin1String(widget.metaObject()->className()), widget.objectName(),
            above != nullptr ? above->objectName() : QString());
}

// Empty = nothing of its text is missing.
QString clippedText(const QWidget& widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(&widget); label != nullptr && !label->text().isEmpty()) {
        const QSize needed = label->wordWrap()
            ? QSize(label->minimumSizeHint().width(), label->heightForWidth(label->width()))
            : label->sizeHint();
        if (needed.width() > label->width() || needed.height() > label->height())
            return QStringLiteral("%1 × %2 of %3 × %4: %5")
                .arg(label->width())
                .arg(label->height())
                .arg(needed.width())
                .arg(needed.height())
                .arg(label->text().left(60));
    }
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget); button != nullptr
        && !button->text().isEmpty()
        && (button->minimumSizeHint().width() > button->width() || button->sizeHint().height() > button->height()))
        return QStringLiteral("%1 × %2 of %3: %4")
            .arg(button->width())
            .arg(button->height())
            .arg(button->minimumSizeHint().width())
            .arg(button->text());
    if (const auto* box = qobject_cast<const QComboBox*>(&widget);
        box != nullptr && box->toolTip() != box->currentText()) { // else it tells
        const int needed = box->fontMetrics().horizontalAdvance(box->currentText());
        if (needed > box->width() - box->style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, box))
            return QStringLiteral("%1 of %2: %3").arg(box->width()).arg(needed).arg(box->currentText());
    }
    return {};
}

QStringList clippedTabs(const QTabBar& tabs)
{
    QStringList found;
    for (int tab = 0; tab < tabs.count(); ++tab)
        if (tabs.fontMetrics().size(Qt::TextShowMnemonic, tabs.tabText(tab)).width() > tabs.tabRect(tab).width())
            found << "tab " + tabs.tabText(tab);
    return found;
}

QStringList clippedHeadings(const QHeaderView& header)
{
    QStringList found;
    for (int section = 0; section < header.count(); ++section)
        if (!header.isSectionHidden(section) && header.sectionSizeHint(section) > header.sectionSize(section))
            found << QStringLiteral("heading %1: %2 of %3")
                         .arg(header.model()->headerData(section, header.orientation()).toString().simplified())
                         .arg(header.sectionSize(section))
                         .arg(header.sectionSizeHint(section));
    return found;
}

// Whoever is no pane that scrolls stands inside what is around it, and beside its neighbours.
QString misplaced(const QWidget& widget)
{
    const QWidget* around = widget.parentWidget();
    if (around == nullptr || widget.isWindow() || widget.objectName() == QLatin1String("focus_frame")
        || qobject_cast<const QAbstractScrollArea*>(around->parentWidget()) != nullptr
        || qobject_cast<const QAbstractScrollArea*>(around) != nullptr || widget.size().isEmpty())
        return {};
    if (!around->rect().contains(widget.geometry()) && around->layout() != nullptr)
        return QStringLiteral("reaches out of %1").arg(whereIs(*around));
    if (around->layout() == nullptr)
        return {};
    for (const auto* other : around->findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
        if (other == &widget || !other->isVisible() || other->isWindow()
            || around->layout()->indexOf(const_cast<QWidget*>(other)) < 0
            || around->layout()->indexOf(const_cast<QWidget*>(&widget)) < 0)
            continue;
        if (other->geometry().intersects(widget.geometry()))
            return QStringLiteral("lies over %1").arg(whereIs(*other));
    }
    return {};
}

QStringList faultsOf(const QWidget& page)
{
    QStringList faults;
    for (const auto* widget : page.findChildren<QWidget*>()) {
        if (!widget->isVisible())
            continue;
        if (const QString text = clippedText(*widget); !text.isEmpty())
            faults << whereIs(*widget) + ": " + text;
        if (const QString place = misplaced(*widget); !place.isEmpty())
            faults << whereIs(*widget) + ": " + place;
        if (const auto* tabs = qobject_cast<const QTabBar*>(widget))
            for (const QString& tab : clippedTabs(*tabs))
                faults << whereIs(*widget) + ": " + tab;
        if (const auto* header = qobject_cast<const QHeaderView*>(widget))
            for (const QString& heading : clippedHeadings(*header))
                faults << whereIs(*widget) + ": " + heading;
    }
    return faults;
}

} // namespace

class TstClipping final : public QObject {
    Q_OBJECT

private slots:
    void init() { m_font = QApplication::font(); }
    void cleanup()
    {
        QCoreApplication::removeTranslator(&m_long);
        QApplication::setFont(m_font);
    }
    void nothingIsCutOff_data();
    void nothingIsCutOff();

private:
    QFont m_font;
    LongWords m_long;
};

void TstClipping::nothingIsCutOff_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<int>("size_percent");
    for (const char* language : {"en", "zh_CN", "long"})
        for (const int size : {100, 200})
            QTest::addRow("%s %d %%", language, size) << language << size;
}

void TstClipping::nothingIsCutOff()
{
    QFETCH(QString, language);
    QFETCH(int, size_percent);
    QFont font = m_font;
    font.setPointSizeF(m_font.pointSizeF() * size_percent / 100);
    QApplication::setFont(font);
    const tests::PagesFixture page;
    page.window->setLanguage(language == "zh_CN" ? words::Language::zh_CN : words::Language::en);
    if (language == "long")
        QCoreApplication::installTranslator(&m_long);
    page.window->resize(1280, 1000);
    QTRY_VERIFY(!page.find<QLabel>("overview_state")->isVisible());
    QStringList faults;
    for (int number = tests::Overview; number <= tests::Catalogue; ++number) {
        page.go(static_cast<tests::PageNumber>(number));
        auto* shown = page.pages[number - 1];
        QTabWidget* views = nullptr; // the outermost
        for (auto* tabs : shown->findChildren<QTabWidget*>())
            if (views == nullptr && tabs->isVisible())
                views = tabs;
        for (int view = 0; view < (views == nullptr ? 1 : views->count()); ++view) {
            if (views != nullptr)
                views->setCurrentIndex(view);
            // What is worked out comes a little later, and the layout after it.
            QStringList seen;
            for (int wait = 0; wait < 20; ++wait) {
                QTest::qWait(50);
                seen = faultsOf(*page.window);
                if (seen.isEmpty())
                    break;
            }
            for (const QString& fault : seen)
                if (!faults.contains(fault)) {
                    faults << fault;
                    qWarning("%s", qPrintable(fault));
                }
        }
    }
    QCOMPARE(faults, QStringList());
}

FS_UI_TEST(TstClipping)

} // namespace fullscope::ui

#include "tst_clipping.moc"
