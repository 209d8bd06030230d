// SPDX-License-Identifier: GPL-3.0-or-later
// What the two forms of `kubectl get` have in common.
#pragma once

#include "core/import/importer.h"

#include <string>
#include <string_view>

namespace fullscope::import {

// Of a pod's STATUS or reason (`Completed`, `OOMKilled`, `Evicted`, `Init:Error`, `CrashLoopBackOff` …).
evidence::JobEnd kubernetesEnd(std::string_view status);

// The header of a table of pods or jobs.
bool isKubernetesHeader(std::string_view line);
base::Status parseKubernetesTable(TextSource& source, evidence::Sink& sink, const base::JobContext& job);

bool looksLikeKubernetesJson(const Preview& preview);
base::Status parseKubernetesJson(TextSource& source, evidence::Sink& sink, const base::JobContext& job);

} // namespace fullscope::import
