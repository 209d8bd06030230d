// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/document.h"

#include "ui/document/snapshot_command.h"
#include "ui/document/strings.h"

#include <QUndoStack>

namespace fullscope::ui {

namespace {

// Typing is saved when it pauses.
constexpr int kTypingPauseMs = 400;

QString valueKey(std::optional<std::size_t> option, scenario::Input input)
{
    return QStringLiteral("%1/%2").arg(option ? static_cast<qlonglong>(*option) : -1).arg(static_cast<int>(input));
}

base::Error failure(base::Code code, std::string_view field, std::string file = {})
{
    base::Error error;
    error.code = code;
    error.field = field;
    error.file = std::move(file);
    return error;
}

evidence::Provenance typedByUser()
{
    evidence::Provenance provenance;
    provenance.source = "user";
    return provenance;
}

} // namespace

Document::Document(QObject* parent)
    : QObject(parent)
    , m_comparison(base::Error {base::Code::no_options})
    , m_undo(std::make_unique<QUndoStack>())
{
    m_save_timer.setSingleShot(true);
    connect(&m_save_timer, &QTimer::timeout, this, &Document::save);
}

Document::~Document()
{
    // The stack tells its views that it empties while it goes; nobody may be told by a half-gone document.
    m_undo->disconnect();
    if (!m_saved)
        save();
}

void Document::setScope(analysis::Scope scope)
{
    if (scope == m_scope)
        return;
    m_scope = scope;
    emit scopeChanged();
}

void Document::setLanguage(words::Language language)
{
    if (language == m_language)
        return;
    m_language = language;
    emit languageChanged();
}

QUndoStack& Document::undoStack()
{
    return *m_undo;
}

base::Status Document::setValue(
    std::optional<std::size_t> option, scenario::Input input, scenario::Value value, Edit edit)
{
    const QString label = tr("Set %1").arg(text(words::label(input, m_language)));
    return change(
        scenario::withValue(m_scenario, option, input, std::move(value)), label, valueKey(option, input), edit);
}

base::Status Document::setTyped(std::optional<std::size_t> option, scenario::Input input, const QString& typed,
    std::optional<evidence::Provenance> provenance, Edit edit)
{
    const QString trimmed = typed.trimmed();
    if (trimmed.isEmpty())
        return clearValue(option, input, edit);
    FS_TRY_VALUE(value, scenario::parseValue(utf8(trimmed), input, m_scenario.currency));
    value.provenance = provenance.value_or(typedByUser());
    return setValue(option, input, std::move(value), edit);
}

base::Status Document::clearValue(std::optional<std::size_t> option, scenario::Input input, Edit edit)
{
    const QString label = tr("Clear %1").arg(text(words::label(input, m_language)));
    return change(scenario::withoutValue(m_scenario, option, input), label, valueKey(option, input), edit);
}

base::Status Document::addOption(const QString& name, std::optional<std::size_t> like)
{
    return change(scenario::withOption(m_scenario, utf8(name), like), tr("Add option"));
}

base::Status Document::removeOption(std::size_t option)
{
    return change(scenario::withoutOption(m_scenario, option), tr("Remove option"));
}

base::Status Document::renameOption(std::size_t option, const QString& name)
{
    return change(scenario::withOptionNamed(m_scenario, option, utf8(name)), tr("Rename option"));
}

base::Status Document::setBaseline(std::size_t option)
{
    if (option >= m_scenario.options.size())
        return failure(base::Code::out_of_range, "baseline");
    scenario::Scenario after = m_scenario;
    after.baseline = option;
    return change(std::move(after), tr("Change baseline"));
}

base::Status Document::setCorrelation(
    const scenario::InputPlace& a, const scenario::InputPlace& b, std::optional<double> rank)
{
    return change(
        scenario::withCorrelation(m_scenario, a, b, rank), rank ? tr("Set correlation") : tr("Remove correlation"));
}

base::Status Document::addVariant(scenario::VariantKind kind, const QString& name)
{
    const bool isWorkload = kind == scenario::VariantKind::workload;
    return change(
        scenario::withVariant(m_scenario, kind, utf8(name)), isWorkload ? tr("Add workload") : tr("Add horizon"));
}

base::Status Document::removeVariant(const scenario::VariantPlace& variant)
{
    const bool isWorkload = variant.kind == scenario::VariantKind::workload;
    return change(
        scenario::withoutVariant(m_scenario, variant), isWorkload ? tr("Remove workload") : tr("Remove horizon"));
}

base::Status Document::renameVariant(const scenario::VariantPlace& variant, const QString& name)
{
    const bool isWorkload = variant.kind == scenario::VariantKind::workload;
    return change(scenario::withVariantNamed(m_scenario, variant, utf8(name)),
        isWorkload ? tr("Rename workload") : tr("Rename horizon"));
}

base::Status Document::setVariantTyped(
    const scenario::VariantPlace& variant, const scenario::InputPlace& place, const QString& typed)
{
    const QString trimmed = typed.trimmed();
    std::optional<scenario::Value> value;
    if (!trimmed.isEmpty()) {
        FS_TRY_VALUE(parsed, scenario::parseValue(utf8(trimmed), place.input, m_scenario.currency));
        parsed.provenance = typedByUser();
        value = std::move(parsed);
    }
    return change(scenario::withVariantValue(m_scenario, variant, place, std::move(value)),
        tr("Set %1").arg(text(words::label(place.input, m_language))));
}

base::Status Document::replaceScenario(scenario::Scenario scenario, const QString& label)
{
    return change(std::move(scenario), label);
}

base::Status Document::change(
    base::Result<scenario::Scenario> after, const QString& label, const QString& merge_key, Edit edit)
{
    if (!after.ok())
        return after.error();
    if (isReadOnly())
        return failure(base::Code::store_read_only, {}, m_workspace->path());
    const bool goes_on = !merge_key.isEmpty() && merge_key == m_typing;
    if (!goes_on)
        ++m_command_group;
    if (!goes_on && *after == m_scenario)
        return {};
    push(*std::move(after), label);
    if (edit == Edit::typing) {
        m_typing = merge_key;
        m_save_timer.start(kTypingPauseMs);
    } else {
        save();
    }
    return {};
}

void Document::push(scenario::Scenario after, const QString& label)
{
    const auto apply = [this](const scenario::Scenario& scenario) {
        endTyping(); // undo and redo end it too
        show(scenario);
        touch();
        setSaved(false);
        m_save_timer.start(0);
    };
    m_undo->push(new SnapshotCommand(m_scenario, std::move(after), label, m_command_group, apply));
}

void Document::show(const scenario::Scenario& scenario)
{
    m_scenario = scenario;
    m_comparison = analysis::compare(m_scenario);
    emit scenarioChanged();
    emit comparisonChanged();
}

void Document::endTyping()
{
    m_typing.clear();
}

void Document::setSaved(bool saved)
{
    if (saved == m_saved)
        return;
    m_saved = saved;
    emit savedChanged();
}

void Document::touch()
{
    if (m_touched)
        return;
    m_touched = true;
    emit savedChanged();
}

} // namespace fullscope::ui
