// SPDX-License-Identifier: GPL-3.0-or-later
// What QPdfWriter cannot write: an outline, the properties of the document, and a date that is the caller's.
#pragma once

#include <QByteArray>
#include <QString>

#include <vector>

namespace fullscope::ui {

struct PdfOutlineEntry {
    QString title;
    std::size_t page = 0;
    double from_top = 0; // points
};

struct PdfFacts {
    QString title, author, subject, creator;
    QString language; // "en", "zh-CN"
    QString date; // ISO; empty: the document's own stays
    double page_height = 842; // points
    std::vector<PdfOutlineEntry> outline {};
};

// `pdf` as QPdfWriter wrote it, with an update at its end (ISO 32000-1, 7.5.6). A document that is built otherwise
// comes back as it is.
QByteArray withContents(QByteArray pdf, const PdfFacts& facts);

} // namespace fullscope::ui
