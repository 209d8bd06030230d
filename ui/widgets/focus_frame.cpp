// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/focus_frame.h"

#include <QApplication>
#include <QEvent>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace fullscope::ui {

namespace {

constexpr int kWidth_px = 2; // device-independent
constexpr double kLeastContrast = 3;

double luminance(const QColor& colour)
{
    const auto linear
        = [](double part) { return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const auto [dark, light] = std::minmax({luminance(a), luminance(b)});
    return (light + 0.05) / (dark + 0.05);
}

// Lies over its parent, as a ring: what is inside is neither painted twice nor covered for the mouse.
class Ring final : public QWidget {
public:
    explicit Ring(QWidget* around)
        : QWidget(around)
    {
        setObjectName("focus_frame");
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
        around->installEventFilter(this);
        cover();
        show();
        raise();
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Resize)
            cover();
        return QWidget::eventFilter(watched, event);
    }

protected:
    void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), focusColour(palette())); }

private:
    void cover()
    {
        const QRect whole = parentWidget()->rect();
        setGeometry(whole);
        setMask(QRegion(whole) - QRegion(whole.adjusted(kWidth_px, kWidth_px, -kWidth_px, -kWidth_px)));
    }
};

// Menus mark the chosen line; the frame of a list that pops up says nothing.
bool marksItself(const QWidget& widget)
{
    return qobject_cast<const QMenu*>(&widget) != nullptr || qobject_cast<const QMenuBar*>(&widget) != nullptr
        || widget.isWindow() || widget.window()->windowType() == Qt::Popup;
}

} // namespace

QColor focusColour(const QPalette& palette)
{
    const QColor highlight = palette.color(QPalette::Active, QPalette::Highlight);
    const auto isSeen = [&](QPalette::ColorRole ground) {
        return contrast(highlight, palette.color(QPalette::Active, ground)) >= kLeastContrast;
    };
    return isSeen(QPalette::Window) && isSeen(QPalette::Base) ? highlight
                                                              : palette.color(QPalette::Active, QPalette::WindowText);
}

FocusFrame::FocusFrame(QObject* parent)
    : QObject(parent)
{
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { follow(now); });
}

void FocusFrame::follow(QWidget* focus)
{
    delete m_frame;
    if (focus != nullptr && !marksItself(*focus))
        m_frame = new Ring(focus);
}

} // namespace fullscope::ui
