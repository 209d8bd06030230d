// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mapping/mapping_dialog.h"

#include "core/base/quantity.h"
#include "core/words/mapping_words.h"
#include "ui/document/strings.h"
#include "ui/mapping/mapping_table.h"
#include "ui/shell/dialogs.h"
#include "ui/widgets/named.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace fullscope::ui {

namespace {

constexpr qsizetype kNamed = 3; // files whose names fit into the line
constexpr qsizetype kMostProblems = 4;

QLabel* plainLabel(QWidget* parent, const char* name)
{
    auto* label = named(new QLabel(parent), name);
    label->setTextFormat(Qt::PlainText); // names of files and columns
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

// By the program: nobody chose.
void setIndex(QComboBox* choice, int index)
{
    const QSignalBlocker quiet(choice);
    choice->setCurrentIndex(std::max(0, index));
}

QString number(std::int64_t value)
{
    return text(base::formatNumber(static_cast<double>(value), 0));
}

} // namespace

MappingDialog::MappingDialog(Document& document, workspace::UnmappedTables tables, bool unknown, QWidget* parent)
    : QDialog(parent)
    , m_document(document)
    , m_tables(std::move(tables))
    , m_unknown(unknown)
    , m_what(plainLabel(this, "mapping_what"))
    , m_detail(plainLabel(this, "mapping_detail"))
    , m_kind_label(new QLabel(this))
    , m_kind(named(new QComboBox(this), "mapping_kind"))
    , m_profile_label(new QLabel(this))
    , m_profile(named(new QComboBox(this), "mapping_profile"))
    , m_save(named(new QPushButton(this), "mapping_save"))
    , m_remove(named(new QPushButton(this), "mapping_remove"))
    , m_profile_problem(plainLabel(this, "mapping_profile_problem"))
    , m_table(named(new MappingTable(this), "mapping_table"))
    , m_constants_label(new QLabel(this))
    , m_constants(named(new QLineEdit(this), "mapping_constants"))
    , m_result(plainLabel(this, "mapping_result"))
    , m_problems(plainLabel(this, "mapping_problems"))
{
    setObjectName(QStringLiteral("mapping_dialog"));
    build();
    setIndex(m_kind, m_kind->findData(static_cast<int>(m_tables.preview.kind)));
    readProfiles();
    retranslate();
    propose();
    const int character = fontMetrics().averageCharWidth();
    resize(QSize(110 * character, 32 * fontMetrics().height()).boundedTo(screen()->availableSize() * 9 / 10));
}

void MappingDialog::build()
{
    for (const import::Kind kind : {import::Kind::log, import::Kind::bill})
        if (!import::mappingTargets(kind).empty())
            m_kind->addItem({}, static_cast<int>(kind));
    m_kind_label->setBuddy(m_kind);
    m_kind_label->setVisible(m_kind->count() > 1);
    m_kind->setVisible(m_kind->count() > 1);
    m_profile_label->setBuddy(m_profile);
    m_profile->setMinimumContentsLength(16);
    m_profile_problem->hide();
    auto* choices = new QHBoxLayout;
    for (QWidget* widget :
        std::initializer_list<QWidget*> {m_kind_label, m_kind, m_profile_label, m_profile, m_save, m_remove})
        choices->addWidget(widget);
    choices->addStretch();
    m_constants_label->setBuddy(m_constants);
    m_constants->setPlaceholderText(QStringLiteral("currency:=USD,provider:=…"));
    auto* constants = new QHBoxLayout;
    constants->addWidget(m_constants_label);
    constants->addWidget(m_constants, 1);
    auto* buttons = new QDialogButtonBox(this);
    m_import = named(buttons->addButton(QString(), QDialogButtonBox::AcceptRole), "mapping_import");
    m_cancel = named(buttons->addButton(QString(), QDialogButtonBox::RejectRole), "mapping_cancel");
    m_import->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    for (QWidget* widget : std::initializer_list<QWidget*> {m_what, m_detail})
        layout->addWidget(widget);
    layout->addLayout(choices);
    layout->addWidget(m_profile_problem);
    layout->addWidget(m_table);
    layout->addLayout(constants);
    for (QWidget* widget : std::initializer_list<QWidget*> {m_result, m_problems, buttons})
        layout->addWidget(widget);
    layout->setStretchFactor(m_table, 1);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_kind, &QComboBox::currentIndexChanged, this, [this] {
        setIndex(m_profile, 0);
        showTable();
        check();
    });
    connect(m_profile, &QComboBox::currentIndexChanged, this, &MappingDialog::useProfile);
    connect(m_save, &QPushButton::clicked, this, &MappingDialog::saveProfile);
    connect(m_remove, &QPushButton::clicked, this, &MappingDialog::removeProfile);
    const auto changed = [this] {
        setIndex(m_profile, 0); // it is no longer that one
        check();
    };
    connect(m_table, &MappingTable::chosen, this, changed);
    connect(m_constants, &QLineEdit::textEdited, this, changed);
}

