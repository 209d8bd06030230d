// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/pdf_contents.h"

#include <QMap>
#include <QRegularExpression>

namespace fullscope::ui {

namespace {

// Text string: UTF-16BE with its mark, as hexadecimal digits.
QByteArray textString(const QString& text)
{
    QByteArray bytes("\xFE\xFF", 2);
    for (const QChar c : text) {
        bytes.append(static_cast<char>(c.unicode() >> 8));
        bytes.append(static_cast<char>(c.unicode() & 0xFF));
    }
    return '<' + bytes.toHex().toUpper() + '>';
}

QByteArray reference(qsizetype object)
{
    return QByteArray::number(object) + " 0 R";
}

// The digits after `key` in the trailer; 0: none.
qsizetype numberAfter(const QByteArray& text, const char* key)
{
    const qsizetype at = text.lastIndexOf(key);
    if (at < 0)
        return 0;
    qsizetype end = at + static_cast<qsizetype>(qstrlen(key));
    while (end < text.size() && (text[end] == ' ' || text[end] == '\n' || text[end] == '\r'))
        ++end;
    const qsizetype begin = end;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9')
        ++end;
    return text.mid(begin, end - begin).toLongLong();
}

struct Structure { // numbers of objects
    qsizetype size = 0, info = 0, root = 0, pages_root = 0, xref = 0;
    std::vector<qsizetype> pages;
};

Structure structureOf(const QByteArray& pdf)
{
    Structure found;
    const QByteArray trailer = pdf.mid(pdf.lastIndexOf("trailer"));
    found.size = numberAfter(trailer, "/Size");
    found.info = numberAfter(trailer, "/Info");
    found.root = numberAfter(trailer, "/Root");
    found.xref = numberAfter(trailer, "startxref");
    const qsizetype root = pdf.indexOf('\n' + QByteArray::number(found.root) + " 0 obj");
    found.pages_root = numberAfter(pdf.mid(root, pdf.indexOf("endobj", root) - root), "/Pages");
    const qsizetype tree = pdf.indexOf('\n' + QByteArray::number(found.pages_root) + " 0 obj");
    const qsizetype kids = tree < 0 ? -1 : pdf.indexOf("/Kids", tree);
    if (root < 0 || kids < 0)
        return {};
    const qsizetype begin = pdf.indexOf('[', kids);
    static const QRegularExpression kid(QStringLiteral("(\\d+)\\s+0\\s+R"));
    auto matches = kid.globalMatch(QString::fromLatin1(pdf.mid(begin, pdf.indexOf(']', begin) - begin)));
    while (matches.hasNext())
        found.pages.push_back(matches.next().captured(1).toLongLong());
    return found;
}

// "20261130": of an ISO date.
QByteArray dateDigits(const QString& iso)
{
    QByteArray digits = iso.left(10).remove('-').toLatin1();
    return digits.size() == 8 ? digits : QByteArray();
}

// The time of day is no fact of the report: the same report is the same bytes.
void setDate(QByteArray& pdf, const QByteArray& digits)
{
    static constexpr char kKey[] = "/CreationDate (D:";
    const qsizetype at = pdf.indexOf(kKey);
    if (at >= 0 && !digits.isEmpty())
        pdf.replace(at + static_cast<qsizetype>(sizeof kKey) - 1, 14, digits + "000000");
}

} // namespace

QByteArray withContents(QByteArray pdf, const PdfFacts& facts)
{
    const QByteArray date = dateDigits(facts.date);
    setDate(pdf, date);
    const Structure structure = structureOf(pdf);
    if (structure.size == 0 || structure.info == 0 || structure.pages.empty())
        return pdf;
    QMap<qsizetype, QByteArray> objects;
    const qsizetype outlines = structure.size, first = outlines + 1;
    const auto count = static_cast<qsizetype>(facts.outline.size());
    objects[structure.root] = "<<\n/Type /Catalog\n/Pages " + reference(structure.pages_root)
        + (count > 0 ? "\n/Outlines " + reference(outlines) + "\n/PageMode /UseOutlines" : QByteArray()) + "\n/Lang "
        + textString(facts.language) + "\n/ViewerPreferences << /DisplayDocTitle true >>\n>>";
    QByteArray info = "<<\n/Title " + textString(facts.title) + "\n/Author " + textString(facts.author) + "\n/Subject "
        + textString(facts.subject) + "\n/Creator " + textString(facts.creator) + "\n/Producer "
        + textString(QStringLiteral("Qt " QT_VERSION_STR));
    if (!date.isEmpty())
        info += "\n/CreationDate (D:" + date + "000000Z)";
    objects[structure.info] = info + "\n>>";
    if (count > 0)
        objects[outlines] = "<<\n/Type /Outlines\n/First " + reference(first) + "\n/Last "
            + reference(first + count - 1) + "\n/Count " + QByteArray::number(count) + "\n>>";
    for (qsizetype i = 0; i < count; ++i) {
        const PdfOutlineEntry& entry = facts.outline[static_cast<std::size_t>(i)];
        QByteArray item = "<<\n/Title " + textString(entry.title) + "\n/Parent " + reference(outlines);
        if (i > 0)
            item += "\n/Prev " + reference(first + i - 1);
        if (i + 1 < count)
            item += "\n/Next " + reference(first + i + 1);
        if (entry.page < structure.pages.size())
            item += "\n/Dest [" + reference(structure.pages[entry.page]) + " /XYZ 0 "
                + QByteArray::number(facts.page_height - entry.from_top, 'f', 1) + " 0]";
        objects[first + i] = item + "\n>>";
    }
    if (!pdf.endsWith('\n'))
        pdf += '\n';
    QByteArray table = "xref\n";
    for (auto object = objects.cbegin(); object != objects.cend(); ++object) {
        table += QByteArray::number(object.key()) + " 1\n" + QByteArray::number(pdf.size()).rightJustified(10, '0')
            + " 00000 n \n";
        pdf += QByteArray::number(object.key()) + " 0 obj\n" + object.value() + "\nendobj\n";
    }
    const qsizetype at = pdf.size();
    pdf += table + "trailer\n<<\n/Size " + QByteArray::number(first + count) + "\n/Info " + reference(structure.info)
        + "\n/Root " + reference(structure.root) + "\n/Prev " + QByteArray::number(structure.xref) + "\n>>\nstartxref\n"
        + QByteArray::number(at) + "\n%%EOF\n";
    return pdf;
}

} // namespace fullscope::ui
