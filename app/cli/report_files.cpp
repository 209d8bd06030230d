// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/report_files.h"

#include "ui/report/report_file.h"
#include "ui/widgets/write_file.h"

#include <QApplication>

#include <iostream>
#include <memory>

namespace fullscope::cli {

namespace {

// Charts are widgets; none is shown.
std::unique_ptr<QApplication> startedQt()
{
    static int argc = 1;
    static char name[] = "fullscope";
    static char* argv[] = {name, nullptr};
    std::unique_ptr<QApplication> application;
    if (QCoreApplication::instance() == nullptr) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
        qInstallMessageHandler([](QtMsgType type, const QMessageLogContext&, const QString& message) {
            if (type == QtCriticalMsg || type == QtFatalMsg) // Qt's remarks on a missing desktop concern nobody here
                std::cerr << message.toStdString() << '\n';
        });
        application = std::make_unique<QApplication>(argc, argv);
    }
    return application;
}

} // namespace

base::Result<bool> writeReport(const store::WorkspaceFile& workspace, report::ReportRequest request,
    const std::string& path, const base::JobContext& job, std::int64_t week_us)
{
    FS_TRY_VALUE(form, ui::formOf(path));
    FS_TRY_VALUE(contents, ui::reportContents(workspace, std::move(request), form, job, week_us));
    const bool has_charts = form == ui::ReportForm::pdf || form == ui::ReportForm::html;
    const auto application = has_charts ? startedQt() : nullptr;
    FS_TRY(ui::writeReport(contents, QString::fromStdString(path)));
    return contents.whole;
}

base::Status writeText(std::string_view text, const std::string& path)
{
    return ui::writeFile(QString::fromStdString(path), QByteArray(text.data(), static_cast<qsizetype>(text.size())));
}

} // namespace fullscope::cli
