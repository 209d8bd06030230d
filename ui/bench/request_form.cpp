// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bench/request_form.h"

#include "core/base/quantity.h"
#include "core/words/bench_run_words.h"
#include "core/workspace/user_catalogue.h"
#include "ui/document/strings.h"
#include "ui/shell/dialogs.h"
#include "ui/shell/settings.h"
#include "ui/widgets/named.h"
#include "ui/widgets/combo_tip.h"
#include "ui/widgets/wheel_guard.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDate>
#include <QEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>

namespace fullscope::ui {

namespace {

constexpr int kRowsOfField = 2; // itself, and what is wrong with it
constexpr int kNumberWidth = 12, kChoiceWidth = 24; // characters

struct DeviceKind {
    const char* id; // of bench::Request
    const char* name;
    const char* found_as; // of bench::FoundDevice; empty: nothing here looks for it
};
constexpr DeviceKind kDeviceKinds[] = {{"cpu", "CPU", "cpu"}, {"cuda", "CUDA", "cuda"}, {"hip", "ROCm", ""},
    {"neuron", "Trainium (TorchNeuron)", "neuron"}, {"xla", "Trainium (PyTorch/XLA)", "neuron"}};

QString chosen(const QComboBox* box)
{
    return box->currentData().toString();
}

} // namespace

RequestForm::RequestForm(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_grid(new QGridLayout(this))
{
    build();
    connectFields();
    fillChoices();
    retranslate();
    m_python->setText(Settings().python());
    engineChosen();
}

void RequestForm::build()
{
    m_grid->setContentsMargins({});
    m_device = addChoice("device", 0);
    m_engine = addChoice("engine", 0);
    m_python = new QLineEdit(this);
    m_choose = named(new QPushButton(this), "bench_choose_python");
    auto* python = new QWidget(this);
    auto* row = new QHBoxLayout(python);
    row->setContentsMargins({});
    row->addWidget(m_python, 1);
    row->addWidget(m_choose);
    add("python", m_python, python, 0);
    m_preset = addChoice("preset", 0);
    m_data = addChoice("data", 0);
    m_precision = addChoice("precision", 0);
    m_compile = new QCheckBox(this);
    add("compile", m_compile, m_compile, 0);
    m_batch = addText("batch", 0);
    m_sequence = addText("sequence", 0);
    m_windows = addText("windows", 1);
    m_steps = addText("steps", 1);
    m_half_width = addText("half_width", 1);
    m_most_time = addText("most_time", 1);
    m_most_money = addText("most_money", 1);
    m_price = new QLineEdit(this);
    m_offers = named(new QComboBox(this), "bench_offers");
    m_offers->setMinimumContentsLength(kChoiceWidth);
    m_offers->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_source = named(new QLabel(this), "bench_price_source");
    m_source->setWordWrap(true);
    m_source->setTextFormat(Qt::PlainText);
    auto* price = new QWidget(this);
    auto* column = new QVBoxLayout(price);
    column->setContentsMargins({});
    for (QWidget* part : std::initializer_list<QWidget*> {m_price, m_offers, m_source})
        column->addWidget(part);
    add("price", m_price, price, 1);
    m_amortise = addText("amortise", 1);
    m_grid->setHorizontalSpacing(2 * fontMetrics().averageCharWidth());
    m_grid->setColumnStretch(1, 1);
    m_grid->setColumnStretch(3, 1);
}

void RequestForm::add(const char* member, QWidget* input, QWidget* shown, int column)
{
    const QString name = QLatin1String(member);
    input->setObjectName(QStringLiteral("bench_") + name);
    Field field {.label = new QLabel(this), .input = input, .problem = new QLabel(this)};
    field.label->setBuddy(input);
    field.problem->setObjectName(QStringLiteral("bench_%1_problem").arg(name));
    field.problem->setWordWrap(true);
    field.problem->setTextFormat(Qt::PlainText);
    field.problem->hide();
    int& at = m_rows[column];
    m_grid->addWidget(field.label, at, 2 * column);
    m_grid->addWidget(shown, at, 2 * column + 1);
    m_grid->addWidget(field.problem, at + 1, 2 * column + 1);
    at += kRowsOfField;
    m_fields.insert(name, field);
}

QComboBox* RequestForm::addChoice(const char* member, int column)
{
    auto* box = new QComboBox(this);
    box->setMinimumContentsLength(kChoiceWidth);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    guardWheel(box);
    tellWhole(box);
    add(member, box, box, column);
    return box;
}

QLineEdit* RequestForm::addText(const char* member, int column)
{
    auto* edit = new QLineEdit(this);
    edit->setMinimumWidth(kNumberWidth * fontMetrics().averageCharWidth());
    add(member, edit, edit, column);
    return edit;
}

void RequestForm::connectFields()
{
    guardWheel(m_offers);
    connect(m_device, &QComboBox::activated, this, &RequestForm::deviceChosen);
    connect(m_engine, &QComboBox::activated, this, &RequestForm::engineChosen);
    connect(m_choose, &QPushButton::clicked, this, &RequestForm::choosePython);
    connect(m_python, &QLineEdit::editingFinished, this, &RequestForm::pythonChosen);
    for (QComboBox* box : {m_preset, m_data, m_precision})
        connect(box, &QComboBox::activated, this, &RequestForm::edited);
    for (QLineEdit* edit : {m_batch, m_sequence, m_windows, m_steps, m_half_width, m_most_time, m_most_money, m_price,
             m_amortise, m_python})
        connect(edit, &QLineEdit::textChanged, this, &RequestForm::edited);
    connect(m_compile, &QCheckBox::toggled, this, &RequestForm::edited);
    connect(m_price, &QLineEdit::textEdited, this, [this] { // no longer the catalogue's
        m_source->clear();
        m_offers->setCurrentIndex(0);
    });
    connect(m_offers, &QComboBox::activated, this, [this](int index) {
        if (index < 1 || static_cast<std::size_t>(index) > m_prices.size())
            return;
        const workspace::BenchPrice& price = m_prices[static_cast<std::size_t>(index) - 1];
        m_price->setText(text(base::formatQuantity(price.per_h, base::Unit::money_per_hour)));
        m_source->setText(tr("From the catalogue, %1: %2").arg(text(price.as_of), text(price.source)));
    });
    connect(this, &RequestForm::edited, this, [this] {
        showUsual();
        showProblems();
    });
}

void RequestForm::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        fillChoices();
        retranslate();
        showProblems();
    }
}

