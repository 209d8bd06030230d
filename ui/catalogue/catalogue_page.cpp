// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/catalogue/catalogue_page.h"

#include "core/report/catalogue_parts.h"
#include "core/words/catalogue_words.h"
#include "core/workspace/catalogue_candidates.h"
#include "ui/catalogue/entries_command.h"
#include "ui/catalogue/price_dialog.h"
#include "ui/catalogue/price_history_view.h"
#include "ui/document/strings.h"
#include "ui/shell/table_layout.h"
#include "ui/widgets/named.h"

#include <QComboBox>
#include <QDate>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QTableView>
#include <QUndoStack>
#include <QVBoxLayout>

namespace fullscope::ui {

namespace {

constexpr int kHalf = 1'000; // of a splitter, in its own proportion
constexpr int kMostCharacters = 38; // of a column before it is drawn wider

std::string today()
{
    return utf8(QDate::currentDate().toString(Qt::ISODate));
}

// Sources are long: they are read in the tooltip, or in a column that is drawn wider.
void fitColumns(QTableView* table)
{
    table->resizeColumnsToContents();
    const int most = kMostCharacters * table->fontMetrics().averageCharWidth();
    for (int column = 0; column < table->model()->columnCount(); ++column)
        table->setColumnWidth(column, std::min(table->columnWidth(column), most));
}

void fill(QComboBox* box, const QString& all, const std::vector<std::string>& names)
{
    const QSignalBlocker quiet(box);
    const QString before = box->currentData().toString();
    box->clear();
    box->addItem(all, QString());
    for (const std::string& name : names)
        box->addItem(text(name), text(name));
    box->setCurrentIndex(std::max(0, box->findData(before)));
}

} // namespace

CataloguePage::CataloguePage(Document& opened, QWidget* parent)
    : Page(opened, parent)
    , m_catalogue(catalogue::Catalogue::builtIn())
    , m_search(named(new QLineEdit(this), "catalogue_search"))
    , m_provider(named(new QComboBox(this), "catalogue_provider"))
    , m_accelerator(named(new QComboBox(this), "catalogue_accelerator"))
    , m_add(named(new QPushButton(this), "catalogue_add"))
    , m_edit(named(new QPushButton(this), "catalogue_edit"))
    , m_remove(named(new QPushButton(this), "catalogue_remove"))
    , m_use(named(new QPushButton(this), "catalogue_use"))
    , m_options(named(new QMenu(m_use), "catalogue_options"))
    , m_nothing(named(new QLabel(this), "catalogue_nothing"))
    , m_tabs(named(new QTabWidget(this), "catalogue_tabs"))
    , m_prices_model(new ReportTableModel(this))
    , m_prices(makeTable(m_prices_model, "catalogue_prices"))
    , m_chips_model(new ReportTableModel(this))
    , m_chips(makeTable(m_chips_model, "catalogue_chips"))
{
    setObjectName(QStringLiteral("catalogue_page"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(makeBar());
    layout->addWidget(m_nothing);
    layout->addWidget(m_tabs, 1);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(makePrices(), QString());
    m_tabs->addTab(m_chips, QString());
    for (const auto changed : {&Document::opened, &Document::evidenceChanged, &Document::languageChanged})
        connect(&document(), changed, this, &CataloguePage::refresh);
    connect(&document(), &Document::scenarioChanged, this, &CataloguePage::updateButtons);
    retranslate();
    refresh();
}

QString CataloguePage::title() const
{
    return tr("Catalogue");
}

QString CataloguePage::iconName() const
{
    return QStringLiteral("catalogue");
}

QWidget* CataloguePage::findField() const
{
    return m_search;
}

QTableView* CataloguePage::makeTable(ReportTableModel* model, const char* name)
{
    auto* table = named(new QTableView(this), name);
    table->setModel(model);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setAlternatingRowColors(true);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->setTabKeyNavigation(false);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setSortIndicatorClearable(true);
    table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    table->setSortingEnabled(true);
    equip(table, Filtering::by_page);
    return table;
}

QWidget* CataloguePage::makeBar()
{
    auto* bar = new QWidget(this);
    auto* rows = new QVBoxLayout(bar);
    rows->setContentsMargins({});
    auto* filters = new QHBoxLayout;
    filters->addWidget(m_search, 1);
    filters->addWidget(m_provider);
    filters->addWidget(m_accelerator);
    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {m_add, m_edit, m_remove, m_use})
        buttons->addWidget(button);
    buttons->addStretch();
    rows->addLayout(filters);
    rows->addLayout(buttons);
    m_search->setClearButtonEnabled(true);
    for (QComboBox* box : {m_provider, m_accelerator})
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_use->setMenu(m_options);
    connect(m_search, &QLineEdit::textChanged, this, &CataloguePage::search);
    connect(m_provider, &QComboBox::activated, this, &CataloguePage::search);
    connect(m_accelerator, &QComboBox::activated, this, &CataloguePage::search);
    connect(m_add, &QPushButton::clicked, this, &CataloguePage::addPrice);
    connect(m_edit, &QPushButton::clicked, this, &CataloguePage::editPrice);
    connect(m_remove, &QPushButton::clicked, this, &CataloguePage::removePrice);
    connect(m_options, &QMenu::aboutToShow, this, &CataloguePage::fillOptions);
    return bar;
}

QWidget* CataloguePage::makePrices()
{
    auto* splitter = new QSplitter(Qt::Vertical, m_tabs);
    splitter->addWidget(m_prices);
    m_history = named(new PriceHistoryView(document(), splitter), "catalogue_history_view");
    splitter->addWidget(m_history);
    splitter->setStretchFactor(0, 1);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({kHalf, kHalf});
    splitter->setChildrenCollapsible(false);
    connect(m_history, &PriceHistoryView::failed, this, &Page::failed);
    connect(m_prices->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &CataloguePage::showSelected);
    connect(m_prices, &QTableView::doubleClicked, this, [this] {
        if (m_edit->isEnabled())
            editPrice();
    });
    return splitter;
}

void CataloguePage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        refresh();
    }
}

