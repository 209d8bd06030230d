// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/claims/findings_tree.h"

#include "core/report/claims_parts.h"
#include "core/words/audit_words.h"
#include "ui/document/strings.h"

#include <QHeaderView>

namespace fullscope::ui {

FindingsTree::FindingsTree(QWidget* parent)
    : QTreeWidget(parent)
{
    setColumnCount(1);
    setWordWrap(true);
    setUniformRowHeights(false);
    setExpandsOnDoubleClick(false);
    header()->setStretchLastSection(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    // A click anywhere on a finding opens its arithmetic.
    connect(
        this, &QTreeWidget::itemClicked, this, [](QTreeWidgetItem* item) { item->setExpanded(!item->isExpanded()); });
}

void FindingsTree::show(const audit::Audit& audit, const std::vector<audit::Claim>& claims, words::Language language)
{
    clear();
    setHeaderLabel(text(words::say(words::AuditWord::findings, language)));
    for (const audit::Finding& finding : audit.findings)
        add(finding, claims, language);
    const auto suspects = report::suspectsOf(audit, claims, language);
    if (!suspects.empty()) {
        auto* item = new QTreeWidgetItem(this, {text(suspects.front().text)});
        for (std::size_t i = 1; i < suspects.size(); ++i)
            new QTreeWidgetItem(item, {text(suspects[i].text)});
    }
    if (audit.holds.empty())
        return;
    auto* holds = new QTreeWidgetItem(this, {text(words::say(words::AuditWord::holds, language))});
    for (const audit::Finding& finding : audit.holds)
        new QTreeWidgetItem(holds,
            {text(words::label(finding.rule, language) + (finding.platform.empty() ? "" : " · " + finding.platform)
                + ": " + words::sentence(finding, language))});
}

void FindingsTree::add(const audit::Finding& finding, const std::vector<audit::Claim>& claims, words::Language language)
{
    const std::string title = words::label(finding.verdict, language) + " · " + words::label(finding.rule, language)
        + (finding.platform.empty() ? std::string() : " · " + finding.platform) + "\n"
        + words::sentence(finding, language);
    auto* item = new QTreeWidgetItem(this, {text(title)});
    if (finding.verdict <= audit::Verdict::contradicts) {
        QFont bold = item->font(0);
        bold.setBold(true);
        item->setFont(0, bold);
    }
    item->setToolTip(0, text(title));
    for (const report::Paragraph& line : report::arithmeticOf(finding, claims, language)) {
        auto* child = new QTreeWidgetItem(item, {text(line.text)});
        child->setToolTip(0, text(line.text));
    }
}

} // namespace fullscope::ui
