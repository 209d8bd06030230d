// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scenario/scenario_page.h"

#include "core/base/text.h"
#include "core/report/format.h"
#include "core/scenario/paste.h"
#include "core/words/text_ids.h"
#include "ui/document/strings.h"
#include "ui/scenario/cell_panel.h"
#include "ui/scenario/history_dialog.h"
#include "ui/scenario/variants_dialog.h"
#include "ui/shell/dialogs.h"
#include "ui/shell/table_layout.h"
#include "ui/widgets/write_file.h"

#include <QCheckBox>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTableView>

namespace fullscope::ui {

namespace {

constexpr int kLeastInput = 20; // characters
constexpr double kMostOfTable = 0.4; // for the inputs' names: the values are what one came for

// In both languages: what was copied from a window or report in the other one is understood.
scenario::PasteNames pasteNames()
{
    scenario::PasteNames names;
    for (const auto language : {words::Language::en, words::Language::zh_CN}) {
        for (const auto& spec : scenario::inputSpecs())
            names.inputs.emplace(words::label(spec.id, language), spec.id);
        names.not_given.emplace(words::say(words::Text::not_given, language));
    }
    return names;
}

evidence::Provenance typedByUser()
{
    evidence::Provenance provenance;
    provenance.source = "user";
    return provenance;
}

} // namespace

QString ScenarioPage::title() const
{
    return tr("Scenario");
}

QString ScenarioPage::iconName() const
{
    return QStringLiteral("scenario");
}

QWidget* ScenarioPage::findField() const
{
    return m_find;
}

bool ScenarioPage::showInput(const scenario::InputPlace& place)
{
    m_find->clear();
    m_given_only->setChecked(false); // it may be one that was not given
    const ScenarioModel::Cell wanted {place.input, place.option};
    for (int row = 0; row < m_model->rowCount(); ++row)
        for (int column = ScenarioModel::FirstOption; column < m_model->columnCount(); ++column)
            if (const QModelIndex index = m_model->index(row, column); m_model->cell(index) == wanted) {
                m_table->setCurrentIndex(index);
                m_table->scrollTo(index, QAbstractItemView::PositionAtCenter);
                m_table->setFocus();
                return true;
            }
    return false;
}

void ScenarioPage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        m_model->languageChanged();
        layOut();
    }
}

void ScenarioPage::retranslate()
{
    m_find->setPlaceholderText(tr("Find an input"));
    m_find->setAccessibleName(tr("Find an input"));
    m_table->setAccessibleName(tr("Inputs and options"));
    m_given_only->setText(tr("Only what is &given"));
    m_add->setText(tr("A&dd option"));
    m_add->setToolTip(tr("A copy of the selected option, or an empty one"));
    m_rename->setText(tr("Re&name…"));
    m_remove->setText(tr("Re&move"));
    m_baseline->setText(tr("Make &baseline"));
    m_variants->setText(tr("&Workloads…"));
    m_variants->setToolTip(tr("Further workloads and horizons to look at the options under; Compare shows them all"));
    m_history->setText(tr("Histor&y…"));
    m_history->setToolTip(tr("What changed between versions and what it did to the totals; what the figures rest on"));
    m_load->setText(tr("&Load…"));
    m_load->setToolTip(tr("Read a scenario file (JSON)"));
    m_save->setText(tr("Sa&ve…"));
    m_save->setToolTip(tr("Write the scenario to a file (JSON)"));
}

// Another set of options: a workload cell spans them all, group rows span the table.
void ScenarioPage::layOut()
{
    m_table->clearSpans();
    const int options = m_model->columnCount() - ScenarioModel::FirstOption;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->isGroup(row))
            m_table->setSpan(row, 0, 1, m_model->columnCount());
        else if (m_model->isWorkloadRow(row) && options > 1)
            m_table->setSpan(row, ScenarioModel::FirstOption, 1, options);
    }
    m_table->resizeColumnsToContents();
    const int least = 18 * fontMetrics().averageCharWidth();
    for (int column = ScenarioModel::FirstOption; column < m_model->columnCount(); ++column)
        m_table->setColumnWidth(column, std::max(least, m_table->columnWidth(column)));
    fitNames();
    hideRows();
    updateButtons();
    showCurrent();
}

void ScenarioPage::fitNames()
{
    if (TableLayout::of(*m_table)->isDrawn(ScenarioModel::InputName))
        return;
    const int most = std::max(
        kLeastInput * fontMetrics().averageCharWidth(), static_cast<int>(kMostOfTable * m_table->viewport()->width()));
    m_table->resizeColumnToContents(ScenarioModel::InputName);
    m_table->setColumnWidth(ScenarioModel::InputName, std::min(most, m_table->columnWidth(ScenarioModel::InputName)));
}

void ScenarioPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    QMetaObject::invokeMethod(this, &ScenarioPage::fitNames, Qt::QueuedConnection); // the table follows
}

