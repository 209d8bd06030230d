// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/claims/findings_tree.h"

#include "core/report/claims_parts.h"
#include "core/words/audit_words.h"
#include "ui/document/strings.h"

#include <QHeaderView>
#include <QStyle>
#include <QStyledItemDelegate>

#include <algorithm>

namespace fullscope::ui {

namespace {

// Rows as tall as their text when it wraps at the width of the column.
class WrappedText final : public QStyledItemDelegate {
public:
    explicit WrappedText(QTreeWidget* tree)
        : QStyledItemDelegate(tree)
        , m_tree(tree)
    {
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const int depth = index.parent().isValid() ? 2 : 1;
        const int margin = m_tree->style()->pixelMetric(QStyle::PM_FocusFrameHMargin) + 1;
        const int width = m_tree->viewport()->width() - depth * m_tree->indentation() - 2 * margin;
        const QFont font = index.data(Qt::FontRole).isValid() ? index.data(Qt::FontRole).value<QFont>() : option.font;
        const QRect wrapped = QFontMetrics(font).boundingRect(
            QRect(0, 0, std::max(width, 1), 1 << 20), Qt::TextWordWrap, index.data().toString());
        return {0, wrapped.height() + QFontMetrics(font).height() / 2};
    }

private:
    QTreeWidget* m_tree;
};

} // namespace

FindingsTree::FindingsTree(QWidget* parent)
    : QTreeWidget(parent)
{
    setColumnCount(1);
    setWordWrap(true);
    setUniformRowHeights(false);
    setExpandsOnDoubleClick(false);
    setItemDelegate(new WrappedText(this));
    header()->setStretchLastSection(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    // A click anywhere on a finding opens its arithmetic.
    connect(
        this, &QTreeWidget::itemClicked, this, [](QTreeWidgetItem* item) { item->setExpanded(!item->isExpanded()); });
}

void FindingsTree::show(const audit::Audit& audit, const std::vector<audit::Claim>& claims,
    const std::vector<report::BesideEvidence>& beside, words::Language language)
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
    if (const report::Table table = report::besideTable(beside, claims, language); !table.rows.empty()) {
        auto* item = new QTreeWidgetItem(this, {text(table.title)});
        for (const auto& row : table.rows)
            new QTreeWidgetItem(
                item, {text(row[0] + ", " + row[1] + ": " + row[2] + " · " + row[3] + " (" + row[4] + "): " + row[5])});
    }
    if (audit.holds.empty())
        return;
    auto* holds = new QTreeWidgetItem(this, {text(words::say(words::AuditWord::holds, language))});
    for (const audit::Finding& finding : audit.holds)
        new QTreeWidgetItem(holds,
            {text(words::label(finding.rule, language) + (finding.platform.empty() ? "" : " · " + finding.platform)
                + ": " + words::sentence(finding, language))});
}

void FindingsTree::resizeEvent(QResizeEvent* event)
{
    QTreeWidget::resizeEvent(event);
    scheduleDelayedItemsLayout();
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
