// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/run_instances.h"

#include "core/base/text.h"
#include "core/workspace/run_telemetry.h"
#include "core/workspace/stated_facts.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace fullscope::workspace {

namespace {

using catalogue::Catalogue;
using ledger::CountedRun;
using ledger::Lacks;
using ledger::RunNotCounted;
using ledger::TypeFrom;

constexpr std::string_view kManaged = "ml."; // SageMaker's names of the same machines

std::optional<std::int64_t> countOf(const evidence::Run& run, const char* name)
{
    const evidence::Fact* const fact = run.fact(name);
    const auto count = fact != nullptr ? base::parseInt(fact->value) : base::Result<std::int64_t>(base::Error {});
    return count.ok() && *count > 0 ? std::optional(*count) : std::nullopt;
}

std::vector<std::string> wordsOf(std::string_view text)
{
    std::vector<std::string> words(1);
    for (const char c : text) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            words.back() += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        else if (!words.back().empty())
            words.emplace_back();
    }
    std::erase(words, std::string());
    return words;
}

// How a chip is built in: `SXM4`, `PCIe`, `NVL`.
std::string formOf(const std::vector<std::string>& words)
{
    for (const std::string& word : words)
        for (const std::string_view form : {"SXM", "PCI", "NVL"})
            if (word.starts_with(form))
                return std::string(form);
    return {};
}

std::string memoryOf(const std::vector<std::string>& words)
{
    for (const std::string& word : words)
        if (word.ends_with("GB") && std::isdigit(static_cast<unsigned char>(word.front())) != 0)
            return word;
    return {};
}

// "NVIDIA A100-SXM4-80GB" may be the catalogue's "A100 SXM4 80GB", and not its "A100 PCIe 80GB". Where one of the two
// does not tell memory or form, they may be the same.
bool mayBe(std::string_view device, std::string_view accelerator)
{
    const auto said = wordsOf(device), known = wordsOf(accelerator);
    if (known.empty() || std::find(said.begin(), said.end(), known.front()) == said.end())
        return false;
    const auto agree = [](const std::string& a, const std::string& b) { return a.empty() || b.empty() || a == b; };
    return agree(formOf(said), formOf(known)) && agree(memoryOf(said), memoryOf(known));
}

// Accelerators of one instance; absent where the catalogue does not know the type.
std::optional<std::int64_t> acceleratorsOf(const Catalogue& catalogue, const std::string& type)
{
    for (const catalogue::Instance* instance : catalogue.find(type))
        if (instance->accelerator_count)
            return *instance->accelerator_count;
    return std::nullopt;
}

bool fits(const Catalogue& catalogue, const std::string& type, const evidence::Run& run)
{
    const evidence::Fact* const device = run.fact("device");
    const auto world = countOf(run, "world_size"), nodes = countOf(run, "nodes");
    for (const catalogue::Instance* instance : catalogue.find(type)) {
        if (device != nullptr && !instance->accelerator.empty() && !mayBe(device->value, instance->accelerator))
            return false;
        if (world && nodes && instance->accelerator_count
            && (*world + *nodes - 1) / *nodes > *instance->accelerator_count)
            return false;
    }
    return true;
}

// As the bill spells it; a machine that is billed under the managed name only is that one.
std::string spelled(const std::string& type, const std::vector<std::string>& billed_types)
{
    for (const std::string& prefix : {std::string(), std::string(kManaged)})
        for (const std::string& billed : billed_types)
            if (base::equalsIgnoreCase(billed, prefix + type))
                return billed;
    return type;
}

bool isZoneKnown(const evidence::Run& run)
{
    const evidence::Fact* const zone = run.fact("zone_known");
    return zone != nullptr && zone->value == "yes";
}

std::optional<std::int64_t> statedOffset(const evidence::Run& run)
{
    const evidence::Fact* const offset = run.fact(stated::utc_offset);
    const auto us = offset != nullptr && !isZoneKnown(run) ? parseUtcOffset(offset->value)
                                                           : base::Result<std::int64_t>(base::Error {});
    return us.ok() ? std::optional(*us) : std::nullopt;
}

class Reader {
public:
    Reader(const store::WorkspaceFile& workspace, const Catalogue& catalogue, evidence::Run run,
        const std::vector<std::string>& billed_types)
        : m_workspace(workspace)
        , m_catalogue(catalogue)
        , m_run(std::move(run))
        , m_billed_types(billed_types)
    {
        m_counted.hours.run_id = m_run.id;
        m_counted.hours.name = m_run.name;
    }

    base::Result<RunInstances> read();

private:
    base::Status readJobs();
    bool findType();
    bool findNodes();
    base::Result<bool> readTimes();
    void readIds();
    RunInstances lacking(Lacks lacks) const
    {
        return RunNotCounted {
            m_run.id, m_run.name, lacks, lacks == Lacks::instance_type ? m_candidates : std::vector<std::string>()};
    }

    const store::WorkspaceFile& m_workspace;
    const Catalogue& m_catalogue;
    evidence::Run m_run;
    const std::vector<std::string>& m_billed_types;
    CountedRun m_counted;
    std::vector<std::string> m_candidates;
    std::string m_job_type; // of a job that is joined
    std::optional<std::int64_t> m_job_nodes;
};

