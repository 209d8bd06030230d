// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/marks_panel.h"

#include "core/evidence/mark_edits.h"
#include "ui/document/strings.h"
#include "ui/runs/stretches_model.h"
#include "ui/shell/table_layout.h"
#include "ui/widgets/named.h"

#include <QAction>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace fullscope::ui {

using evidence::MarkAs;
using ledger::Stretch;
using ledger::TimeCategory;

namespace {

constexpr int kMostRows = 12; // then it scrolls

// Whether what the user says can change anything there: time that lies between records, or that is of repeated steps,
// is not the excess of a record.
bool canMark(const Stretch& stretch, MarkAs as)
{
    if (stretch.first_line <= 0)
        return false;
    if (stretch.mark >= 0)
        return true;
    const bool at_restart = stretch.category == TimeCategory::downtime || stretch.category == TimeCategory::recovery;
    if (as == MarkAs::no_restart)
        return at_restart;
    if (as == MarkAs::restart)
        return !at_restart;
    return stretch.category != TimeCategory::downtime && stretch.category != TimeCategory::rework;
}

} // namespace

MarksPanel::MarksPanel(QWidget* parent)
    : QWidget(parent)
{
    build();
    retranslate();
}

void MarksPanel::build()
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    m_title = new QLabel(this);
    m_model = new StretchesModel(this);
    m_sorted = new QSortFilterProxyModel(this);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(Qt::UserRole);
    m_table = named(new QTableView(this), "run_stretches");
    m_table->setModel(m_sorted);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(-1, Qt::AscendingOrder); // as they came
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setAlternatingRowColors(true);
    m_table->setTabKeyNavigation(false);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setStretchLastSection(true);
    equip(m_table);

    auto* row = new QHBoxLayout;
    m_as_label = new QLabel(this);
    m_as = named(new QComboBox(this), "mark_as");
    for (std::size_t i = 0; i < evidence::kMarkAs; ++i)
        m_as->addItem({}, static_cast<int>(i));
    m_as->setCurrentIndex(static_cast<int>(MarkAs::checkpoint));
    m_as->setSizeAdjustPolicy(QComboBox::AdjustToContents); // its words come later, and change
    m_as_label->setBuddy(m_as);
    m_note_label = new QLabel(this);
    m_note = named(new QLineEdit(this), "mark_note");
    m_note_label->setBuddy(m_note);
    m_apply = named(new QPushButton(this), "mark_apply");
    m_take_back = named(new QPushButton(this), "mark_take_back");
    for (QWidget* widget : std::initializer_list<QWidget*> {m_as_label, m_as, m_note_label, m_note})
        row->addWidget(widget);
    row->setStretchFactor(m_note, 1);
    auto* buttons = new QHBoxLayout; // a row of their own: large text needs the width
    buttons->addStretch();
    buttons->addWidget(m_apply);
    buttons->addWidget(m_take_back);
    layout->addWidget(m_title);
    layout->addWidget(m_table);
    layout->addLayout(row);
    layout->addLayout(buttons);

    connect(m_table, &QTableView::customContextMenuRequested, this, &MarksPanel::showMenu);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &MarksPanel::updateButtons);
    connect(m_as, &QComboBox::currentIndexChanged, this, &MarksPanel::updateButtons);
    connect(m_note, &QLineEdit::returnPressed, m_apply, &QPushButton::click);
    connect(m_apply, &QPushButton::clicked, this, [this] { mark(static_cast<MarkAs>(m_as->currentData().toInt())); });
    connect(m_take_back, &QPushButton::clicked, this, &MarksPanel::takeBack);
}

void MarksPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::FontChange)
        fitHeight();
}

void MarksPanel::retranslate()
{
    m_title->setText(tr("Time besides productive training, and what it was taken for:"));
    m_table->setAccessibleName(tr("Stretches of time besides productive training"));
    m_as_label->setText(tr("The se&lected were:"));
    m_note_label->setText(tr("Becau&se:"));
    m_note->setPlaceholderText(tr("a note, if you like"));
    m_apply->setText(tr("&Mark"));
    m_apply->setToolTip(tr("Their time beyond the normal pace goes to this category"));
    m_take_back->setText(tr("Take Mark &Back"));
    m_take_back->setToolTip(tr("What the log shows holds again"));
}

void MarksPanel::show(const evidence::Run& run, std::vector<Stretch> stretches, words::Language language, bool editable)
{
    std::vector<std::pair<std::int64_t, std::int64_t>> chosen; // to be selected again
    for (const Stretch* stretch : selected())
        chosen.emplace_back(stretch->first_line, stretch->last_line);
    m_language = language;
    m_editable = editable;
    m_shown = m_marks = run.marks;
    m_stretches = std::move(stretches);
    m_model->show(m_stretches, run, language);
    for (std::size_t i = 0; i < evidence::kMarkAs; ++i)
        m_as->setItemText(static_cast<int>(i), text(words::label(static_cast<MarkAs>(i), language)));
    m_table->resizeColumnsToContents();
    m_table->horizontalHeader()->setStretchLastSection(true);
    fitHeight();
    for (QWidget* widget : std::initializer_list<QWidget*> {m_as_label, m_as, m_note_label, m_note})
        widget->setEnabled(editable);
    if (!chosen.empty())
        selectRows([&](const Stretch& stretch) {
            return std::find(chosen.begin(), chosen.end(), std::pair(stretch.first_line, stretch.last_line))
                != chosen.end();
        });
    updateButtons();
    setVisible(!m_stretches.empty());
}

