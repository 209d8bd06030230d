// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/column_codec.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

namespace fullscope::store {

// First bytes of a blob. The payload behind it is one zstd frame, or plain where that would not pay.
struct ColumnCodec::Header {
    enum class Layout : std::uint8_t { integers = 1, scaled = 2, raw = 3 };
    Layout layout = Layout::integers;
    std::uint8_t planes = 0; // bytes kept of each word
    std::uint8_t power = 0; // scaled: value = n / 10^power
    bool has_special = false; // scaled: one byte per row says what is no n
    bool plain = false;
    static constexpr std::size_t kSize = 4;
};

namespace {

constexpr int kCompressionLevel = 1; // higher ones cost several times the processor for some per cent
constexpr std::size_t kLeastCompressed = 128; // bytes: starting the compressor costs more than a short column is worth
constexpr int kMaxPower = 15;
constexpr int kSpecialFlag = 1;
constexpr int kPlainFlag = 2;
constexpr double kMaxInteger = 9007199254740992.0; // 2^53: every whole number below is a double

constexpr auto kPowers = [] {
    std::array<double, kMaxPower + 1> powers {};
    powers[0] = 1;
    for (std::size_t i = 1; i < powers.size(); ++i)
        powers[i] = powers[i - 1] * 10; // exact up to 10^22
    return powers;
}();

// What n / 10^k cannot say.
enum class Special : std::uint8_t { none, not_logged, infinity, minus_infinity, minus_zero };

const std::array<std::uint64_t, 5> kSpecialBits
    = {0, std::bit_cast<std::uint64_t>(std::numeric_limits<double>::quiet_NaN()),
        std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity()),
        std::bit_cast<std::uint64_t>(-std::numeric_limits<double>::infinity()), std::bit_cast<std::uint64_t>(-0.0)};

Special specialOf(double value)
{
    if (value != 0 && std::abs(value) <= std::numeric_limits<double>::max())
        return Special::none;
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const auto found = std::find(kSpecialBits.begin() + 1, kSpecialBits.end(), bits);
    return found == kSpecialBits.end() ? Special::none : static_cast<Special>(found - kSpecialBits.begin());
}

std::optional<std::int64_t> scaled(double value, double power)
{
    const double product = value * power;
    if (!(std::abs(product) < kMaxInteger)) // also a NaN with other bits than ours
        return {};
    const std::int64_t integer = std::llrint(product);
    if (static_cast<double>(integer) / power != value)
        return {};
    return integer;
}

// The least power that suits every value on its own; scale() makes sure that it suits them together.
std::optional<int> commonPower(std::span<const double> column)
{
    int power = 0;
    for (const double value : column) {
        if (specialOf(value) != Special::none)
            continue;
        while (!scaled(value, kPowers[static_cast<std::size_t>(power)]))
            if (++power > kMaxPower)
                return {};
    }
    return power;
}

std::uint64_t zigzag(std::uint64_t difference)
{
    return (difference << 1) ^ (0 - (difference >> 63));
}

std::uint64_t unzigzag(std::uint64_t word)
{
    return (word >> 1) ^ (0 - (word & 1));
}

std::uint8_t bytesNeeded(std::uint64_t bits)
{
    return static_cast<std::uint8_t>((std::bit_width(bits) + 7) / 8);
}

// Appends `planes` runs of words.size() bytes: all lowest bytes, then all second ones, …
void appendPlanes(std::span<const std::uint64_t> words, int planes, std::vector<std::byte>& out)
{
    const std::size_t rows = words.size();
    const std::size_t begin = out.size();
    out.resize(begin + rows * static_cast<std::size_t>(planes));
    for (int plane = 0; plane < planes; ++plane) {
        std::byte* run = out.data() + begin + rows * static_cast<std::size_t>(plane);
        for (std::size_t row = 0; row < rows; ++row)
            run[row] = static_cast<std::byte>(words[row] >> (8 * plane));
    }
}

template <typename Word>
void readPlanes(std::span<const std::byte> payload, int planes, std::span<Word> words)
{
    std::fill(words.begin(), words.end(), Word {0});
    for (int plane = 0; plane < planes; ++plane) {
        const std::byte* run = payload.data() + words.size() * static_cast<std::size_t>(plane);
        for (std::size_t row = 0; row < words.size(); ++row)
            words[row] |= static_cast<Word>(static_cast<std::uint64_t>(run[row]) << (8 * plane));
    }
}

base::Error corrupt(const char* what)
{
    base::Error error;
    error.code = base::Code::store_corrupt;
    error.found = what;
    return error;
}

} // namespace

