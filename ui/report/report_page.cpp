// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_page.h"

#include "ui/document/strings.h"
#include "ui/report/pdf_report.h"
#include "ui/widgets/named.h"
#include "ui/widgets/scrolled.h"

#include <QComboBox>
#include <QDate>
#include <QEvent>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace fullscope::ui {

namespace {

constexpr int kLeastSections = 8; // lines
constexpr int kPause = 400; // ms after the last change
constexpr double kPreviewDots = 72; // per inch

constexpr const char* kLanguages[] = {"", "en", "zh_CN"}; // in the order of the list

} // namespace

ReportPage::ReportPage(Document& opened, QWidget* parent)
    : Page(opened, parent)
{
    setObjectName(QStringLiteral("report_page"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(makeButtons());
    auto* splitter = new QSplitter(this);
    splitter->addWidget(makeChoices());
    splitter->addWidget(makePreview());
    splitter->setStretchFactor(1, 1);
    splitter->setChildrenCollapsible(false);
    splitter->setSizes({fontMetrics().averageCharWidth() * 44, fontMetrics().averageCharWidth() * 90});
    layout->addWidget(splitter, 1);
    m_wait.setSingleShot(true);
    m_wait.setInterval(kPause);
    m_draw.setInterval(0);
    connect(&m_wait, &QTimer::timeout, this, &ReportPage::preview);
    connect(&m_draw, &QTimer::timeout, this, &ReportPage::drawNextPage);
    for (const auto signal : {&Document::opened, &Document::evidenceChanged, &Document::languageChanged,
             &Document::comparisonChanged, &Document::scopeChanged})
        connect(&document(), signal, this, &ReportPage::changed);
    retranslate();
    fillSections({});
}

QString ReportPage::title() const
{
    return tr("Report");
}

QString ReportPage::iconName() const
{
    return QStringLiteral("report");
}

QWidget* ReportPage::makeButtons()
{
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins({});
    m_export = named(new QPushButton(bar), "report_export");
    m_open = named(new QPushButton(bar), "report_open_template");
    m_save = named(new QPushButton(bar), "report_save_template");
    m_state = named(new QLabel(bar), "report_state");
    m_state->setWordWrap(true);
    layout->addWidget(m_export);
    layout->addWidget(m_state, 1);
    layout->addWidget(m_open);
    layout->addWidget(m_save);
    connect(m_export, &QPushButton::clicked, this, &ReportPage::exportTo);
    connect(m_open, &QPushButton::clicked, this, &ReportPage::openTemplate);
    connect(m_save, &QPushButton::clicked, this, &ReportPage::saveTemplate);
    return bar;
}

QWidget* ReportPage::makeChoices()
{
    auto* choices = new QWidget(this);
    auto* column = new QVBoxLayout(choices);
    column->setContentsMargins({});
    m_sections_label = new QLabel(choices);
    m_sections_label->setWordWrap(true);
    m_sections = named(new QListWidget(choices), "report_sections");
    m_sections->setDragDropMode(QAbstractItemView::InternalMove);
    m_sections->setWordWrap(true);
    m_sections->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_sections->setMinimumHeight(kLeastSections * fontMetrics().height());
    m_sections_label->setBuddy(m_sections);
    column->addWidget(m_sections_label);
    column->addWidget(m_sections, 1);
    auto* form = new QFormLayout;
    column->addLayout(form);
    const auto addRow = [&](QLabel*& label, QWidget* field) {
        label = new QLabel(choices);
        label->setBuddy(field);
        form->addRow(label, field);
    };
    m_form = named(new QComboBox(choices), "report_form");
    m_paper = named(new QComboBox(choices), "report_paper");
    m_language = named(new QComboBox(choices), "report_language");
    m_company = named(new QLineEdit(choices), "report_company");
    m_confidential = named(new QLineEdit(choices), "report_confidential");
    m_logo = named(new QLineEdit(choices), "report_logo");
    m_choose_logo = named(new QPushButton(choices), "report_choose_logo");
    addRow(m_form_label, m_form);
    addRow(m_paper_label, m_paper);
    addRow(m_language_label, m_language);
    addRow(m_company_label, m_company);
    addRow(m_confidential_label, m_confidential);
    addRow(m_logo_label, m_logo);
    form->addRow(nullptr, m_choose_logo);
    connect(m_sections, &QListWidget::itemChanged, this, &ReportPage::changed);
    connect(m_sections->model(), &QAbstractItemModel::rowsMoved, this, &ReportPage::changed);
    for (QComboBox* box : {m_form, m_paper, m_language})
        connect(box, &QComboBox::currentIndexChanged, this, &ReportPage::changed);
    for (QLineEdit* line : {m_company, m_confidential, m_logo})
        connect(line, &QLineEdit::textChanged, this, &ReportPage::changed);
    connect(m_choose_logo, &QPushButton::clicked, this, &ReportPage::chooseLogo);
    auto* area = scrolled(choices, this);
    area->setFocusPolicy(Qt::NoFocus); // it follows the focus of what it holds
    return area;
}

QWidget* ReportPage::makePreview()
{
    auto* area = named(new QScrollArea(this), "report_preview");
    area->setWidgetResizable(true);
    area->setAlignment(Qt::AlignHCenter);
    m_pages = new QWidget(area);
    m_page_list = new QVBoxLayout(m_pages);
    m_page_list->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    area->setWidget(m_pages);
    return area;
}

void ReportPage::changeEvent(QEvent* event)
{
    Page::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ReportPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    if (m_stale)
        m_wait.start(0);
}

void ReportPage::retranslate()
{
    m_export->setText(tr("E&xport…"));
    m_export->setToolTip(tr("As PDF, as a workbook that calculates, as a web page or as JSON"));
    m_open->setText(tr("Open &template…"));
    m_save->setText(tr("Sa&ve template…"));
    m_choose_logo->setText(tr("Choose p&icture…"));
    m_sections_label->setText(tr("&Sections: tick to have them, drag to order them"));
    m_form_label->setText(tr("F&orm"));
    m_paper_label->setText(tr("&Paper"));
    m_language_label->setText(tr("&Language"));
    m_company_label->setText(tr("&Company"));
    m_confidential_label->setText(tr("Confidentialit&y line"));
    m_logo_label->setText(tr("Lo&go"));
    const auto fill = [](QComboBox* box, const QStringList& names) {
        const QSignalBlocker blocker(box);
        const int current = std::max(0, box->currentIndex());
        box->clear();
        box->addItems(names);
        box->setCurrentIndex(current);
    };
    fill(m_form, {tr("Long"), tr("Short")});
    fill(m_paper, {tr("A4"), tr("US Letter")});
    fill(m_language, {tr("As the window"), QStringLiteral("English"), QStringLiteral("简体中文")});
    m_sections->setAccessibleName(tr("Sections of the report"));
    findChild<QWidget*>("report_preview")->setAccessibleName(tr("Pages of the report"));
    const QSignalBlocker blocker(m_sections);
    for (int i = 0; i < m_sections->count(); ++i) {
        QListWidgetItem* const item = m_sections->item(i);
        item->setText(text(report::sectionTitle(utf8(item->data(Qt::UserRole).toString()), document().language())));
    }
}

void ReportPage::fillSections(const std::vector<std::string>& chosen)
{
    const QSignalBlocker blocker(m_sections);
    m_sections->clear();
    const auto add = [this](std::string_view id, bool ticked) {
        auto* item = new QListWidgetItem(text(report::sectionTitle(id, document().language())), m_sections);
        item->setData(Qt::UserRole, text(id));
        item->setFlags((item->flags() | Qt::ItemIsUserCheckable) & ~Qt::ItemIsDropEnabled);
        item->setCheckState(ticked ? Qt::Checked : Qt::Unchecked);
    };
    for (const std::string& id : chosen)
        add(id, true);
    for (const std::string_view id : report::sectionIds())
        if (std::find(chosen.begin(), chosen.end(), id) == chosen.end())
            add(id, chosen.empty());
}

report::Layout ReportPage::layoutOfReport() const
{
    report::Layout layout;
    for (int i = 0; i < m_sections->count(); ++i)
        if (m_sections->item(i)->checkState() == Qt::Checked)
            layout.sections.push_back(utf8(m_sections->item(i)->data(Qt::UserRole).toString()));
    const auto all = report::sectionIds();
    if (std::equal(all.begin(), all.end(), layout.sections.begin(), layout.sections.end()))
        layout.sections.clear(); // also those that are yet to come
    layout.brief = m_form->currentIndex() == 1;
    layout.paper = m_paper->currentIndex() == 1 ? report::Paper::letter : report::Paper::a4;
    layout.language = kLanguages[std::max(0, m_language->currentIndex())];
    layout.company = utf8(m_company->text());
    layout.confidential = utf8(m_confidential->text());
    layout.logo = utf8(m_logo->text());
    return layout;
}

void ReportPage::setLayoutOfReport(const report::Layout& layout)
{
    fillSections(layout.sections);
    m_form->setCurrentIndex(layout.brief ? 1 : 0);
    m_paper->setCurrentIndex(layout.paper == report::Paper::letter ? 1 : 0);
    const auto found = std::find(std::begin(kLanguages), std::end(kLanguages), layout.language);
    m_language->setCurrentIndex(found == std::end(kLanguages) ? 0 : static_cast<int>(found - std::begin(kLanguages)));
    m_company->setText(text(layout.company));
    m_confidential->setText(text(layout.confidential));
    m_logo->setText(text(layout.logo));
    changed();
}

report::ReportRequest ReportPage::request() const
{
    report::ReportRequest request;
    request.language = document().language();
    request.scope = document().scope();
    request.made_on = utf8(QDate::currentDate().toString(Qt::ISODate));
    request.program_version = FULLSCOPE_VERSION;
    request.layout = layoutOfReport();
    return request;
}

void ReportPage::changed()
{
    m_stale = true;
    if (isVisible())
        m_wait.start();
}

void ReportPage::preview()
{
    if (m_runner.isRunning()) { // its result is of another choice: the next one follows it
        m_runner.cancel();
        return;
    }
    m_stale = false;
    const report::ReportRequest asked = request();
    if (asked.layout.sections.empty() && m_sections->item(0)->checkState() == Qt::Unchecked)
        return take(base::Error {.code = base::Code::nothing_to_report, .file = document().workspace().path()});
    auto connection = document().workspace().reopen(store::Access::read_only);
    if (!connection.ok())
        return take(connection.error());
    const auto result = std::make_shared<std::optional<base::Result<ReportContents>>>();
    const auto work
        = [result, asked, file = std::shared_ptr(*std::move(connection))](const base::JobContext& job) mutable {
              *result = reportContents(*file, asked, ReportForm::pdf, job);
              file.reset(); // closed on the thread that used it
          };
    m_state->setText(tr("Making the pages …"));
    m_runner.start(tr("Making the pages"), work, [this, result] {
        if (m_stale)
            preview();
        else if (*result)
            take(**result);
    });
}

void ReportPage::take(const base::Result<ReportContents>& contents)
{
    m_draw.stop();
    while (QLayoutItem* const item = m_page_list->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_drawn = 0;
    m_printed.reset();
    if (!contents.ok()) {
        m_state->setText(errorText(contents.error(), document().language()));
        return;
    }
    const auto logo = readLogo(contents->report.layout);
    m_printed = std::make_unique<PrintedReport>(contents->report);
    m_state->setText(
        logo.ok() ? tr("Pages: %1").arg(m_printed->pages()) : errorText(logo.error(), document().language()));
    m_draw.start();
}

// One after the other, so that the window stays alive: charts are widgets and belong to this thread.
void ReportPage::drawNextPage()
{
    if (m_printed == nullptr || m_drawn >= m_printed->pages()) {
        m_draw.stop();
        return;
    }
    const double ratio = devicePixelRatioF();
    QPixmap picture = QPixmap::fromImage(m_printed->image(m_drawn, kPreviewDots * ratio));
    picture.setDevicePixelRatio(ratio);
    auto* page = named(new QLabel(m_pages), "report_preview_page");
    page->setPixmap(picture);
    page->setFrameShape(QFrame::Box);
    page->setAccessibleName(tr("Page %1").arg(++m_drawn));
    m_page_list->addWidget(page);
}

} // namespace fullscope::ui
