// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/suggestions.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>

namespace fullscope::workspace {

namespace {

using evidence::PartReason;
using evidence::PartRole;
using store::RunSummary;

// Facts that attempts of one run share; where both logs tell one, it must be the same.
constexpr const char* kSetup[] = {"seq_len", "global_batch", "tokens_per_step", "parameters", "layers", "hidden"};

std::string folderOf(const RunSummary& run)
{
    return std::filesystem::path(run.file).parent_path().string();
}

// The name without its numbers: "train-3.out" and "train-4.out" are of one kind.
std::string kindOfName(const RunSummary& run)
{
    std::string name = std::filesystem::path(run.file).filename().string();
    std::erase_if(name, [](char c) { return c >= '0' && c <= '9'; });
    return name;
}

// A run's folder and the log in it hold the same records: "wandb_run" and "wandb".
std::string formatOf(const RunSummary& run)
{
    constexpr std::string_view kFolder = "_run";
    const bool is_folder = run.format.ends_with(kFolder);
    return run.format.substr(0, run.format.size() - (is_folder ? kFolder.size() : 0));
}

struct Log {
    const RunSummary* run = nullptr;
    std::int64_t first_us = base::kNoTime, last_us = base::kNoTime;

    bool isTimed() const { return first_us != base::kNoTime; }
};

bool isEqual(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

std::int64_t interval(const RunSummary& run)
{
    return run.samples < 2 ? 1 : std::max<std::int64_t>(1, (run.last_step - run.first_step) / (run.samples - 1));
}

// Not as a piece of a longer number or word.
bool isWordOf(const std::string& text, const std::string& word)
{
    if (word.size() < 3)
        return false;
    const auto isWordChar = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !isWordChar(text[at - 1])) && (end == text.size() || !isWordChar(text[end])))
            return true;
    }
    return false;
}

class Search {
public:
    Search(const store::WorkspaceFile& workspace, const base::JobContext& job)
        : m_workspace(workspace)
        , m_job(job)
    {
    }

    base::Result<std::vector<Suggestion>> run();

private:
    base::Status findCopies(std::vector<const RunSummary*> runs);
    // Of which the run is a copy; null where it is none. A file holds one copy of it at most.
    base::Result<const RunSummary*> originalOf(const RunSummary& run, const std::vector<const RunSummary*>& others);
    base::Status findBeginnings(std::vector<const RunSummary*> runs);
    base::Status findAttempts(const std::vector<const RunSummary*>& runs);
    base::Status findTelemetry(const std::vector<Log>& logs);
    base::Status findJobs(const std::vector<Log>& logs);
    base::Status findJobsOf(const Log& log, const evidence::JobList& list);
    base::Result<bool> isJoined(std::int64_t run, std::int64_t part, std::int64_t record);
    base::Result<bool> continues(const Log& earlier, const Log& later);
    base::Result<const evidence::Run*> evidenceOf(std::int64_t id);
    base::Result<bool> hasSameSetup(std::int64_t a, std::int64_t b);
    base::Result<std::vector<double>> lossesOf(std::int64_t id);

    const store::WorkspaceFile& m_workspace;
    const base::JobContext& m_job;
    std::map<std::int64_t, evidence::Run> m_runs; // as far as they were looked at
    std::set<std::int64_t> m_taken; // suggested as a part
    std::map<std::int64_t, std::string> m_sha; // of the files of copies
    std::vector<Suggestion> m_found;
};

base::Result<std::vector<Suggestion>> Search::run()
{
    FS_TRY_VALUE(all, m_workspace.runs());
    std::map<std::string, std::vector<const RunSummary*>> formats;
    for (const RunSummary& run : all)
        formats[formatOf(run)].push_back(&run);
    for (auto& [unused, runs] : formats) {
        // Copies lie anywhere, attempts beside each other.
        for (const auto find : {&Search::findCopies, &Search::findBeginnings}) {
            FS_TRY((this->*find)(runs));
            std::erase_if(runs, [this](const RunSummary* run) { return m_taken.contains(run->id); });
        }
        std::map<std::string, std::vector<const RunSummary*>> folders;
        for (const RunSummary* run : runs)
            folders[folderOf(*run)].push_back(run);
        for (const auto& [folder, attempts] : folders)
            FS_TRY(findAttempts(attempts));
    }
    std::vector<Log> logs;
    for (const RunSummary& run : all) {
        if (m_taken.contains(run.id))
            continue;
        FS_TRY_VALUE(range, m_workspace.timeRange(run.id));
        if (range.first < range.second)
            logs.push_back({&run, range.first, range.second});
    }
    FS_TRY(findTelemetry(logs));
    FS_TRY(findJobs(logs));
    std::stable_sort(
        m_found.begin(), m_found.end(), [](const Suggestion& a, const Suggestion& b) { return a.run_id < b.run_id; });
    return std::move(m_found);
}

