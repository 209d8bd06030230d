// SPDX-License-Identifier: GPL-3.0-or-later
// The real window with its pages over a copy of the sample workspace.
#pragma once

#include "core/workspace/sample.h"
#include "tests/ui/shell/window_fixture.h"
#include "ui/compare/compare_page.h"
#include "ui/plot/plot_widget.h"
#include "ui/scenario/scenario_model.h"
#include "ui/shell/inspector.h"
#include "ui/shell/pages.h"
#include "ui/widgets/kpi_strip.h"

#include <QLabel>
#include <QTableView>
#include <QUndoStack>

#include <cmath>

namespace fullscope::tests {

enum PageNumber { Overview = 1, Runs, Bills, Telemetry, Claims, Benchmarks, Scenario, Compare, Report, Catalogue };

// Built once: importing takes longer than the tests.
inline QString sampleWorkspace()
{
    static const QTemporaryDir folder;
    static const QString path = [] {
        const QString made = folder.filePath("sample.fullscope");
        auto workspace = store::WorkspaceFile::open(ui::utf8(made), store::Access::read_write);
        const bool filled
            = workspace.ok() && workspace::buildSample(**workspace, words::Language::en, base::JobContext()).ok();
        return filled ? made : QString();
    }();
    return path;
}

struct PagesFixture {
    QTemporaryDir folder;
    ui::Settings settings;
    ui::Translation translation;
    ui::Document document;
    QList<ui::Page*> pages;
    std::unique_ptr<ui::MainWindow> window;

    explicit PagesFixture(bool sample = true)
    {
        forgetSettings();
        ui::dialogs::takeShown(); // from here on no dialog opens
        QString path = folder.filePath("copy.fullscope");
        if (sample)
            QFile::copy(sampleWorkspace(), path);
        const bool opened = document.open(path).ok();
        Q_ASSERT(opened);
        show();
    }
    void show()
    {
        pages = ui::makePages(document);
        window = std::make_unique<ui::MainWindow>(document, settings, translation, pages);
        window->resize(1500, 1000);
        window->show();
        window->activateWindow();
        QTest::qWait(0);
    }
    ~PagesFixture() { translation.use(words::Language::en); }

    QAction* action(const QString& name) const { return window->findChild<QAction*>(name); }
    void go(PageNumber page) const { action(QStringLiteral("action.page_%1").arg(page))->trigger(); }
    template <typename Widget>
    Widget* find(const char* name) const
    {
        return window->findChild<Widget*>(QLatin1String(name));
    }
    QString inspected() const // "title\nwhat: value\n…"
    {
        return find<ui::Inspector>("inspector")->asText().replace('\t', ": ");
    }

    // --- Compare
    QStringList figures() const
    {
        QStringList values;
        for (const auto* value : find<QWidget>("compare_figures")->findChildren<QLabel*>("kpi_value"))
            values << value->text();
        return values;
    }
    double bar(qsizetype option) const // its height
    {
        double sum = 0;
        for (const auto& part : find<ui::PlotWidget>("compare_bars")->spec().bars)
            if (const double value = part.values.at(static_cast<std::size_t>(option)); std::isfinite(value))
                sum += value; // others are not known
        return sum;
    }
    QString verdict() const { return find<QLabel>("compare_verdict")->text(); }
};

inline QString cellText(const QTableView* table, int row, int column)
{
    return table->model()->index(row, column).data().toString();
}

// First row whose cell in `column` is `text`; -1 = none.
inline int rowWith(const QTableView* table, int column, const QString& text)
{
    for (int row = 0; row < table->model()->rowCount(); ++row)
        if (cellText(table, row, column) == text)
            return row;
    return -1;
}

} // namespace fullscope::tests
