// SPDX-License-Identifier: GPL-3.0-or-later
// One question at a time about tables that no format knows, or that are to be read in another way.
#pragma once

#include "core/workspace/table_mapping.h"
#include "ui/document/document.h"

#include <QObject>
#include <QPointer>
#include <QStringList>

#include <deque>

class QWidget;

namespace fullscope::ui {

class MappingDialog;

class MappingRequests final : public QObject {
    Q_OBJECT

public:
    MappingRequests(Document& document, QWidget* window);

    void add(const std::vector<workspace::UnmappedTables>& tables);
    // A file of the user's choice, whatever would know it.
    void ask(const QString& path);

signals:
    void answered(const QStringList& paths, const std::vector<fullscope::import::MappedColumn>& columns);
    void failed(const QString& message);

private:
    struct Request {
        workspace::UnmappedTables tables;
        bool unknown = true;
    };
    void openNext();

    Document& m_document;
    QWidget* m_window;
    std::deque<Request> m_waiting;
    QPointer<MappingDialog> m_open;
};

} // namespace fullscope::ui