void CataloguePage::retranslate()
{
    m_search->setPlaceholderText(tr("Search type, accelerator, region, source"));
    m_search->setAccessibleName(tr("Search the catalogue"));
    m_provider->setAccessibleName(tr("Provider"));
    m_accelerator->setAccessibleName(tr("Accelerator"));
    m_add->setText(tr("A&dd price…"));
    m_add->setToolTip(tr("A price of your own, with its day and source"));
    m_edit->setText(tr("Ed&it…"));
    m_remove->setText(tr("Remo&ve"));
    m_use->setText(tr("&Use in scenario"));
    m_use->setToolTip(tr("Put the selected price into an option of the scenario"));
    m_tabs->setAccessibleName(tr("Catalogue"));
    m_tabs->tabBar()->setAccessibleName(tr("Catalogue"));
    m_tabs->setTabText(0, tr("Prices"));
    m_tabs->setTabText(1, tr("Accelerators"));
    m_prices->setAccessibleName(tr("Prices per instance-hour"));
    m_chips->setAccessibleName(tr("Facts of accelerators"));
}

void CataloguePage::refresh()
{
    const auto entries = workspace::userEntries(document().workspace());
    if (!entries.ok())
        emit failed(errorText(entries.error(), document().language()));
    m_entries = entries.ok() ? *entries : catalogue::UserEntries {};
    m_catalogue = catalogue::Catalogue::builtIn().with(m_entries);
    m_add->setEnabled(entries.ok() && !document().isReadOnly());
    fillFilters();
    search();
}

void CataloguePage::fillFilters()
{
    fill(m_provider, tr("All providers"), catalogue::providersOf(m_catalogue));
    fill(m_accelerator, tr("All accelerators"), catalogue::acceleratorsOf(m_catalogue));
}

bool CataloguePage::showPlace(const store::Place& place)
{
    if (place.kind != store::Place::Kind::catalogue)
        return false;
    for (QComboBox* filter : {m_provider, m_accelerator})
        filter->setCurrentIndex(0);
    m_search->setText(text(place.name));
    m_tabs->setCurrentIndex(m_listings.empty() ? 1 : 0);
    auto* found = m_listings.empty() ? m_chips : m_prices;
    found->selectRow(0);
    found->setFocus();
    return true;
}

void CataloguePage::search()
{
    const auto* before = selected();
    const std::optional<catalogue::Price> chosen = before != nullptr ? before->price : std::nullopt;
    const std::string words = utf8(m_search->text());
    m_listings = catalogue::search(m_catalogue,
        {.words = words,
            .provider = utf8(m_provider->currentData().toString()),
            .accelerator = utf8(m_accelerator->currentData().toString())});
    const auto language = document().language();
    const auto show = [](QTableView* table, ReportTableModel* model, report::Table rows) {
        model->show(std::move(rows));
        model->sort(table->horizontalHeader()->sortIndicatorSection(), table->horizontalHeader()->sortIndicatorOrder());
        fitColumns(table);
    };
    show(m_prices, m_prices_model, report::pricesTable(m_listings, today(), language));
    show(m_chips, m_chips_model,
        report::acceleratorsTable(m_catalogue, catalogue::searchAccelerators(m_catalogue, words), language));
    m_nothing->setText(text(words::say(words::CatalogueWord::nothing_found, language)));
    m_nothing->setVisible(m_listings.empty() && m_chips_model->rowCount() == 0);
    for (int row = 0; row < m_prices_model->rowCount() && chosen; ++row)
        if (m_listings[m_prices_model->rowOf(row)].price == chosen)
            m_prices->selectRow(row);
    showSelected();
}

const catalogue::Listing* CataloguePage::selected() const
{
    const QModelIndex current = m_prices->currentIndex();
    const bool fits = current.isValid() && m_prices_model->rowOf(current.row()) < m_listings.size();
    return fits ? &m_listings[m_prices_model->rowOf(current.row())] : nullptr;
}

