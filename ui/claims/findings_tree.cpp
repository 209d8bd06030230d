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

constexpr std::size_t kMost = 500; // rows of a list: nobody reads more

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

void FindingsTree::show(const Shown& shown, words::Language language)
{
    clear();
    setHeaderLabel(text(words::say(words::AuditWord::findings, language)));
    const auto& findings = shown.audit.findings;
    for (std::size_t i = 0; i < std::min(findings.size(), kMost); ++i)
        add(findings[i], shown.claims, language);
    if (findings.size() > kMost)
        new QTreeWidgetItem(
            this, {text(words::say(words::AuditWord::more, language, {std::to_string(findings.size() - kMost)}))});
    std::vector<std::string> lines;
    for (const base::Problem& problem : shown.problems)
        lines.push_back(words::sentence(problem, language));
    addList(words::say(words::AuditWord::not_read, language), lines, language);
    if (const auto suspects = report::suspectsOf(shown.audit, shown.claims, language); !suspects.empty()) {
        lines.clear();
        for (std::size_t i = 1; i < suspects.size(); ++i)
            lines.push_back(suspects[i].text);
        addList(suspects.front().text, lines, language);
    }
    const report::Table table = report::besideTable(shown.beside, shown.claims, language);
    lines.clear();
    for (const auto& row : table.rows)
        lines.push_back(row[0] + ", " + row[1] + ": " + row[2] + " · " + row[3] + " (" + row[4] + "): " + row[5]);
    addList(table.title, lines, language);
    lines.clear();
    for (const audit::Finding& finding : shown.audit.holds)
        lines.push_back(words::label(finding.rule, language)
            + (finding.platform.empty() ? "" : " · " + finding.platform) + ": " + words::sentence(finding, language));
    addList(words::say(words::AuditWord::holds, language), lines, language);
}

void FindingsTree::addList(const std::string& title, const std::vector<std::string>& lines, words::Language language)
{
    if (lines.empty())
        return;
    auto* item = new QTreeWidgetItem(this, {text(title)});
    for (std::size_t i = 0; i < std::min(lines.size(), kMost); ++i)
        new QTreeWidgetItem(item, {text(lines[i])});
    if (lines.size() > kMost)
        new QTreeWidgetItem(
            item, {text(words::say(words::AuditWord::more, language, {std::to_string(lines.size() - kMost)}))});
}

void FindingsTree::resizeEvent(QResizeEvent* event)
{
    QTreeWidget::resizeEvent(event);
    scheduleDelayedItemsLayout();
}

void FindingsTree::add(const audit::Finding& finding, const std::vector<audit::Claim>& claims, words::Language language)
{
    const std::string title = words::verdictLabel(finding, language) + " · " + words::label(finding.rule, language)
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
