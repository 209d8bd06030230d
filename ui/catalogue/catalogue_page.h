// SPDX-License-Identifier: GPL-3.0-or-later
// Prices and chip facts: the built-in ones and those that the user enters, each with source and date.
#pragma once

#include "core/catalogue/search.h"
#include "core/workspace/user_catalogue.h"
#include "ui/shell/page.h"
#include "ui/widgets/report_table.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QMenu;
class QPushButton;
class QTabWidget;

namespace fullscope::ui {

class PriceHistoryView;

class CataloguePage final : public Page {
    Q_OBJECT

public:
    explicit CataloguePage(Document& document, QWidget* parent = nullptr);
    QString title() const override;
    QString iconName() const override;
    QWidget* findField() const override;
    bool showPlace(const store::Place& place) override;

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeBar();
    QWidget* makePrices();
    QTableView* makeTable(ReportTableModel* model, const char* name);
    void retranslate();
    void refresh(); // reads the catalogue
    void fillFilters();
    void search();
    void showSelected();
    void updateButtons();
    const catalogue::Listing* selected() const;
    void addPrice();
    void editPrice();
    void removePrice();
    void pushEntries(const base::Result<catalogue::UserEntries>& after, const QString& label);
    void fillOptions(); // of the scenario, into the menu
    void useInScenario(std::size_t option);

    catalogue::Catalogue m_catalogue;
    catalogue::UserEntries m_entries;
    std::vector<catalogue::Listing> m_listings; // as found
    QLineEdit* m_search;
    QComboBox* m_provider;
    QComboBox* m_accelerator;
    QPushButton* m_add;
    QPushButton* m_edit;
    QPushButton* m_remove;
    QPushButton* m_use;
    QMenu* m_options;
    QLabel* m_nothing;
    QTabWidget* m_tabs;
    ReportTableModel* m_prices_model;
    QTableView* m_prices;
    ReportTableModel* m_chips_model;
    QTableView* m_chips;
    PriceHistoryView* m_history = nullptr;
};

} // namespace fullscope::ui
