// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evidence/provenance.h"

#include <QIcon>

namespace fullscope::ui {

// The sign of an origin: a shape of its own and a colour, so that neither is needed to tell them apart.
// measured ●  billed ■  catalogue ◆  claimed ▲  assumed ○
QIcon provenanceBadge(evidence::Origin origin);

} // namespace fullscope::ui
