// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/session.h"

#include "ui/plot/plot_view.h"
#include "ui/plot/plot_widget.h"
#include "ui/shell/page.h"
#include "ui/shell/settings.h"
#include "ui/shell/table_layout.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSplitter>
#include <QTableView>

#include <cmath>

namespace fullscope::ui::session {

namespace {

// `take` is given the splitter and the key of its state.
template <typename Take>
void eachSplitter(const QList<Page*>& pages, Take take)
{
    for (const Page* page : pages) {
        int number = 0;
        for (QSplitter* splitter : page->findChildren<QSplitter*>())
            take(splitter, QStringLiteral("%1/%2").arg(page->objectName()).arg(number++));
    }
}

QString keyOf(const PlotWidget& plot)
{
    return QStringLiteral("plot/") + plot.objectName();
}

QJsonArray asArray(const Extent& extent)
{
    return {extent.from, extent.to};
}

std::optional<Extent> asExtent(const QJsonValue& value)
{
    const QJsonArray ends = value.toArray();
    const Extent extent {ends.at(0).toDouble(NAN), ends.at(1).toDouble(NAN)};
    return extent.from < extent.to ? std::optional(extent) : std::nullopt;
}

QByteArray asJson(const PlotView& view)
{
    QJsonObject json {{"id", view.id}, {"hidden", QJsonArray::fromStringList(view.hidden)}};
    if (view.x && view.y) {
        json["x"] = asArray(*view.x);
        json["y"] = asArray(*view.y);
    }
    if (view.log_x)
        json["log_x"] = *view.log_x;
    if (view.log_y)
        json["log_y"] = *view.log_y;
    return QJsonDocument(json).toJson(QJsonDocument::Compact);
}

PlotView plotView(const QByteArray& bytes)
{
    const QJsonObject json = QJsonDocument::fromJson(bytes).object();
    PlotView view {.id = json["id"].toString(), .x = asExtent(json["x"]), .y = asExtent(json["y"])};
    if (!view.x || !view.y)
        view.x = view.y = std::nullopt;
    if (json["log_x"].isBool())
        view.log_x = json["log_x"].toBool();
    if (json["log_y"].isBool())
        view.log_y = json["log_y"].toBool();
    for (const QJsonValue& series : json["hidden"].toArray())
        view.hidden << series.toString();
    return view;
}

} // namespace

void saveViews(const QWidget& window, Settings& settings)
{
    for (const auto* table : window.findChildren<QTableView*>())
        if (const TableLayout* layout = TableLayout::of(*table); layout != nullptr && !table->objectName().isEmpty())
            settings.setColumns(table->objectName(), layout->state());
    for (const auto* plot : window.findChildren<PlotWidget*>())
        if (!plot->objectName().isEmpty()) {
            const auto view = viewOf(*plot);
            settings.setColumns(keyOf(*plot), view ? asJson(*view) : QByteArray());
        }
}

void restoreViews(const QWidget& window, const Settings& settings)
{
    for (const auto* table : window.findChildren<QTableView*>())
        if (TableLayout* layout = TableLayout::of(*table); layout != nullptr && !table->objectName().isEmpty())
            if (const QByteArray state = settings.columns(table->objectName()); !state.isEmpty())
                layout->restore(state);
    for (auto* plot : window.findChildren<PlotWidget*>())
        if (const QByteArray view = settings.columns(keyOf(*plot)); !view.isEmpty())
            keepView(*plot, plotView(view));
}

void saveSplitters(const QList<Page*>& pages, Settings& settings)
{
    eachSplitter(pages, [&](const QSplitter* splitter, const QString& key) {
        // What was never shown has no sizes of its own.
        if (splitter->testAttribute(Qt::WA_WState_Created) || splitter->property("restored").toBool())
            settings.setSplitter(key, splitter->saveState());
    });
}

void restoreSplitters(const QList<Page*>& pages, const Settings& settings)
{
    eachSplitter(pages, [&](QSplitter* splitter, const QString& key) {
        if (const QByteArray state = settings.splitter(key); !state.isEmpty())
            splitter->setProperty("restored", splitter->restoreState(state));
    });
}

} // namespace fullscope::ui::session