base::Status Reader::readJobs()
{
    FS_TRY_VALUE(parts, m_workspace.parts(m_run.id));
    for (const evidence::RunPart& part : parts) {
        if (part.role != evidence::PartRole::job)
            continue;
        FS_TRY_VALUE(list, m_workspace.jobList(part.part_id));
        const auto record = static_cast<std::size_t>(part.record);
        if (record >= list.jobs.size())
            continue;
        const evidence::Job& job = list.jobs[record];
        // Slurm tells the accelerator in its place.
        const std::string type = spelled(job.instance_type, m_billed_types);
        const bool is_billed = std::find(m_billed_types.begin(), m_billed_types.end(), type) != m_billed_types.end();
        if (!type.empty() && (is_billed || !m_catalogue.find(type).empty()))
            m_job_type = type;
        if (job.nodes)
            m_job_nodes = std::max(m_job_nodes.value_or(0), *job.nodes);
    }
    return {};
}

bool Reader::findType()
{
    const auto take = [this](const std::string& type, TypeFrom from) {
        m_counted.hours.instance_type = type;
        m_counted.type_from = from;
        return true;
    };
    if (const evidence::Fact* const fact = m_run.fact(stated::instance_type); fact != nullptr && !fact->value.empty())
        return take(spelled(fact->value, m_billed_types), fact->stated_by_user ? TypeFrom::stated : TypeFrom::log);
    if (!m_job_type.empty())
        return take(m_job_type, TypeFrom::job);
    std::copy_if(m_billed_types.begin(), m_billed_types.end(), std::back_inserter(m_candidates),
        [this](const std::string& type) { return fits(m_catalogue, type, m_run); });
    // A guess needs a device that the log names, and a machine that the catalogue knows to have it.
    const bool known = m_candidates.size() == 1 && m_run.fact("device") != nullptr
        && acceleratorsOf(m_catalogue, m_candidates.front()).has_value();
    return known && take(m_candidates.front(), TypeFrom::catalogue);
}

bool Reader::findNodes()
{
    auto nodes = countOf(m_run, "nodes");
    if (!nodes)
        nodes = m_job_nodes;
    const auto world = countOf(m_run, "world_size");
    const auto each = acceleratorsOf(m_catalogue, m_counted.hours.instance_type);
    if (!nodes && world && each && *each > 0)
        nodes = (*world + *each - 1) / *each;
    if (!nodes && !m_counted.hours.resource_ids.empty())
        nodes = static_cast<std::int64_t>(m_counted.hours.resource_ids.size());
    m_counted.hours.nodes = std::max(nodes.value_or(0), static_cast<std::int64_t>(m_counted.hours.resource_ids.size()));
    return nodes.has_value();
}

void Reader::readIds()
{
    const evidence::Fact* const fact = m_run.fact(stated::instance_ids);
    std::string id;
    for (const char c : fact != nullptr ? fact->value + " " : std::string()) {
        if (c != ' ' && c != ',' && c != ';') {
            id += c;
            continue;
        }
        auto& ids = m_counted.hours.resource_ids;
        if (!id.empty() && std::find(ids.begin(), ids.end(), id) == ids.end())
            ids.push_back(id);
        id.clear();
    }
}

// The wall-clock, in which the times between attempts stand apart.
base::Result<bool> Reader::readTimes()
{
    FS_TRY_VALUE(stretch, stretchOfRun(m_workspace, m_run.id, 0));
    if (!stretch || stretch->to_us <= stretch->from_us)
        return false;
    m_counted.hours.zone_known = isZoneKnown(m_run);
    if (const auto offset = statedOffset(m_run)) {
        m_counted.shift_us = -*offset;
        m_counted.hours.zone_known = true;
    }
    const std::int64_t start = stretch->from_us + m_counted.shift_us;
    const std::int64_t end = stretch->to_us + m_counted.shift_us;
    auto& times = m_counted.hours.times;
    std::int64_t at = start;
    FS_TRY_VALUE(ledger, m_workspace.timeLedger(m_run.id));
    for (const ledger::TimeSpan& span : ledger.spans) {
        if (span.category != ledger::TimeCategory::downtime || span.duration_us <= 0)
            continue;
        if (start + span.begin_us > at)
            times.push_back({at, start + span.begin_us, true});
        at = start + span.begin_us + span.duration_us;
        times.push_back({start + span.begin_us, at, false});
    }
    if (end > at)
        times.push_back({at, end, true});
    return true;
}

base::Result<RunInstances> Reader::read()
{
    FS_TRY(readJobs());
    FS_TRY_VALUE(timed, readTimes());
    if (!timed)
        return lacking(Lacks::times);
    readIds();
    if (!findType())
        return lacking(Lacks::instance_type);
    if (!findNodes())
        return lacking(Lacks::nodes);
    return RunInstances(std::move(m_counted));
}

} // namespace

std::int64_t statedShift(const evidence::Run& run)
{
    return -statedOffset(run).value_or(0);
}

base::Result<RunInstances> instancesOfRun(const store::WorkspaceFile& workspace, const Catalogue& catalogue,
    std::int64_t run_id, const std::vector<std::string>& billed_types)
{
    FS_TRY_VALUE(run, workspace.run(run_id));
    return Reader(workspace, catalogue, std::move(run), billed_types).read();
}

} // namespace fullscope::workspace
