// SPDX-License-Identifier: GPL-3.0-or-later
// Before a benchmark: what is here, whether it can be measured, and what is to be measured.
#pragma once

#include "core/bench/preflight.h"
#include "core/bench/python.h"
#include "ui/bench/request_form.h"
#include "ui/shell/job_runner.h"

#include <optional>
#include <stop_token>

class QCheckBox;
class QGroupBox;

namespace fullscope::ui {

class ReportTable;

class SetupView final : public QWidget {
    Q_OBJECT

public:
    SetupView(Document& document, QWidget* parent);
    ~SetupView() override;

    void showProblem(const base::Error& error); // why it could not be started

signals:
    void startRequested(const fullscope::bench::Prepared& prepared);

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct Seen { // off the window's thread
        bench::Devices devices;
        std::vector<bench::CheckRecord> checks;
        std::optional<base::Result<bench::PythonEnvironment>> python;
    };

    QGroupBox* makeDevices();
    QGroupBox* makeChecks();
    QWidget* makeStart();
    void look();
    void take(const Seen& seen, const QString& python);
    void fill();
    void fillPython();
    void retranslate();
    void updateStart();
    void start();

    Document& m_document;
    std::stop_source m_stop; // of the looking, before the runner is joined
    JobRunner m_runner;
    bool m_look_again = false, m_has_looked = false;
    QString m_looked_at; // the Python whose environment is shown
    std::optional<Seen> m_seen;
    QGroupBox *m_devices_box = nullptr, *m_form_box = nullptr, *m_checks_box = nullptr, *m_by_hand_box = nullptr;
    ReportTable *m_devices = nullptr, *m_checks = nullptr, *m_python = nullptr;
    QLabel *m_not_looked = nullptr, *m_mends = nullptr, *m_python_title = nullptr, *m_state = nullptr,
           *m_problem = nullptr;
    QList<QCheckBox*> m_by_hand;
    RequestForm* m_form = nullptr;
    QPushButton *m_again = nullptr, *m_start = nullptr;
};

} // namespace fullscope::ui
