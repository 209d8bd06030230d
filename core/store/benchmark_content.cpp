// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/benchmark_content.h"

#include "core/base/json_depth.h"
#include "core/base/sha256.h"

#include <nlohmann/json.hpp>

namespace fullscope::store {

std::string contentOf(std::string_view json)
{
    using Json = nlohmann::ordered_json;
    constexpr int kDepth = 128; // a record nests 64 at most
    if (base::byteBeyondDepth(json, kDepth) > 0)
        return contentOfAll(json);
    Json document = Json::parse(json, nullptr, false);
    if (!document.is_object() || !document.contains("worker") || !document["worker"].is_object())
        return contentOfAll(json);
    document["worker"].erase("records_not_used");
    return contentOfAll(document.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::string contentOfAll(std::string_view json)
{
    base::Sha256 hash;
    hash.add(json);
    return hash.hex();
}

} // namespace fullscope::store
