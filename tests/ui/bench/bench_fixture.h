// SPDX-License-Identifier: GPL-3.0-or-later
// The real window on its page of benchmarks, and Pythons that behave in every way that Pythons do.
#pragma once

#include "tests/ui/pages/pages_fixture.h"
#include "ui/bench/live_view.h"
#include "ui/bench/result_view.h"
#include "ui/bench/setup_view.h"
#include "ui/widgets/report_table.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>

namespace fullscope::tests {

constexpr const char* kHasTorch
    = R"('{"version": "3.11.2", "executable": "/fake/python", "prefix": "/fake",)"
      R"( "virtual": true, "packages": {"torch": "2.14.0"}, "torch_problem": "", "cuda": "", "hip": ""}')";
constexpr const char* kHello
    = R"(printf '{"v":1,"t":"hello","seq":0,"engine":"torch","torch":"2.14.0","spec_hash":"a"}\n' >&3
)";
// 4,096 tokens a step, 0.1 s a step, five windows of 20 steps are planned.
constexpr const char* kPlan
    = R"(printf '{"v":1,"t":"plan","seq":1,"batch":8,"seq_len":512,"tokens_per_step":4096,"windows":5,"steps_per_window":20,"warmup_min":1,"device":"cpu","mode":"eager","precision":{"weights":"fp32","compute":"fp32"}}\n' >&3
)";
constexpr const char* kWindow
    = R"(printf '{"v":1,"t":"step","seq":2,"i":0,"window":-1,"wall_ns":2000000000}\n{"v":1,"t":"step","seq":3,"i":1,"window":0,"wall_ns":100000000}\n' >&3
for i in 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do printf '{"v":1,"t":"step","seq":%d,"i":%d,"window":0,"wall_ns":100000000}\n' $((i + 2)) $i >&3; done
printf '{"v":1,"t":"window","seq":23,"w":0,"steps":20,"wall_ns":2000000000,"tokens":81920}\n{"v":1,"t":"loss","seq":24,"i":[0,1],"loss":[10.5,10.25]}\n' >&3
)";

struct BenchFixture : PagesFixture {
    BenchFixture()
        : PagesFixture(false)
    {
        const QByteArray path = qgetenv("PATH");
        if (!path.startsWith(FULLSCOPE_BENCH_FOLDER))
            qputenv("PATH", QByteArray(FULLSCOPE_BENCH_FOLDER) + ':' + path);
        action("action.run_benchmark")->trigger();
    }
    // A program that answers as Python does when it is asked what it has, and works as `work` says.
    QString python(const char* name, const QByteArray& work, const QByteArray& answer = kHasTorch) const
    {
        const QString file_name = folder.filePath(QLatin1String(name));
        QFile file(file_name);
        const bool written = file.open(QIODevice::WriteOnly)
            && file.write("#!/bin/sh\ncase \"$1\" in -c) case \"$2\" in *json*) echo " + answer
                   + ";; *) echo 3.11.2 2.14.0;; esac; exit 0;; esac\n" + work + "\n")
                > 0;
        Q_ASSERT(written);
        file.close();
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return file_name;
    }
    void choose(const char* box, const char* id) const
    {
        auto* choice = find<QComboBox>(box);
        const int index = choice->findData(QLatin1String(id));
        QVERIFY2(index >= 0, id);
        choice->setCurrentIndex(index);
        emit choice->activated(index);
    }
    void type(const char* edit, const char* text) const { find<QLineEdit>(edit)->setText(QString::fromUtf8(text)); }
    // The smallest run of the native engine that tells an interval.
    void askForTiny() const
    {
        choose("bench_preset", "tiny");
        type("bench_steps", "4");
        type("bench_windows", "5");
    }
    void askFor(const QString& python) const
    {
        choose("bench_preset", "tiny");
        choose("bench_engine", "torch");
        find<QLineEdit>("bench_python")->setText(python);
        emit find<QLineEdit>("bench_python")->editingFinished();
    }
    bool canStart() const { return find<QPushButton>("bench_start")->isEnabled(); }
    void start() const { find<QPushButton>("bench_start")->click(); }
    bool isRunning() const { return find<ui::LiveView>("bench_live")->isVisible(); }
    const std::optional<bench::BenchResult>& result() const { return find<ui::ResultView>("bench_result")->result(); }
    std::size_t livePoints() const // steps that are drawn while it runs
    {
        const auto& lines = find<ui::PlotWidget>("bench_live_steps")->spec().lines;
        return lines.empty() ? 0 : lines.front().x.size();
    }
    QString verdict() const { return find<QLabel>("bench_verdict")->text(); }
    QString problemOf(const char* field) const // shown under it
    {
        const auto* label = window->findChild<QLabel*>(QStringLiteral("bench_%1_problem").arg(QLatin1String(field)));
        return label->isHidden() ? QString() : label->text();
    }
    // Value of the row that begins with `what`, in any column.
    QString cell(const char* table, const QString& what, int column) const
    {
        const auto* shown = find<QTableView>(table);
        const int row = rowWith(shown, 0, what);
        return row < 0 ? QStringLiteral("no row ") + what : cellText(shown, row, column);
    }
};

} // namespace fullscope::tests
