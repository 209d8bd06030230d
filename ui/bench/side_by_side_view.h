// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QWidget>

#include <vector>

class QLabel;
class QPushButton;

namespace fullscope::ui {

class ReportTable;

// Results side by side: each against the first, with the reasons where that cannot be said.
class SideBySideView final : public QWidget {
    Q_OBJECT

public:
    SideBySideView(Document& document, QWidget* parent);
    void show(std::vector<std::int64_t> results); // ids, the one that the others stand against first

signals:
    void failed(const QString& message);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fill();
    base::Status fillNow();
    void retranslate();
    void compareAnyway();

    Document& m_document;
    std::vector<std::int64_t> m_results;
    std::vector<std::int64_t> m_refused; // that cannot be compared with the first, and nobody said that they are
    QLabel* m_said;
    QPushButton* m_anyway;
    ReportTable* m_table;
};

} // namespace fullscope::ui
