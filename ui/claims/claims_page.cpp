// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/claims/claims_page.h"

#include "core/audit/read/document.h"
#include "core/report/claims_parts.h"
#include "core/workspace/claims.h"
#include "core/workspace/user_catalogue.h"
#include "ui/claims/claims_command.h"
#include "ui/claims/figures_model.h"
#include "ui/claims/findings_tree.h"
#include "ui/document/strings.h"
#include "ui/shell/dialogs.h"
#include "ui/shell/table_layout.h"
#include "ui/widgets/named.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>
#include <QUndoStack>

#include <optional>

namespace fullscope::ui {

ClaimsPage::ClaimsPage(Document& opened, QWidget* parent)
    : Page(opened, parent)
    , m_stack(new QStackedLayout)
{
    setObjectName(QStringLiteral("claims_page"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(makeButtons());
    layout->addLayout(m_stack, 1);
    m_stack->addWidget(makeEmpty());
    auto* splitter = new QSplitter(this);
    m_figures = named(new QTableView(splitter), "claims_figures");
    m_model = new FiguresModel(this);
    m_delegate = new QuantityDelegate(this);
    m_figures->setModel(m_model);
    m_figures->setItemDelegateForColumn(FiguresModel::Quantity, m_delegate);
    m_figures->setEditTriggers(QAbstractItemView::AllEditTriggers);
    m_figures->setAlternatingRowColors(true);
    m_figures->verticalHeader()->hide();
    m_figures->verticalHeader()->setDefaultSectionSize(m_figures->fontMetrics().height() * 3 / 2);
    m_figures->horizontalHeader()->setStretchLastSection(true);
    equip(m_figures);
    auto* right = new QWidget(splitter);
    auto* column = new QVBoxLayout(right);
    column->setContentsMargins({});
    m_count = named(new QLabel(right), "claims_count");
    m_count->setWordWrap(true);
    m_findings = named(new FindingsTree(right), "claims_findings");
    column->addWidget(m_count);
    column->addWidget(m_findings, 1);
    splitter->setChildrenCollapsible(false);
    m_stack->addWidget(splitter);
    connect(m_delegate, &QuantityDelegate::chosen, this, &ClaimsPage::remap, Qt::QueuedConnection);
    connect(m_model, &FiguresModel::platformTyped, this, &ClaimsPage::renamePlatform, Qt::QueuedConnection);
    connect(&document(), &Document::opened, this, [this] {
        ++m_opened;
        m_problems.clear();
    });
    for (const auto changed : {&Document::opened, &Document::evidenceChanged, &Document::languageChanged})
        connect(&document(), changed, this, &ClaimsPage::refresh);
    retranslate();
    refresh();
}

QString ClaimsPage::title() const
{
    return tr("Claims");
}

QString ClaimsPage::iconName() const
{
    return QStringLiteral("claims");
}

QWidget* ClaimsPage::makeButtons()
{
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins({});
    m_set = named(new QComboBox(bar), "claims_set");
    m_set->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_paste = named(new QPushButton(bar), "claims_paste");
    m_open = named(new QPushButton(bar), "claims_open");
    m_option = named(new QPushButton(bar), "claims_option");
    m_remove = named(new QPushButton(bar), "claims_remove");
    layout->addWidget(m_set);
    layout->addWidget(m_paste);
    layout->addWidget(m_open);
    layout->addStretch(1);
    layout->addWidget(m_option);
    layout->addWidget(m_remove);
    connect(m_set, &QComboBox::currentIndexChanged, this, &ClaimsPage::showCurrent);
    connect(m_paste, &QPushButton::clicked, this, &ClaimsPage::paste);
    connect(m_open, &QPushButton::clicked, this, &ClaimsPage::openFile);
    connect(m_option, &QPushButton::clicked, this, &ClaimsPage::addOption);
    connect(m_remove, &QPushButton::clicked, this, &ClaimsPage::removeCurrent);
    return bar;
}

QWidget* ClaimsPage::makeEmpty()
{
    m_empty = named(new QLabel(this), "claims_empty");
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    return m_empty;
}

void ClaimsPage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        refresh();
    }
}

void ClaimsPage::retranslate()
{
    m_paste->setText(tr("&Paste figures"));
    m_paste->setToolTip(tr("A table or sentences from the clipboard: a web page, a spreadsheet, Markdown, plain text"));
    m_open->setText(tr("&Open file…"));
    m_option->setText(tr("Add to the &scenario"));
    m_option->setToolTip(tr("An option as claimed for each platform, with what the audit says of each figure"));
    m_remove->setText(tr("&Remove"));
    m_set->setAccessibleName(tr("Set of claims"));
    m_figures->setAccessibleName(tr("Figures that are claimed"));
    m_findings->setAccessibleName(tr("What the audit finds"));
    m_empty->setText(tr("No claims yet. Paste the table of a pitch, an article or a vendor page, and see what of it "
                        "cannot be true."));
}

void ClaimsPage::refresh()
{
    const auto stored = workspace::storedClaims(document().workspace());
    if (!stored.ok()) {
        m_sets.clear();
        m_stack->setCurrentIndex(0);
        m_empty->setText(errorText(stored.error(), document().language()));
        emit failed(m_empty->text());
        return;
    }
    m_sets = stored->sets;
    const QString before = m_set->currentText();
    {
        const QSignalBlocker quiet(m_set);
        m_set->clear();
        for (const audit::ClaimSet& set : m_sets)
            m_set->addItem(text(set.name));
        m_set->setCurrentIndex(std::max(m_set->findText(before), m_sets.empty() ? -1 : 0));
    }
    m_stack->setCurrentIndex(m_sets.empty() ? 0 : 1);
    m_set->setVisible(!m_sets.empty());
    enableButtons();
    m_delegate->setLanguage(document().language());
    showCurrent();
}

std::optional<store::Place> ClaimsPage::placeOf(const QAbstractItemView* view, const QModelIndex& index) const
{
    const int set = m_set->currentIndex();
    if (set < 0 || static_cast<std::size_t>(set) >= m_sets.size())
        return std::nullopt;
    return store::Place {.kind = store::Place::Kind::claims,
        .row = view == m_figures ? index.row() : -1,
        .name = m_sets[static_cast<std::size_t>(set)].name};
}

bool ClaimsPage::showPlace(const store::Place& place)
{
    const int set = place.kind == store::Place::Kind::claims ? m_set->findText(text(place.name)) : -1;
    if (set < 0)
        return false;
    m_set->setCurrentIndex(set);
    if (place.row >= 0) {
        const QModelIndex index = m_model->index(static_cast<int>(place.row), 0);
        m_figures->setCurrentIndex(index);
        m_figures->scrollTo(index);
    }
    m_figures->setFocus();
    return true;
}

void ClaimsPage::showCurrent()
{
    const int index = m_set->currentIndex();
    if (index < 0 || static_cast<std::size_t>(index) >= m_sets.size())
        return;
    const words::Language language = document().language();
    const auto& claims = m_sets[static_cast<std::size_t>(index)].claims;
    const auto catalogue = workspace::catalogueOf(document().workspace());
    if (!catalogue.ok()) {
        emit failed(errorText(catalogue.error(), language));
        return;
    }
    const audit::Audit audit = audit::audit(claims, *catalogue);
    m_model->show(claims, language, !document().isReadOnly());
    m_figures->resizeColumnsToContents();
    m_count->setText(text(report::claimsCount(claims, audit, language).text));
    const auto beside = report::besideEvidence(document().workspace(), *catalogue, claims, language);
    if (!beside.ok())
        emit failed(errorText(beside.error(), language));
    const auto problems = m_problems.find(m_sets[static_cast<std::size_t>(index)].name);
    m_findings->show({.audit = audit,
                         .claims = claims,
                         .beside = beside.ok() ? *beside : std::vector<report::BesideEvidence> {},
                         .problems = problems == m_problems.end() ? std::vector<base::Problem> {} : problems->second},
        language);
}

void ClaimsPage::enableButtons()
{
    const bool editable = !document().isReadOnly();
    m_remove->setEnabled(editable && !m_sets.empty());
    m_option->setEnabled(editable && !m_sets.empty());
    m_paste->setEnabled(editable && !m_runner.isRunning());
    m_open->setEnabled(editable && !m_runner.isRunning());
}

void ClaimsPage::read(const QString& name, Read read)
{
    auto catalogue = workspace::catalogueOf(document().workspace());
    if (!catalogue.ok()) {
        emit failed(errorText(catalogue.error(), document().language()));
        return;
    }
    const auto figures = std::make_shared<std::optional<base::Result<audit::ReadFigures>>>();
    const auto work
        = [figures, read = std::move(read), maps = workspace::rememberedMaps(m_sets),
              catalogue = *std::move(catalogue)](const base::JobContext&) { *figures = read(maps, catalogue); };
    m_runner.start(tr("Reading figures"), work, [this, figures, name, opened = m_opened] {
        enableButtons();
        if (opened == m_opened && *figures)
            take(**figures, name);
    });
    enableButtons();
}

void ClaimsPage::take(const base::Result<audit::ReadFigures>& figures, const QString& name)
{
    if (!figures.ok()) {
        emit failed(errorText(figures.error(), document().language()));
        return;
    }
    const std::string own = workspace::freeSetName(m_sets, utf8(name));
    m_problems[own] = figures->problems;
    change(tr("Add claims"), workspace::withSet(m_sets, {own, figures->claims}));
    m_set->setCurrentText(text(own));
}

void ClaimsPage::paste()
{
    const QMimeData* const clip = QApplication::clipboard()->mimeData();
    const QString html = clip != nullptr && clip->hasHtml() ? clip->html() : QString();
    const QString pasted
        = html.contains(QLatin1String("<table"), Qt::CaseInsensitive) ? html : QApplication::clipboard()->text();
    // In characters of the clipboard: no text of so many can be short enough, and is not even converted.
    if (static_cast<std::size_t>(pasted.size()) > audit::kMaxDocumentBytes) {
        emit failed(errorText({.code = base::Code::out_of_range,
                                  .file = utf8(tr("Clipboard")),
                                  .field = "bytes",
                                  .found = "> " + std::to_string(audit::kMaxDocumentBytes),
                                  .expected = "≤ " + std::to_string(audit::kMaxDocumentBytes)},
            document().language()));
        return;
    }
    read(tr("Pasted"),
        [pasted, name = utf8(tr("Clipboard"))](std::span<const audit::LabelMap> maps,
            const catalogue::Catalogue& catalogue) { return audit::readFigures(utf8(pasted), name, maps, catalogue); });
}

void ClaimsPage::openFile()
{
    const QString path = dialogs::openFile(this, tr("Open figures"), QString(),
        tr("Figures (*.csv *.tsv *.md *.txt *.html *.htm *.json *.xlsx *.xlsm);;All files (*)"));
    if (path.isEmpty())
        return;
    std::string place = utf8(path);
    if (workspace::isWorkbook(place)) {
        const QString all = QStringLiteral("*");
        const QString sheet = dialogs::askText(this, tr("Open figures"),
            tr("Sheet, or a range of it such as Sheet1!B2:E20; * stands for all sheets"), all);
        if (sheet.isEmpty())
            return;
        if (sheet.trimmed() != all)
            place += "/" + utf8(sheet.trimmed());
    }
    read(QFileInfo(path).completeBaseName(),
        [place](std::span<const audit::LabelMap> maps, const catalogue::Catalogue& catalogue) {
            return workspace::readClaims(place, maps, catalogue);
        });
}

void ClaimsPage::remap(int row, const QString& quantity)
{
    const auto set = static_cast<std::size_t>(m_set->currentIndex());
    if (set >= m_sets.size() || static_cast<std::size_t>(row) >= m_sets[set].claims.size())
        return;
    auto after = m_sets;
    const auto what = audit::quantityByName(utf8(quantity)).value_or(audit::NamedQuantity {});
    after[set].claims = audit::remapped(std::move(after[set].claims), static_cast<std::size_t>(row), what);
    if (after != m_sets)
        change(tr("Say what a figure is"), std::move(after));
}

void ClaimsPage::renamePlatform(int row, const QString& name)
{
    const auto set = static_cast<std::size_t>(m_set->currentIndex());
    if (set >= m_sets.size() || static_cast<std::size_t>(row) >= m_sets[set].claims.size() || name.isEmpty())
        return;
    auto after = m_sets;
    const std::string platform = m_sets[set].claims[static_cast<std::size_t>(row)].platform;
    after[set].claims = audit::renamed(std::move(after[set].claims), platform, utf8(name));
    if (after != m_sets)
        change(tr("Say what a platform is"), std::move(after));
}

void ClaimsPage::removeCurrent()
{
    auto after = m_sets;
    if (m_set->currentIndex() < 0)
        return;
    after.erase(after.begin() + m_set->currentIndex());
    change(tr("Remove claims"), std::move(after));
}

void ClaimsPage::addOption()
{
    const auto& set = m_sets[static_cast<std::size_t>(m_set->currentIndex())];
    const auto catalogue = workspace::catalogueOf(document().workspace());
    base::Status last = catalogue.ok() ? base::Status {} : catalogue.error();
    if (last.ok()) {
        auto with = workspace::withClaimedOptions(document().scenario(), set.claims, *catalogue, document().language());
        last = with.ok() ? document().replaceScenario(*std::move(with), tr("Add options as claimed")) : with.error();
    }
    if (!last.ok())
        emit failed(errorText(last.error(), document().language()));
}

void ClaimsPage::change(const QString& label, std::vector<audit::ClaimSet> after)
{
    const QPointer<ClaimsPage> page(this);
    document().undoStack().push(
        new ClaimsCommand(label, m_sets, std::move(after), [page](const std::vector<audit::ClaimSet>& sets) {
            if (page)
                page->apply(sets);
        }));
}

void ClaimsPage::apply(const std::vector<audit::ClaimSet>& sets)
{
    const auto stored = workspace::storedClaims(document().workspace());
    const auto saved = stored.ok() ? workspace::saveClaims(document().workspace(), sets, stored->version)
                                   : base::Result<std::int64_t>(stored.error());
    if (!saved.ok())
        emit failed(errorText(saved.error(), document().language()));
    refresh();
}

} // namespace fullscope::ui
