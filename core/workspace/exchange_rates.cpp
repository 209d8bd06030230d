// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/exchange_rates.h"

#include "core/base/text.h"
#include "core/import/bills/charge_dates.h"
#include "core/import/source/csv.h"
#include "core/workspace/expand_paths.h"
#include "core/workspace/json_document.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace fullscope::workspace {

namespace {

using base::Code;
using base::Error;
using ledger::ExchangeRate;
using ledger::ExchangeRates;

Error wrongRate(const std::string& file, std::string place, const Json& found)
{
    return {.code = Code::bad_value,
        .file = file,
        .field = std::move(place),
        .found = base::excerpt(found.dump(-1, ' ', false, Json::error_handler_t::replace)),
        .expected = R"(["2024-03-28", "1.0811"])"};
}

base::Status readSeries(const Json& series, const std::string& place, const std::string& file, ExchangeRates& rates)
{
    ExchangeRate rate;
    for (const auto& [key, member] : {std::pair {"from", &rate.from}, std::pair {"to", &rate.to},
             std::pair {"source", &rate.source}, std::pair {"note", &rate.note}}) {
        FS_TRY_VALUE(text, textMember(series, key, member != &rate.note, place, file));
        *member = std::move(text);
    }
    const auto list = series.find("rates");
    if (list == series.end() || !list->is_array())
        return Error {.code = Code::field_missing, .file = file, .field = place + ".rates", .expected = "array"};
    for (std::size_t i = 0; i < list->size(); ++i) {
        const Json& one = (*list)[i];
        const std::string where = place + ".rates[" + std::to_string(i) + "]";
        if (!one.is_array() || one.size() != 2 || !one[0].is_string() || !one[1].is_string())
            return wrongRate(file, where, one);
        const auto value = base::Decimal::parse(one[1].get<std::string>());
        if (!value.ok())
            return wrongRate(file, where, one);
        rate.date = one[0].get<std::string>();
        rate.rate = *value;
        if (auto set = rates.set(rate); !set.ok()) {
            set.error().file = file;
            set.error().field = where + "." + set.error().field;
            return std::move(set.error());
        }
    }
    return {};
}

std::string toJson(const ExchangeRates& rates)
{
    using Key = std::tuple<std::string, std::string, std::string, std::string>;
    std::map<Key, Json> series;
    for (const ExchangeRate& rate : rates.all()) {
        Json& list = series.try_emplace({rate.from, rate.to, rate.source, rate.note}, Json::array()).first->second;
        list.push_back(Json::array({rate.date, rate.rate.toString()}));
    }
    Json all = Json::array();
    for (const auto& [key, list] : series)
        all.push_back({{"from", std::get<0>(key)}, {"to", std::get<1>(key)}, {"source", std::get<2>(key)},
            {"note", std::get<3>(key)}, {"rates", list}});
    return Json {{"schema", 1}, {"series", all}}.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Reads one table.
class TableReading {
public:
    TableReading(
        import::CsvReader& csv, const std::string& path, const std::string& base_currency, const std::string& source)
        : m_csv(&csv)
        , m_path(path)
        , m_base(base_currency)
        , m_source(source)
    {
    }

    base::Status readHeader();
    void learnRow() { m_dates.learn(base::trimmed(m_csv->field(m_date))); } // all of them before the first is read
    void startAgain(import::CsvReader& csv) { m_csv = &csv; }
    void readRow();
    void addProblem(Code code, const std::string& field, const std::string& found, const std::string& expected,
        base::Handling handling);
    RateTable take();

private:
    void readCell(int column, const std::string& day);

    import::CsvReader* m_csv;
    const std::string& m_path;
    const std::string& m_base;
    const std::string& m_source;
    int m_date = -1;
    std::vector<std::string> m_codes; // by column, empty = none
    import::ChargeDates m_dates;
    bool m_order_told = false;
    // By currency and day; none where the file has several that differ.
    std::map<std::string, std::map<std::string, std::optional<base::Decimal>>> m_days;
    base::ProblemList m_problems;
    RateTable m_table;
};

base::Status TableReading::readHeader()
{
    FS_TRY(m_csv->readHeader());
    m_date = m_csv->column("Date");
    if (m_date < 0)
        return Error {.code = Code::column_missing, .file = m_path, .field = "Date", .expected = "Date,USD,JPY,…"};
    for (std::size_t column = 0; column < m_csv->header().size(); ++column) {
        std::string code(base::trimmed(m_csv->header()[column]));
        if (static_cast<int>(column) == m_date)
            code.clear();
        if (!code.empty()) // else the line ends with a comma
            if (auto checked = ledger::checkCurrency(code, "Date,USD,JPY,…"); !checked.ok()) {
                checked.error().file = m_path;
                checked.error().field.clear();
                return std::move(checked.error());
            }
        m_codes.push_back(std::move(code));
    }
    return {};
}

void TableReading::addProblem(
    Code code, const std::string& field, const std::string& found, const std::string& expected, base::Handling handling)
{
    m_problems.add({.severity = base::Severity::warning,
        .handling = handling,
        .what = {.code = code,
            .file = m_path,
            .line = m_csv->line(),
            .field = field,
            .found = base::excerpt(found),
            .expected = expected}});
}

void TableReading::readRow()
{
    const std::string text(base::trimmed(m_csv->field(m_date)));
    const auto day = m_dates.read(text);
    if (!day.ok() || !day->is_day) {
        addProblem(Code::bad_time, "Date", text, "2024-03-28", base::Handling::row_skipped);
        return;
    }
    const std::string date = base::formatDate({day->start_us});
    if (m_dates.assumed() && !std::exchange(m_order_told, true))
        addProblem(Code::number_ambiguous, "Date", text, "month/day/year", base::Handling::kept);
    for (std::size_t column = 0; column < m_codes.size(); ++column)
        if (!m_codes[column].empty())
            readCell(static_cast<int>(column), date);
}

void TableReading::readCell(int column, const std::string& day)
{
    const std::string& code = m_codes[static_cast<std::size_t>(column)];
    const std::string_view text = base::trimmed(m_csv->field(column));
    if (text.empty() || base::equalsIgnoreCase(text, "N/A") || text == "-") {
        ++m_table.not_quoted;
        return;
    }
    const auto value = base::Decimal::parse(text);
    if (!value.ok() || value->isZero() || value->isNegative()) {
        addProblem(Code::bad_number, code, std::string(text), "> 0", base::Handling::value_dropped);
        return;
    }
    ++m_table.read;
    const auto [known, is_new] = m_days[code].try_emplace(day, *value);
    if (is_new || known->second == *value)
        return;
    const std::string before = known->second ? known->second->toString() + ", " : std::string();
    addProblem(Code::bad_value, code, day + ": " + before + std::string(text), "1 " + m_base + " = … " + code,
        base::Handling::value_dropped);
    known->second.reset();
}

RateTable TableReading::take()
{
    for (const auto& [code, days] : m_days) {
        std::string month;
        for (auto day = days.rbegin(); day != days.rend(); ++day) {
            if (!day->second || day->first.starts_with(month.empty() ? "-" : month))
                continue;
            month = day->first.substr(0, 7);
            m_table.rates.push_back(
                {.from = m_base, .to = code, .date = day->first, .rate = *day->second, .source = m_source, .note = {}});
        }
    }
    m_table.problems = m_problems.entries();
    return std::move(m_table);
}

// `take` gets each row, or the error of one that is none.
template <typename Take>
base::Status eachRow(import::CsvReader& csv, const base::JobContext& job, const Take& take)
{
    while (true) {
        FS_TRY(job.check());
        const auto more = csv.next();
        if (!more.ok() && more.error().code != Code::quote_unclosed && more.error().code != Code::line_too_long)
            return more.error();
        if (more.ok() && !*more)
            return {};
        take(more.ok() ? nullptr : &more.error());
    }
}

} // namespace

base::Result<StoredRates> exchangeRates(const store::WorkspaceFile& workspace)
{
    FS_TRY_VALUE(document, workspace.document(store::DocumentKind::exchange_rates));
    StoredRates stored {.version = document.version, .rates = {}};
    if (document.version == 0)
        return stored;
    FS_TRY_VALUE(json, parseJson(document.json, workspace.path()));
    FS_TRY_VALUE(list, listOfDocument(json, "series", workspace.path()));
    for (std::size_t i = 0; i < list.size(); ++i)
        FS_TRY(readSeries(list[i], "series[" + std::to_string(i) + "]", workspace.path(), stored.rates));
    return stored;
}

base::Result<std::int64_t> saveExchangeRates(
    store::WorkspaceFile& workspace, const ExchangeRates& rates, std::int64_t over)
{
    return workspace.saveDocument(store::DocumentKind::exchange_rates, toJson(rates), over);
}

base::Result<AddedRates> addRates(ExchangeRates& rates, const std::vector<ExchangeRate>& more)
{
    AddedRates added;
    for (ExchangeRate rate : more) {
        FS_TRY(ledger::checkRate(rate));
        const ExchangeRate* old = rates.find(rate.from, rate.to, rate.date);
        added.changed += old == nullptr || *old != rate;
        if (old != nullptr && old->source != rate.source)
            added.replaced.push_back(*old);
        const ExchangeRate* back = rates.find(rate.to, rate.from, rate.date);
        if (back != nullptr && ledger::contradict(rate, *back))
            added.contradicting.push_back(*back);
        FS_TRY(rates.set(std::move(rate)));
    }
    return added;
}

base::Result<RateTable> readRateTable(
    const std::string& path, const std::string& base_currency, const std::string& source, const base::JobContext& job)
{
    const auto files = expandPaths({path});
    if (files.size() != 1) {
        std::string found;
        for (const std::string& file : files)
            found += (found.empty() ? "" : ", ") + file;
        return Error {.code = Code::bad_value, .file = path, .found = base::excerpt(found), .expected = "one file"};
    }
    auto text = import::TextSource::open(files.front());
    auto again = import::TextSource::open(files.front());
    for (auto* opened : {&text, &again})
        if (!opened->ok()) {
            opened->error().file = files.front();
            return std::move(opened->error());
        }
    import::CsvReader csv(**text), second(**again);
    TableReading table(csv, files.front(), base_currency, source);
    FS_TRY(table.readHeader());
    FS_TRY(eachRow(csv, job, [&](const base::Error* error) {
        if (error == nullptr)
            table.learnRow();
    }));
    table.startAgain(second);
    FS_TRY(second.readHeader());
    FS_TRY(eachRow(second, job, [&](const base::Error* error) {
        if (error == nullptr)
            table.readRow();
        else
            table.addProblem(error->code, "", "", "", base::Handling::row_skipped);
    }));
    RateTable read = table.take();
    if (read.rates.empty())
        return Error {.code = Code::nothing_readable, .file = files.front(), .expected = "Date,USD,JPY,…"};
    return read;
}

} // namespace fullscope::workspace
