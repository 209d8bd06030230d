// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_widget.h"

#include "ui/document/strings.h"
#include "ui/plot/figure.h"
#include "ui/plot/fitting.h"
#include "ui/plot/legend.h"
#include "ui/plot/plot_export.h"
#include "ui/plot/plot_view.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionFocusRect>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <QWheelEvent>

namespace fullscope::ui {

namespace {

using report::PlotKind;

constexpr double kZoomStep = 0.8;
constexpr double kPanStep = 0.1; // of the view
constexpr double kLegendGap = 8;
constexpr const char* kView = "view"; // a PlotView; none = as it came
constexpr const char* kKeptView = "kept_view"; // for the next spec of its id

} // namespace

struct PlotWidget::Private {
    report::PlotSpec spec;
    QSet<QString> hidden;
    QLabel* title = nullptr;
    QToolButton* resetButton = nullptr;
    Legend* legend = nullptr;
    Figure* figure = nullptr;
    QAction *copyPicture = nullptr, *copyData = nullptr, *exportFile = nullptr, *reset = nullptr, *logX = nullptr,
            *logY = nullptr;
    QPointF pressedAt;
};

PlotWidget::PlotWidget(QWidget* parent)
    : QWidget(parent)
    , m_private(std::make_unique<Private>())
{
    Private& d = *m_private;
    setFocusPolicy(Qt::StrongFocus);
    d.title = new QLabel(this);
    d.title->setObjectName(QStringLiteral("plotTitle"));
    d.title->setWordWrap(true);
    d.title->setTextFormat(Qt::PlainText);
    QFont bold = d.title->font();
    bold.setBold(true);
    d.title->setFont(bold);
    d.resetButton = new QToolButton(this);
    d.resetButton->setObjectName(QStringLiteral("plotResetButton"));
    d.resetButton->setAutoRaise(true);
    QSizePolicy keepsRoom = d.resetButton->sizePolicy();
    keepsRoom.setRetainSizeWhenHidden(true); // nothing moves when it appears
    d.resetButton->setSizePolicy(keepsRoom);
    d.legend = new Legend(this);
    d.figure = new Figure(this);
    d.figure->canvas()->installEventFilter(this);

    auto* header = new QHBoxLayout;
    header->addWidget(d.title, 1);
    header->addWidget(d.resetButton, 0, Qt::AlignTop);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->setSpacing(4);
    layout->addLayout(header);
    layout->addWidget(d.legend);
    layout->addWidget(d.figure->canvas(), 1);

    buildActions();
    d.resetButton->setDefaultAction(d.reset);
    connect(d.legend, &Legend::toggled, this, &PlotWidget::toggle);
    connect(d.figure, &Figure::viewChanged, this, [this](double from, double to) {
        updateState();
        emit rangeChanged(from, to);
    });
    retranslate();
    redraw(false);
}

PlotWidget::~PlotWidget() = default;

void PlotWidget::buildActions()
{
    Private& d = *m_private;
    const auto add = [this](const char* name, const QKeySequence& keys, auto&& slot) {
        auto* action = new QAction(this);
        action->setObjectName(QLatin1String(name));
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, slot);
        addAction(action);
        return action;
    };
    d.copyPicture = add("plotCopyPicture", QKeySequence::Copy, [this] { copyPicture(); });
    d.copyData = add("plotCopyData", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), [this] { copyData(); });
    d.exportFile = add("plotExport", {}, [this] { exportByDialog(); });
    d.reset = add("plotReset", QKeySequence(Qt::Key_Home), [this] { m_private->figure->reset(); });
    d.logX = add("plotLogX", {}, [this](bool on) {
        m_private->figure->setLogarithmic(Qt::Horizontal, on);
        updateState();
    });
    d.logY = add("plotLogY", {}, [this](bool on) {
        m_private->figure->setLogarithmic(Qt::Vertical, on);
        updateState();
    });
    d.logX->setCheckable(true);
    d.logY->setCheckable(true);
}

void PlotWidget::retranslate()
{
    Private& d = *m_private;
    d.copyPicture->setText(tr("Copy picture"));
    d.copyData->setText(tr("Copy data"));
    d.exportFile->setText(tr("Export…"));
    d.reset->setText(tr("Reset view"));
    d.logX->setText(tr("Logarithmic horizontal axis"));
    d.logY->setText(tr("Logarithmic vertical axis"));
}

