// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scenario/history_dialog.h"

#include "core/base/utc.h"
#include "ui/document/strings.h"
#include "ui/plot/plot_widget.h"
#include "ui/widgets/named.h"
#include "ui/widgets/paragraphs.h"
#include "ui/widgets/report_table.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace fullscope::ui {

namespace {

constexpr int kWidth = 180, kHeight = 50, kPlotLines = 16; // in characters and lines
constexpr std::size_t kMostPlotted = 100; // of the versions, the newest

} // namespace

HistoryDialog::HistoryDialog(Document& document, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
{
    setObjectName(QStringLiteral("history_dialog"));
    build();
    retranslate();
    connect(&m_document, &Document::comparisonChanged, this, &HistoryDialog::refresh);
    connect(&m_document, &Document::savedChanged, this, &HistoryDialog::refresh);
    connect(&m_document, &Document::opened, this, [this] {
        m_read.clear();
        refresh();
    });
    resize(kWidth * fontMetrics().averageCharWidth(), kHeight * fontMetrics().height());
}

void HistoryDialog::build()
{
    auto* changes = new QWidget(this);
    m_before_label = new QLabel(changes);
    m_before = named(new QComboBox(changes), "history_before");
    m_before_label->setBuddy(m_before);
    m_after_label = new QLabel(changes);
    m_after = named(new QComboBox(changes), "history_after");
    m_after_label->setBuddy(m_after);
    m_back = named(new QPushButton(changes), "history_back");
    m_back->setAutoDefault(false);
    auto* choice = new QHBoxLayout;
    for (QWidget* widget : std::initializer_list<QWidget*> {m_before_label, m_before, m_after_label, m_after, m_back})
        choice->addWidget(widget);
    choice->addStretch();
    m_plot = named(new PlotWidget(changes), "history_plot");
    m_plot->setMinimumHeight(kPlotLines * fontMetrics().height());
    m_notes = named(new QLabel(changes), "history_notes");
    m_notes->setWordWrap(true);
    m_notes->setTextFormat(Qt::RichText);
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_changes = named(new ReportTable(changes), "history_changes");
    auto* layout = new QVBoxLayout(changes);
    layout->addWidget(m_plot);
    layout->addLayout(choice);
    layout->addWidget(m_changes);
    layout->addWidget(m_notes);
    layout->addStretch();
    m_assumptions = named(new ReportTable(this), "history_assumptions");
    m_tabs = named(new QTabWidget(this), "history_tabs");
    m_tabs->addTab(changes, {});
    m_tabs->addTab(m_assumptions, {});
    auto* all = new QVBoxLayout(this);
    all->addWidget(m_tabs);
    for (QComboBox* box : {m_before, m_after})
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    for (QComboBox* box : {m_before, m_after})
        connect(box, &QComboBox::activated, this, &HistoryDialog::compare);
    connect(m_plot, &PlotWidget::clickedAt, this, &HistoryDialog::chooseVersion);
    connect(m_back, &QPushButton::clicked, this, &HistoryDialog::goBack);
    connect(m_tabs, &QTabWidget::currentChanged, this, &HistoryDialog::refresh);
    leadToInputs(m_changes, m_changed_places);
    leadToInputs(m_assumptions, m_assumed_places);
}

// By Enter or a double click.
void HistoryDialog::leadToInputs(ReportTable* table, const std::vector<scenario::InputPlace>& places)
{
    connect(table, &QTableView::activated, this, [this, table, &places](const QModelIndex& index) {
        if (const std::size_t row = table->givenRow(index); row < places.size())
            emit inputRequested(places[row]);
    });
}

void HistoryDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    retranslate();
    refresh();
}

void HistoryDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    refresh();
}

void HistoryDialog::retranslate()
{
    setWindowTitle(tr("History of the scenario"));
    m_tabs->setTabText(0, tr("&Changes"));
    m_tabs->setTabText(1, tr("&Assumptions"));
    m_before_label->setText(tr("&From version:"));
    m_after_label->setText(tr("&to version:"));
    m_back->setText(tr("&Go back to the first"));
    m_back->setToolTip(tr("Makes the first of the two versions the scenario again; Undo takes it back"));
    for (ReportTable* table : {m_changes, m_assumptions})
        table->setToolTip(tr("Enter or a double click on a row shows the input on the Scenario page"));
}

void HistoryDialog::refresh()
{
    if (!isVisible())
        return;
    if (m_tabs->currentIndex() == 1) {
        showAssumptions();
        return;
    }
    fillVersions();
    plotVersions();
    compare();
}

