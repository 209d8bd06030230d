// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/report.h"

#include <string>
#include <variant>
#include <vector>

namespace fullscope::report {

// Calls `change` with every text that a report shows: its sentences, tables and key figures, and what plots say.
template <typename Change>
class EachText {
public:
    explicit EachText(const Change& change)
        : m_change(change)
    {
    }

    void operator()(Paragraph& paragraph) const { m_change(paragraph.text); }
    void operator()(Table& table) const
    {
        m_change(table.title);
        for (Table::Column& column : table.columns)
            m_change(column.heading);
        for (auto& row : table.rows)
            all(row);
    }
    void operator()(KeyFigures& figures) const
    {
        for (KeyFigure& figure : figures.figures)
            for (std::string* part : {&figure.label, &figure.value, &figure.note})
                m_change(*part);
    }
    void operator()(PlotSpec& plot) const
    {
        for (std::string* part : {&plot.title, &plot.description, &plot.x.label, &plot.y.label, &plot.cells.label})
            m_change(*part);
        all(plot.categories);
        for (BarSeries& series : plot.bars)
            m_change(series.name);
        for (LineSeries& series : plot.lines) {
            m_change(series.name);
            all(series.notes);
        }
        for (Mark& mark : plot.marks)
            m_change(mark.text);
        for (Band& band : plot.bands)
            m_change(band.name);
    }
    void operator()(Report& report) const
    {
        for (std::string* text : {&report.subtitle, &report.layout.company, &report.layout.confidential})
            m_change(*text);
        for (Section& section : report.sections)
            for (Block& block : section.blocks)
                std::visit(*this, block);
    }

private:
    void all(std::vector<std::string>& texts) const
    {
        for (std::string& text : texts)
            m_change(text);
    }

    const Change& m_change;
};

} // namespace fullscope::report
