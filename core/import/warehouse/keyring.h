// SPDX-License-Identifier: GPL-3.0-or-later
// Passwords out of the system's keyring (Secret Service: GNOME Keyring, KWallet), by secret-tool of libsecret.
#pragma once

#include "core/base/job.h"

#include <string>

namespace fullscope::import {

// What `secret-tool store --label=… service fullscope account NAME` has kept. Errors: connection_failed where there is
// no such program or entry; cancelled, also while the keyring waits to be unlocked.
base::Result<std::string> keyringPassword(const std::string& account, const base::JobContext& job);

} // namespace fullscope::import
