// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/bills/gcp_record.h"

#include "core/base/text.h"
#include "core/import/bills/json_value.h"
#include "core/import/jobs/json_records.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace fullscope::import {

namespace {

std::string_view trimmedText(const nlohmann::json& value, std::string_view path)
{
    return base::trimmed(textAt(value, path));
}

} // namespace

void GcpRecord::clear()
{
    for (std::string& text : texts)
        text.clear();
    credits.clear();
    credits_readable = true;
    labels.clear();
    system_labels.clear();
}

void readGcpCredits(const nlohmann::json& value, GcpRecord& record)
{
    if (value.is_null())
        return;
    if (value.is_string()) {
        const std::string& text = value.get_ref<const std::string&>();
        auto printed = base::trimmed(text).empty() ? nlohmann::json {} : parseJson(text);
        if (!printed && text.find('\'') != std::string::npos)
            printed = parseJson(jsonOfPythonRepr(text));
        record.credits_readable = printed && !printed->is_string();
        if (record.credits_readable)
            readGcpCredits(*printed, record);
        return;
    }
    record.credits_readable = value.is_array();
    for (const nlohmann::json& credit : value) {
        record.credits_readable = record.credits_readable && credit.is_object();
        record.credits.push_back({.type = std::string(trimmedText(credit, "type")),
            .name = std::string(trimmedText(credit, "name")),
            .amount = std::string(trimmedText(credit, "amount"))});
    }
}

bool readGcpLabels(const nlohmann::json& value, GcpLabels& labels)
{
    if (value.is_null())
        return true;
    if (!value.is_array())
        return false;
    for (const nlohmann::json& label : value) {
        std::pair<std::string, std::string> entry(trimmedText(label, "key"), trimmedText(label, "value"));
        if (!entry.first.empty() && std::find(labels.begin(), labels.end(), entry) == labels.end())
            labels.push_back(std::move(entry));
    }
    return true;
}

void readGcpRecord(const nlohmann::json& object, GcpRecord& record)
{
    record.clear();
    for (std::size_t i = 0; i < kGcpFields; ++i) {
        std::string_view text = textAt(object, kGcpNames[i]);
        if (text.empty() && kGcpNames[i].find('.') != std::string_view::npos)
            for (const std::string& flat : {std::string(kGcpNames[i]), underscored(kGcpNames[i])})
                if (const auto member = object.find(flat); member != object.end() && member->is_string())
                    text = member->get_ref<const std::string&>();
        record.texts[i] = base::trimmed(text);
    }
    const nlohmann::json& credits = member(object, "credits");
    readGcpCredits(credits, record);
    for (const std::string prefix : {"credits.", "credits_"}) { // of an object that was flattened
        if (const auto& flat = member(object, (prefix + "amount").c_str()); credits.is_null() && flat.is_string())
            record.credits.push_back({.type = textOf(object, (prefix + "type").c_str()),
                .name = textOf(object, (prefix + "name").c_str()),
                .amount = flat.get<std::string>()});
    }
    readGcpLabels(member(object, "labels"), record.labels);
    readGcpLabels(member(member(object, "project"), "labels"), record.labels);
    readGcpLabels(member(object, "tags"), record.labels);
    readGcpLabels(member(object, "system_labels"), record.system_labels);
}

std::string underscored(std::string_view name)
{
    std::string flat(name);
    std::replace(flat.begin(), flat.end(), '.', '_');
    return flat;
}

} // namespace fullscope::import
