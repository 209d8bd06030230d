// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/problems_panel.h"

#include "ui/document/strings.h"
#include "ui/shell/dialogs.h"
#include "ui/shell/table_layout.h"

#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <set>
#include <tuple>

namespace fullscope::ui {

namespace {

constexpr base::Severity kSeverities[] = {base::Severity::info, base::Severity::warning, base::Severity::error};

using ProblemKey = std::tuple<base::Code, std::string, std::int64_t, std::string, std::string>;

ProblemKey keyOf(const base::Problem& problem)
{
    return {problem.what.code, problem.what.file, problem.what.line, problem.what.field, problem.what.found};
}

class SeverityFilter final : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void showOnly(std::set<base::Severity> severities)
    {
        m_severities = std::move(severities);
        invalidateRowsFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex&) const override
    {
        return m_severities.contains(static_cast<const ProblemsModel*>(sourceModel())->at(row).severity);
    }

private:
    std::set<base::Severity> m_severities {std::begin(kSeverities), std::end(kSeverities)};
};

} // namespace

QString importSummary(const workspace::ImportOutcome& outcome)
{
    int runs = 0;
    int bills = 0;
    int telemetries = 0;
    int jobs = 0; // lists of them
    QStringList replaced;
    for (const workspace::ImportedFile& imported : outcome.imported) {
        ++(imported.kind == import::Kind::log              ? runs
                : imported.kind == import::Kind::telemetry ? telemetries
                : imported.kind == import::Kind::jobs      ? jobs
                                                           : bills);
        for (const store::Replaced& old : imported.replaced)
            replaced << ProblemsPanel::tr("%1 (rows: %2)")
                            .arg(QFileInfo(text(old.file)).fileName(), QLocale().toString(qlonglong {old.rows}));
    }
    QStringList parts {ProblemsPanel::tr("Imported runs: %1").arg(runs), ProblemsPanel::tr("bills: %1").arg(bills),
        ProblemsPanel::tr("rows rejected: %1").arg(QLocale().toString(qlonglong {outcome.rows_rejected}))};
    if (telemetries > 0)
        parts.insert(2, ProblemsPanel::tr("telemetry: %1").arg(telemetries));
    if (jobs > 0)
        parts.insert(2, ProblemsPanel::tr("lists of jobs: %1").arg(jobs));
    if (const auto benchmarks = outcome.benchmarks.size(); benchmarks > 0)
        parts.insert(2, ProblemsPanel::tr("benchmarks: %1").arg(benchmarks));
    if (outcome.files_failed > 0)
        parts << ProblemsPanel::tr("files not imported: %1").arg(outcome.files_failed);
    if (!replaced.isEmpty())
        parts << ProblemsPanel::tr("replaced: %1").arg(replaced.join(QStringLiteral(", ")));
    if (outcome.cancelled)
        parts << ProblemsPanel::tr("cancelled before the end");
    return parts.join(QStringLiteral(" · "));
}

ProblemsPanel::ProblemsPanel(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_model(new ProblemsModel(this))
    , m_filter(new SeverityFilter(this))
    , m_table(new QTableView(this))
    , m_summary(new QLabel(this))
{
    setObjectName("problems");
    build();
    connect(&document, &Document::opened, this, &ProblemsPanel::forget);
    connect(&document, &Document::evidenceChanged, this, &ProblemsPanel::refresh);
    connect(&document, &Document::languageChanged, this, &ProblemsPanel::refresh);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& index) {
        if (const int row = sourceRow(index); row >= 0)
            emit inspected({m_model->sentenceOf(row), m_model->details(row)});
    });
    connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        QString lines = m_model->sentenceOf(sourceRow(index)) + QLatin1Char('\n');
        for (const auto& [what, value] : m_model->details(sourceRow(index)))
            lines += QStringLiteral("\n%1: %2").arg(what, value);
        dialogs::inform(this, tr("Problem"), lines);
    });
    refresh(); // the workspace may be open already
}

