// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html.h"

#include "core/base/readable.h"
#include "core/words/layout_words.h"

namespace fullscope::report {

using words::Language;
using words::LayoutWord;

namespace {

constexpr std::string_view kStyle = R"(
:root{color-scheme:light dark;--ink:#22262b;--muted:#5a626b;--accent:#123f66;--rule:#c9cfd6;--zebra:#f4f6f8;--ground:#fff;--warning:#b44f00;--warning-ground:#fdf3e7}
@media(prefers-color-scheme:dark){:root{--ink:#e4e7ea;--muted:#a3abb4;--accent:#8fc1ec;--rule:#3d454e;--zebra:#20262c;--ground:#171b20;--warning:#f0a050;--warning-ground:#33291c}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:2rem 1.25rem;background:var(--ground);color:var(--ink);font:1rem/1.55 "DejaVu Sans",system-ui,"Noto Sans CJK SC","Microsoft YaHei","PingFang SC","WenQuanYi Micro Hei",sans-serif;overflow-wrap:anywhere}
header{border-bottom:3px solid var(--accent);padding-bottom:.75rem}
header img{float:right;max-height:3.5rem;max-width:12rem;background:#fff;padding:.25rem}
h1,h2{color:var(--accent);line-height:1.25}
h1{margin:.25rem 0;font-size:1.9rem}
h2{margin-top:2.5rem;border-bottom:1px solid var(--rule);padding-bottom:.3rem;font-size:1.35rem}
.subtitle{font-size:1.1rem;margin:.2rem 0}
.muted,figcaption{color:var(--muted)}
.confidential{color:var(--warning);font-weight:bold}
.headline{color:var(--accent);font-size:1.15rem;font-weight:bold}
.warning{background:var(--warning-ground);border-left:3px solid var(--warning);padding:.4rem .8rem;margin:.5rem 0}
nav ol{columns:2;padding-left:1.4rem}
nav a{color:var(--accent)}
dl.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:1rem;margin:1.25rem 0}
dl.figures div{border-top:2px solid var(--accent);padding-top:.4rem}
dl.figures dt{color:var(--muted);font-size:.9rem}
dl.figures dd{margin:0}
dl.figures dd.value{color:var(--accent);font-size:1.5rem;font-weight:bold}
dl.figures dd.note{color:var(--muted);font-size:.85rem}
.scroll{overflow-x:auto;margin:1.25rem 0}
table{border-collapse:collapse;width:100%;font-size:.9rem}
caption{text-align:left;font-weight:bold;padding:.3rem 0}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;font-weight:normal}
thead th{color:var(--muted);font-weight:bold;border-bottom:1px solid var(--accent)}
tbody tr:nth-child(even){background:var(--zebra)}
tr.total th,tr.total td{font-weight:bold;border-top:1px solid var(--accent)}
.n{text-align:right;font-variant-numeric:tabular-nums}
figure{margin:1.5rem 0;break-inside:avoid}
figcaption{margin:.4rem 0;font-size:.85rem}
figure svg{display:block;width:100%;height:auto;background:#fff;border-radius:4px}
footer{margin-top:2rem;border-top:1px solid var(--rule);color:var(--muted);font-size:.85rem}
@media print{:root{--ink:#22262b;--muted:#5a626b;--accent:#123f66;--rule:#c9cfd6;--zebra:#f4f6f8;--ground:#fff;--warning:#b44f00;--warning-ground:#fdf3e7}
body{max-width:none;padding:0;font-size:10pt}nav{display:none}.scroll{overflow:visible}thead{display:table-header-group}tr,.warning{break-inside:avoid}h2,caption{break-after:avoid}#verdict{break-after:page}}
)";

std::string element(std::string_view name, std::string_view text, std::string_view attributes = {})
{
    std::string out = "<" + std::string(name);
    if (!attributes.empty())
        out += " " + std::string(attributes);
    return out + ">" + escapedHtml(text) + "</" + std::string(name) + ">";
}

std::string base64(std::string_view bytes)
{
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const auto byte = [&](std::size_t k) {
            return i + k < bytes.size() ? static_cast<unsigned>(static_cast<unsigned char>(bytes[i + k])) : 0u;
        };
        const unsigned group = byte(0) << 16 | byte(1) << 8 | byte(2);
        for (std::size_t k = 0; k < 4; ++k)
            out += i + k > bytes.size() ? '=' : kDigits[group >> (18 - 6 * k) & 63];
    }
    return out;
}

// The element alone, with names of its own, so that several may stand in one document.
std::string inlined(std::string svg, std::size_t number)
{
    const auto begin = svg.find("<svg");
    if (begin == std::string::npos)
        return {};
    svg.erase(0, begin);
    const std::string prefix = "p" + std::to_string(number) + "-";
    for (const std::string_view place : {" id=\"", "url(#", "href=\"#"})
        for (auto at = svg.find(place); at != std::string::npos; at = svg.find(place, at + place.size()))
            svg.insert(at + place.size(), prefix);
    return svg;
}

class HtmlBlocks {
public:
    explicit HtmlBlocks(const DrawSvg& draw)
        : m_draw(draw)
    {
    }

    std::string operator()(const Paragraph& paragraph)
    {
        switch (paragraph.kind) {
        case Paragraph::Kind::headline:
            return element("p", paragraph.text, "class=\"headline\"") + "\n";
        case Paragraph::Kind::warning:
            return element("p", paragraph.text, "class=\"warning\"") + "\n";
        case Paragraph::Kind::plain:
            break;
        }
        return element("p", paragraph.text) + "\n";
    }

    std::string operator()(const KeyFigures& key)
    {
        std::string out = "<dl class=\"figures\">\n";
        for (const KeyFigure& figure : key.figures) {
            out += "<div>" + element("dt", figure.label) + element("dd", figure.value, "class=\"value\"");
            if (!figure.note.empty())
                out += element("dd", figure.note, "class=\"note\"");
            out += "</div>\n";
        }
        return out + "</dl>\n";
    }

    std::string operator()(const Table& table)
    {
        std::string out = "<div class=\"scroll\"><table>\n";
        if (!table.title.empty())
            out += element("caption", table.title) + "\n";
        out += "<thead><tr>";
        for (const auto& column : table.columns)
            out += element("th", column.heading, column.number ? "scope=\"col\" class=\"n\"" : "scope=\"col\"");
        out += "</tr></thead>\n<tbody>\n";
        for (std::size_t r = 0; r < table.rows.size(); ++r) {
            const bool is_total = table.last_row_is_total && r + 1 == table.rows.size();
            out += is_total ? "<tr class=\"total\">" : "<tr>";
            for (std::size_t c = 0; c < table.columns.size(); ++c) {
                const std::string text = c < table.rows[r].size() ? table.rows[r][c] : "";
                const bool is_name = c == 0 && !table.columns[c].number;
                out += is_name ? element("th", text, "scope=\"row\"")
                               : element("td", text, table.columns[c].number ? "class=\"n\"" : "");
            }
            out += "</tr>\n";
        }
        return out + "</tbody></table></div>\n";
    }

    std::string operator()(const PlotSpec& plot)
    {
        // The picture has its title in it.
        std::string out = "<figure aria-label=\"" + escapedHtml(plot.title) + "\">\n";
        out += inlined(m_draw ? m_draw(plot) : std::string(), m_plots++);
        out += element("figcaption", plot.description.empty() ? plot.title : plot.description) + "\n";
        return out + "</figure>\n";
    }

private:
    const DrawSvg& m_draw;
    std::size_t m_plots = 0;
};

std::string headOf(const Report& report)
{
    const bool is_letter = report.layout.paper == Paper::letter;
    return "<!DOCTYPE html>\n<html lang=\"" + std::string(report.language == Language::en ? "en" : "zh-CN")
        + "\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
          "img-src data:\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        + element("title", report.subtitle.empty() ? report.title : report.title + " – " + report.subtitle)
        + "\n<style>" + std::string(kStyle) + "@page{size:" + (is_letter ? "letter" : "A4")
        + ";margin:18mm}\n</style>\n</head>\n";
}

std::string titleOf(const Report& report, std::string_view logo)
{
    std::string out = "<header>\n";
    if (const auto type = pictureType(logo); !type.empty())
        out += "<img alt=\"" + escapedHtml(report.layout.company) + "\" src=\"data:" + std::string(type) + ";base64,"
            + base64(logo) + "\">\n";
    if (!report.layout.company.empty())
        out += element("p", report.layout.company, "class=\"muted\"") + "\n";
    out += element("h1", report.title) + "\n";
    if (!report.subtitle.empty())
        out += element("p", report.subtitle, "class=\"subtitle\"") + "\n";
    out += element("p", report.made_on, "class=\"muted\"") + "\n";
    if (!report.layout.confidential.empty())
        out += element("p", report.layout.confidential, "class=\"confidential\"") + "\n";
    return out + "</header>\n";
}

} // namespace

std::string escapedHtml(std::string_view text)
{
    std::string out;
    for (const char c : base::readable(text)) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += c;
        }
    }
    return out;
}

std::string_view pictureType(std::string_view bytes)
{
    if (bytes.starts_with("\x89PNG\r\n\x1A\n"))
        return "image/png";
    return bytes.starts_with("\xFF\xD8\xFF") ? "image/jpeg" : "";
}

std::string toHtml(const Report& report, const DrawSvg& draw, std::string_view logo)
{
    std::string out = headOf(report) + "<body>\n" + titleOf(report, logo);
    out += "<nav>" + element("h2", words::say(LayoutWord::contents, report.language)) + "<ol>\n";
    for (const Section& section : report.sections)
        out += "<li>" + element("a", section.title, "href=\"#" + escapedHtml(section.id) + "\"") + "</li>\n";
    out += "</ol></nav>\n<main>\n";
    HtmlBlocks blocks(draw);
    for (const Section& section : report.sections) {
        out += "<section id=\"" + escapedHtml(section.id) + "\">\n" + element("h2", section.title) + "\n";
        for (const Block& block : section.blocks)
            out += std::visit([&](const auto& content) { return blocks(content); }, block);
        out += "</section>\n";
    }
    out += "</main>\n";
    if (!report.layout.confidential.empty())
        out += "<footer>" + element("p", report.layout.confidential) + "</footer>\n";
    return out + "</body>\n</html>\n";
}

} // namespace fullscope::report
