// SPDX-License-Identifier: GPL-3.0-or-later
// Offers to make one run of files that look like parts of it. Searched off the window's thread.
#pragma once

#include "core/workspace/suggestions.h"
#include "ui/document/document.h"
#include "ui/shell/job_runner.h"

#include <QFrame>

#include <set>

class QLabel;
class QPushButton;

namespace fullscope::ui {

class JoinOffer final : public QFrame {
    Q_OBJECT

public:
    explicit JoinOffer(Document& document, QWidget* parent = nullptr);

    void search(); // anew, after the evidence changed

signals:
    void joinRequested(std::int64_t run, const std::vector<evidence::RunPart>& parts);

protected:
    void changeEvent(QEvent* event) override;

private:
    void show(std::vector<workspace::Suggestion> found);
    void showFirst();
    void retranslate();
    QString nameOf(std::int64_t run) const;

    Document& m_document;
    JobRunner m_runner;
    bool m_again = false; // the evidence changed while it was searched
    std::vector<workspace::Suggestion> m_found; // of the first run that is offered, then the others
    std::set<std::pair<std::int64_t, std::int64_t>> m_refused; // run and part, in this session
    QLabel* m_text;
    QPushButton* m_join;
    QPushButton* m_later;
};

} // namespace fullscope::ui
