// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/report_files.h"

#include "core/base/spreadsheet.h"
#include "ui/document/strings.h"
#include "ui/plot/plot_export.h"
#include "ui/report/report_file.h"
#include "ui/widgets/sort_key.h"
#include "ui/widgets/write_file.h"

#include <QApplication>
#include <QDir>

#include <cerrno>
#include <cstring>
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

// Numbers without grouping, as copying a table has them; names that a spreadsheet would run stand behind an apostrophe.
std::string asCsv(const report::Table& table)
{
    std::string csv;
    const auto add
        = [&csv](const std::string& cell, bool is_last) { csv += base::csvField(cell) + (is_last ? '\n' : ','); };
    for (std::size_t column = 0; column < table.columns.size(); ++column)
        add(base::spreadsheetText(table.columns[column].heading), column + 1 == table.columns.size());
    for (const auto& row : table.rows)
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            const std::string cell = column < row.size() ? row[column] : std::string();
            const bool is_number = table.columns[column].number && base::isShownNumber(cell);
            add(is_number ? ui::utf8(ui::withoutGrouping(ui::text(cell))) : base::spreadsheetText(cell),
                column + 1 == table.columns.size());
        }
    return csv;
}

// One after the other into a folder.
class PartWriter final {
public:
    PartWriter(QString folder, const std::vector<std::string>& pictures)
        : m_folder(std::move(folder))
        , m_pictures(pictures)
    {
    }
    base::Status operator()(const std::string& section, const report::Block& block)
    {
        if (const auto* table = std::get_if<report::Table>(&block))
            return write(section, nextName(section) + ".csv", table->title, QByteArray::fromStdString(asCsv(*table)));
        if (const auto* plot = std::get_if<report::PlotSpec>(&block))
            return writePlot(section, *plot);
        return {};
    }
    base::Status write(
        const std::string& section, const std::string& name, const std::string& title, const QByteArray& contents)
    {
        FS_TRY(ui::writeFile(m_folder + QLatin1Char('/') + ui::text(name), contents));
        m_files.push_back({name, section, title});
        return {};
    }
    std::vector<ExportedFile> files() && { return std::move(m_files); }

private:
    base::Status writePlot(const std::string& section, const report::PlotSpec& plot)
    {
        const std::string name = nextName(section) + "-plot";
        FS_TRY(write(section, name + ".csv", plot.title, QByteArray::fromStdString(report::toCsv(plot))));
        for (const std::string& ending : m_pictures)
            FS_TRY(write(section, name + '.' + ending, plot.title,
                ending == "png"       ? ui::plotPng(plot)
                    : ending == "svg" ? ui::plotSvg(plot)
                                      : ui::plotPdf(plot)));
        return {};
    }
    std::string nextName(const std::string& section) // "comparison-02"
    {
        if (section != m_section)
            m_number = 0;
        m_section = section;
        const std::string number = std::to_string(++m_number);
        return section + (number.size() < 2 ? "-0" : "-") + number;
    }

    QString m_folder;
    const std::vector<std::string>& m_pictures;
    std::vector<ExportedFile> m_files;
    std::string m_section;
    int m_number = 0;
};

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

base::Result<std::vector<ExportedFile>> exportParts(const store::WorkspaceFile& workspace,
    report::ReportRequest request, const std::string& folder, const std::vector<std::string>& pictures,
    const base::JobContext& job)
{
    FS_TRY_VALUE(contents, ui::reportContents(workspace, std::move(request), ui::ReportForm::json, job));
    const QString path = ui::text(folder);
    if (!QDir().mkpath(path))
        return base::Error {.code = base::Code::write_failed, .file = folder, .found = std::strerror(errno)};
    const auto application = pictures.empty() ? nullptr : startedQt();
    PartWriter parts(path, pictures);
    for (const report::Section& section : contents.report.sections)
        for (const report::Block& block : section.blocks) {
            FS_TRY(job.check());
            FS_TRY(parts(section.id, block));
        }
    FS_TRY(parts.write(
        {}, "report.json", contents.report.title, QByteArray::fromStdString(report::toJson(contents.report) + "\n")));
    return std::move(parts).files();
}

base::Status writeText(std::string_view text, const std::string& path)
{
    return ui::writeFile(QString::fromStdString(path), QByteArray(text.data(), static_cast<qsizetype>(text.size())));
}

} // namespace fullscope::cli
