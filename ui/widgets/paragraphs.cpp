// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/paragraphs.h"

#include "ui/document/strings.h"

namespace fullscope::ui {

QString asHtml(const std::vector<report::Paragraph>& paragraphs)
{
    QString html;
    for (const auto& paragraph : paragraphs) {
        const QString sentence = text(paragraph.text).toHtmlEscaped();
        switch (paragraph.kind) {
        case report::Paragraph::Kind::headline:
            html += QStringLiteral("<p><b>%1</b></p>").arg(sentence);
            break;
        case report::Paragraph::Kind::warning:
            html += QStringLiteral("<p>⚠ %1</p>").arg(sentence);
            break;
        case report::Paragraph::Kind::plain:
            html += QStringLiteral("<p>%1</p>").arg(sentence);
            break;
        }
    }
    return html;
}

} // namespace fullscope::ui