base::Status Search::findCopies(std::vector<const RunSummary*> runs)
{
    using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t>;
    std::map<Key, std::vector<const RunSummary*>> alike;
    for (const RunSummary* run : runs)
        if (std::isfinite(run->last_loss))
            alike[{run->first_step, run->last_step, run->samples}].push_back(run);
    for (const auto& [unused, candidates] : alike) {
        std::vector<const RunSummary*> different;
        for (const RunSummary* run : candidates) {
            FS_TRY(m_job.check());
            FS_TRY_VALUE(original, originalOf(*run, different));
            if (original == nullptr) {
                different.push_back(run);
                continue;
            }
            m_taken.insert(run->id);
            m_found.push_back({PartReason::same_records, original->id, {PartRole::rank, run->id}});
        }
    }
    return {};
}

base::Result<const RunSummary*> Search::originalOf(const RunSummary& run, const std::vector<const RunSummary*>& others)
{
    for (const RunSummary* other : others) {
        // one file holds runs one after another; with the same seed they have the same losses
        if (run.sha256 == other->sha256 || !isEqual(run.first_loss, other->first_loss)
            || !isEqual(run.last_loss, other->last_loss))
            continue;
        FS_TRY_VALUE(times, m_workspace.timeRange(run.id));
        FS_TRY_VALUE(other_times, m_workspace.timeRange(other->id));
        const bool timed = times.first != base::kNoTime && other_times.first != base::kNoTime;
        if (timed && (times.second < other_times.first || other_times.second < times.first))
            continue; // trained again, at another time
        const bool taken = std::any_of(m_found.begin(), m_found.end(), [&](const Suggestion& one) {
            return one.run_id == other->id && one.reason == PartReason::same_records
                && m_sha[one.part.part_id] == run.sha256;
        });
        FS_TRY_VALUE(losses, lossesOf(run.id));
        FS_TRY_VALUE(again, lossesOf(other->id));
        if (!taken && losses.size() == again.size()
            && std::equal(losses.begin(), losses.end(), again.begin(), isEqual)) {
            m_sha[run.id] = run.sha256;
            return other;
        }
    }
    return static_cast<const RunSummary*>(nullptr);
}

// Each of the longest run that it begins.
base::Status Search::findBeginnings(std::vector<const RunSummary*> runs)
{
    std::stable_sort(
        runs.begin(), runs.end(), [](const RunSummary* a, const RunSummary* b) { return a->samples > b->samples; });
    for (auto shorter = runs.begin(); shorter != runs.end(); ++shorter) {
        FS_TRY(m_job.check());
        for (auto longer = runs.begin(); longer != shorter; ++longer) {
            const RunSummary& run = **longer;
            const RunSummary& part = **shorter;
            if (m_taken.contains(run.id) || run.samples == part.samples || run.sha256 == part.sha256
                || run.first_step != part.first_step || !isEqual(run.first_loss, part.first_loss))
                continue;
            FS_TRY_VALUE(begins, m_workspace.beginsWith(run.id, part.id));
            if (!begins)
                continue;
            m_taken.insert(part.id);
            m_found.push_back({PartReason::beginning, run.id, {PartRole::rank, part.id}});
            break;
        }
    }
    return {};
}

// The log that each one goes on from is the last one before it.
base::Status Search::findAttempts(const std::vector<const RunSummary*>& runs)
{
    std::vector<Log> logs;
    for (const RunSummary* run : runs) {
        FS_TRY_VALUE(range, m_workspace.timeRange(run->id));
        logs.push_back({run, range.first, range.second});
    }
    const auto order = [](const Log& log) { return std::tuple(log.first_us, log.run->first_step, log.run->id); };
    std::sort(logs.begin(), logs.end(), [&](const Log& a, const Log& b) { return order(a) < order(b); });
    std::vector<std::int64_t> lead; // of the chain that each log is in
    for (std::size_t later = 0; later < logs.size(); ++later) {
        const std::int64_t id = logs[later].run->id;
        lead.push_back(id);
        FS_TRY(m_job.check());
        for (std::size_t earlier = later; earlier-- > 0;) {
            FS_TRY_VALUE(follows, continues(logs[earlier], logs[later]));
            if (!follows)
                continue;
            lead[later] = lead[earlier];
            m_found.push_back({PartReason::continues, lead[earlier], {PartRole::attempt, id}});
            break;
        }
    }
    return {};
}

// Of which half of the run was watched.
base::Status Search::findTelemetry(const std::vector<Log>& logs)
{
    FS_TRY_VALUE(telemetries, m_workspace.telemetries());
    for (const store::TelemetrySummary& one : telemetries) {
        if (one.first_time_us == base::kNoTime)
            continue;
        FS_TRY(m_job.check());
        for (const Log& log : logs) {
            const std::int64_t both
                = std::min(log.last_us, one.last_time_us) - std::max(log.first_us, one.first_time_us);
            if (both < (log.last_us - log.first_us) / 2)
                continue;
            FS_TRY_VALUE(joined, isJoined(log.run->id, one.id, -1));
            if (!joined)
                m_found.push_back({PartReason::same_time, log.run->id, {PartRole::telemetry, one.id}});
        }
    }
    return {};
}