void ColumnCodec::Free::operator()(ZSTD_CCtx_s* context) const
{
    ZSTD_freeCCtx(context);
}

void ColumnCodec::Free::operator()(ZSTD_DCtx_s* context) const
{
    ZSTD_freeDCtx(context);
}

ColumnCodec::ColumnCodec()
    : m_compressor(ZSTD_createCCtx())
    , m_decompressor(ZSTD_createDCtx())
{
}

std::span<const std::byte> ColumnCodec::encode(std::span<const std::int64_t> column)
{
    Header header;
    m_payload.clear();
    appendDifferences(column, header);
    return compressed(header);
}

std::span<const std::byte> ColumnCodec::encode(std::span<const double> column)
{
    Header header;
    m_payload.clear();
    const auto power = commonPower(column);
    if (power && scale(column, *power)) {
        header.layout = Header::Layout::scaled;
        header.power = static_cast<std::uint8_t>(*power);
        header.has_special
            = std::any_of(m_special.begin(), m_special.end(), [](std::uint8_t special) { return special != 0; });
        if (header.has_special) {
            const auto specials = std::as_bytes(std::span(m_special));
            m_payload.assign(specials.begin(), specials.end());
        }
        appendDifferences(m_integers, header);
        return compressed(header);
    }
    header.layout = Header::Layout::raw;
    header.planes = sizeof(double);
    m_words.resize(column.size());
    std::transform(column.begin(), column.end(), m_words.begin(), std::bit_cast<std::uint64_t, double>);
    appendPlanes(m_words, header.planes, m_payload);
    return compressed(header);
}

// Fills m_integers and m_special; false when a value does not survive the power that another one needs.
bool ColumnCodec::scale(std::span<const double> column, int power)
{
    const double factor = kPowers[static_cast<std::size_t>(power)];
    m_integers.resize(column.size());
    m_special.resize(column.size());
    std::int64_t previous = 0;
    for (std::size_t row = 0; row < column.size(); ++row) {
        const Special special = specialOf(column[row]);
        m_special[row] = static_cast<std::uint8_t>(special);
        if (special == Special::none) {
            const auto integer = scaled(column[row], factor);
            if (!integer)
                return false;
            previous = *integer;
        }
        m_integers[row] = previous; // so that a gap costs a difference of 0
    }
    return true;
}

void ColumnCodec::appendDifferences(std::span<const std::int64_t> column, Header& header)
{
    m_words.resize(column.size());
    std::uint64_t previous = 0;
    std::uint64_t all = 0;
    for (std::size_t row = 0; row < column.size(); ++row) {
        const auto value = static_cast<std::uint64_t>(column[row]);
        m_words[row] = zigzag(value - previous);
        all |= m_words[row];
        previous = value;
    }
    header.planes = bytesNeeded(all);
    appendPlanes(m_words, header.planes, m_payload);
}

