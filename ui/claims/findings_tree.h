// SPDX-License-Identifier: GPL-3.0-or-later
// Findings by weight; each opens to its arithmetic.
#pragma once

#include "core/audit/audit.h"
#include "core/base/problem.h"
#include "core/report/beside_evidence.h"
#include "core/words/words.h"

#include <QTreeWidget>

#include <vector>

namespace fullscope::ui {

class FindingsTree final : public QTreeWidget {
    Q_OBJECT

public:
    explicit FindingsTree(QWidget* parent = nullptr);
    struct Shown {
        const audit::Audit& audit;
        const std::vector<audit::Claim>& claims;
        std::vector<report::BesideEvidence> beside; // what the workspace measured or was billed of the same figures
        std::vector<base::Problem> problems; // of reading them
    };
    void show(const Shown& shown, words::Language language);

protected:
    void resizeEvent(QResizeEvent* event) override; // the rows are as tall as their text wraps

private:
    void add(const audit::Finding& finding, const std::vector<audit::Claim>& claims, words::Language language);
    void addList(const std::string& title, const std::vector<std::string>& lines, words::Language language);
};

} // namespace fullscope::ui
