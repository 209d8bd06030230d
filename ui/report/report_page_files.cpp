// SPDX-License-Identifier: GPL-3.0-or-later
// What the page reads from files and writes to them; the page itself is in report_page.cpp.
#include "ui/report/report_page.h"

#include "ui/document/strings.h"
#include "ui/report/pdf_report.h"
#include "ui/report/report_file.h"
#include "ui/shell/dialogs.h"
#include "ui/widgets/write_file.h"

#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>

namespace fullscope::ui {

void ReportPage::openTemplate()
{
    const QString path = dialogs::openFile(this, tr("Open template"), {}, tr("Template of a report (*.json)"));
    if (path.isEmpty())
        return;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return emit failed(tr("%1: %2").arg(path, file.errorString()));
    const auto layout = report::layoutFromJson(file.readAll().toStdString(), utf8(path));
    if (!layout.ok())
        return emit failed(errorText(layout.error(), document().language()));
    setLayoutOfReport(*layout);
}

void ReportPage::saveTemplate()
{
    const QString path = dialogs::saveFile(this, tr("Save template"), QStringLiteral("report-template.json"),
        tr("Template of a report (*.json)"), QStringLiteral("json"));
    if (path.isEmpty())
        return;
    const auto status = writeFile(path, QByteArray::fromStdString(report::toJson(layoutOfReport())));
    if (!status.ok())
        emit failed(errorText(status.error(), document().language()));
}

void ReportPage::chooseLogo()
{
    const QString path = dialogs::openFile(this, tr("Choose picture"), {}, tr("Pictures (*.png *.jpg *.jpeg)"));
    if (!path.isEmpty())
        m_logo->setText(path);
}

void ReportPage::exportTo()
{
    if (!canDraw(document().language()))
        emit failed(tr("This machine has no font for the language of the report: its text would be boxes. Install "
                       "fonts-wqy-microhei, or switch the language."));
    const QString base = document().isTemporary() ? tr("report") : QFileInfo(document().path()).completeBaseName();
    const QString path = dialogs::saveFile(this, tr("Export report"), base + QStringLiteral(".pdf"),
        tr("PDF document (*.pdf);;Workbook that calculates (*.xlsx);;Web page (*.html);;JSON (*.json)"),
        QStringLiteral("pdf"));
    if (path.isEmpty())
        return;
    const auto form = formOf(utf8(path));
    if (!form.ok())
        return emit failed(errorText(form.error(), document().language()));
    auto connection = document().workspace().reopen(store::Access::read_only);
    if (!connection.ok())
        return emit failed(errorText(connection.error(), document().language()));
    const auto result = std::make_shared<std::optional<base::Result<ReportContents>>>();
    const auto work = [result, asked = request(), form = *form, file = std::shared_ptr(*std::move(connection))](
                          const base::JobContext& job) mutable {
        *result = reportContents(*file, asked, form, job);
        file.reset();
    };
    const bool started = m_runner.start(tr("Export %1").arg(QFileInfo(path).fileName()), work, [this, result, path] {
        if (!*result)
            return;
        const base::Status written = (*result)->ok() ? writeReport(***result, path) : base::Status((*result)->error());
        if (written.ok())
            m_state->setText(tr("The report is in %1.").arg(path));
        else
            emit failed(errorText(written.error(), document().language()));
        if (m_stale)
            m_wait.start();
    });
    if (!started)
        emit failed(tr("The pages are being made; try again when they are there."));
}

} // namespace fullscope::ui