void PlotWidget::show(const report::PlotSpec& spec)
{
    Private& d = *m_private;
    const bool isSame = d.spec.id == spec.id && d.spec.kind == spec.kind;
    if (!isSame)
        d.hidden.clear();
    d.spec = spec;
    d.title->setText(QString::fromStdString(spec.title));
    d.title->setVisible(!spec.title.empty());
    d.figure->canvas()->setMinimumHeight(leastCanvasHeight(spec, fontMetrics().height()));
    setAccessibleName(QString::fromStdString(spec.title));
    setAccessibleDescription(QString::fromStdString(spec.description));
    redraw(isSame);
    if (const auto kept = property(kKeptView).value<PlotView>(); !kept.id.isEmpty() && kept.id == text(spec.id)) {
        setProperty(kKeptView, {});
        d.hidden = QSet<QString>(kept.hidden.begin(), kept.hidden.end());
        redraw(false);
        d.figure->take(kept);
        updateState();
    }
}

const report::PlotSpec& PlotWidget::spec() const
{
    return m_private->spec;
}

void PlotWidget::redraw(bool keepView)
{
    Private& d = *m_private;
    const PlotStyle style = PlotStyle::screen(palette(), font());
    d.legend->setEntries(legendEntries(d.spec), style, d.hidden);
    d.figure->draw({d.spec, style, d.hidden}, keepView);
    updateState();
}

void PlotWidget::updateState()
{
    Private& d = *m_private;
    d.reset->setEnabled(d.figure->isZoomed());
    d.resetButton->setVisible(d.figure->isZoomed());
    d.logX->setVisible(d.figure->canBeLogarithmic(Qt::Horizontal));
    d.logX->setChecked(d.figure->isLogarithmic(Qt::Horizontal));
    d.logY->setVisible(d.figure->canBeLogarithmic(Qt::Vertical));
    d.logY->setChecked(d.figure->isLogarithmic(Qt::Vertical));
    PlotView view = d.figure->view();
    view.hidden = d.hidden.values();
    const bool is_chosen = view.x || view.log_x || view.log_y || !view.hidden.isEmpty();
    setProperty(kView, is_chosen ? QVariant::fromValue(view) : QVariant());
}

std::optional<PlotView> viewOf(const PlotWidget& plot)
{
    for (const char* property : {kKeptView, kView}) // the former: nothing of its id was shown
        if (const QVariant view = plot.property(property); view.isValid())
            return view.value<PlotView>();
    return {};
}

void keepView(PlotWidget& plot, const PlotView& view)
{
    plot.setProperty(kKeptView, QVariant::fromValue(view));
}

void PlotWidget::toggle(const QString& series)
{
    QSet<QString>& hidden = m_private->hidden;
    if (!hidden.remove(series))
        hidden.insert(series);
    redraw(true);
}

void PlotWidget::paint(QPainter& painter, const report::PlotSpec& spec, const QSizeF& size)
{
    const PlotStyle style = PlotStyle::print(isChinese(spec));
    const QList<LegendEntry> entries = legendEntries(spec);
    const double legend = legendHeight(entries, style.font, size.width());
    const double top = legend > 0 ? legend + kLegendGap : 0;
    painter.save();
    paintLegend(painter, entries, style, size.width());
    painter.translate(0, top);
    Figure figure(nullptr);
    figure.draw({spec, style, {}}, false);
    figure.paint(painter, {size.width(), size.height() - top});
    painter.restore();
}

double PlotWidget::printHeight(const report::PlotSpec& spec, double width)
{
    const double legend = legendHeight(legendEntries(spec), PlotStyle::print(isChinese(spec)).font, width);
    constexpr double kSlot = 24; // of a bar that lies sideways
    const bool isSideways = spec.kind == PlotKind::stacked_bars && spec.sideways;
    const double axes = spec.kind == PlotKind::band ? 110
        : spec.kind == PlotKind::lines              ? 270
        : isSideways                                ? 90 + kSlot * static_cast<double>(spec.categories.size())
                                                    : 300;
    return legend + (legend > 0 ? kLegendGap : 0) + axes;
}