void ScenarioPage::hideRows()
{
    const QString wanted = m_find->text().trimmed();
    int group = -1;
    bool any = false;
    const auto closeGroup = [&] {
        if (group >= 0)
            m_table->setRowHidden(group, !any);
    };
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->isGroup(row)) {
            closeGroup();
            group = row;
            any = false;
            continue;
        }
        const bool found = wanted.isEmpty()
            || m_model->index(row, ScenarioModel::InputName).data().toString().contains(wanted, Qt::CaseInsensitive)
            || text(scenario::spec(*m_model->input(row)).name).contains(wanted, Qt::CaseInsensitive);
        const bool shown = found && (!m_given_only->isChecked() || m_model->isGiven(row));
        m_table->setRowHidden(row, !shown);
        any = any || shown;
    }
    closeGroup();
}

std::optional<std::size_t> ScenarioPage::currentOption() const
{
    const int column = m_table->currentIndex().column() - ScenarioModel::FirstOption;
    return column >= 0 ? std::optional(static_cast<std::size_t>(column)) : std::nullopt;
}

void ScenarioPage::updateButtons()
{
    const bool writable = !document().isReadOnly();
    const bool option = writable && currentOption().has_value();
    m_add->setEnabled(writable);
    m_load->setEnabled(writable);
    m_rename->setEnabled(option);
    m_remove->setEnabled(option && document().scenario().options.size() > 1);
    m_baseline->setEnabled(option && *currentOption() != document().scenario().baseline);
    m_save->setEnabled(!document().scenario().options.empty());
    m_variants->setEnabled(!document().scenario().options.empty());
}

void ScenarioPage::showCurrent()
{
    const auto cell = m_model->cell(m_table->currentIndex());
    m_panel->show(cell);
    updateButtons();
    inspectCurrent();
}

// The cell as it is now; nothing where the cell that was inspected is gone.
void ScenarioPage::inspectCurrent()
{
    const auto cell = m_model->cell(m_table->currentIndex());
    if (cell.input && (!cell.option || *cell.option < document().scenario().options.size()))
        inspect(cell);
    else
        emit inspected({});
}

void ScenarioPage::inspect(const ScenarioModel::Cell& cell)
{
    const auto language = document().language();
    const auto& spec = scenario::spec(*cell.input);
    Inspection inspection {text(words::label(*cell.input, language)), {}};
    if (cell.option)
        inspection.rows.push_back({tr("Option"), text(document().scenario().options[*cell.option].name)});
    if (const auto* value = m_model->value(cell)) {
        inspection.rows.push_back(
            {tr("Value"), text(scenario::shownValue(*value, spec.unit, document().scenario().currency))});
        if (!value->distribution)
            inspection.rows.push_back({tr("Exactly"), text(base::formatDouble(value->value))});
        if (!value->typed.empty())
            inspection.rows.push_back({tr("Typed"), text(value->typed)});
        inspection.rows.push_back({tr("Origin"), text(words::label(value->provenance.origin, language))});
        inspection.rows.push_back({tr("Source"), text(report::provenanceText(value->provenance, language))});
    } else {
        inspection.rows.push_back({tr("Value"), tr("not given, and not taken as zero")});
    }
    inspection.rows.push_back({tr("Name in files"), text(spec.name)});
    inspection.rows.push_back({tr("Meaning"), text(words::explanation(*cell.input, language))});
    inspection.about = store::Place {.kind = store::Place::Kind::input, .input = {cell.option, *cell.input}};
    emit inspected(inspection);
}

void ScenarioPage::showMenu(const QPoint& position)
{
    const QModelIndex index = m_table->indexAt(position);
    const auto cell = m_model->cell(index);
    QMenu menu(this);
    QAction* edit = menu.addAction(tr("&Edit"), this, [this, index] { m_table->edit(index); });
    QAction* clear
        = menu.addAction(tr("&Clear"), this, [this, cell] { check(document().clearValue(cell.option, *cell.input)); });
    edit->setEnabled(cell.input && !document().isReadOnly());
    clear->setEnabled(cell.input && m_model->value(cell) != nullptr && !document().isReadOnly());
    menu.addAction(tr("&Paste"), this, &ScenarioPage::paste)
        ->setEnabled(!document().isReadOnly() && !QGuiApplication::clipboard()->text().isEmpty());
    menu.addActions(m_table->actions()); // copy
    menu.exec(m_table->viewport()->mapToGlobal(position));
}

// As copying does (table_copy.cpp): not by a shortcut, which would take the key from an open editor.
bool ScenarioPage::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress && event->type() != QEvent::ShortcutOverride)
        return Page::eventFilter(watched, event);
    if (!static_cast<QKeyEvent*>(event)->matches(QKeySequence::Paste))
        return Page::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress)
        paste();
    return true;
}