void MarksPanel::fitHeight()
{
    const int rows = std::clamp(m_model->rowCount(), 1, kMostRows);
    const int row_height = m_table->verticalHeader()->defaultSectionSize();
    m_table->setFixedHeight(m_table->horizontalHeader()->sizeHint().height() + rows * row_height
        + m_table->horizontalScrollBar()->sizeHint().height() + 2 * m_table->frameWidth());
}

std::vector<const Stretch*> MarksPanel::selected() const
{
    std::vector<const Stretch*> found;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        found.push_back(&m_model->stretch(m_sorted->mapToSource(index).row()));
    std::sort(found.begin(), found.end());
    return found;
}

void MarksPanel::updateButtons()
{
    const auto rows = selected();
    const auto as = static_cast<MarkAs>(m_as->currentData().toInt());
    m_apply->setEnabled(m_editable
        && std::any_of(rows.begin(), rows.end(), [as](const Stretch* stretch) { return canMark(*stretch, as); }));
    m_take_back->setEnabled(
        m_editable && std::any_of(rows.begin(), rows.end(), [](const Stretch* stretch) { return stretch->mark >= 0; }));
}

void MarksPanel::mark(MarkAs as)
{
    std::vector<evidence::UserMark> marks = m_marks;
    for (const Stretch* stretch : selected())
        if (canMark(*stretch, as))
            marks = withMark(
                std::move(marks), {stretch->first_line, stretch->last_line, as, utf8(m_note->text().trimmed())});
    if (marks == m_marks)
        return;
    m_marks = marks;
    m_note->clear();
    emit marksChosen(marks, tr("Mark as %1").arg(text(words::label(as, m_language))));
}

void MarksPanel::takeBack()
{
    std::vector<evidence::UserMark> marks = m_marks;
    for (const Stretch* stretch : selected())
        if (stretch->mark >= 0)
            std::erase(marks, m_shown[static_cast<std::size_t>(stretch->mark)]);
    if (marks == m_marks)
        return;
    m_marks = marks;
    emit marksChosen(marks, tr("Take mark back"));
}

void MarksPanel::showMenu(const QPoint& position)
{
    QMenu menu(this);
    const auto rows = selected();
    for (std::size_t i = 0; i < evidence::kMarkAs; ++i) {
        const auto as = static_cast<MarkAs>(i);
        QAction* action = menu.addAction(text(words::label(as, m_language)), this, [this, as] { mark(as); });
        action->setEnabled(m_editable
            && std::any_of(rows.begin(), rows.end(), [as](const Stretch* stretch) { return canMark(*stretch, as); }));
    }
    menu.addSeparator();
    menu.addAction(m_take_back->text(), this, &MarksPanel::takeBack)->setEnabled(m_take_back->isEnabled());
    menu.addSeparator();
    menu.addActions(m_table->actions()); // copy
    menu.exec(m_table->viewport()->mapToGlobal(position));
}

void MarksPanel::selectRows(const std::function<bool(const Stretch&)>& wanted)
{
    QItemSelection rows;
    QModelIndex first;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (!wanted(m_model->stretch(row)))
            continue;
        const QModelIndex index = m_sorted->mapFromSource(m_model->index(row, 0));
        rows.select(index, index);
        if (!first.isValid())
            first = index;
    }
    if (!first.isValid())
        return;
    m_table->selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    m_table->selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_table->scrollTo(first);
}

void MarksPanel::selectAtTime(double seconds, double tolerance)
{
    const Stretch* best = nullptr;
    double least = tolerance;
    for (const Stretch& stretch : m_stretches) {
        const double from = static_cast<double>(stretch.begin_us) / 1e6;
        const double to = from + static_cast<double>(stretch.duration_us) / 1e6;
        const double distance = std::max({0.0, from - seconds, seconds - to});
        if (stretch.duration_us > 0 && distance <= least) {
            best = &stretch;
            least = distance;
        }
    }
    if (best != nullptr)
        selectRows([best](const Stretch& one) {
            return one.begin_us == best->begin_us && one.duration_us == best->duration_us;
        });
}

void MarksPanel::selectAtStep(double step, double tolerance)
{
    const Stretch* best = nullptr;
    double least = tolerance;
    for (const Stretch& stretch : m_stretches) {
        const auto from = static_cast<double>(stretch.first_step), to = static_cast<double>(stretch.last_step);
        const double distance = std::max({0.0, from - step, step - to});
        // Rework is wide; what lies in it is meant.
        const bool better = best == nullptr || distance < least
            || (distance == least && stretch.last_step - stretch.first_step < best->last_step - best->first_step);
        if (stretch.first_line > 0 && stretch.duration_us > 0 && distance <= least && better) {
            best = &stretch;
            least = distance;
        }
    }
    if (best != nullptr)
        selectRows([best](const Stretch& one) {
            return one.begin_us == best->begin_us && one.duration_us == best->duration_us;
        });
}

} // namespace fullscope::ui
