// SPDX-License-Identifier: GPL-3.0-or-later
// A plot as a file of its own: with title, always light, the same size and text on every screen.
#pragma once

#include "core/report/plot_spec.h"

#include <QByteArray>
#include <QImage>

namespace fullscope::ui {

QImage plotImage(const report::PlotSpec& spec); // 300 dots per inch
QByteArray plotPng(const report::PlotSpec& spec);
QByteArray plotSvg(const report::PlotSpec& spec);
QByteArray plotPdf(const report::PlotSpec& spec);

} // namespace fullscope::ui