void ProblemsPanel::build()
{
    m_filter->setSourceModel(m_model);
    m_filter->setSortRole(ProblemsModel::kSortRole);
    m_table->setModel(m_filter);
    m_table->setObjectName("problems.table");
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(-1, Qt::AscendingOrder); // order of arrival until a heading is clicked
    m_table->setWordWrap(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() * 3 / 2);
    m_table->horizontalHeader()->setSectionsMovable(true);
    // in characters, until the user drags them
    constexpr int kWidths[ProblemsModel::count] = {14, 60, 28, 8, 20, 24, 24, 16, 8};
    for (int column = 0; column < ProblemsModel::count; ++column)
        m_table->setColumnWidth(column, kWidths[column] * fontMetrics().averageCharWidth());
    equip(m_table);
    m_summary->setObjectName("problems.summary");
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);

    auto* top = new QHBoxLayout;
    for (const base::Severity severity : {base::Severity::error, base::Severity::warning, base::Severity::info}) {
        auto* button = new QToolButton(this);
        button->setObjectName(QStringLiteral("problems.show_%1").arg(static_cast<int>(severity)));
        button->setCheckable(true);
        button->setChecked(true);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        connect(button, &QToolButton::toggled, this, &ProblemsPanel::applyFilter);
        m_severities[static_cast<std::size_t>(severity)] = button;
        top->addWidget(button);
    }
    top->addWidget(m_summary, 1);
    auto* column = new QVBoxLayout(this);
    column->addLayout(top);
    column->addWidget(m_table, 1);
    column->addStretch(); // of an empty list
    retranslate();
}

void ProblemsPanel::showOutcome(const workspace::ImportOutcome& outcome)
{
    std::set<std::string> files;
    for (const workspace::ImportedFile& imported : outcome.imported)
        files.insert(imported.file.path);
    for (const base::Problem& problem : outcome.problems)
        files.insert(problem.what.file);
    // What was said of a file before is history once it was read again.
    std::erase_if(m_not_stored, [&](const base::Problem& old) { return files.contains(old.what.file); });
    std::set<ProblemKey> stored;
    for (const base::Problem& problem : readStored())
        stored.insert(keyOf(problem));
    for (const base::Problem& problem : outcome.problems)
        if (!stored.contains(keyOf(problem)))
            m_not_stored.push_back(problem);
    m_outcome = outcome;
    refresh();
}

std::vector<base::Problem> ProblemsPanel::readStored()
{
    const auto stored = m_document.workspace().problems();
    std::vector<base::Problem> problems;
    if (stored.ok())
        for (const store::StoredProblem& entry : *stored)
            problems.push_back(entry.problem);
    else
        emit failed(errorText(stored.error(), m_document.language()));
    return problems;
}

QString ProblemsPanel::summary() const
{
    return m_summary->text();
}

void ProblemsPanel::forget()
{
    m_outcome.reset();
    m_not_stored.clear();
    refresh();
}

void ProblemsPanel::refresh()
{
    std::vector<base::Problem> shown = m_not_stored;
    const std::vector<base::Problem> stored = readStored();
    shown.insert(shown.end(), stored.begin(), stored.end());
    m_model->show(std::move(shown), m_document.language());
    if (m_table->isHidden() != isEmpty()) {
        m_table->setVisible(!isEmpty());
        emit filled(!isEmpty());
    }
    retranslate();
}

bool ProblemsPanel::isEmpty() const
{
    return m_model->rowCount() == 0;
}

void ProblemsPanel::showProblem(std::int64_t row)
{
    for (QToolButton* severity : m_severities)
        severity->setChecked(true);
    const int source = static_cast<int>(m_not_stored.size()) + static_cast<int>(std::max<std::int64_t>(row, 0));
    const QModelIndex index = m_filter->mapFromSource(m_model->index(source, 0));
    m_table->setCurrentIndex(index);
    m_table->scrollTo(index, QAbstractItemView::PositionAtCenter);
    m_table->setFocus();
}

void ProblemsPanel::applyFilter()
{
    std::set<base::Severity> wanted;
    for (const base::Severity severity : kSeverities)
        if (m_severities[static_cast<std::size_t>(severity)]->isChecked())
            wanted.insert(severity);
    static_cast<SeverityFilter*>(m_filter)->showOnly(std::move(wanted));
}

int ProblemsPanel::sourceRow(const QModelIndex& index) const
{
    return m_filter->mapToSource(index).row();
}

void ProblemsPanel::retranslate()
{
    const QString names[] = {tr("Notes: %1"), tr("Warnings: %1"), tr("Errors: %1")};
    for (const base::Severity severity : kSeverities) {
        const auto i = static_cast<std::size_t>(severity);
        m_severities[i]->setText(names[i].arg(QLocale().toString(qlonglong {m_model->occurrencesOf(severity)})));
    }
    m_summary->setText(m_outcome ? importSummary(*m_outcome) : QString());
    m_summary->setToolTip(m_summary->text());
    m_table->setAccessibleName(tr("Problems"));
}

void ProblemsPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

} // namespace fullscope::ui
