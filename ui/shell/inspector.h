// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/uses.h"
#include "ui/shell/page.h"

class QPushButton;
class QTextBrowser;
class QTextCursor;
class QUrl;

namespace fullscope::ui {

// A cell of a table that says no more of itself: its value, row and column, the figures beside it, and how they come
// about. Empty for a cell without text.
Inspection inspectionOf(const Page& page, const QAbstractItemView& view, const QModelIndex& index, words::Language);

// The selected thing: its value, unit, where it came from, how it was computed, and what uses it. All of it can be
// selected and copied; what stands somewhere is a link.
class Inspector final : public QWidget {
    Q_OBJECT

public:
    explicit Inspector(Document& document, QWidget* parent = nullptr);

    void show(const Inspection& inspection); // without rows and title: nothing is selected
    QString asText() const; // tab-separated

signals:
    void placeChosen(const fullscope::store::Place& place);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Line {
        QString what, value;
        std::optional<store::Place> place {};
    };
    void follow();
    void addOrigin(const scenario::InputPlace& input);
    void fill();
    void open(const QUrl& link);

    Document& m_document;
    Inspection m_inspection;
    QList<Line> m_places; // where it stands and what uses it
    QTextBrowser* m_rows;
    QPushButton* m_copy;
};

} // namespace fullscope::ui
