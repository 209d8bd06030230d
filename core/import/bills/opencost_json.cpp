// SPDX-License-Identifier: GPL-3.0-or-later
// Allocations as the API of OpenCost and Kubecost answers (`/allocation/compute`): {"data": [{NAME: {allocation}, …},
// …]}, a set for each step of the window. It is read as it comes, and numbers as the digits that are written.
#include "core/import/bills/bill_formats.h"
#include "core/import/bills/opencost_row.h"
#include "core/import/bills/row_key.h"

#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <iterator>
#include <optional>
#include <vector>

namespace fullscope::import {

namespace {

using base::Code;
using base::Handling;
using base::Severity;
using evidence::BillRow;
using nlohmann::json;

constexpr std::size_t kAllocationDepth = 4; // root, data, a set, an allocation
constexpr std::size_t kMostDepth = 32;

// The text, block by block, with the line that is being read.
struct Blocks {
    TextSource& source;
    std::string_view block {};
    std::size_t at = 0;
    std::int64_t line = 1;
    bool ended = false;
    std::optional<base::Error> error {};

    bool atEnd()
    {
        while (at == block.size() && !ended) {
            base::Result<std::string_view> next = source.block();
            at = 0;
            block = next.ok() ? *next : std::string_view {};
            ended = block.empty();
            if (!next.ok())
                error = std::move(next.error());
        }
        return ended;
    }
};

// For the parser, which reads from iterators; without blocks it is the end.
class BlockIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    BlockIterator() = default;
    explicit BlockIterator(Blocks& blocks)
        : m_blocks(&blocks)
    {
    }
    char operator*() const { return m_blocks->block[m_blocks->at]; }
    BlockIterator& operator++()
    {
        m_blocks->line += **this == '\n' ? 1 : 0;
        ++m_blocks->at;
        return *this;
    }
    BlockIterator operator++(int) { return ++*this; }
    bool operator==(const BlockIterator& other) const { return atEnd() == other.atEnd(); }

private:
    bool atEnd() const { return m_blocks == nullptr || m_blocks->atEnd(); }

    Blocks* m_blocks = nullptr;
};

// Builds one allocation at a time, and passes it on when it is whole.
class AllocationSax final : public nlohmann::json_sax<json> {
public:
    using Take = std::function<bool(json& allocation, std::int64_t line)>; // false = stop

    AllocationSax(Blocks& blocks, Take take)
        : m_blocks(blocks)
        , m_take(std::move(take))
    {
    }

    bool null() override { return value(nullptr); }
    bool boolean(bool truth) override { return value(truth); }
    bool number_integer(number_integer_t number) override { return value(std::to_string(number)); }
    bool number_unsigned(number_unsigned_t number) override { return value(std::to_string(number)); }
    bool number_float(number_float_t, const string_t& digits) override { return value(digits); }
    bool string(string_t& text) override { return value(std::move(text)); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return start(json::object()); }
    bool start_array(std::size_t) override { return start(json::array()); }
    bool key(string_t& name) override
    {
        if (m_depth == 1)
            m_in_data = name == "data";
        m_key = std::move(name);
        return true;
    }
    bool end_object() override { return end(); }
    bool end_array() override { return end(); }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override
    {
        m_broken = true;
        return false;
    }

    bool broken() const { return m_broken; }

private:
    bool value(json part)
    {
        if (!m_open.empty())
            add(std::move(part));
        return true;
    }
    json* add(json part)
    {
        json& parent = *m_open.back();
        if (parent.is_array()) {
            parent.push_back(std::move(part));
            return &parent.back();
        }
        json& member = parent[m_key];
        member = std::move(part);
        return &member;
    }
    bool start(json empty)
    {
        if (++m_depth > kMostDepth) {
            m_broken = true;
            return false;
        }
        if (!m_open.empty()) {
            m_open.push_back(add(std::move(empty)));
        } else if (m_in_data && m_depth == kAllocationDepth && empty.is_object()) {
            m_allocation = std::move(empty);
            m_line = m_blocks.line;
            m_open.push_back(&m_allocation);
        }
        return true;
    }
    bool end()
    {
        --m_depth;
        if (m_open.empty())
            return true;
        m_open.pop_back();
        return !m_open.empty() || m_take(m_allocation, m_line);
    }

