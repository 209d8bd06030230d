// SPDX-License-Identifier: GPL-3.0-or-later
// render_icon IN.svg SIZE OUT.png: for the icon themes that want pictures of fixed sizes.
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() != 4)
        return 1;
    const int size = arguments[2].toInt();
    QSvgRenderer svg(arguments[1]);
    QImage image(size, size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    svg.render(&painter);
    painter.end();
    return svg.isValid() && image.save(arguments[3]) ? 0 : 1;
}