bool PlotWidget::eventFilter(QObject* watched, QEvent* event)
{
    Private& d = *m_private;
    switch (event->type()) {
    case QEvent::Resize:
        d.figure->refit();
        break;
    case QEvent::Leave:
        d.figure->hideCrosshair();
        break;
    case QEvent::MouseMove:
        hover(static_cast<QMouseEvent*>(event)->position());
        break;
    case QEvent::MouseButtonPress:
        press(*static_cast<QMouseEvent*>(event));
        break;
    case QEvent::MouseButtonRelease:
        release(*static_cast<QMouseEvent*>(event));
        break;
    case QEvent::MouseButtonDblClick:
        d.figure->reset();
        return true;
    case QEvent::Wheel: // over a scrolling page a plot must not swallow the wheel
        if (!hasFocus() && !static_cast<QWheelEvent*>(event)->modifiers().testFlag(Qt::ControlModifier)) {
            event->ignore();
            return true;
        }
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

void PlotWidget::hover(const QPointF& position)
{
    Figure& figure = *m_private->figure;
    const QString text = figure.hitAt(position).tooltip;
    figure.showCrosshair(position);
    QWidget* canvas = figure.canvas();
    QToolTip::showText(canvas->mapToGlobal(position.toPoint()), text, canvas); // plain, as every tooltip
}

void PlotWidget::press(const QMouseEvent& event)
{
    if (event.button() != Qt::LeftButton)
        return;
    setFocus(Qt::MouseFocusReason);
    m_private->pressedAt = event.position();
    m_private->figure->setRubberBand(event.modifiers().testFlag(Qt::ShiftModifier));
}

void PlotWidget::release(const QMouseEvent& event)
{
    constexpr double kStill = 3; // pixels: else it was a drag
    if (event.button() != Qt::LeftButton || (event.position() - m_private->pressedAt).manhattanLength() > kStill)
        return;
    const Hit hit = m_private->figure->hitAt(event.position());
    if (!hit.category.isEmpty() || !hit.series.isEmpty())
        emit itemClicked(hit.category, hit.series);
    constexpr double kNear = 5; // pixels
    const Figure& figure = *m_private->figure;
    const auto x = figure.xAt(event.position());
    const auto beside = figure.xAt(event.position() - QPointF(kNear, 0));
    const auto other = figure.xAt(event.position() + QPointF(kNear, 0));
    if (x && m_private->spec.kind != report::PlotKind::stacked_bars)
        emit clickedAt(*x, std::max(beside ? *x - *beside : 0.0, other ? *other - *x : 0.0));
}

void PlotWidget::contextMenuEvent(QContextMenuEvent* event)
{
    Private& d = *m_private;
    QMenu menu(this);
    menu.addActions({d.copyPicture, d.copyData, d.exportFile});
    menu.addSeparator();
    menu.addActions({d.reset, d.logX, d.logY});
    const QList<LegendEntry> entries = legendEntries(d.spec);
    if (!entries.isEmpty()) {
        QMenu* series = menu.addMenu(tr("Series"));
        for (const LegendEntry& entry : entries) {
            QAction* action = series->addAction(QString(entry.name).replace('&', QStringLiteral("&&")));
            action->setCheckable(true);
            action->setChecked(!d.hidden.contains(entry.name));
            connect(action, &QAction::triggered, this, [this, name = entry.name] { toggle(name); });
        }
    }
    menu.exec(event->globalPos());
}

void PlotWidget::keyPressEvent(QKeyEvent* event)
{
    Figure& figure = *m_private->figure;
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return figure.zoom(kZoomStep);
    case Qt::Key_Minus:
        return figure.zoom(1 / kZoomStep);
    case Qt::Key_Left:
        return figure.pan(-kPanStep, 0);
    case Qt::Key_Right:
        return figure.pan(kPanStep, 0);
    case Qt::Key_Up:
        return figure.pan(0, kPanStep);
    case Qt::Key_Down:
        return figure.pan(0, -kPanStep);
    default:
        return QWidget::keyPressEvent(event);
    }
}

void PlotWidget::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().base());
    if (!hasFocus())
        return;
    QStyleOptionFocusRect option;
    option.initFrom(this);
    option.rect = rect().adjusted(1, 1, -1, -1);
    style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
}

void PlotWidget::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        redraw(true);
    else if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace fullscope::ui
