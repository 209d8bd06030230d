// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/report_files.h"

#include "ui/report/pdf_report.h"
#include "ui/widgets/write_file.h"

#include <QApplication>

#include <iostream>
#include <memory>

namespace fullscope::cli {

base::Status writePdf(const report::Report& report, const std::string& path)
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
    return ui::writePdf(report, QString::fromStdString(path));
}

base::Status writeText(std::string_view text, const std::string& path)
{
    return ui::writeFile(QString::fromStdString(path), QByteArray(text.data(), static_cast<qsizetype>(text.size())));
}

} // namespace fullscope::cli
