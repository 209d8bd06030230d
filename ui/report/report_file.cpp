// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_file.h"

#include "core/base/text.h"
#include "core/report/html.h"
#include "core/report/trend_parts.h"
#include "core/report/workbook.h"
#include "core/workspace/reconcile.h"
#include "core/workspace/trends.h"
#include "core/workspace/user_catalogue.h"
#include "ui/plot/plot_export.h"
#include "ui/report/pdf_report.h"
#include "ui/report/printed_report.h"
#include "ui/widgets/write_file.h"

#include <algorithm>

namespace fullscope::ui {

namespace {

base::Status writeHtml(const report::Report& report, const QString& path)
{
    FS_TRY_VALUE(logo, readLogo(report.layout));
    const auto draw = [](const report::PlotSpec& plot) { return plotSvg(plot).toStdString(); };
    const std::string_view picture(logo.constData(), static_cast<std::size_t>(logo.size()));
    return writeFile(path, QByteArray::fromStdString(report::toHtml(report, draw, picture)));
}

} // namespace

base::Result<ReportForm> formOf(const std::string& path)
{
    constexpr std::pair<std::string_view, ReportForm> kForms[] = {{".pdf", ReportForm::pdf},
        {".xlsx", ReportForm::xlsx}, {".html", ReportForm::html}, {".json", ReportForm::json}};
    const std::string lower = base::toLower(path);
    for (const auto& [ending, form] : kForms)
        if (lower.ends_with(ending))
            return form;
    return base::Error {
        .code = base::Code::usage, .field = "-o", .found = path, .expected = "OUT.pdf, OUT.xlsx, OUT.html, OUT.json"};
}

base::Result<ReportContents> reportContents(const store::WorkspaceFile& workspace, report::ReportRequest request,
    ReportForm form, const base::JobContext& job, std::int64_t week_us)
{
    if (const auto named = words::languageByName(request.layout.language))
        request.language = *named;
    FS_TRY_VALUE(catalogue, workspace::catalogueOf(workspace));
    ReportContents contents {.form = form, .report = {}};
    const auto& sections = request.layout.sections;
    const bool has_trends = form != ReportForm::xlsx // the workbook has no weeks
        && (sections.empty() || std::ranges::find(sections, "trends") != sections.end());
    if (has_trends) {
        FS_TRY_VALUE(made, workspace::trends(workspace, job));
        request.bills_and_runs = std::move(made.bills_and_runs);
        contents.whole = week_us == base::kNoTime || report::isWholeWeek(made.trends, week_us);
        FS_TRY_VALUE(report, report::makeReport(workspace, catalogue, request, {std::move(made.trends), week_us}));
        contents.report = std::move(report);
        return contents;
    }
    FS_TRY_VALUE(bills_and_runs, workspace::reconcile(workspace, {}, job));
    request.bills_and_runs = std::move(bills_and_runs);
    if (form == ReportForm::xlsx) {
        FS_TRY_VALUE(workbook, report::toXlsx(workspace, catalogue, request));
        contents.workbook = std::move(workbook);
    } else {
        FS_TRY_VALUE(made, report::makeReport(workspace, catalogue, request));
        contents.report = std::move(made);
    }
    return contents;
}

base::Status writeReport(const ReportContents& contents, const QString& path)
{
    switch (contents.form) {
    case ReportForm::pdf:
        return writePdf(contents.report, path);
    case ReportForm::html:
        return writeHtml(contents.report, path);
    case ReportForm::xlsx:
        return writeFile(path, QByteArray::fromStdString(contents.workbook));
    case ReportForm::json:
        break;
    }
    return writeFile(path, QByteArray::fromStdString(report::toJson(contents.report) + "\n"));
}

} // namespace fullscope::ui
