// SPDX-License-Identifier: GPL-3.0-or-later
// The legend of a plot, in rows that wrap, outside the axes: one painting for the screen and for print.
#pragma once

#include "core/report/plot_spec.h"
#include "ui/plot/plot_style.h"

#include <QList>
#include <QPainterPath>
#include <QRectF>
#include <QSet>
#include <QString>
#include <QWidget>

namespace fullscope::ui {

struct LegendEntry {
    enum class Swatch { area, line };

    QString name;
    report::Tone tone = report::Tone::a;
    bool hatched = false;
    bool dashed = false;
    Swatch swatch = Swatch::area;
    int marker = -1; // of a line: see markerPath; -1 = none
    bool faint = false;
    double strength = 1; // of an area's colour
};

// In the order in which the plot stacks or draws; a band's categories by first appearance. Empty when the only entry
// would repeat the label of the y axis.
QList<LegendEntry> legendEntries(const report::PlotSpec& spec);

// Every series of a plot with several lines gets a marker, so that colour is not the only sign.
constexpr int kMarkers = 6;
QPainterPath markerPath(int marker); // around the origin

// The items' places within `width`, from the origin downwards.
QList<QRectF> legendPlaces(const QList<LegendEntry>& entries, const QFont& font, double width);
double legendHeight(const QList<LegendEntry>& entries, const QFont& font, double width);
// Hidden ones are struck out.
void paintLegend(QPainter& painter, const QList<LegendEntry>& entries, const PlotStyle& style, double width,
    const QSet<QString>& hidden = {});

// Click, or arrow keys and space, toggles a series.
class Legend final : public QWidget {
    Q_OBJECT

public:
    explicit Legend(QWidget* parent = nullptr);

    void setEntries(const QList<LegendEntry>& entries, const PlotStyle& style, const QSet<QString>& hidden);
    QRect entryRect(int index) const;

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;

signals:
    void toggled(const QString& name);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    int entryAt(const QPointF& position) const;
    void retranslate();

    QList<LegendEntry> m_entries;
    PlotStyle m_style;
    QSet<QString> m_hidden;
    int m_current = 0; // of the keyboard
};

} // namespace fullscope::ui
