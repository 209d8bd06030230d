// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/attribution_rules.h"

#include "core/base/text.h"
#include "core/workspace/json_document.h"

#include <nlohmann/json.hpp>

namespace fullscope::workspace {

namespace {

using ledger::AttributionRule;

base::Error at(base::Error error, const std::string& place, const std::string& file)
{
    error.field = error.field.empty() ? place : place + "." + error.field;
    error.file = file;
    return error;
}

base::Result<AttributionRule> readRule(const Json& entry, const std::string& place, const std::string& file)
{
    AttributionRule rule;
    FS_TRY_VALUE(field, textMember(entry, "field", true, place, file));
    FS_TRY_VALUE(match, textMember(entry, "match", true, place, file));
    if (const auto set = ledger::setField(rule, field); !set.ok()) {
        base::Error error = set.error();
        error.field.clear();
        return at(std::move(error), place + ".field", file);
    }
    const auto known = ledger::attributionMatch(match);
    if (!known)
        return base::Error {.code = base::Code::bad_value,
            .file = file,
            .field = place + ".match",
            .found = base::excerpt(match),
            .expected = "equals, contains, pattern"};
    rule.match = *known;
    FS_TRY_VALUE(text, textMember(entry, "text", true, place, file));
    FS_TRY_VALUE(group, textMember(entry, "group", true, place, file));
    FS_TRY_VALUE(note, textMember(entry, "note", false, place, file));
    rule.text = std::move(text);
    rule.group = std::move(group);
    rule.note = std::move(note);
    if (const auto checked = ledger::checkRule(rule); !checked.ok())
        return at(checked.error(), place, file);
    return rule;
}

} // namespace

base::Result<StoredRules> attributionRules(const store::WorkspaceFile& workspace)
{
    FS_TRY_VALUE(document, workspace.document(store::DocumentKind::attribution));
    StoredRules stored {.version = document.version, .rules = {}};
    if (document.version == 0)
        return stored;
    FS_TRY_VALUE(rules, rulesFromJson(document.json, workspace.path()));
    stored.rules = std::move(rules);
    return stored;
}

base::Result<std::int64_t> saveAttributionRules(
    store::WorkspaceFile& workspace, const std::vector<AttributionRule>& rules, std::int64_t over)
{
    FS_TRY(ledger::checkRules(rules));
    return workspace.saveDocument(store::DocumentKind::attribution, rulesToJson(rules), over);
}

base::Result<std::vector<AttributionRule>> rulesFromJson(std::string_view json, const std::string& file)
{
    FS_TRY_VALUE(document, parseJson(json, file));
    FS_TRY_VALUE(list, listOfDocument(document, "rules", file));
    std::vector<AttributionRule> rules;
    for (const Json& entry : list) {
        FS_TRY_VALUE(rule, readRule(entry, "rules[" + std::to_string(rules.size()) + "]", file));
        rules.push_back(std::move(rule));
    }
    if (auto checked = ledger::checkRules(rules); !checked.ok()) { // too many
        checked.error().file = file;
        return std::move(checked.error());
    }
    return rules;
}

std::string rulesToJson(const std::vector<AttributionRule>& rules)
{
    Json list = Json::array();
    for (const AttributionRule& rule : rules) {
        Json entry = {{"field", ledger::fieldText(rule)}, {"match", ledger::name(rule.match)}, {"text", rule.text},
            {"group", rule.group}};
        if (!rule.note.empty())
            entry["note"] = rule.note;
        list.push_back(std::move(entry));
    }
    return Json {{"schema", 1}, {"rules", list}}.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace fullscope::workspace
