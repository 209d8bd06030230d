// SPDX-License-Identifier: GPL-3.0-or-later
// Speed lines of MXNet: `Epoch[0] Batch [20-40]	Speed: 2369.71 samples/sec	accuracy=0.001471` (older `Batch
// [20]`). How many batches an epoch has is not printed: later epochs count on from the last batch that the first full
// one shows.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/console_format.h"
#include "core/import/logs/field_text.h"
#include "core/import/logs/mllog_line.h"

#include <algorithm>

namespace fullscope::import {

namespace {

using evidence::EventKind;
using evidence::RateScope;
using evidence::RateWindow;
namespace series = evidence::series;

constexpr std::string_view kEpoch = "Epoch[", kBatch = " Batch [", kSpeed = "Speed: ";

struct SpeedLine {
    std::size_t begin = 0;
    std::int64_t epoch = 0, batch = 0;
    double speed = 0;
    std::string_view metrics; // `accuracy=0.001471`
};

std::optional<SpeedLine> findSpeedLine(std::string_view text)
{
    constexpr std::int64_t kMost = std::int64_t {1} << 30;
    SpeedLine line;
    line.begin = text.find(kEpoch);
    if (line.begin == std::string_view::npos)
        return std::nullopt;
    std::string_view rest = text.substr(line.begin + kEpoch.size());
    const auto epoch = takeWhole(rest);
    rest.remove_prefix(std::min<std::size_t>(1, rest.size()));
    if (!epoch || *epoch < 0 || *epoch > kMost || !rest.starts_with(kBatch))
        return std::nullopt;
    rest.remove_prefix(kBatch.size());
    auto batch = takeWhole(rest);
    if (rest.starts_with('-')) {
        rest.remove_prefix(1);
        batch = takeWhole(rest);
    }
    if (!batch || *batch < 0 || *batch > kMost || !rest.starts_with(']'))
        return std::nullopt;
    takeUntil(rest, kSpeed);
    const auto speed = takeNumber(rest);
    if (!speed || !rest.starts_with(" samples/sec"))
        return std::nullopt;
    takeUntil(rest, "/sec");
    line.epoch = *epoch;
    line.batch = *batch;
    line.speed = *speed;
    line.metrics = rest;
    return line;
}

class MxnetGrammar final : public ConsoleGrammar {
public:
    explicit MxnetGrammar(Console& console)
        : m_console(console)
        , m_mllog(console)
    {
    }

    base::Status line(std::string_view text) override;

private:
    base::Status record(std::string_view text, const SpeedLine& line);
    base::Status otherLine(std::string_view text);

    Console& m_console;
    MllogReader m_mllog;
    // whether the program means one process or all of them is not printed
    Column m_speed {.info = {.name = series::samples_per_s, .unit = "samples/s", .window = RateWindow::interval_mean}};
    Column m_cross_entropy {.info = {.name = series::loss, .unit = {}}};
    std::int64_t m_first_epoch = -1, m_epoch = -1;
    std::int64_t m_batches = 0; // of an epoch, 0 = the first one is still under way
    std::int64_t m_last = 0; // batch of the last record
};

base::Status MxnetGrammar::line(std::string_view text)
{
    if (const auto found = findSpeedLine(text))
        return record(text, *found);
    if (const auto line = m_mllog.read(text)) {
        if (const auto kind = MllogReader::eventOf(*line))
            return m_mllog.event(*line, *kind);
        if (line->key != "tracked_stats" && line->key != "throughput" && line->key != "eval_accuracy")
            m_mllog.fact(*line);
        return {};
    }
    return otherLine(text);
}

base::Status MxnetGrammar::record(std::string_view text, const SpeedLine& line)
{
    if (m_first_epoch < 0)
        m_first_epoch = line.epoch;
    if (line.epoch != m_epoch && m_epoch >= 0 && m_batches == 0)
        m_batches = m_last;
    if (line.epoch < m_first_epoch)
        m_first_epoch = line.epoch; // another run
    m_epoch = line.epoch;
    m_last = line.batch;
    m_console.begin((line.epoch - m_first_epoch) * m_batches + line.batch, text.substr(0, line.begin));
    m_console.put(m_speed, line.speed);
    for (std::string_view rest = line.metrics; !rest.empty();) {
        const auto [key, value] = namedValue(takeUntil(rest, "\t"), "=");
        if (key.empty() || (rest.empty() && !m_console.lineIsWhole()) || !base::parseDouble(value).ok())
            continue;
        Column* column = key == "cross-entropy" ? &m_cross_entropy : m_console.column(key);
        if (column != nullptr)
            m_console.putText(*column, value);
    }
    return m_console.keep();
}

// `Epoch[34] Validation-accuracy=0.758440`
base::Status MxnetGrammar::otherLine(std::string_view text)
{
    constexpr std::string_view kValidation = "] Validation-";
    const std::size_t at = text.find(kValidation);
    if (at == std::string_view::npos)
        return m_console.otherText(text);
    const auto [key, value] = namedValue(text.substr(at + 2), "=");
    Column* column = m_console.lineIsWhole() && m_console.records() > 0 ? m_console.column(key) : nullptr;
    if (column != nullptr)
        m_console.putLater(m_console.lastStep(), *column, value);
    return m_console.event(
        {.kind = EventKind::evaluation_end, .text = {}}, text.substr(0, at + kValidation.size()), at);
}

int sniffMxnet(const Preview& preview)
{
    for (std::string_view text : {preview.head, preview.middle, preview.tail})
        while (!text.empty())
            if (findSpeedLine(takeUntil(text, "\n")))
                return 100;
    return 0;
}

} // namespace

const Format mxnet {
    .id = "mxnet",
    .kind = Kind::log,
    .version = 1,
    .title = "MXNet console log",
    .sniff = sniffMxnet,
    .parse = parseConsole<MxnetGrammar>,
};

} // namespace fullscope::import
