// SPDX-License-Identifier: GPL-3.0-or-later
// How the page is put together; what it does is in scenario_page.cpp.
#include "ui/scenario/scenario_page.h"

#include "ui/scenario/cell_delegate.h"
#include "ui/scenario/cell_panel.h"
#include "ui/shell/table_layout.h"
#include "ui/widgets/named.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace fullscope::ui {

namespace {

// Widths in characters, shared out in this proportion.
constexpr int kTable = 90;
constexpr int kPanel = 38;
constexpr int kLeastPanel = 28;

} // namespace

ScenarioPage::ScenarioPage(Document& opened, QWidget* parent)
    : Page(opened, parent)
    , m_model(new ScenarioModel(opened, this))
{
    setObjectName(QStringLiteral("scenario_page"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(makeTools());
    auto* splitter = new QSplitter(this);
    splitter->addWidget(makeTable());
    m_panel = named(new CellPanel(document(), *m_model, splitter), "cell_panel");
    auto* scrolled = new QScrollArea(splitter); // in a low window its fields would be squeezed flat
    scrolled->setFrameShape(QFrame::NoFrame);
    scrolled->setWidgetResizable(true);
    scrolled->setFocusPolicy(Qt::NoFocus); // it follows the focus of its fields
    scrolled->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scrolled->setWidget(m_panel);
    scrolled->setMinimumWidth(kLeastPanel * fontMetrics().averageCharWidth());
    splitter->addWidget(scrolled);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);
    splitter->setSizes({kTable * fontMetrics().averageCharWidth(), kPanel * fontMetrics().averageCharWidth()});
    layout->addWidget(splitter, 1);

    connect(m_model, &QAbstractItemModel::modelReset, this, &ScenarioPage::layOut);
    connect(m_model, &ScenarioModel::refused, this, &ScenarioPage::refuse);
    connect(m_model, &ScenarioModel::accepted, m_message, &QWidget::hide);
    connect(m_panel, &CellPanel::refused, this, &ScenarioPage::refuse);
    connect(&document(), &Document::comparisonChanged, this, [this] {
        m_message->hide(); // it was about an edit before this one
        m_panel->refresh();
        updateButtons();
        hideRows();
        inspectCurrent();
    });
    for (const auto changed : {&Document::opened, &Document::evidenceChanged})
        connect(&document(), changed, this, &ScenarioPage::showCurrent);
    retranslate();
    layOut();
}

QWidget* ScenarioPage::makeTools()
{
    auto* tools = new QWidget(this);
    auto* layout = new QVBoxLayout(tools);
    layout->setContentsMargins(0, 0, 0, 0);
    m_find = named(new QLineEdit(tools), "scenario_find");
    m_find->setClearButtonEnabled(true);
    m_given_only = named(new QCheckBox(tools), "scenario_given_only");
    m_add = named(new QPushButton(tools), "option_add");
    m_rename = named(new QPushButton(tools), "option_rename");
    m_remove = named(new QPushButton(tools), "option_remove");
    m_baseline = named(new QPushButton(tools), "option_baseline");
    m_variants = named(new QPushButton(tools), "scenario_variants");
    m_history = named(new QPushButton(tools), "scenario_history");
    m_load = named(new QPushButton(tools), "scenario_load");
    m_save = named(new QPushButton(tools), "scenario_save");
    auto* finding = new QHBoxLayout;
    finding->addWidget(m_find, 1);
    finding->addWidget(m_given_only);
    finding->addWidget(m_variants);
    finding->addWidget(m_history);
    layout->addLayout(finding);
    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {m_add, m_rename, m_remove, m_baseline})
        buttons->addWidget(button);
    buttons->addStretch();
    for (QPushButton* button : {m_load, m_save})
        buttons->addWidget(button);
    layout->addLayout(buttons);
    connect(m_find, &QLineEdit::textChanged, this, &ScenarioPage::hideRows);
    connect(m_given_only, &QCheckBox::toggled, this, &ScenarioPage::hideRows);
    connect(m_add, &QPushButton::clicked, this, &ScenarioPage::addOption);
    connect(m_rename, &QPushButton::clicked, this, &ScenarioPage::renameOption);
    connect(m_remove, &QPushButton::clicked, this, &ScenarioPage::removeOption);
    connect(m_baseline, &QPushButton::clicked, this, &ScenarioPage::makeBaseline);
    connect(m_variants, &QPushButton::clicked, this, &ScenarioPage::showVariants);
    connect(m_history, &QPushButton::clicked, this, &ScenarioPage::showHistory);
    connect(m_load, &QPushButton::clicked, this, &ScenarioPage::loadFile);
    connect(m_save, &QPushButton::clicked, this, &ScenarioPage::saveFile);
    return tools;
}

// With the message below it: no row moves when there is one.
QWidget* ScenarioPage::makeTable()
{
    auto* side = new QWidget(this);
    auto* layout = new QVBoxLayout(side);
    layout->setContentsMargins(0, 0, 0, 0);
    m_table = named(new QTableView(side), "scenario_table");
    m_message = named(new QLabel(side), "scenario_message");
    m_message->setWordWrap(true);
    m_message->setTextFormat(Qt::PlainText);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_message->hide();
    layout->addWidget(m_table, 1);
    layout->addWidget(m_message);
    fillTable();
    return side;
}

void ScenarioPage::fillTable()
{
    m_table->setModel(m_model);
    m_table->setItemDelegate(new CellDelegate(*m_model, m_table));
    m_table->setEditTriggers(
        QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
    m_table->setSelectionMode(QAbstractItemView::ContiguousSelection);
    equip(m_table, Filtering::by_page);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->verticalHeader()->hide();
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &ScenarioPage::showCurrent);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        if (!m_just_refused)
            m_message->hide(); // it was about the cell before
    });
    connect(m_table, &QTableView::customContextMenuRequested, this, &ScenarioPage::showMenu);
    m_table->installEventFilter(this); // pasting
    for (const auto key : {Qt::Key_Delete, Qt::Key_Backspace}) {
        auto* clear = new QShortcut(QKeySequence(key), m_table, nullptr, nullptr, Qt::WidgetShortcut);
        connect(clear, &QShortcut::activated, this, [this] {
            const auto cell = m_model->cell(m_table->currentIndex());
            if (cell.input)
                check(document().clearValue(cell.option, *cell.input));
        });
    }
}

} // namespace fullscope::ui
