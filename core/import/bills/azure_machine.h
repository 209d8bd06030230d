// SPDX-License-Identifier: GPL-3.0-or-later
// What an Azure charge tells of the virtual machine that it is for.
#pragma once

#include "core/import/bills/text_map.h"

#include <optional>
#include <string>
#include <string_view>

namespace fullscope::import {

// Object of texts whose braces may be left out (`"a": "b","c": "d"`): with them.
std::string withBraces(std::string_view json);

// Hours, also in blocks of a price (`10 Hours`): the quantity is in hours even then.
bool isAzureHours(std::string_view unit);

struct AzureMachine {
    // "Standard_ND96isr_H100_v5". Where nothing but the meter tells it and that is of several sizes, the meter's own
    // words ("D4 v3/D4s v3").
    std::string instance_type;
    bool several = false;
    bool unused_capacity = false; // of a capacity reservation that nothing runs on
};

struct AzureMeter {
    std::string_view category, subcategory, name; // of the meter
    std::string_view resource_id;
};

// Absent where the charge is not for the time of a machine. `info` is the AdditionalInfo.
std::optional<AzureMachine> azureMachine(const AzureMeter& meter, const TextMap& info);

// The value of a key in any case.
std::string_view infoValue(const TextMap& info, std::string_view key);

} // namespace fullscope::import