void RequestForm::retranslate()
{
    for (auto field = m_fields.begin(); field != m_fields.end(); ++field) {
        const QString label = text(words::requestField(utf8(field.key()), m_document.language()));
        field->label->setText(label);
        field->input->setAccessibleName(label);
    }
    m_compile->setText(tr("compile the model first"));
    m_choose->setText(tr("&Choose…"));
    m_choose->setToolTip(tr("A Python that has PyTorch, e.g. bin/python of a virtual environment"));
    m_python->setPlaceholderText(QStringLiteral("/opt/venv/bin/python"));
    m_offers->setAccessibleName(tr("Prices of the catalogue"));
    m_half_width->setPlaceholderText(tr("as the windows give it; e.g. 2 %"));
    m_most_time->setPlaceholderText(tr("none; e.g. 10 min"));
    m_most_money->setPlaceholderText(tr("none; e.g. $2"));
    m_price->setPlaceholderText(tr("not given; e.g. $24.69/h"));
    m_price->setToolTip(tr("Of all devices that are measured together"));
    m_amortise->setPlaceholderText(tr("none; e.g. 50,000"));
    m_amortise->setToolTip(tr("Over how many steps of a real training the first compilation is spread"));
    showUsual();
    fillPrices();
}

void RequestForm::fillChoices()
{
    const auto fill = [](QComboBox* box, const QList<QPair<QString, QString>>& items) { // (data, shown)
        const QString before = chosen(box);
        const QSignalBlocker quiet(box);
        box->clear();
        for (const auto& [id, shown] : items)
            box->addItem(shown, id);
        box->setCurrentIndex(std::max(0, box->findData(before)));
        box->setToolTip(box->currentText());
    };
    QList<QPair<QString, QString>> devices, presets;
    for (const DeviceKind& kind : kDeviceKinds) {
        QStringList found;
        for (const bench::FoundDevice& device : m_devices.devices)
            if (device.kind == kind.found_as && !found.contains(text(device.name)))
                found << text(device.name);
        const QString state = *kind.found_as == '\0' ? tr("nothing here looks for it")
            : found.isEmpty()                        ? tr("none found")
                                                     : found.join(QStringLiteral(", "));
        devices.append({QLatin1String(kind.id), QStringLiteral("%1: %2").arg(QLatin1String(kind.name), state)});
    }
    for (const bench::Preset& preset : bench::presets())
        presets.append({text(preset.name),
            tr("%1 (width %2, %3 layers, vocabulary %4)")
                .arg(text(preset.name))
                .arg(preset.model.width)
                .arg(preset.model.layers)
                .arg(preset.model.vocabulary)});
    fill(m_device, devices);
    fill(m_engine, {{"native", tr("native (CPU, needs nothing)")}, {"torch", tr("PyTorch, in a Python of yours")}});
    fill(m_preset, presets);
    fill(m_data,
        {{"markov", tr("a chain that can be learned (markov)")}, {"uniform", tr("uniform tokens, for speed alone")},
            {"fixed-batch", tr("one batch, again and again")}});
    fill(m_precision, {{"fp32", "fp32"}, {"tf32", "tf32"}, {"bf16", "bf16"}});
}

