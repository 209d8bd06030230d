// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/jobs/slurm_fields.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace fullscope::import {

using evidence::JobEnd;

namespace {

// Of sacct --helpformat, releases 17.11 to 24.11.
constexpr auto kFields = std::to_array<std::string_view>({"account", "admincomment", "alloccpus", "allocgres",
    "allocnodes", "alloctres", "associd", "avecpu", "avecpufreq", "avediskread", "avediskwrite", "avepages", "averss",
    "avevmsize", "blockid", "cluster", "comment", "constraints", "consumedenergy", "consumedenergyraw", "container",
    "cputime", "cputimeraw", "dbindex", "derivedexitcode", "elapsed", "elapsedraw", "eligible", "end", "exitcode",
    "extra", "failednode", "flags", "gid", "group", "jobid", "jobidraw", "jobname", "layout", "licenses", "maxdiskread",
    "maxdiskreadnode", "maxdiskreadtask", "maxdiskwrite", "maxdiskwritenode", "maxdiskwritetask", "maxpages",
    "maxpagesnode", "maxpagestask", "maxrss", "maxrssnode", "maxrsstask", "maxvmsize", "maxvmsizenode", "maxvmsizetask",
    "mcslabel", "mincpu", "mincpunode", "mincputask", "ncpus", "nnodes", "nodelist", "ntasks", "partition", "planned",
    "plannedcpu", "plannedcpuraw", "priority", "qos", "qosraw", "qosreq", "reason", "reqcpufreq", "reqcpufreqgov",
    "reqcpufreqmax", "reqcpufreqmin", "reqcpus", "reqgres", "reqmem", "reqnodes", "reqtres", "reservation",
    "reservationid", "reserved", "restarts", "resvcpu", "resvcpuraw", "segmentsize", "start", "state", "stderr",
    "stdin", "stdout", "submit", "submitline", "suspended", "systemcomment", "systemcpu", "timelimit", "timelimitraw",
    "totalcpu", "tresusageinave", "tresusageinmax", "tresusageinmaxnode", "tresusageinmaxtask", "tresusageinmin",
    "tresusageinminnode", "tresusageinmintask", "tresusageintot", "tresusageoutave", "tresusageoutmax",
    "tresusageoutmaxnode", "tresusageoutmaxtask", "tresusageoutmin", "tresusageoutminnode", "tresusageoutmintask",
    "tresusageouttot", "uid", "user", "usercpu", "wckey", "wckeyid", "workdir"});

constexpr auto kFreeTexts = std::to_array<std::string_view>({"admincomment", "comment", "constraints", "container",
    "extra", "jobname", "stdout", "stderr", "submitline", "systemcomment", "workdir"});

struct State {
    std::string_view word;
    JobEnd end;
};

constexpr std::array kStates {State {"BOOT_FAIL", JobEnd::node_failed}, State {"CANCELLED", JobEnd::cancelled},
    State {"COMPLETED", JobEnd::completed}, State {"COMPLETING", JobEnd::running},
    State {"CONFIGURING", JobEnd::not_known}, State {"DEADLINE", JobEnd::timed_out}, State {"FAILED", JobEnd::failed},
    State {"LAUNCH_FAILED", JobEnd::node_failed}, State {"NODE_FAIL", JobEnd::node_failed},
    State {"OUT_OF_MEMORY", JobEnd::failed}, State {"OUT_OF_ME", JobEnd::failed}, // as far as a narrow column shows it
    State {"PENDING", JobEnd::not_known}, State {"PREEMPTED", JobEnd::preempted},
    State {"RECONFIG_FAIL", JobEnd::node_failed}, State {"REQUEUED", JobEnd::preempted},
    State {"REQUEUE_FED", JobEnd::not_known}, State {"REQUEUE_HOLD", JobEnd::not_known},
    State {"RESIZING", JobEnd::running}, State {"REVOKED", JobEnd::preempted}, State {"RUNNING", JobEnd::running},
    State {"SIGNALING", JobEnd::running}, State {"SPECIAL_EXIT", JobEnd::failed}, State {"STAGE_OUT", JobEnd::running},
    State {"STOPPED", JobEnd::running}, State {"SUSPENDED", JobEnd::running}, State {"TIMEOUT", JobEnd::timed_out}};

// What counts as one accelerator each.
constexpr std::array<std::string_view, 5> kAccelerators {"gpu", "neuron", "npu", "tpu", "hpu"};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// The digits at the start of `text`, taken off it.
std::optional<std::int64_t> takeDigits(std::string_view& text)
{
    std::size_t end = 0;
    while (end < text.size() && isDigit(text[end]))
        ++end;
    const auto number = base::parseInt(text.substr(0, end));
    if (end == 0 || !number)
        return std::nullopt;
    text.remove_prefix(end);
    return *number;
}

// `.275` at the end of a duration, in microseconds.
std::optional<std::int64_t> fraction(std::string_view text)
{
    if (text.empty())
        return 0;
    if (text.front() != '.' || text.size() < 2 || text.size() > 7)
        return std::nullopt;
    text.remove_prefix(1);
    std::int64_t scale = base::kSecondUs;
    for (std::size_t i = 0; i < text.size(); ++i)
        scale /= 10;
    const auto digits = takeDigits(text);
    return digits && text.empty() ? std::optional(*digits * scale) : std::nullopt;
}

template <typename Names>
bool holds(const Names& names, std::string_view name)
{
    return std::any_of(
        names.begin(), names.end(), [&](std::string_view known) { return base::equalsIgnoreCase(known, name); });
}

} // namespace