void CataloguePage::showSelected()
{
    updateButtons();
    const catalogue::Listing* one = selected();
    if (one == nullptr) {
        m_history->show({}, {});
        return;
    }
    m_history->show(one->instance_type, catalogue::historyOf(m_catalogue.prices(), one->instance_type));
    Inspection inspection {text(one->instance_type), {}};
    const int row = m_prices->currentIndex().row();
    for (int column = 0; column < m_prices_model->columnCount(); ++column)
        if (const QString value = m_prices_model->index(row, column).data().toString(); !value.isEmpty())
            inspection.rows.push_back(
                {m_prices_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), value});
    inspection.about = store::Place {.kind = store::Place::Kind::catalogue, .name = one->instance_type};
    emit inspected(inspection);
}

void CataloguePage::updateButtons()
{
    const catalogue::Listing* one = selected();
    const bool has_price = one != nullptr && one->price;
    const bool writable = !document().isReadOnly();
    m_edit->setEnabled(writable && has_price && one->price->isUsers());
    m_remove->setEnabled(writable && has_price && one->price->isUsers());
    m_use->setEnabled(writable && has_price && !document().scenario().options.empty());
}

void CataloguePage::addPrice()
{
    workspace::TypedPrice proposal;
    if (const catalogue::Listing* one = selected()) { // mostly it is the price of another day
        proposal.provider = one->provider;
        proposal.instance_type = one->instance_type;
        proposal.region = one->region;
        if (one->price)
            proposal.option = std::string(catalogue::name(one->price->option));
    }
    proposal.currency = document().scenario().currency;
    proposal.as_of = today();
    auto* dialog = new PriceDialog(document().language(), tr("Add a price"), proposal, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &PriceDialog::accepted, this, [this, dialog] {
        const auto price = workspace::priceOf(dialog->price());
        pushEntries(
            price.ok() ? catalogue::withPrice(m_entries, *price) : base::Result<catalogue::UserEntries>(price.error()),
            tr("Add a price"));
    });
    dialog->open();
}

void CataloguePage::editPrice()
{
    const catalogue::Listing* one = selected();
    if (one == nullptr || !one->price || !one->price->isUsers())
        return;
    const std::int64_t id = one->price->id;
    auto* dialog = new PriceDialog(document().language(), tr("Change a price"), workspace::typedOf(*one->price), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &PriceDialog::accepted, this, [this, dialog, id] {
        const auto price = workspace::priceOf(dialog->price());
        pushEntries(price.ok() ? catalogue::withPriceAt(m_entries, id, *price)
                               : base::Result<catalogue::UserEntries>(price.error()),
            tr("Change a price"));
    });
    dialog->open();
}

void CataloguePage::removePrice()
{
    const catalogue::Listing* one = selected();
    if (one == nullptr || !one->price || !one->price->isUsers())
        return;
    pushEntries(catalogue::without(m_entries, one->price->id), tr("Remove a price"));
}

// On the stack of the whole window; both ways are jobs, which run one after the other.
void CataloguePage::pushEntries(const base::Result<catalogue::UserEntries>& after, const QString& label)
{
    if (!after.ok())
        emit failed(errorText(after.error(), document().language()));
    if (!after.ok() || *after == m_entries)
        return;
    const auto apply = [page = QPointer(this)](const catalogue::UserEntries& from, const catalogue::UserEntries& to) {
        if (page)
            emit page->workRequested(
                tr("Keeping prices"), [from, to](store::WorkspaceFile& workspace, const base::JobContext&) {
                    return workspace::changeEntries(workspace, from, to);
                });
    };
    document().undoStack().push(new EntriesCommand(m_entries, *after, label, apply));
}

void CataloguePage::fillOptions()
{
    m_options->clear();
    const auto& options = document().scenario().options;
    for (std::size_t i = 0; i < options.size(); ++i) {
        QString name = text(options[i].name);
        m_options->addAction(
            name.replace(QLatin1Char('&'), QStringLiteral("&&")), this, [this, i] { useInScenario(i); });
    }
}

void CataloguePage::useInScenario(std::size_t option)
{
    const catalogue::Listing* one = selected();
    if (one == nullptr || !one->price)
        return;
    const auto language = document().language();
    const catalogue::Price& price = *one->price;
    if (price.currency != document().scenario().currency) {
        emit failed(errorText({.code = base::Code::currency_mismatch,
                                  .field = utf8(text(words::label(scenario::Input::price_per_h, language))),
                                  .found = price.currency,
                                  .expected = document().scenario().currency},
            language));
        return;
    }
    const base::Status done
        = document().setValue(option, scenario::Input::price_per_h, workspace::valueOf(price, today(), language));
    if (!done.ok())
        emit failed(errorText(done.error(), language));
}

} // namespace fullscope::ui
