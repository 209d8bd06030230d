// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/store/place.h"
#include "ui/document/document.h"

#include <QWidget>

#include <functional>
#include <optional>

class QAbstractItemView;
class QModelIndex;

namespace fullscope::ui {

// What the inspector shows about the selected thing: rows of (what, value), the first one its name.
struct Inspection {
    QString title;
    QList<QPair<QString, QString>> rows;
    std::optional<store::Place> about {}; // where it stands: the inspector leads there and tells what uses it
};

// Work on the workspace, on a connection of its own.
using Work = std::function<base::Status(store::WorkspaceFile&, const base::JobContext&)>;

// What the window runs off its thread, one after the other.
struct Job {
    QString title;
    store::Access access = store::Access::read_write;
    Work work; // on the job's thread
    std::function<void(const base::Status&)> done; // afterwards, on the window's thread; Code::cancelled when cancelled
    bool holds_saving = true; // edits wait with being saved: false where the job writes nothing and takes long
};

inline const QString kBenchmarkAction = QStringLiteral("action.run_benchmark");

// One page of the workbench. It follows the document by its signals and retranslates itself on LanguageChange.
class Page : public QWidget {
    Q_OBJECT

public:
    explicit Page(Document& document, QWidget* parent = nullptr)
        : QWidget(parent)
        , m_document(document)
    {
    }
    virtual QString title() const = 0; // translated, for navigation
    virtual QString iconName() const = 0; // resources/icons/<name>.svg
    virtual QWidget* findField() const { return nullptr; } // gets the focus on Edit → Find
    // Brings the cell of an input into view; false: this page has none.
    virtual bool showInput(const scenario::InputPlace&) { return false; }
    // Shows where a benchmark is started; false: this page has no such place.
    virtual bool showBenchmark() { return false; }
    // What a cell of one of its tables is about, for the inspector; nothing: only what the table shows is known.
    virtual std::optional<store::Place> placeOf(const QAbstractItemView*, const QModelIndex&) const { return {}; }
    // Selects what stands there and brings it into view; false: it is not on this page, or is gone.
    virtual bool showPlace(const store::Place&) { return false; }

signals:
    void inspected(const fullscope::ui::Inspection& inspection);
    void failed(const QString& message); // shown until closed
    void importRequested(); // empty states offer it
    void sampleRequested(); // and this
    void inputRequested(const fullscope::scenario::InputPlace& place); // the window shows it where it is edited
    void placeRequested(const fullscope::store::Place& place); // the window shows the page that has it
    void actionRequested(const QString& name); // of the window, by its object name
    // Everything that writes evidence (remove, rename, state a fact) goes this way: the window runs it as a job,
    // queued behind a running one; then the evidence counts as changed, and an error is shown. `work` runs on
    // another thread and touches no widget and not the document.
    void workRequested(const QString& title, const fullscope::ui::Work& work);
    void jobRequested(const fullscope::ui::Job& job); // the same queue, with all that a job can say
    void cancelRequested(); // of the job that runs

protected:
    Document& document() const { return m_document; }

private:
    Document& m_document;
};

} // namespace fullscope::ui