base::Status Search::findJobs(const std::vector<Log>& logs)
{
    FS_TRY_VALUE(lists, m_workspace.jobLists());
    for (const store::JobListSummary& summary : lists) {
        FS_TRY(m_job.check());
        FS_TRY_VALUE(list, m_workspace.jobList(summary.id));
        for (const Log& log : logs)
            FS_TRY(findJobsOf(log, list));
    }
    return {};
}

// The jobs whose number or name stands in the name of the log; without one, the only job that was under way from the
// log's first record to its last. A list of a whole cluster holds many that were.
base::Status Search::findJobsOf(const Log& log, const evidence::JobList& list)
{
    constexpr std::int64_t kClocks_us = 120 * base::kSecondUs; // by which two clocks may differ
    const std::string name = std::filesystem::path(log.run->file).filename().string();
    std::vector<std::int64_t> named, around;
    for (std::size_t i = 0; i < list.jobs.size(); ++i) {
        const evidence::Job& job = list.jobs[i];
        const bool ended = job.end_us != base::kNoTime;
        if (job.start_us == base::kNoTime || job.start_us - kClocks_us > log.last_us
            || (ended && job.end_us + kClocks_us < log.first_us))
            continue;
        if (isWordOf(name, job.job_id) || isWordOf(name, job.name))
            named.push_back(static_cast<std::int64_t>(i));
        if (ended && job.start_us - kClocks_us <= log.first_us && job.end_us + kClocks_us >= log.last_us)
            around.push_back(static_cast<std::int64_t>(i));
    }
    if (named.empty() && around.size() == 1)
        named = around;
    for (const std::int64_t position : named) {
        FS_TRY_VALUE(joined, isJoined(log.run->id, list.id, position));
        if (!joined)
            m_found.push_back({PartReason::same_time, log.run->id, {PartRole::job, list.id, position}});
    }
    return {};
}

base::Result<bool> Search::isJoined(std::int64_t run, std::int64_t part, std::int64_t record)
{
    FS_TRY_VALUE(parts, m_workspace.parts(run));
    return std::any_of(parts.begin(), parts.end(),
        [&](const evidence::RunPart& one) { return one.part_id == part && one.record == record; });
}

// A log that begins at the first step is of another run, or of one that left nothing to go on from: the user may know.
base::Result<bool> Search::continues(const Log& before, const Log& after)
{
    const RunSummary& earlier = *before.run;
    const RunSummary& later = *after.run;
    const std::int64_t step = std::max(interval(earlier), interval(later));
    if (later.first_step <= std::max<std::int64_t>(earlier.first_step, step)
        || later.first_step > earlier.last_step + step)
        return false;
    const bool timed = before.isTimed() && after.isTimed();
    if (timed ? after.first_us < before.last_us : kindOfName(earlier) != kindOfName(later))
        return false;
    return hasSameSetup(earlier.id, later.id);
}

base::Result<const evidence::Run*> Search::evidenceOf(std::int64_t id)
{
    auto known = m_runs.find(id);
    if (known == m_runs.end()) {
        FS_TRY_VALUE(run, m_workspace.run(id));
        run.events.clear();
        known = m_runs.emplace(id, std::move(run)).first;
    }
    return &known->second;
}

base::Result<bool> Search::hasSameSetup(std::int64_t a, std::int64_t b)
{
    FS_TRY_VALUE(one, evidenceOf(a));
    FS_TRY_VALUE(other, evidenceOf(b));
    return std::all_of(std::begin(kSetup), std::end(kSetup), [&](const char* name) {
        const evidence::Fact* const left = one->fact(name);
        const evidence::Fact* const right = other->fact(name);
        return left == nullptr || right == nullptr || left->value == right->value;
    });
}

// Of at most one block, which is enough to tell two trainings apart.
base::Result<std::vector<double>> Search::lossesOf(std::int64_t id)
{
    FS_TRY_VALUE(run, evidenceOf(id));
    const auto samples = m_workspace.samples(id);
    const auto reader = samples->read({run->seriesIndex(evidence::series::loss)});
    evidence::SampleBlock block;
    FS_TRY_VALUE(more, reader->next(block));
    return more ? std::move(block.values.front()) : std::vector<double>();
}

} // namespace

base::Result<std::vector<Suggestion>> suggestions(const store::WorkspaceFile& workspace, const base::JobContext& job)
{
    return Search(workspace, job).run();
}

base::Status chooseRoles(const store::WorkspaceFile& workspace, std::int64_t run, std::vector<evidence::RunPart>& parts,
    const base::JobContext& job)
{
    FS_TRY_VALUE(found, suggestions(workspace, job));
    for (evidence::RunPart& part : parts) {
        if (part.role != PartRole::attempt)
            continue;
        if (workspace.telemetry(part.part_id).ok())
            part.role = PartRole::telemetry;
        for (const Suggestion& one : found)
            if (one.part.role == PartRole::rank
                && ((one.run_id == run && one.part.part_id == part.part_id)
                    || (one.run_id == part.part_id && one.part.part_id == run)))
                part.role = PartRole::rank;
    }
    return {};
}

} // namespace fullscope::workspace
