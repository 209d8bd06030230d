// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bills/run_facts_form.h"

#include "core/report/reconciliation_parts.h"
#include "core/workspace/stated_facts.h"
#include "ui/document/strings.h"
#include "ui/widgets/named.h"
#include "ui/widgets/combo_tip.h"
#include "ui/widgets/wheel_guard.h"

#include <QComboBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

namespace fullscope::ui {

namespace {

namespace stated = workspace::stated;

// In the order of the form.
constexpr const char* kFacts[]
    = {stated::instance_type, "nodes", stated::instance_ids, stated::utc_offset, stated::region, stated::bill_tag};

QLabel* labelOf(QFormLayout* form, QWidget* field)
{
    return static_cast<QLabel*>(form->labelForField(field));
}

} // namespace

RunFactsForm::RunFactsForm(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_form(new QFormLayout(this))
    , m_title(new QLabel(this))
    , m_run(named(new QComboBox(this), "reconcile_run"))
    , m_lacks(named(new QLabel(this), "reconcile_lacks"))
    , m_type(named(new QComboBox(this), "reconcile_type"))
    , m_nodes(named(new QLineEdit(this), "reconcile_nodes"))
    , m_ids(named(new QLineEdit(this), "reconcile_ids"))
    , m_offset(named(new QComboBox(this), "reconcile_offset"))
    , m_region(named(new QLineEdit(this), "reconcile_region"))
    , m_tag(named(new QLineEdit(this), "reconcile_tag"))
    , m_apply(named(new QPushButton(this), "reconcile_apply"))
    , m_problem(named(new QLabel(this), "reconcile_problem"))
{
    build();
    retranslate();
}

void RunFactsForm::build()
{
    for (QComboBox* box : {m_run, m_type, m_offset})
        guardWheel(box);
    tellWhole(m_run);
    for (QLabel* label : {m_title, m_lacks, m_problem}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
    }
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_type->setEditable(true);
    m_offset->setEditable(true);
    m_problem->hide();
    m_form->addRow(m_title);
    for (QWidget* field : std::initializer_list<QWidget*> {m_run, m_type, m_nodes, m_ids, m_offset, m_region, m_tag}) {
        auto* label = new QLabel(this);
        label->setBuddy(field);
        m_form->addRow(label, field);
    }
    m_form->insertRow(2, m_lacks);
    m_form->addRow(m_problem);
    m_form->addRow(m_apply);
    m_apply->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(m_run, &QComboBox::activated, this, &RunFactsForm::showCurrent);
    connect(m_apply, &QPushButton::clicked, this, &RunFactsForm::apply);
}

void RunFactsForm::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        showCurrent();
    }
}

void RunFactsForm::retranslate()
{
    m_title->setText(tr("Which instances a run held"));
    labelOf(m_form, m_run)->setText(tr("R&un:"));
    labelOf(m_form, m_type)->setText(tr("&Instance type:"));
    labelOf(m_form, m_nodes)->setText(tr("&Nodes:"));
    labelOf(m_form, m_ids)->setText(tr("Instance i&ds, as in the bill:"));
    labelOf(m_form, m_offset)->setText(tr("&Zone of its times:"));
    labelOf(m_form, m_region)->setText(tr("Regi&on, as in the bill:"));
    labelOf(m_form, m_tag)->setText(tr("Ta&g in the bill:"));
    m_region->setPlaceholderText(tr("any region"));
    m_tag->setPlaceholderText(tr("such as team=nlp"));
    m_apply->setText(tr("Sta&te this about the run"));
    m_ids->setPlaceholderText(tr("any of this type"));
    m_nodes->setPlaceholderText(tr("as in the log"));
}

std::int64_t RunFactsForm::currentRun() const
{
    return m_run->currentData().toLongLong();
}

