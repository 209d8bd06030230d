// SPDX-License-Identifier: GPL-3.0-or-later
// Findings by weight; each opens to its arithmetic.
#pragma once

#include "core/audit/audit.h"
#include "core/report/beside_evidence.h"
#include "core/words/words.h"

#include <QTreeWidget>

#include <vector>

namespace fullscope::ui {

class FindingsTree final : public QTreeWidget {
    Q_OBJECT

public:
    explicit FindingsTree(QWidget* parent = nullptr);
    // `beside`: what the workspace measured or was billed of the same figures.
    void show(const audit::Audit& audit, const std::vector<audit::Claim>& claims,
        const std::vector<report::BesideEvidence>& beside, words::Language language);

protected:
    void resizeEvent(QResizeEvent* event) override; // the rows are as tall as their text wraps

private:
    void add(const audit::Finding& finding, const std::vector<audit::Claim>& claims, words::Language language);
};

} // namespace fullscope::ui
