// SPDX-License-Identifier: GPL-3.0-or-later
// The time from Enter in a cell of the Scenario page to the Compare page with fresh figures: 4 options, 10 uncertain
// inputs, 1e5 draws, the real window without a display. Prints the milliseconds of each edit.
#include "tests/ui/pages/scenario_fixture.h"
#include "ui/compare/uncertainty_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QStandardPaths>

#include <cstdio>

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
    return fullscope::bench::run();
}