void RunFactsForm::show(const ledger::BillsAndRuns& all)
{
    const std::int64_t before = currentRun();
    m_all = all;
    m_run->clear();
    for (const auto& run : all.not_counted) // these first: they need it
        m_run->addItem(tr("%1 (not counted)").arg(text(run.name)), static_cast<qlonglong>(run.run_id));
    for (const auto& run : all.runs)
        m_run->addItem(text(run.hours.name), static_cast<qlonglong>(run.hours.run_id));
    setVisible(m_run->count() > 0);
    choose(before);
}

void RunFactsForm::choose(std::int64_t run_id)
{
    m_run->setCurrentIndex(std::max(0, m_run->findData(static_cast<qlonglong>(run_id))));
    showCurrent();
}

void RunFactsForm::showCurrent()
{
    setProblem({});
    const auto run = m_document.workspace().run(currentRun());
    m_apply->setEnabled(run.ok() && !m_document.isReadOnly());
    const evidence::Fact* const zone = run.ok() ? run->fact("zone_known") : nullptr;
    m_offset->setEnabled(zone == nullptr || zone->value != "yes"); // the log tells it
    m_before.clear();
    for (const char* name : kFacts) {
        std::string value;
        for (const auto& fact : run.ok() ? run->facts : std::vector<evidence::Fact>())
            if (fact.stated_by_user && fact.name == name)
                value = fact.value;
        m_before.emplace_back(name, std::move(value));
    }
    fillTypes();
    fillOffsets();
    m_nodes->setText(text(m_before[1].second));
    m_ids->setText(text(m_before[2].second));
    m_region->setText(text(m_before[4].second));
    m_tag->setText(text(m_before[5].second));
}

void RunFactsForm::fillTypes()
{
    m_type->clear();
    m_lacks->hide();
    std::vector<std::string> types = m_all.billed_types;
    for (const auto& run : m_all.not_counted) {
        if (run.run_id != currentRun())
            continue;
        m_lacks->setText(text(report::lacksText(run, m_document.language())));
        m_lacks->show();
        if (!run.candidates.empty()) // the likely ones first
            std::stable_partition(types.begin(), types.end(), [&](const std::string& type) {
                return std::find(run.candidates.begin(), run.candidates.end(), type) != run.candidates.end();
            });
    }
    for (const std::string& type : types)
        m_type->addItem(text(type));
    m_type->setCurrentText(text(m_before[0].second));
    QString known;
    for (const auto& run : m_all.runs)
        if (run.hours.run_id == currentRun())
            known = text(run.hours.instance_type);
    m_type->lineEdit()->setPlaceholderText(known.isEmpty() ? tr("not known") : known);
}

void RunFactsForm::fillOffsets()
{
    m_offset->clear();
    for (const auto& run : m_all.result.runs_without_bill)
        if (run.run_id == currentRun())
            for (const std::int64_t shift_us : run.shifts_us)
                m_offset->addItem(text(workspace::formatUtcOffset(-shift_us)));
    m_offset->setCurrentText(text(m_before[3].second));
    m_offset->lineEdit()->setPlaceholderText(
        m_offset->count() > 0 ? tr("%1 would explain the bill").arg(m_offset->itemText(0)) : tr("as in the log"));
}

void RunFactsForm::setProblem(const QString& problem)
{
    m_problem->setText(problem.isEmpty() ? QString() : QStringLiteral("⚠ ") + problem);
    m_problem->setVisible(!problem.isEmpty());
}

void RunFactsForm::apply()
{
    const QString typed[] = {m_type->currentText(), m_nodes->text(), m_ids->text(), m_offset->currentText(),
        m_region->text(), m_tag->text()};
    FactsCommand::Facts before, after;
    for (std::size_t i = 0; i < m_before.size(); ++i) {
        const auto value = workspace::statedFact(kFacts[i], utf8(typed[i]));
        if (!value.ok())
            return setProblem(errorText(value.error(), m_document.language()));
        if (*value == m_before[i].second)
            continue;
        before.push_back(m_before[i]);
        after.emplace_back(kFacts[i], *value);
    }
    setProblem({});
    if (!after.empty())
        emit stated(currentRun(), before, after);
}

} // namespace fullscope::ui
