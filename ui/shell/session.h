// SPDX-License-Identifier: GPL-3.0-or-later
// How the window was left, from one start to the next: how its parts were divided, columns and order of its tables,
// what its plots were zoomed to.
#pragma once

#include <QList>

class QWidget;

namespace fullscope::ui {

class Page;
class Settings;

namespace session {

// Splitters of the pages, by page and order.
void saveSplitters(const QList<Page*>& pages, Settings& settings);
void restoreSplitters(const QList<Page*>& pages, const Settings& settings);

// Tables and plots below `window`, by object name.
void saveViews(const QWidget& window, Settings& settings);
void restoreViews(const QWidget& window, const Settings& settings);

} // namespace session

} // namespace fullscope::ui
