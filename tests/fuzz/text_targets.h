// SPDX-License-Identifier: GPL-3.0-or-later
// Targets that need no format: what lies below the formats, and what users write themselves.
#pragma once

#include <string>
#include <string_view>

namespace fullscope::fuzz {

std::string decoded(std::string_view bytes); // as a TextSource gives it

void tryEncoding(std::string_view name, std::string_view bytes);
void tryCsv(std::string_view name, std::string_view bytes);
void tryPlainJson(std::string_view name, std::string_view bytes);
void tryMapping(std::string_view name, std::string_view bytes);
void tryDecimal(std::string_view name, std::string_view bytes);
void tryQuantity(std::string_view name, std::string_view bytes); // the first byte says in which unit
void tryInstant(std::string_view name, std::string_view bytes);
void tryScenario(std::string_view name, std::string_view bytes);
void tryClaims(std::string_view name, std::string_view bytes); // a pasted page
void tryInvoice(std::string_view name, std::string_view bytes); // its members by line
void tryWorkerRecords(std::string_view name, std::string_view bytes); // of a benchmark, or its result
void tryDocuments(std::string_view name, std::string_view bytes); // rules and prices that the user keeps
void tryStoredColumn(std::string_view name, std::string_view bytes); // a damaged workspace

} // namespace fullscope::fuzz
