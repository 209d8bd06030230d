// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/icons.h"

#include "tests/ui/support/ui_test.h"

#include <QDir>
#include <QGuiApplication>
#include <QPalette>

namespace fullscope::ui {

namespace {

// The colour of the darkest or lightest stroke: any fully opaque pixel.
QColor strokeColour(const QIcon& icon, QIcon::Mode mode)
{
    const QImage image = icon.pixmap(QSize(96, 96), mode).toImage();
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (const QColor colour = image.pixelColor(x, y); colour.alpha() == 255)
                return colour;
    return {};
}

} // namespace

class TstIcons final : public QObject {
    Q_OBJECT

private slots:
    void everyIconIsDrawn();
    void iconsFollowThePalette();
};

void TstIcons::everyIconIsDrawn()
{
    const QStringList files = QDir(":/icons").entryList({"*.svg"});
    QVERIFY(files.contains("fullscope.svg"));
    for (const QString& file : files) {
        const QString name = file.chopped(4);
        const QIcon icon = name == "fullscope" ? applicationIcon() : themedIcon(name);
        QVERIFY2(strokeColour(icon, QIcon::Normal).isValid(), qPrintable(name));
    }
}

void TstIcons::iconsFollowThePalette()
{
    const QIcon icon = themedIcon("undo");
    const QPalette before = QGuiApplication::palette();
    QPalette dark = before;
    dark.setColor(QPalette::Active, QPalette::ButtonText, QColor("#f0f1f2"));
    dark.setColor(QPalette::Disabled, QPalette::ButtonText, QColor("#707172"));
    QGuiApplication::setPalette(dark);
    const QColor normal = strokeColour(icon, QIcon::Normal);
    const QColor disabled = strokeColour(icon, QIcon::Disabled);
    QGuiApplication::setPalette(before);
    QCOMPARE(normal, QColor("#f0f1f2"));
    QCOMPARE(disabled, QColor("#707172"));
}

FS_UI_TEST(TstIcons)

} // namespace fullscope::ui

#include "tst_icons.moc"
