// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/shell/window_fixture.h"

#include <QLabel>
#include <QToolTip>

namespace fullscope::ui {

class TstPlainLabels final : public QObject {
    Q_OBJECT

private slots:
    void namesAreNeverMarkup();
};

// Taken as markup it would read from /dev/zero without end.
void TstPlainLabels::namesAreNeverMarkup()
{
    const tests::WindowFixture fixture;
    const QString evil = QStringLiteral("<b>run</b><img src=\"/dev/zero\">");
    QLabel plain(evil), marked(QStringLiteral("<b>heading</b>"));
    marked.setTextFormat(Qt::RichText);
    plain.show();
    marked.show();
    QCOMPARE(plain.textFormat(), Qt::PlainText);
    QCOMPARE(marked.textFormat(), Qt::RichText);
    QVERIFY(plain.sizeHint().width() > plain.fontMetrics().horizontalAdvance(evil) - 2);

    QToolTip::showText(QPoint(10, 10), evil, &plain);
    QTRY_COMPARE(QToolTip::text(), evil);
    bool is_plain = false;
    for (const QWidget* widget : QApplication::topLevelWidgets())
        if (const auto* tip = qobject_cast<const QLabel*>(widget); tip != nullptr && tip->inherits("QTipLabel"))
            is_plain = tip->textFormat() == Qt::PlainText;
    QVERIFY(is_plain);
    QToolTip::hideText();
}

FS_UI_TEST(TstPlainLabels)

} // namespace fullscope::ui

#include "tst_plain_labels.moc"
