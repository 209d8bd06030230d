// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for a text in all that the workspace holds; Enter leads there.
#pragma once

#include "core/workspace/find.h"
#include "ui/document/document.h"
#include "ui/shell/job_runner.h"
#include "ui/shell/search_dialog.h"

#include <QTimer>

namespace fullscope::ui {

class FindDialog final : public SearchDialog {
    Q_OBJECT

public:
    FindDialog(Document& document, QWidget* window);

signals:
    void placeChosen(const fullscope::store::Place& place);

protected:
    void changeEvent(QEvent* event) override;
    void search() override;
    void take(QTreeWidgetItem* item) override;

private:
    void retranslate();
    void start();
    void showFound(const base::Result<workspace::Found>& found);
    QTreeWidgetItem* addHeading(workspace::FoundIn where, std::int64_t total);
    QString headingOf(workspace::FoundIn where) const;

    Document& m_document;
    JobRunner m_runner;
    QTimer m_pause; // while someone is typing
    bool m_stale = false;
    std::vector<store::Place> m_places;
};

} // namespace fullscope::ui