std::span<const std::byte> ColumnCodec::compressed(Header header)
{
    header.plain = m_payload.size() < kLeastCompressed;
    const std::size_t bound = header.plain ? m_payload.size() : ZSTD_compressBound(m_payload.size());
    if (m_blob.size() < Header::kSize + bound)
        m_blob.resize(Header::kSize + bound);
    m_blob[0] = static_cast<std::byte>(header.layout);
    m_blob[1] = static_cast<std::byte>(header.planes);
    m_blob[2] = static_cast<std::byte>(header.power);
    m_blob[3] = static_cast<std::byte>((header.has_special ? kSpecialFlag : 0) | (header.plain ? kPlainFlag : 0));
    std::size_t size = m_payload.size();
    if (header.plain) {
        std::copy(m_payload.begin(), m_payload.end(), m_blob.begin() + Header::kSize);
    } else {
        size = ZSTD_compressCCtx(m_compressor.get(), m_blob.data() + Header::kSize, bound, m_payload.data(),
            m_payload.size(), kCompressionLevel);
        assert(!ZSTD_isError(size)); // the buffer is large enough for any input
    }
    return std::span(m_blob).first(Header::kSize + size);
}

base::Result<ColumnCodec::Header> ColumnCodec::decompress(std::span<const std::byte> blob, std::size_t rows)
{
    if (blob.size() < Header::kSize)
        return corrupt("column header");
    const int flags = static_cast<int>(blob[3]);
    Header header;
    header.layout = static_cast<Header::Layout>(blob[0]);
    header.planes = static_cast<std::uint8_t>(blob[1]);
    header.power = static_cast<std::uint8_t>(blob[2]);
    header.has_special = (flags & kSpecialFlag) != 0;
    header.plain = (flags & kPlainFlag) != 0;
    if (header.planes > 8 || header.power > kMaxPower || flags > (kSpecialFlag | kPlainFlag))
        return corrupt("column header");
    const auto payload = blob.subspan(Header::kSize);
    m_payload.resize(rows * (header.planes + std::size_t {header.has_special}));
    if (header.plain) {
        if (payload.size() != m_payload.size())
            return corrupt("column data");
        std::copy(payload.begin(), payload.end(), m_payload.begin());
        return header;
    }
    const std::size_t size
        = ZSTD_decompressDCtx(m_decompressor.get(), m_payload.data(), m_payload.size(), payload.data(), payload.size());
    if (ZSTD_isError(size) || size != m_payload.size())
        return corrupt("column data");
    return header;
}

base::Status ColumnCodec::decode(std::span<const std::byte> blob, std::span<std::int64_t> column)
{
    FS_TRY_VALUE(header, decompress(blob, column.size()));
    if (header.layout != Header::Layout::integers || header.has_special)
        return corrupt("column layout");
    readDifferences(header, 0, column);
    return {};
}

base::Status ColumnCodec::decode(std::span<const std::byte> blob, std::span<double> column)
{
    FS_TRY_VALUE(header, decompress(blob, column.size()));
    if (header.layout == Header::Layout::scaled)
        return readScaled(header, column);
    if (header.layout != Header::Layout::raw || header.has_special || header.planes != sizeof(double))
        return corrupt("column layout");
    m_words.resize(column.size());
    readPlanes(m_payload, header.planes, std::span(m_words));
    std::transform(m_words.begin(), m_words.end(), column.begin(), std::bit_cast<double, std::uint64_t>);
    return {};
}

void ColumnCodec::readDifferences(const Header& header, std::size_t offset, std::span<std::int64_t> column) const
{
    readPlanes(std::span(m_payload).subspan(offset), header.planes, column);
    std::uint64_t value = 0;
    for (std::int64_t& row : column) {
        value += unzigzag(static_cast<std::uint64_t>(row));
        row = static_cast<std::int64_t>(value);
    }
}

base::Status ColumnCodec::readScaled(const Header& header, std::span<double> column)
{
    m_integers.resize(column.size());
    readDifferences(header, header.has_special ? column.size() : 0, m_integers);
    const double factor = kPowers[header.power];
    for (std::size_t row = 0; row < column.size(); ++row)
        column[row] = static_cast<double>(m_integers[row]) / factor;
    if (!header.has_special)
        return {};
    for (std::size_t row = 0; row < column.size(); ++row) {
        const auto special = static_cast<std::size_t>(m_payload[row]);
        if (special >= kSpecialBits.size())
            return corrupt("column data");
        if (special != 0)
            column[row] = std::bit_cast<double>(kSpecialBits[special]);
    }
    return {};
}

} // namespace fullscope::store
