// SPDX-License-Identifier: GPL-3.0-or-later
// How the parts of the pages were divided and which page was looked at in each workspace, from one start to the next.
#pragma once

#include <QList>

namespace fullscope::ui {

class Page;
class Settings;

namespace session {

// Splitters of the pages, by page and order.
void saveSplitters(const QList<Page*>& pages, Settings& settings);
void restoreSplitters(const QList<Page*>& pages, const Settings& settings);

} // namespace session

} // namespace fullscope::ui
