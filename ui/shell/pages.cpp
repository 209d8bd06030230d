// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/pages.h"

#include "ui/bench/bench_page.h"
#include "ui/bills/bills_page.h"
#include "ui/catalogue/catalogue_page.h"
#include "ui/claims/claims_page.h"
#include "ui/compare/compare_page.h"
#include "ui/overview/overview_page.h"
#include "ui/report/report_page.h"
#include "ui/runs/runs_page.h"
#include "ui/scenario/scenario_page.h"
#include "ui/telemetry/telemetry_page.h"
#include "ui/trends/trends_page.h"

namespace fullscope::ui {

QList<Page*> makePages(Document& document)
{
    return {new OverviewPage(document), new RunsPage(document), new BillsPage(document), new TelemetryPage(document),
        new ClaimsPage(document), new BenchPage(document), new ScenarioPage(document), new ComparePage(document),
        new ReportPage(document), new CataloguePage(document), new TrendsPage(document)};
}

} // namespace fullscope::ui
