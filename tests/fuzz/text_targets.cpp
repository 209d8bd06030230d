// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/text_targets.h"

#include "core/audit/audit.h"
#include "core/audit/claims_json.h"
#include "core/audit/read/document.h"
#include "core/audit/read/figures.h"
#include "core/base/decimal.h"
#include "core/base/quantity.h"
#include "core/base/utc.h"
#include "core/bench/result.h"
#include "core/catalogue/user_entries.h"
#include "core/import/logs/table/plain_json.h"
#include "core/import/mapping_text.h"
#include "core/import/source/csv.h"
#include "core/import/source/csv_scan.h"
#include "core/import/source/decoder.h"
#include "core/scenario/scenario.h"
#include "core/store/column_codec.h"
#include "core/workspace/attribution_rules.h"
#include "core/workspace/typed_invoice.h"
#include "tests/core/import/memory_source.h"
#include "tests/fuzz/gathered.h"
#include "tests/fuzz/require.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <span>

namespace fullscope::fuzz {

namespace {

using import::testing::MemorySource;

std::string decodedInPieces(std::string_view bytes, std::size_t size)
{
    const std::size_t mark = import::markSize(bytes);
    import::Decoder decoder(import::detectEncoding(bytes));
    std::string text;
    for (std::string_view rest = bytes.substr(mark);;) {
        const std::string piece(rest.substr(0, size));
        rest.remove_prefix(piece.size());
        text += decoder.decode(piece, rest.empty());
        if (rest.empty())
            return text + '/' + std::to_string(decoder.badSequences());
    }
}

// All records with what is said of them.
std::string csvRecords(const std::string& text, std::size_t blockSize)
{
    MemorySource source(text, [blockSize] { return blockSize; });
    import::CsvReader reader(source);
    std::string all;
    if (!reader.readHeader())
        return all;
    for (const std::string& name : reader.header())
        all.append(name).append("|");
    for (;;) {
        const auto more = reader.next();
        if (more.ok() && !*more)
            return all + std::to_string(reader.linesRead());
        all.append("\n").append(std::to_string(reader.line())).append(more.ok() ? ":" : "!");
        if (!more.ok())
            all.append(std::to_string(static_cast<int>(more.error().code)));
        else
            for (const std::string_view field : reader.fields())
                all.append(field).append("|");
        all.append(reader.cut() ? "cut" : "").append(reader.hadEnd() ? "" : "open");
    }
}

// What a parser of JSON calls, in words.
class JsonCalls {
public:
    std::string said;