import::Kind MappingDialog::kind() const {return static_cast<import::Kind>(m_kind->currentData().toInt());
} // namespace fullscope::ui

std::vector<import::MappedColumn> MappingDialog::mapping() const
{
    auto mapping = said();
    return mapping.ok() ? *std::move(mapping) : m_table->mapping();
}

// As the command line would take it; none where nothing was said.
base::Result<std::vector<import::MappedColumn>> MappingDialog::said() const
{
    std::string mapping = import::formatColumnMapping(m_table->mapping());
    if (const QString constants = m_constants->text().trimmed(); !constants.isEmpty() && !m_constants->isHidden())
        mapping += (mapping.empty() ? "" : ",") + utf8(constants);
    return mapping.empty() ? std::vector<import::MappedColumn> {} : import::parseColumnMapping(mapping);
}

void MappingDialog::choose(const std::vector<import::MappedColumn>& mapping)
{
    setIndex(m_profile, 0);
    setIndex(m_kind, m_kind->findData(static_cast<int>(workspace::kindOf(mapping))));
    showTable();
    take(mapping);
    check();
}

void MappingDialog::take(const std::vector<import::MappedColumn>& mapping)
{
    m_table->choose(mapping);
    std::vector<import::MappedColumn> constants;
    for (const import::MappedColumn& one : mapping)
        if (!import::namesColumn(one))
            constants.push_back(one);
    m_constants->setText(text(import::formatColumnMapping(constants)));
}

void MappingDialog::showTable()
{
    m_table->show(m_tables.preview, kind(), m_document.language());
    const bool isBill = kind() == import::Kind::bill;
    m_constants_label->setVisible(isBill);
    m_constants->setVisible(isBill);
}

// --- profiles

// Of a broken file the sentence is shown; nothing writes over it.
void MappingDialog::readProfiles()
{
    base::Status status;
    m_profiles.clear();
    if (auto file = workspace::mappingProfilesFile(); !file.ok()) {
        status = file.error();
    } else {
        m_profiles_file = *file;
        if (const auto profiles = workspace::mappingProfiles(m_profiles_file); !profiles.ok())
            status = profiles.error();
        else
            m_profiles = workspace::fittingProfiles(*profiles, m_tables.preview.columns);
    }
    m_profile_problem->setVisible(!status.ok());
    m_profile_problem->setText(status.ok() ? QString() : errorText(status.error(), m_document.language()));
    m_save->setEnabled(status.ok());
}

void MappingDialog::fillProfiles(const QString& current)
{
    const QSignalBlocker quiet(m_profile);
    m_profile->clear();
    m_profile->addItem(tr("None"));
    for (const workspace::MappingProfile& profile : m_profiles) {
        m_profile->addItem(text(profile.name), text(profile.name));
        m_profile->setItemData(
            m_profile->count() - 1, text(import::formatColumnMapping(profile.columns)), Qt::ToolTipRole);
    }
    m_profile->setCurrentIndex(current.isEmpty() ? 0 : std::max(0, m_profile->findData(current)));
    m_remove->setEnabled(m_profile->currentIndex() > 0);
}

// The one that fits best, if there is one.
void MappingDialog::propose()
{
    setIndex(m_profile, m_profiles.empty() ? 0 : 1);
    useProfile(m_profile->currentIndex());
}

void MappingDialog::useProfile(int index)
{
    if (index > 0) {
        const workspace::MappingProfile& profile = m_profiles[static_cast<std::size_t>(index - 1)];
        if (profile.kind != kind()) {
            setIndex(m_kind, m_kind->findData(static_cast<int>(profile.kind)));
            showTable();
        }
        take(profile.columns);
    }
    check();
}

void MappingDialog::saveProfile()
{
    const QString name
        = dialogs::askText(this, tr("Save the mapping"), tr("&Name:"), m_profile->currentData().toString()).trimmed();
    if (name.isEmpty())
        return;
    const auto profiles = workspace::mappingProfiles(m_profiles_file);
    const bool isTaken = profiles.ok()
        && std::any_of(profiles->begin(), profiles->end(), [&](const auto& one) { return one.name == utf8(name); });
    if (isTaken && name != m_profile->currentData().toString()
        && dialogs::ask(this, tr("Save the mapping"), tr("There is a mapping %1 already. Replace it?").arg(name),
               QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel)
            != QMessageBox::Yes)
        return;
    const base::Status saved
        = workspace::saveMappingProfile(m_profiles_file, {.name = utf8(name), .kind = kind(), .columns = mapping()});
    if (!saved.ok())
        return dialogs::fail(this, tr("Save the mapping"), errorText(saved.error(), m_document.language()));
    readProfiles();
    fillProfiles(name);
}