// From the current cell on, into what is shown: a spreadsheet skips no line that cannot be seen, nor does this.
void ScenarioPage::paste()
{
    const QModelIndex first = m_table->currentIndex();
    scenario::PasteTarget target;
    for (int row = std::max(first.row(), 0); row < m_model->rowCount(); ++row)
        if (!m_table->isRowHidden(row))
            target.rows.push_back(m_model->input(row));
    target.first_option = currentOption().value_or(0);
    const scenario::Pasted pasted = scenario::withPasted(document().scenario(),
        scenario::spreadsheetCells(utf8(QGuiApplication::clipboard()->text())), target, pasteNames(), typedByUser());
    const base::Status status = document().replaceScenario(pasted.scenario, tr("Paste values"));
    if (!status.ok() || pasted.problems.empty())
        return check(status);
    constexpr std::size_t kMostTold = 8;
    QStringList lines {tr("Pasted: %1. Not taken: %2; what stood there is still there.")
                           .arg(pasted.values)
                           .arg(pasted.problems.size())};
    for (std::size_t i = 0; i < std::min(kMostTold, pasted.problems.size()); ++i) {
        const auto& problem = pasted.problems[i];
        const QString input = problem.input ? text(words::label(*problem.input, document().language())) : QString();
        const QString place = input.isEmpty()
            ? tr("Row %1, column %2").arg(problem.row).arg(problem.column)
            : tr("Row %1, column %2 (%3)").arg(problem.row).arg(problem.column).arg(input);
        lines << tr("%1: %2").arg(place,
            problem.error ? errorText(*problem.error, document().language())
                          : tr("there is no cell here for “%1”").arg(text(base::excerpt(problem.found))));
    }
    if (pasted.problems.size() > kMostTold)
        lines << tr("and further ones: %1").arg(pasted.problems.size() - kMostTold);
    refuse(lines.join(QLatin1Char('\n')));
}

void ScenarioPage::addOption()
{
    const auto like = currentOption();
    const QString proposal = like ? tr("Copy of %1").arg(text(document().scenario().options[*like].name))
                                  : tr("Option %1").arg(document().scenario().options.size() + 1);
    const QString name = dialogs::askText(this, tr("Add option"), tr("&Name:"), proposal).trimmed();
    if (!name.isEmpty())
        check(document().addOption(name, like));
}

void ScenarioPage::removeOption()
{
    if (const auto option = currentOption())
        check(document().removeOption(*option));
}

void ScenarioPage::renameOption()
{
    const auto option = currentOption();
    if (!option)
        return;
    const QString before = text(document().scenario().options[*option].name);
    const QString name = dialogs::askText(this, tr("Rename option"), tr("&Name:"), before).trimmed();
    if (!name.isEmpty() && name != before)
        check(document().renameOption(*option, name));
}

void ScenarioPage::makeBaseline()
{
    if (const auto option = currentOption())
        check(document().setBaseline(*option));
}

void ScenarioPage::loadFile()
{
    const QString path = dialogs::openFile(this, tr("Load scenario"), {}, tr("Scenario (*.json)"));
    if (path.isEmpty())
        return;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        refuse(tr("%1 cannot be read: %2").arg(path, file.errorString()));
        return;
    }
    auto scenario = scenario::fromJson(file.readAll().toStdString(), utf8(path));
    if (!scenario.ok())
        refuse(errorText(scenario.error(), document().language()));
    else
        check(document().replaceScenario(*std::move(scenario), tr("Load scenario")));
}

void ScenarioPage::saveFile()
{
    const QString path = dialogs::saveFile(
        this, tr("Save scenario"), QStringLiteral("scenario.json"), tr("Scenario (*.json)"), QStringLiteral("json"));
    if (!path.isEmpty())
        check(writeFile(path, QByteArray::fromStdString(scenario::toJson(document().scenario()))));
}

void ScenarioPage::showVariants()
{
    if (m_variants_dialog == nullptr) {
        m_variants_dialog = new VariantsDialog(document(), this);
        connect(m_variants_dialog, &VariantsDialog::inputRequested, this, &ScenarioPage::showInput);
    }
    m_variants_dialog->show();
    m_variants_dialog->raise();
}

void ScenarioPage::showHistory()
{
    if (m_history_dialog == nullptr) {
        m_history_dialog = new HistoryDialog(document(), this);
        connect(m_history_dialog, &HistoryDialog::inputRequested, this, &ScenarioPage::showInput);
    }
    m_history_dialog->show();
    m_history_dialog->raise();
}

void ScenarioPage::refuse(const QString& message)
{
    m_message->setText(QStringLiteral("⚠ ") + message);
    m_message->show();
    // A click into another cell is what ends the edit that is refused: its message is to be read there.
    m_just_refused = true;
    QMetaObject::invokeMethod(
        this, [this] { m_just_refused = false; }, Qt::QueuedConnection);
}

void ScenarioPage::check(const base::Status& status)
{
    if (!status.ok())
        refuse(errorText(status.error(), document().language()));
    else
        m_message->hide();
}

} // namespace fullscope::ui