    bool null() { return say("null"); }
    bool boolean(bool value) { return say(value ? "true" : "false"); }
    bool number_integer(std::int64_t value) { return say("i" + std::to_string(value)); }
    bool number_unsigned(std::uint64_t value) { return say("u" + std::to_string(value)); }
    bool number_float(double value, std::string_view text)
    {
        return say(std::to_string(std::bit_cast<std::uint64_t>(value)).append(" ").append(text));
    }
    bool string(std::string_view value) { return say("s", value); }
    bool binary(const std::vector<std::uint8_t>&) { return false; }
    bool start_object(std::size_t) { return say("{"); }
    bool end_object() { return say("}"); }
    bool start_array(std::size_t) { return say("["); }
    bool end_array() { return say("]"); }
    bool key(std::string_view name) { return say("k", name); }
    bool parse_error(std::size_t, const std::string&, const std::exception&) { return false; }

private:
    bool say(std::string_view what, std::string_view of = {})
    {
        said.append(what).append(of).append("\n");
        return true;
    }
};

} // namespace

std::string decoded(std::string_view bytes)
{
    import::Decoder decoder(import::detectEncoding(bytes));
    return std::string(decoder.decode(bytes.substr(import::markSize(bytes)), true));
}

void tryEncoding(std::string_view, std::string_view bytes)
{
    const std::string whole = decodedInPieces(bytes, std::string_view::npos);
    for (const std::size_t size : {1, 2, 3, 5, 16})
        require(decodedInPieces(bytes, size) == whole, "a text is the same in pieces");
}

void tryCsv(std::string_view, std::string_view bytes)
{
    for (std::size_t i = 0; i + import::kScanWidth <= bytes.size(); i += import::kScanWidth)
        for (const char separator : {',', ';', '\t', '|'})
            require(import::structuralMask(bytes.data() + i, separator)
                    == import::structuralMaskPortable(bytes.data() + i, separator),
                "the vector scanner finds what the portable one finds");
    const std::string text = decoded(bytes);
    const std::string whole = csvRecords(text, 65'536);
    for (const std::size_t size : {1, 7, 64, 100})
        require(csvRecords(text, size) == whole, "a table is the same in pieces");
}

void tryPlainJson(std::string_view, std::string_view bytes)
{
    JsonCalls plain, any;
    if (!import::PlainJson(bytes, plain).read())
        return;
    require(nlohmann::json::sax_parse(bytes.begin(), bytes.end(), &any), "what the quick reader takes is JSON");
    require(plain.said == any.said, "the quick reader of JSON finds what the other finds");
}

void tryMapping(std::string_view, std::string_view bytes)
{
    const auto mapping = import::parseColumnMapping(decoded(bytes));
    if (!mapping.ok())
        return;
    const auto again = import::parseColumnMapping(import::formatColumnMapping(*mapping));
    require(again.ok() && *again == *mapping, "a mapping reads back as it was");
}

void tryDecimal(std::string_view, std::string_view bytes)
{
    const auto decimal = base::Decimal::parse(bytes);
    if (!decimal.ok())
        return;
    const auto again = base::Decimal::parse(decimal->toString());
    require(again.ok() && *again == *decimal, "a decimal reads back as it was");
    for (const int digits : {0, 2, 24})
        require(base::Decimal::parse(decimal->toFixed(digits)).ok(), "a rounded decimal is a decimal");
}

void tryQuantity(std::string_view, std::string_view bytes)
{
    if (bytes.empty())
        return;
    const auto unit
        = static_cast<base::Unit>(static_cast<unsigned char>(bytes.front()) % static_cast<unsigned>(base::Unit::count));
    const auto typed = base::parseQuantity(bytes.substr(1), unit);
    if (!typed.ok())
        return;
    require(std::isfinite(typed->value), "what is typed is a finite number");
    require(base::parseQuantity(base::formatQuantity(typed->value, unit), unit).ok(), "what is shown can be typed");
}

void tryInstant(std::string_view, std::string_view bytes)
{
    const auto read = base::parseIso(bytes);
    if (!read.ok())
        return;
    const auto again = base::parseIso(base::formatIso(read->instant));
    require(again.ok() && again->instant == read->instant, "an instant reads back as it was");
}

void tryScenario(std::string_view, std::string_view bytes)
{
    const auto read = scenario::fromJson(bytes, "fuzz.json");
    if (!read.ok())
        return;
    const auto again = scenario::fromJson(scenario::toJson(*read), "fuzz.json");
    require(again.ok() && *again == *read, "a scenario reads back as it was");
}

void tryClaims(std::string_view, std::string_view bytes)
{
    const auto& catalogue = catalogue::Catalogue::builtIn();
    const std::string text = decoded(bytes);
    (void)audit::readSheet(text, audit::parseCellRange(std::string_view(text).substr(0, 8)));
    const auto read = audit::readFigures(text, "fuzz", {}, catalogue);
    if (!read.ok())
        return;
    const auto isIndex = [&read](std::size_t claim) { return claim < read->claims.size(); };
    const audit::Audit audit = audit::audit(read->claims, catalogue);
    for (const auto* list : {&audit.findings, &audit.holds})
        for (const audit::Finding& finding : *list) {
            require(std::ranges::all_of(finding.claims, isIndex), "a finding rests on figures that there are");
            require(std::ranges::all_of(finding.mends, isIndex, &audit::Mend::claim), "what would mend it is a figure");
        }
    const std::vector<audit::ClaimSet> sets {{"fuzz", read->claims}};
    const auto again = audit::claimSetsFromJson(audit::toJson(sets), "fuzz");
    require(again.ok() && *again == sets, "figures read back as they were");
}

void tryInvoice(std::string_view, std::string_view bytes)
{
    std::array<std::string, 12> members;
    for (std::string& member : members) {
        const std::size_t end = std::min(bytes.find('\n'), bytes.size());
        member = bytes.substr(0, end);
        bytes.remove_prefix(std::min(end + 1, bytes.size()));
    }
    const auto& [provider, period, billed, currency, account, service, region, effective, type, hours, option, note]
        = members;
    const auto row = workspace::chargeOf({.provider = provider,
        .period = period,
        .billed = billed,
        .currency = currency,
        .account = account,
        .service = service,
        .region = region,
        .effective = effective,
        .instance_type = type,
        .hours = hours,
        .purchase_option = option,
        .note = note});
    if (!row.ok())
        return;
    require(row->billed.has_value() && !row->currency.empty(), "an invoice has an amount and its currency");
    require(row->charge_start_us < row->charge_end_us, "an invoice is of some time");
    Gathered gathered;
    (void)gathered.billRow(*row);
    gathered.check();
}

void tryWorkerRecords(std::string_view, std::string_view bytes)
{
    const auto read = bench::readResult(bytes, "fuzz.json");
    if (!read.ok())
        return;
    const auto again = bench::readResult(bench::writeResult(*read), "fuzz.json");
    require(again.ok() && bench::runOf(again->measurement) == bench::runOf(read->measurement)
            && again->summary.verdict == read->summary.verdict,
        "a result reads back as what it was");
}

void tryDocuments(std::string_view, std::string_view bytes)
{
    if (const auto rules = workspace::rulesFromJson(bytes, "fuzz.json"); rules.ok()) {
        const auto again = workspace::rulesFromJson(workspace::rulesToJson(*rules), "fuzz.json");
        require(again.ok() && *again == *rules, "rules read back as they were");
    }
    if (const auto entries = catalogue::entriesFromJson(bytes); entries.ok()) {
        const std::string json = catalogue::toJson(*entries);
        const auto again = catalogue::entriesFromJson(json);
        require(again.ok() && catalogue::toJson(*again) == json, "prices read back as they were");
    }
}

void tryStoredColumn(std::string_view, std::string_view bytes)
{
    const auto blob = std::as_bytes(std::span(bytes.data(), bytes.size()));
    store::ColumnCodec codec;
    std::vector<std::int64_t> integers;
    std::vector<double> numbers;
    for (const std::size_t rows : {1, 3, 64, 16'384}) {
        integers.assign(rows, 0);
        numbers.assign(rows, 0);
        (void)codec.decode(blob, std::span(integers));
        (void)codec.decode(blob, std::span(numbers));
    }
    // Whatever bits a column holds, it comes back.
    numbers.assign(bytes.size() / sizeof(double), 0);
    std::copy_n(bytes.data(), numbers.size() * sizeof(double), reinterpret_cast<char*>(numbers.data()));
    const auto kept = codec.encode(std::span<const double>(numbers));
    const std::vector<std::byte> encoded(kept.begin(), kept.end());
    std::vector<double> again(numbers.size());
    require(codec.decode(encoded, std::span(again)).ok(), "a column can be read back");
    require(std::equal(numbers.begin(), numbers.end(), again.begin(),
                [](double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; }),
        "a column reads back to the bit");
}

} // namespace fullscope::fuzz