void HistoryDialog::plotVersions()
{
    std::vector<report::NumberedVersion> versions;
    for (std::size_t i = std::min(kMostPlotted, m_versions.size()); i-- > 0;) { // the oldest first
        const std::int64_t number = m_versions[i].version;
        if (!m_read.contains(number)) {
            auto read = store::scenarioAt(m_document.workspace(), number);
            if (!read.ok())
                continue; // compare() says so
            m_read.emplace(number, *std::move(read));
        }
        versions.push_back({number, m_read.at(number)});
    }
    m_plot->setVisible(versions.size() > 1);
    if (versions.size() > 1)
        m_plot->show(report::versionsPlot(versions, m_document.language()));
}

// A click on a point compares its version with the one before it.
void HistoryDialog::chooseVersion(double version, double tolerance)
{
    std::size_t best = m_versions.size();
    double least = tolerance;
    for (std::size_t i = 0; i < m_versions.size(); ++i)
        if (const double away = std::abs(static_cast<double>(m_versions[i].version) - version); away <= least) {
            best = i;
            least = away;
        }
    if (best + 1 >= m_versions.size()) // nothing there, or nothing before it
        return;
    m_after->setCurrentIndex(static_cast<int>(best));
    m_before->setCurrentIndex(static_cast<int>(best + 1));
    compare();
}

// What was chosen stays; at first the newest against the one before it.
void HistoryDialog::fillVersions()
{
    auto versions = store::scenarioVersions(m_document.workspace());
    m_versions = versions.ok() ? *std::move(versions) : std::vector<store::ScenarioVersion>();
    for (const auto& [box, newest] : {std::pair {m_before, 1}, {m_after, 0}}) {
        const QVariant before = box->currentData();
        const bool wasNewest = box->currentIndex() <= newest;
        box->clear();
        for (const store::ScenarioVersion& version : m_versions)
            box->addItem(QStringLiteral("%1 · %2").arg(version.version).arg(text(base::formatIso({version.saved_us}))),
                static_cast<qlonglong>(version.version));
        const int kept = wasNewest ? -1 : box->findData(before);
        box->setCurrentIndex(kept >= 0 ? kept : std::min(newest, box->count() - 1));
    }
}

void HistoryDialog::compare()
{
    m_changed_places.clear();
    const bool isChosen = m_before->currentIndex() >= 0 && m_after->currentIndex() >= 0;
    m_back->setEnabled(isChosen && !m_document.isReadOnly());
    m_changes->setVisible(false);
    m_notes->clear();
    if (!isChosen)
        return;
    const auto& workspace = m_document.workspace();
    const auto before = store::scenarioAt(workspace, m_before->currentData().toLongLong());
    const auto after = store::scenarioAt(workspace, m_after->currentData().toLongLong());
    if (!before.ok() || !after.ok()) {
        refuse(before.ok() ? after.error() : before.error());
        return;
    }
    const auto language = m_document.language();
    const report::ScenarioPair pair {
        *before, *after, utf8(m_before->currentData().toString()), utf8(m_after->currentData().toString())};
    const auto change = analysis::scenarioChange(*before, *after);
    auto table = report::changeTable(pair, change, language);
    m_changed_places = std::move(table.places);
    m_changes->show(table.table);
    m_changes->setVisible(!table.table.rows.empty());
    m_notes->setText(asHtml(report::changeNotes(pair, change, language)));
}

void HistoryDialog::showAssumptions()
{
    const auto& scenario = m_document.scenario();
    const auto found = store::assumptions(m_document.workspace(), scenario);
    auto table = report::assumptionTable(
        scenario, found.ok() ? *found : std::vector<store::Assumption>(), m_document.language());
    m_assumed_places = std::move(table.places);
    m_assumptions->show(table.table);
}

void HistoryDialog::goBack()
{
    auto before = store::scenarioAt(m_document.workspace(), m_before->currentData().toLongLong());
    if (!before.ok()) {
        refuse(before.error());
        return;
    }
    const QString label = tr("Go back to version %1").arg(m_before->currentData().toString());
    if (const auto status = m_document.replaceScenario(*std::move(before), label); !status.ok())
        refuse(status.error());
}

void HistoryDialog::refuse(const base::Error& error)
{
    m_notes->setText(asHtml({{words::sentence(error, m_document.language()), report::Paragraph::Kind::warning}}));
}

} // namespace fullscope::ui
