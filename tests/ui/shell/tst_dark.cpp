// SPDX-License-Identifier: GPL-3.0-or-later
// A dark desktop that names the usual colours, but none for hints: Qt then keeps those of its light palette.
#include "tests/ui/shell/window_fixture.h"
#include "ui/shell/inspector.h"
#include "ui/widgets/faint_text.h"

#include <QApplication>
#include <QTextBlock>
#include <QTextEdit>

#include <cmath>

namespace fullscope::ui {

namespace {

double luminance(const QColor& colour)
{
    const auto linear
        = [](double part) { return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

// As WCAG 2 has it; 4.5 is needed for text.
double contrast(const QColor& a, const QColor& b)
{
    const auto [dark, light] = std::minmax({luminance(a), luminance(b)});
    return (light + 0.05) / (dark + 0.05);
}

QPalette darkPalette()
{
    QPalette palette;
    using Role = QPalette::ColorRole;
    const std::initializer_list<std::pair<Role, int>> colours = {{Role::Window, 0x353535}, {Role::WindowText, 0xffffff},
        {Role::Base, 0x232323}, {Role::AlternateBase, 0x353535}, {Role::Text, 0xffffff}, {Role::Button, 0x353535},
        {Role::ButtonText, 0xffffff}};
    for (const auto& [role, rgb] : colours)
        palette.setColor(role, QColor::fromRgb(static_cast<QRgb>(rgb)));
    return palette;
}

} // namespace

class TstDark final : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void hintsCanBeRead_data();
    void hintsCanBeRead();
    void paletteThatTurnsDarkIsFollowed();

private:
    void checkHints() const;

    QPalette m_before;
    std::unique_ptr<tests::WindowFixture> m_window;
};

void TstDark::init()
{
    tests::forgetSettings();
    m_before = QApplication::palette();
}

void TstDark::cleanup()
{
    m_window.reset();
    QApplication::setPalette(m_before);
}

void TstDark::checkHints() const
{
    QCoreApplication::processEvents(); // widgets get the application's palette by an event
    const auto* find = static_cast<QLineEdit*>(m_window->pages[0]->findField());
    const QPalette& field = find->palette();
    const double hint = contrast(field.color(QPalette::PlaceholderText), field.color(QPalette::Base));
    QVERIFY2(hint > 4.5, qPrintable(QString::number(hint)));
    QVERIFY(hint < 0.8 * contrast(field.color(QPalette::Text), field.color(QPalette::Base))); // it stands back
    emit m_window->pages[0]->inspected({"price", {{"Value", "24.69 $/h"}}});
    const auto* rows = m_window->find<QTextEdit>("inspector.rows");
    const QColor ground = m_window->find<Inspector>("inspector")->palette().color(QPalette::Window);
    for (QTextBlock block = rows->document()->begin(); block.isValid(); block = block.next()) {
        const QColor ink = block.begin().fragment().charFormat().foreground().color();
        QVERIFY2(contrast(ink, ground) > 4.5, qPrintable(block.text() + ink.name()));
    }
    const QPalette palette = QApplication::palette();
    QVERIFY(contrast(headingGround(palette), palette.color(QPalette::Text)) > 4.5);
}

void TstDark::hintsCanBeRead_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("dark") << true;
    QTest::newRow("light") << false;
}

void TstDark::hintsCanBeRead()
{
    QFETCH(bool, dark);
    if (dark)
        QApplication::setPalette(darkPalette());
    m_window = std::make_unique<tests::WindowFixture>();
    checkHints();
}

void TstDark::paletteThatTurnsDarkIsFollowed()
{
    m_window = std::make_unique<tests::WindowFixture>();
    QApplication::setPalette(darkPalette());
    QCoreApplication::processEvents();
    checkHints();
    QCOMPARE(QApplication::palette().color(QPalette::Base), QColor(0x23, 0x23, 0x23));
}

FS_UI_TEST(TstDark)

} // namespace fullscope::ui

#include "tst_dark.moc"