bool isSacctField(std::string_view name)
{
    return !name.empty() && holds(kFields, name);
}

bool isFreeText(std::string_view name)
{
    return holds(kFreeTexts, name);
}

base::Result<base::ParsedInstant> slurmTime(std::string_view text)
{
    constexpr std::size_t kWhole = std::string_view("2021-04-05T02:07:20").size(), kEpoch = 10;
    text = base::trimmed(text);
    if (const auto seconds = base::parseInt(text); seconds && text.size() == kEpoch && *seconds > 0)
        return base::ParsedInstant {{*seconds * base::kSecondUs}, true};
    if (text.size() >= kWhole)
        return base::parseIso(text);
    return base::Error {.code = base::Code::bad_time, .found = base::excerpt(text)};
}

bool isNoValue(std::string_view text)
{
    constexpr std::array<std::string_view, 6> kNone {"", "Unknown", "None", "N/A", "INVALID", "Invalid"};
    return holds(kNone, base::trimmed(text));
}

bool isJobId(std::string_view text)
{
    const std::string_view id = text.substr(0, text.find('.'));
    const bool plain = std::all_of(id.begin(), id.end(),
        [](char c) { return isDigit(c) || std::string_view("_+[]%-,").find(c) != std::string_view::npos; });
    const std::string_view step = text.substr(id.size());
    const bool is_step = std::all_of(
        step.begin(), step.end(), [](char c) { return isDigit(c) || (c >= 'a' && c <= 'z') || c == '.' || c == '+'; });
    return plain && is_step && !id.empty() && isDigit(id.front()) && step != ".";
}

std::optional<std::int64_t> slurmDuration(std::string_view text)
{
    constexpr std::int64_t kLongest_s = 100LL * 365 * 86'400;
    text = base::trimmed(text);
    std::int64_t days = 0;
    if (const std::size_t dash = text.find('-'); dash != std::string_view::npos) {
        const auto number = takeDigits(text);
        if (!number || !text.starts_with('-') || *number > kLongest_s / 86'400)
            return std::nullopt;
        days = *number;
        text.remove_prefix(1);
    }
    std::int64_t seconds = 0;
    int parts = 0;
    for (;; ++parts) {
        const std::size_t before = text.size();
        const auto number = takeDigits(text);
        const bool odd = parts > 0 && (before - text.size() != 2 || *number > 59); // also where the text was cut
        if (!number || parts == 3 || *number > kLongest_s || odd)
            return std::nullopt;
        seconds = seconds * 60 + *number;
        if (!text.starts_with(':'))
            break;
        text.remove_prefix(1);
    }
    const auto rest = fraction(text);
    seconds += days * 86'400;
    if (!rest || parts == 0 || seconds > kLongest_s)
        return std::nullopt;
    return seconds * base::kSecondUs + *rest;
}

std::optional<JobEnd> slurmEnd(std::string_view state)
{
    state = base::trimmed(state);
    state = state.substr(0, state.find_first_of(" +")); // `CANCELLED by 1000`, `CANCELLED+`
    for (const State& known : kStates)
        if (known.word == state)
            return known.end;
    return std::nullopt;
}

std::optional<std::int64_t> slurmCount(std::string_view text)
{
    text = base::trimmed(text);
    const bool kilo = text.ends_with('K');
    if (kilo)
        text.remove_suffix(1);
    const auto count = base::parseInt(text);
    constexpr std::int64_t kMost = 1'000'000'000;
    if (!count || *count < 0 || *count > kMost)
        return std::nullopt;
    return kilo ? *count * 1024 : *count;
}

Tres tresOf(std::string_view text)
{
    Tres tres;
    std::optional<std::int64_t> typed;
    while (!text.empty()) {
        const std::string_view item = text.substr(0, text.find(','));
        text.remove_prefix(std::min(item.size() + 1, text.size()));
        const std::size_t equals = item.find('=');
        if (equals == std::string_view::npos)
            continue;
        std::string_view name = base::trimmed(item.substr(0, equals));
        const auto count = slurmCount(item.substr(equals + 1));
        if (name == "node")
            tres.nodes = count;
        if (!name.starts_with("gres/") || !count)
            continue;
        name.remove_prefix(5);
        const std::string_view kind = name.substr(0, name.find(':'));
        if (!holds(kAccelerators, kind))
            continue;
        if (kind.size() == name.size()) {
            tres.accelerators = tres.accelerators.value_or(0) + *count;
        } else {
            typed = typed.value_or(0) + *count;
            tres.accelerator_type += (tres.accelerator_type.empty() ? "" : ", ");
            tres.accelerator_type += name.substr(kind.size() + 1);
        }
    }
    if (!tres.accelerators)
        tres.accelerators = typed;
    return tres;
}

} // namespace fullscope::import
