// SPDX-License-Identifier: GPL-3.0-or-later
// Words for what core names by id, in every language, in one place: the window, the command line and the report say the
// same. (The window's own labels are translated by Qt.) Only report, ui and app use this.
#pragma once

#include "core/analysis/cost_model.h"
#include "core/base/problem.h"
#include "core/evidence/bill.h"
#include "core/evidence/job.h"
#include "core/evidence/joined_run.h"
#include "core/evidence/provenance.h"
#include "core/evidence/run.h"
#include "core/ledger/money_ledger.h"
#include "core/ledger/time_ledger.h"
#include "core/scenario/input.h"

#include <string>
#include <string_view>
#include <vector>

namespace fullscope::words {

enum class Language { en, zh_CN };
std::optional<Language> languageByName(std::string_view name); // "en", "zh_CN", "zh-CN", "zh"

// A whole sentence that a person can act on: "file.csv:12: column lineItem/UnblendedCost is missing …".
std::string sentence(const base::Error& error, Language language);
std::string sentence(const base::Problem& problem, Language language); // with what was done about it
std::string label(base::Severity severity, Language language);
std::string label(base::Handling handling, Language language); // what the importer did about it

std::string label(scenario::Input input, Language language); // "Price per instance-hour"
std::string explanation(scenario::Input input, Language language); // one sentence: what it means
std::string label(scenario::InputGroup group, Language language);
std::string label(analysis::Component component, Language language);
std::string label(analysis::Scope scope, Language language);
std::string label(ledger::TimeCategory category, Language language);
std::string label(ledger::MoneyCategory category, Language language);
std::string label(evidence::Origin origin, Language language);
std::string label(evidence::PartRole role, Language language);
std::string label(evidence::PartReason reason, Language language);
std::string label(evidence::PurchaseOption option, Language language);
std::string label(evidence::ChargeCategory category, Language language);
std::string label(evidence::JobEnd end, Language language); // how a job ended

// Free texts of the report and the command line: one id per sentence, {0} {1} … for arguments.
enum class Text : int; // text_ids.h
std::string say(Text text, Language language, const std::vector<std::string>& arguments = {});

} // namespace fullscope::words
