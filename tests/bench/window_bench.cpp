// SPDX-License-Identifier: GPL-3.0-or-later
// The real window without a display; prints the milliseconds of each thing that it does.
//
// fs_window_bench                 from Enter in a cell of the Scenario page to the Compare page with fresh figures: 4
//                                 options, 10 uncertain inputs, 1e5 draws
// fs_window_bench rows WORKSPACE  the first line: the rows of its longest bill shown; then jumps to any place of them
// fs_window_bench pan WORKSPACE   frames of dragging the step times of its longest run, zoomed in
#include "tests/ui/pages/scenario_fixture.h"
#include "ui/compare/uncertainty_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QScrollBar>
#include <QStandardPaths>
#include <QWheelEvent>

#include <cstdio>
#include <random>

namespace fullscope::bench {

namespace {

using scenario::Input;

constexpr int kEdits = 40, kFirst = 5; // the first ones load what later ones find
constexpr int kMostMs = 20'000;

bool prepare(ui::Document& document)
{
    bool isDone = true;
    const auto type = [&](std::optional<std::size_t> option, Input input, const char* text) {
        isDone = isDone && document.setTyped(option, input, QLatin1String(text)).ok();
    };
    isDone
        = document.addOption(QStringLiteral("Third"), 0).ok() && document.addOption(QStringLiteral("Fourth"), 1).ok();
    for (const std::size_t option : {0, 1, 2, 3}) {
        type(option, Input::price_per_h, "$20..$30/h");
        type(option, Input::debug_h, "pert(5 h, 15 h, 40 h)");
    }
    type(std::nullopt, Input::tokens, "lognormal(150e9, 200e9)");
    type(1, Input::tokens_per_s, "normal(67800, 2000)");
    return isDone;
}

// Milliseconds; negative: it never came.
double timeOf(tests::ScenarioFixture& page, const ui::UncertaintyView& view, const QString& price)
{
    page.go(tests::Scenario);
    QCoreApplication::processEvents();
    QLineEdit* editor = page.open(Input::price_per_h, tests::kTrn2);
    if (editor == nullptr)
        return -1;
    editor->setText(price);
    QElapsedTimer timer;
    timer.start();
    page.press(editor, Qt::Key_Return);
    page.go(tests::Compare);
    do
        QCoreApplication::processEvents();
    while (!view.isCurrent() && timer.elapsed() < kMostMs);
    page.find<QWidget>("compare_page")->repaint();
    return view.isCurrent() ? static_cast<double>(timer.nsecsElapsed()) / 1e6 : -1;
}

int run()
{
    tests::ScenarioFixture page;
    if (!prepare(page.document))
        return 1;
    const auto& view = *page.find<ui::UncertaintyView>("compare_uncertainty");
    for (int edit = 0; edit < kEdits + kFirst; ++edit) {
        const double ms = timeOf(page, view, QStringLiteral("$%1..$%2/h").arg(20 + edit % 7).arg(31 + edit % 5));
        if (ms < 0)
            return 1;
        if (edit >= kFirst)
            std::printf("%.3f\n", ms);
    }
    return 0;
}

void print(const QElapsedTimer& timer)
{
    std::printf("%.3f\n", static_cast<double>(timer.nsecsElapsed()) / 1e6);
}

// Every place of a table is there as soon as the scroll bar is.
int scrollRows(const QString& workspace)
{
    constexpr int kJumps = 100;
    tests::PagesFixture page(false);
    if (!page.document.open(workspace).ok())
        return 1;
    const auto bills = page.document.workspace().bills();
    if (!bills.ok() || bills->empty())
        return 1;
    const auto longest = std::ranges::max_element(*bills, {}, &store::BillSummary::rows);
    auto* list = page.find<QListWidget>("bills_list");
    auto* table = page.find<QTableView>("bill_rows");
    page.go(tests::Bills);
    QElapsedTimer timer;
    timer.start();
    list->setCurrentRow(static_cast<int>(longest - bills->begin()));
    QCoreApplication::processEvents();
    table->viewport()->repaint();
    print(timer);
    if (table->model()->rowCount() != longest->rows)
        return 1;
    std::mt19937 random(1);
    auto* bar = table->verticalScrollBar();
    for (int jump = 0; jump < kJumps; ++jump) {
        timer.start();
        bar->setValue(std::uniform_int_distribution(bar->minimum(), bar->maximum())(random));
        table->viewport()->repaint();
        print(timer);
    }
    return 0;
}

int pan(const QString& workspace)
{
    constexpr int kZooms = 6, kMoves = 200;
    tests::PagesFixture page(false);
    if (!page.document.open(workspace).ok())
        return 1;
    page.go(tests::Runs);
    auto* list = page.find<QTableView>("runs_list");
    list->setCurrentIndex(list->model()->index(0, 0));
    QCoreApplication::processEvents();
    auto* plot = page.find<ui::PlotWidget>("run_step_time");
    QWidget* canvas = nullptr; // what QCustomPlot paints on
    for (auto* child : plot->findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
        if (child->isVisible() && (canvas == nullptr || child->height() > canvas->height()))
            canvas = child;
    if (canvas == nullptr || plot->spec().lines.empty())
        return 1;
    const QPointF middle = canvas->rect().center();
    for (int zoom = 0; zoom < kZooms; ++zoom) {
        QWheelEvent wheel(middle, canvas->mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::ControlModifier,
            Qt::NoScrollPhase, false);
        QApplication::sendEvent(canvas, &wheel);
        QCoreApplication::processEvents();
    }
    QTest::mousePress(canvas, Qt::LeftButton, {}, middle.toPoint());
    for (int move = 0; move < kMoves; ++move) { // to and fro
        const QPointF at = middle + QPointF(100 - std::abs(move % 200 - 100), 0);
        QElapsedTimer timer;
        timer.start();
        QMouseEvent drag(QEvent::MouseMove, at, canvas->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(canvas, &drag);
        QCoreApplication::processEvents();
        canvas->repaint();
        print(timer);
    }
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, middle.toPoint());
    return 0;
}

} // namespace

} // namespace fullscope::bench

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir home;
    for (const char* variable : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"})
        qputenv(variable, home.path().toUtf8());
    QStandardPaths::setTestModeEnabled(true);
    QLocale::setDefault(QLocale::c());
    QApplication application(argc, argv);
    const QStringList words = QApplication::arguments();
    if (words.value(1) == QLatin1String("rows"))
        return fullscope::bench::scrollRows(words.value(2));
    if (words.value(1) == QLatin1String("pan"))
        return fullscope::bench::pan(words.value(2));
    return fullscope::bench::run();
}