QString RequestForm::deviceName() const
{
    const QString id = chosen(m_device);
    for (const DeviceKind& kind : kDeviceKinds)
        if (id == QLatin1String(kind.id))
            for (const bench::FoundDevice& device : m_devices.devices)
                if (device.kind == kind.found_as && device.kind != "cpu")
                    return text(device.name);
    return {};
}

void RequestForm::fillPrices()
{
    m_prices.clear();
    const auto catalogue = workspace::catalogueOf(m_document.workspace());
    if (catalogue.ok() && !deviceName().isEmpty())
        m_prices = workspace::benchPrices(
            *catalogue, utf8(deviceName()), utf8(QDate::currentDate().toString(Qt::ISODate)), m_document.language());
    const QSignalBlocker quiet(m_offers);
    m_offers->clear();
    m_offers->addItem(tr("Take a price of the catalogue…"));
    for (const workspace::BenchPrice& price : m_prices) {
        m_offers->addItem(text(price.label));
        m_offers->setItemData(m_offers->count() - 1, text(price.source), Qt::ToolTipRole);
    }
    m_offers->setVisible(!m_prices.empty());
    m_source->setVisible(!m_prices.empty());
}

void RequestForm::showUsual()
{
    const bench::Request now = request();
    for (const auto& [edit, member] : {std::pair {m_batch, "batch"}, std::pair {m_sequence, "sequence"},
             std::pair {m_windows, "windows"}, std::pair {m_steps, "steps"}})
        edit->setPlaceholderText(text(bench::usual(now, member)));
}

void RequestForm::showDevices(const bench::Devices& devices)
{
    m_devices = devices;
    fillChoices();
    fillPrices();
}

// Only PyTorch runs on another device than the CPU.
void RequestForm::deviceChosen()
{
    if (chosen(m_device) != QLatin1String("cpu"))
        m_engine->setCurrentIndex(m_engine->findData(QStringLiteral("torch")));
    fillPrices();
    engineChosen();
}

void RequestForm::engineChosen()
{
    const bool torch = chosen(m_engine) == QLatin1String("torch");
    for (QWidget* widget : std::initializer_list<QWidget*> {m_python, m_choose, m_compile})
        widget->setEnabled(torch);
    if (!torch)
        m_compile->setChecked(false);
    emit edited();
    emit pythonChosen();
}

void RequestForm::choosePython()
{
    const QString path = dialogs::openFile(this, tr("Choose a Python"),
        m_python->text().isEmpty() ? QStringLiteral("/usr/bin") : QFileInfo(m_python->text()).path(),
        tr("All files (*)"));
    if (path.isEmpty())
        return;
    m_python->setText(path);
    emit pythonChosen();
}

QString RequestForm::python() const
{
    return chosen(m_engine) == QLatin1String("torch") ? m_python->text().trimmed() : QString();
}

bench::Request RequestForm::request() const
{
    return {.device = utf8(chosen(m_device)),
        .engine = utf8(chosen(m_engine)),
        .python = utf8(m_python->text()),
        .preset = utf8(chosen(m_preset)),
        .data = utf8(chosen(m_data)),
        .precision = utf8(chosen(m_precision)),
        .batch = utf8(m_batch->text()),
        .sequence = utf8(m_sequence->text()),
        .windows = utf8(m_windows->text()),
        .steps = utf8(m_steps->text()),
        .half_width = utf8(m_half_width->text()),
        .most_time = utf8(m_most_time->text()),
        .most_money = utf8(m_most_money->text()),
        .price = utf8(m_price->text()),
        .amortise = utf8(m_amortise->text()),
        .compile = m_compile->isChecked()};
}

base::Result<bench::Prepared> RequestForm::check()
{
    for (const Field& field : m_fields)
        field.problem->hide();
    auto prepared = bench::prepare(request());
    if (!prepared.ok())
        showProblem(prepared.error(), false);
    return prepared;
}

void RequestForm::showProblems()
{
    if (const auto checked = check(); !checked.ok())
        showProblem(checked.error(), false);
}

bool RequestForm::showProblem(const base::Error& error, bool focus)
{
    const auto field = m_fields.constFind(text(error.field));
    if (field == m_fields.constEnd())
        return false;
    base::Error named = error;
    named.field = utf8(field->label->text());
    field->problem->setText(QStringLiteral("⚠ ") + errorText(named, m_document.language()));
    field->problem->show();
    if (focus)
        field->input->setFocus();
    return true;
}

} // namespace fullscope::ui
