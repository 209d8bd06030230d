// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mapping/mapping_requests.h"

#include "ui/document/strings.h"
#include "ui/mapping/mapping_dialog.h"

namespace fullscope::ui {

MappingRequests::MappingRequests(Document& document, QWidget* window)
    : QObject(window)
    , m_document(document)
    , m_window(window)
{
    connect(&document, &Document::opened, this, [this] { m_waiting.clear(); }); // they were for another workspace
}

void MappingRequests::add(const std::vector<workspace::UnmappedTables>& tables)
{
    for (const workspace::UnmappedTables& one : tables)
        m_waiting.push_back({.tables = one});
    openNext();
}

void MappingRequests::ask(const QString& path)
{
    const auto preview = import::previewTable(utf8(path));
    if (!preview.ok()) {
        emit failed(errorText(preview.error(), m_document.language()));
        return;
    }
    m_waiting.push_back({.tables = {.paths = {utf8(path)}, .preview = *preview}, .unknown = false});
    openNext();
}

void MappingRequests::openNext()
{
    if (m_open || m_waiting.empty())
        return;
    Request request = std::move(m_waiting.front());
    m_waiting.pop_front();
    m_open = new MappingDialog(m_document, std::move(request.tables), request.unknown, m_window);
    m_open->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_open, &QDialog::finished, this, [this, dialog = m_open.data()](int result) {
        m_open = nullptr;
        QStringList paths;
        for (const std::string& path : dialog->paths())
            paths << text(path);
        if (result == QDialog::Accepted)
            emit answered(paths, dialog->mapping());
        openNext();
    });
    m_open->open();
}

} // namespace fullscope::ui
