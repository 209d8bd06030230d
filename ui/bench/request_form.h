// SPDX-License-Identifier: GPL-3.0-or-later
// What is to be measured: each field with what is wrong with it under it.
#pragma once

#include "core/bench/devices.h"
#include "core/bench/request.h"
#include "core/workspace/bench_prices.h"
#include "ui/document/document.h"

#include <QHash>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace fullscope::ui {

class RequestForm final : public QWidget {
    Q_OBJECT

public:
    RequestForm(Document& document, QWidget* parent);

    void showDevices(const bench::Devices& devices);
    bench::Request request() const;
    // Of what was typed; says what is wrong under its field.
    base::Result<bench::Prepared> check();
    // Under its field, or false where the error names none of them.
    bool showProblem(const base::Error& error, bool focus);
    QString python() const;

signals:
    void edited(); // something that is measured differently, or somewhere else
    void pythonChosen(); // another Python, or PyTorch is asked for

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Field {
        QLabel* label = nullptr;
        QWidget* input = nullptr;
        QLabel* problem = nullptr;
    };

    void build();
    QComboBox* addChoice(const char* member, int column);
    QLineEdit* addText(const char* member, int column);
    void add(const char* member, QWidget* input, QWidget* shown, int column);
    void connectFields();
    void retranslate();
    void fillChoices();
    void fillPrices();
    void showUsual();
    void showProblems();
    void deviceChosen();
    void engineChosen();
    void choosePython();
    QString deviceName() const;

    Document& m_document;
    bench::Devices m_devices;
    std::vector<workspace::BenchPrice> m_prices;
    QHash<QString, Field> m_fields; // by member of bench::Request
    QGridLayout* m_grid;
    int m_rows[2] = {0, 0}; // of both columns
    QComboBox *m_device = nullptr, *m_engine = nullptr, *m_preset = nullptr, *m_data = nullptr, *m_precision = nullptr;
    QLineEdit *m_python = nullptr, *m_batch = nullptr, *m_sequence = nullptr, *m_windows = nullptr, *m_steps = nullptr,
              *m_half_width = nullptr, *m_most_time = nullptr, *m_most_money = nullptr, *m_price = nullptr,
              *m_amortise = nullptr;
    QPushButton* m_choose = nullptr;
    QComboBox* m_offers = nullptr;
    QLabel* m_source = nullptr; // of the price that was taken from the catalogue
    QCheckBox* m_compile = nullptr;
};

} // namespace fullscope::ui
