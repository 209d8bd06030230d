// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/importer.h"

namespace fullscope::import {

extern const Format nvidia_smi_csv; // nvidia-smi --query-gpu=… --format=csv
extern const Format nvidia_smi_dmon; // nvidia-smi dmon
extern const Format dcgm; // scrapes of dcgm-exporter or neuron-monitor-prometheus
extern const Format dcgmi_dmon; // dcgmi dmon
extern const Format prometheus_range; // answer of Prometheus to a query, JSON
extern const Format neuron_monitor; // neuron-monitor, an object a line

} // namespace fullscope::import