void MappingDialog::removeProfile()
{
    const QString name = m_profile->currentData().toString();
    const auto answer = dialogs::ask(this, tr("Remove a mapping"),
        tr("Remove the mapping %1? Runs that were read with it stay as they are.").arg(name),
        QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
    if (answer != QMessageBox::Yes)
        return;
    const base::Status removed = workspace::removeMappingProfile(m_profiles_file, utf8(name));
    if (!removed.ok())
        return dialogs::fail(this, tr("Remove a mapping"), errorText(removed.error(), m_document.language()));
    readProfiles();
    fillProfiles({});
}

// --- what the choices give

void MappingDialog::check()
{
    const auto chosen = said();
    import::MappingCheck check = import::checkMapping(m_tables.preview, mapping());
    if (!chosen.ok()) // the same twice, or whatever else cannot be said
        check.error = chosen.error();
    m_table->showCheck(check);
    m_result->setText(resultText(check));
    m_problems->setText(problemsText(check));
    m_problems->setVisible(!m_problems->text().isEmpty());
    m_remove->setEnabled(m_profile->currentIndex() > 0);
    m_import->setEnabled(!check.error && check.records > 0);
    m_save->setEnabled(m_profile_problem->isHidden() && chosen.ok() && !chosen->empty() && !check.error);
}

QString MappingDialog::resultText(const import::MappingCheck& check) const
{
    if (check.error) {
        base::Error error = *check.error;
        error.file.clear(); // it stands above
        if (error.field == "--map")
            error.field.clear();
        return errorText(error, m_document.language());
    }
    const QString rows = number(check.rows), records = number(check.records);
    const QString counted = m_tables.preview.is_whole ? tr("%1 rows → %2 records").arg(rows, records)
                                                      : tr("First %1 rows → %2 records").arg(rows, records);
    if (!check.first_step || !check.last_step)
        return counted;
    return tr("%1, first step %2, last step %3").arg(counted, number(*check.first_step), number(*check.last_step));
}

QString MappingDialog::problemsText(const import::MappingCheck& check) const
{
    QStringList lines;
    for (base::Problem problem : base::firstOfEachKind(check.problems)) {
        if (problem.severity == base::Severity::info && problem.handling == base::Handling::value_dropped)
            continue; // columns of text, which nobody named
        problem.what.file.clear();
        lines << text(words::sentence(problem, m_document.language()));
    }
    const qsizetype more = lines.size() - kMostProblems;
    lines = lines.mid(0, kMostProblems);
    if (more > 0)
        lines << tr("… and further kinds of problems: %1").arg(more);
    return lines.join(QLatin1Char('\n'));
}

// --- words

QString MappingDialog::whatText() const
{
    QStringList names;
    for (const std::string& path : m_tables.paths)
        names << QFileInfo(text(path)).fileName();
    if (names.size() == 1)
        return m_unknown ? tr("No format knows %1. Say what its columns are.").arg(names.first())
                         : tr("Say what the columns of %1 are.").arg(names.first());
    const qsizetype more = names.size() - kNamed;
    const QString listed = names.mid(0, kNamed).join(tr(", "));
    return tr("No format knows these files, which have the same columns: %1. Say what these are.")
        .arg(more > 0 ? tr("%1 and %2 more").arg(listed).arg(more) : listed);
}

QString MappingDialog::detailText() const
{
    const import::TablePreview& table = m_tables.preview;
    const QString layout = table.separator == '\0' ? tr("JSON objects")
        : table.separator == '\t'                  ? tr("separated by tabs")
        : table.separator == ';'                   ? tr("separated by semicolons")
        : table.separator == ','                   ? tr("separated by commas")
                                                   : tr("separated by %1").arg(QLatin1Char(table.separator));
    QStringList parts {layout, text(table.encoding)};
    if (table.compression != "none" && !table.compression.empty())
        parts << text(table.compression);
    return parts.join(QStringLiteral(" · "));
}

void MappingDialog::retranslate()
{
    const auto language = m_document.language();
    const auto chosen = m_table->mapping();
    const QString profile = m_profile->currentData().toString();
    setWindowTitle(tr("Import with Mapping"));
    m_what->setText(whatText());
    m_detail->setText(detailText());
    m_kind_label->setText(tr("&Table of:"));
    for (int i = 0; i < m_kind->count(); ++i) {
        const bool isBill = m_kind->itemData(i).toInt() == static_cast<int>(import::Kind::bill);
        m_kind->setItemText(i, text(words::say(isBill ? words::MappingWord::bill : words::MappingWord::log, language)));
    }
    m_profile_label->setText(tr("&Mapping:"));
    m_constants_label->setText(tr("In &every row:"));
    m_save->setText(tr("&Save as…"));
    m_save->setToolTip(tr("Remembers what the columns are by a name, for the next file"));
    m_remove->setText(tr("&Remove…"));
    m_import->setText(tr("&Import"));
    m_cancel->setText(tr("Cancel"));
    fillProfiles(profile);
    showTable();
    m_table->choose(chosen);
}

void MappingDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() != QEvent::LanguageChange)
        return;
    readProfiles();
    retranslate();
    check();
}

} // namespace fullscope::ui
