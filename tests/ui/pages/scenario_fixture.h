// SPDX-License-Identifier: GPL-3.0-or-later
// Hands on the Scenario page: pointing at cells, typing into them.
#pragma once

#include "tests/ui/pages/pages_fixture.h"

#include <QListWidget>
#include <QPushButton>

namespace fullscope::tests {

constexpr int kH100 = ui::ScenarioModel::FirstOption;
constexpr int kTrn2 = kH100 + 1;

struct ScenarioFixture : PagesFixture {
    QTableView* table = find<QTableView>("scenario_table");
    ui::ScenarioModel* model = static_cast<ui::ScenarioModel*>(table->model());

    explicit ScenarioFixture(bool sample = true)
        : PagesFixture(sample)
    {
        go(Scenario);
        QCoreApplication::processEvents(); // its columns are fitted after it was shown
        const bool active = QTest::qWaitForWindowActive(window.get());
        Q_ASSERT(active);
    }
    int row(scenario::Input input) const
    {
        for (int row = 0; row < model->rowCount(); ++row)
            if (model->input(row) == input)
                return row;
        return -1;
    }
    QModelIndex cell(scenario::Input input, int column) const { return model->index(row(input), column); }
    QString shown(scenario::Input input, int column) const { return cell(input, column).data().toString(); }
    const scenario::Value* value(scenario::Input input, std::size_t option) const
    {
        const auto& values = document.scenario().options.at(option).values;
        const auto found = values.find(input);
        return found == values.end() ? nullptr : &found->second;
    }
    void select(scenario::Input input, int column) const
    {
        table->scrollTo(cell(input, column));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(cell(input, column)).center());
    }
    QLineEdit* open(scenario::Input input, int column) const // the cell's editor
    {
        select(input, column);
        QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(cell(input, column)).center());
        for (auto* editor : table->findChildren<QLineEdit*>("cell_editor"))
            if (editor->isVisible()) // others have closed and are about to go
                return editor;
        return nullptr;
    }
    static void press(QWidget* widget, Qt::Key key)
    {
        QTest::keyClick(widget, key);
        QCoreApplication::processEvents(); // a cell takes Enter when the key has been dealt with
    }
    QPushButton* button(const char* name) const { return find<QPushButton>(name); }
    QString message() const
    {
        const auto* label = find<QLabel>("scenario_message");
        return label->isVisible() ? label->text() : QString();
    }
    QStringList offers() const
    {
        QStringList texts;
        const auto* list = find<QListWidget>("cell_offers");
        for (int i = 0; i < list->count(); ++i)
            texts << list->item(i)->text();
        return texts;
    }
    int edits() { return document.undoStack().count(); }
};

} // namespace fullscope::tests
