// SPDX-License-Identifier: GPL-3.0-or-later
// The report as a file, in the form that its name's ending asks for: the window and the command line write the same.
#pragma once

#include "core/report/report.h"

#include <QString>

namespace fullscope::ui {

enum class ReportForm { pdf, xlsx, html, json };
// By the ending, in any case. Error: usage with the endings that there are.
base::Result<ReportForm> formOf(const std::string& path);

struct ReportContents {
    ReportForm form = ReportForm::pdf;
    report::Report report;
    std::string workbook {}; // of xlsx, whole
    bool whole = true; // all of the week that it is about is known
};

// Reads the workspace; may run on any thread. The layout's language, where it states one, is that of the report.
// `week_us`: the start of the week that the report is about; `whole` says whether all of that is known. Errors: those
// of makeReport() and toXlsx().
base::Result<ReportContents> reportContents(const store::WorkspaceFile& workspace, report::ReportRequest request,
    ReportForm form, const base::JobContext& job, std::int64_t week_us = base::kNoTime);

// PDF and HTML need a QApplication, as charts are widgets: on its thread. Errors: write_failed, disk_full,
// is_directory, those of readLogo().
base::Status writeReport(const ReportContents& contents, const QString& path);

} // namespace fullscope::ui
