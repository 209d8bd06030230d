// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/report_export.h"

#include "ui/document/strings.h"
#include "ui/report/pdf_report.h"
#include "ui/report/report_file.h"
#include "ui/shell/dialogs.h"
#include "ui/shell/settings.h"

#include <QDate>
#include <QFileInfo>
#include <QWidget>

namespace fullscope::ui {

ReportExport::ReportExport(Document& document, JobQueue& queue, Settings& settings, QWidget* window)
    : QObject(window)
    , m_document(document)
    , m_queue(queue)
    , m_settings(settings)
    , m_window(window)
{
}

void ReportExport::start()
{
    if (!canDraw(m_document.language())) {
        const auto answer = dialogs::ask(m_window, tr("Font missing"),
            tr("This machine has no font for the language of the report: its text would be boxes. Install "
               "fonts-wqy-microhei, or switch the language. Export all the same?"),
            QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
        if (answer != QMessageBox::Yes)
            return;
    }
    const QString base = m_document.isTemporary() ? tr("report") : QFileInfo(m_document.path()).completeBaseName();
    const QString proposal = m_settings.lastFolder() + QLatin1Char('/') + base + QStringLiteral(".pdf");
    const QString path = dialogs::saveFile(m_window, tr("Export Report"), proposal,
        tr("PDF document (*.pdf);;Workbook that calculates (*.xlsx);;Web page (*.html);;JSON (*.json)"),
        QStringLiteral("pdf"));
    if (path.isEmpty())
        return;
    m_settings.setLastFolder(path);
    make(path);
}

void ReportExport::make(const QString& path)
{
    const auto form = formOf(utf8(path));
    if (!form.ok()) {
        emit failed(errorText(form.error(), m_document.language()));
        return;
    }
    report::ReportRequest request;
    request.language = m_document.language();
    request.scope = m_document.scope();
    request.made_on = utf8(QDate::currentDate().toString(Qt::ISODate));
    request.program_version = FULLSCOPE_VERSION;
    const auto made = std::make_shared<ReportContents>();
    Job job;
    job.title = tr("Export %1").arg(QFileInfo(path).fileName());
    job.access = store::Access::read_only;
    job.work
        = [request, made, form = *form](store::WorkspaceFile& file, const base::JobContext& context) -> base::Status {
        FS_TRY_VALUE(whole, reportContents(file, request, form, context));
        *made = std::move(whole);
        return {};
    };
    // Reading the workspace is the long part. Printing draws with widgets, which belong to this thread (60 to 160 ms).
    job.done = [this, made, path](const base::Status& status) {
        const base::Status written = status.ok() ? writeReport(*made, path) : status;
        if (written.ok())
            emit said(tr("The report is in %1.").arg(path));
        else
            emit failed(errorText(written.error(), m_document.language()));
    };
    m_queue.add(std::move(job));
}

} // namespace fullscope::ui