    Blocks& m_blocks;
    Take m_take;
    json m_allocation;
    std::int64_t m_line = 0;
    std::vector<json*> m_open; // of the allocation: it and what is open within it
    std::string m_key;
    std::size_t m_depth = 0;
    bool m_in_data = false, m_broken = false;
};

std::string_view textAt(const json& object, const char* key)
{
    const auto found = object.is_object() ? object.find(key) : object.end();
    if (!object.is_object() || found == object.end() || !found->is_string())
        return {};
    return found->get_ref<const std::string&>();
}

class AllocationReader {
public:
    AllocationReader(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
        : m_source(source)
        , m_sink(sink)
        , m_job(job)
        , m_key({"allocation"}, [](std::string_view) { return false; })
    {
    }

    base::Status read();

private:
    bool take(json& allocation, std::int64_t line);
    bool readTime(const json& allocation, const char* key, std::int64_t& us);
    void readTags(const json& allocation);
    std::optional<base::Decimal> decimal(const json& allocation, const char* key, bool needed);
    void report(Severity severity, Handling handling, base::Error what, const char* field);

    TextSource& m_source;
    evidence::Sink& m_sink;
    const base::JobContext& m_job;
    RowKey m_key;
    BillRow m_row;
    base::Status m_status;
};

void AllocationReader::report(Severity severity, Handling handling, base::Error what, const char* field)
{
    what.file = m_source.file().path;
    what.line = m_row.line;
    what.field = field;
    m_sink.problem({.severity = severity, .handling = handling, .what = std::move(what)});
}

std::optional<base::Decimal> AllocationReader::decimal(const json& allocation, const char* key, bool needed)
{
    const std::string_view text = textAt(allocation, key);
    if (text.empty()) {
        if (needed)
            report(Severity::warning, Handling::kept, {.code = Code::field_missing, .expected = "decimal number"}, key);
        return std::nullopt;
    }
    auto value = base::Decimal::parse(text);
    if (value.ok())
        return *value;
    report(Severity::warning, Handling::value_dropped, std::move(value.error()), key);
    return std::nullopt;
}

// Of the allocation, else of its window.
bool AllocationReader::readTime(const json& allocation, const char* key, std::int64_t& us)
{
    std::string_view text = textAt(allocation, key);
    if (text.empty() && allocation.contains("window"))
        text = textAt(allocation["window"], key);
    const auto parsed = base::parseIso(text);
    if (parsed.ok())
        us = parsed->instant.us;
    else
        report(Severity::error, Handling::row_skipped,
            {.code = Code::bad_time, .found = base::excerpt(text), .expected = "date"}, key);
    return parsed.ok();
}

void AllocationReader::readTags(const json& allocation)
{
    const auto properties = allocation.find("properties");
    if (properties == allocation.end() || !properties->is_object())
        return;
    for (const auto& [name, key] : {std::pair {"cluster", "cluster"}, {"node", "node"}, {"namespace", "namespace"},
             {"controllerKind", "controller_kind"}, {"controller", "controller"}, {"pod", "pod"},
             {"container", "container"}})
        if (const std::string_view value = textAt(*properties, name); !value.empty())
            m_row.tags.emplace_back(key, value);
    m_row.resource_id = textAt(*properties, "pod");
    const auto labels = properties->find("labels");
    if (labels == properties->end() || !labels->is_object())
        return;
    for (const auto& [key, value] : labels->items())
        if (value.is_string())
            m_row.tags.emplace_back(key, value.get<std::string>());
}

bool AllocationReader::take(json& allocation, std::int64_t line)
{
    m_status = m_job.check();
    if (!m_status.ok())
        return false;
    m_job.report({m_source.file().path, m_source.bytesDone(), m_source.bytesTotal()});
    m_row = openCostRow();
    m_row.line = line;
    if (!readTime(allocation, "start", m_row.charge_start_us) || !readTime(allocation, "end", m_row.charge_end_us))
        return true;
    const std::string said = allocation.dump(-1, ' ', false, json::error_handler_t::replace);
    m_row.row_key = m_key.of({said});
    m_row.description = textAt(allocation, "name");
    m_row.effective = decimal(allocation, "totalCost", true);
    m_row.quantity = decimal(allocation, "gpuHours", false);
    if (m_row.quantity)
        m_row.quantity_unit = "GPU Hours";
    readTags(allocation);
    m_status = m_sink.billRow(m_row);
    return m_status.ok();
}

base::Status AllocationReader::read()
{
    reportOpenCost(m_sink, m_source.file().path);
    Blocks blocks {.source = m_source};
    AllocationSax sax(blocks, [this](json& allocation, std::int64_t line) { return take(allocation, line); });
    const bool whole = json::sax_parse(BlockIterator(blocks), BlockIterator(), &sax);
    if (blocks.error)
        return std::move(*blocks.error);
    if (!whole && sax.broken())
        return base::Error {.code = blocks.atEnd() ? Code::record_truncated : Code::bad_json,
            .file = m_source.file().path,
            .line = blocks.line};
    return m_status;
}

int sniffAllocations(const Preview& preview)
{
    const std::string_view text = base::trimmed(preview.head);
    const auto has = [text](std::string_view name) { return text.find(name) != std::string_view::npos; };
    return text.starts_with('{') && has("\"data\"") && has("\"window\"") && has("\"cpuCost\"") && has("\"totalCost\"")
        ? 95
        : 0;
}

base::Status parseAllocations(TextSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return AllocationReader(source, sink, job).read();
}

} // namespace

const Format opencost_json {.id = "opencost_json",
    .kind = Kind::bill,
    .version = 1,
    .title = "OpenCost or Kubecost allocations (JSON)",
    .sniff = sniffAllocations,
    .parse = parseAllocations};

} // namespace fullscope::import
