// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"

#include <QWidget>

namespace fullscope::ui {

// What the inspector shows about the selected thing: rows of (what, value), the first one its name.
struct Inspection {
    QString title;
    QList<QPair<QString, QString>> rows;
};

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

signals:
    void inspected(const fullscope::ui::Inspection& inspection);
    void importRequested(); // empty states offer it

protected:
    Document& document() const { return m_document; }

private:
    Document& m_document;
};

} // namespace fullscope::ui
