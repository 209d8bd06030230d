// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report.h"

#include <nlohmann/json.hpp>

namespace fullscope::report {

namespace {

using Json = nlohmann::ordered_json;

Json block(const Paragraph& paragraph)
{
    constexpr const char* kKinds[] = {"plain", "headline", "warning"};
    return {{"paragraph", paragraph.text}, {"kind", kKinds[static_cast<int>(paragraph.kind)]}};
}

Json block(const Table& table)
{
    Json columns = Json::array();
    for (const auto& column : table.columns)
        columns.push_back(column.heading);
    return {{"table", table.title}, {"columns", std::move(columns)}, {"rows", table.rows}};
}

Json block(const KeyFigures& figures)
{
    Json out = Json::array();
    for (const auto& figure : figures.figures)
        out.push_back({{"label", figure.label}, {"value", figure.value}, {"note", figure.note}});
    return {{"key_figures", std::move(out)}};
}

Json block(const PlotSpec& plot)
{
    return {{"plot", plot.id}, {"title", plot.title}, {"description", plot.description}, {"csv", toCsv(plot)}};
}

} // namespace

std::string toJson(const Report& report)
{
    Json sections = Json::array();
    for (const auto& section : report.sections) {
        Json blocks = Json::array();
        for (const auto& one : section.blocks)
            blocks.push_back(std::visit([](const auto& b) { return block(b); }, one));
        sections.push_back({{"id", section.id}, {"title", section.title}, {"blocks", std::move(blocks)}});
    }
    const Json document
        = {{"title", report.title}, {"subtitle", report.subtitle}, {"made_on", report.made_on}, {"sections", sections}};
    return document.dump(2, ' ', false, Json::error_handler_t::replace);
}

} // namespace fullscope::report
