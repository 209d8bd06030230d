// SPDX-License-Identifier: GPL-3.0-or-later
// The folder of a run of Weights & Biases, `wandb/run-<date>_<time>-<id>/`: its transaction log (before 0.10 its
// history) is the run, files/ describes it. The console, files/output.log, tells of the same steps again and is left
// alone; host, user, e-mail address and command line of wandb-metadata.json are not taken.
#include "core/import/logs/log_formats.h"

#include "core/base/text.h"
#include "core/import/logs/config_facts.h"
#include "core/import/logs/sink_of_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace fullscope::import {

namespace {

constexpr std::size_t kMostMetadata = 1 << 20;

bool isLog(std::string_view entry)
{
    return entry.starts_with("run-") && entry.ends_with(".wandb");
}

constexpr std::string_view kOldHistory = "wandb-history.jsonl";

int sniffWandbRun(const Preview& preview)
{
    const auto& entries = preview.entries;
    const auto has
        = [&](std::string_view entry) { return std::find(entries.begin(), entries.end(), entry) != entries.end(); };
    const bool isNew = has("files/") && std::any_of(entries.begin(), entries.end(), isLog);
    return isNew || (has(kOldHistory) && has("wandb-metadata.json")) ? 100 : 0;
}

class WandbRun {
public:
    WandbRun(FolderSource& source, evidence::Sink& sink, const base::JobContext& job)
        : m_source(source)
        , m_sink(sink)
        , m_job(job)
    {
    }

    base::Status run();

private:
    base::Status records();
    base::Status metadata(const std::string& file);
    base::Status config(const std::string& file);
    std::string pathOf(const std::string& file) const { return m_source.file().path + "/" + file; }

    FolderSource& m_source;
    evidence::Sink& m_sink;
    const base::JobContext& m_job;
};

base::Status WandbRun::run()
{
    const base::Status read = records();
    if (!read.ok() && read.error().code == base::Code::cancelled)
        return read;
    const std::string folder = m_source.has("files/") ? "files/" : "";
    FS_TRY(metadata(folder + "wandb-metadata.json"));
    FS_TRY(config(folder + "config.yaml"));
    return read;
}

base::Status WandbRun::records()
{
    const auto& entries = m_source.entries();
    const auto log = std::find_if(entries.begin(), entries.end(), isLog);
    const std::string file = log == entries.end() ? std::string(kOldHistory) : *log;
    SinkOfFile sink(m_sink);
    sink.setFile(pathOf(file));
    base::Status status;
    if (log != entries.end()) {
        FS_TRY_VALUE(bytes, m_source.bytes(file));
        status = wandb.parse(static_cast<ByteSource&>(*bytes), sink, m_job);
        FS_TRY(m_source.close(file, *bytes));
    } else {
        FS_TRY_VALUE(text, m_source.text(file));
        status = wandb_history.parse(static_cast<TextSource&>(*text), sink, m_job);
        FS_TRY(m_source.close(file, *text));
    }
    if (!status.ok() && status.error().file.empty())
        status.error().file = pathOf(file);
    return status;
}

base::Status WandbRun::metadata(const std::string& file)
{
    auto text = m_source.text(file);
    if (!text.ok())
        return {}; // not written by a run that ended at once
    const std::string json(std::string((*text)->peek(kMostMetadata)));
    const auto metadata = nlohmann::json::parse(json, nullptr, false);
    if (metadata.is_discarded())
        m_sink.problem({.handling = base::Handling::value_dropped,
            .what = {.code = base::Code::bad_json, .file = pathOf(file), .expected = "JSON object"}});
    if (metadata.is_object()) {
        if (const auto gpu = metadata.find("gpu"); gpu != metadata.end() && gpu->is_string())
            m_sink.fact({.name = "device", .value = base::excerpt(gpu->get<std::string>()), .line = 1});
        if (const auto count = metadata.find("gpu_count"); count != metadata.end() && count->is_number_integer())
            m_sink.fact({.name = "gpu_count", .value = count->dump(), .line = 1}); // of this machine
    }
    return m_source.close(file, **text);
}

// `key:` and below it, further in, `value: …`.
base::Status WandbRun::config(const std::string& file)
{
    auto text = m_source.text(file);
    if (!text.ok())
        return {};
    LineReader lines(**text);
    std::string_view line;
    const char* name = nullptr;
    for (auto more = lines.next(line); more.ok() && *more; more = lines.next(line)) {
        FS_TRY(m_job.check());
        const std::string_view entry = base::trimmed(line);
        const bool outer = !line.empty() && line.front() != ' ' && line.front() != '-';
        if (outer)
            name = entry.ends_with(':') ? configFact(entry.substr(0, entry.size() - 1)) : nullptr;
        else if (name != nullptr && entry.starts_with("value: "))
            if (const std::string_view value = configValue(entry.substr(7)); !value.empty())
                m_sink.fact({.name = name, .value = base::excerpt(value), .line = lines.number()});
    }
    return m_source.close(file, **text);
}

base::Status parseWandbRun(FolderSource& source, evidence::Sink& sink, const base::JobContext& job)
{
    return WandbRun(source, sink, job).run();
}

} // namespace

const Format wandb_run {
    .id = "wandb_run",
    .kind = Kind::log,
    .version = 1,
    .title = "Weights & Biases run folder",
    .sniff = sniffWandbRun,
    .parse = parseWandbRun,
};

} // namespace fullscope::import
