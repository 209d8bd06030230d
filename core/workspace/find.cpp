// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workspace/find.h"

#include "core/base/quantity.h"
#include "core/base/text.h"
#include "core/catalogue/search.h"
#include "core/store/benchmarks.h"
#include "core/words/audit_words.h"
#include "core/words/bench_words.h"
#include "core/workspace/claims.h"
#include "core/workspace/find_charges.h"
#include "core/workspace/user_catalogue.h"

#include <algorithm>
#include <set>

namespace fullscope::workspace {

using store::Place;
using words::Language;

namespace {

std::vector<std::string> wordsOf(std::string_view text)
{
    std::vector<std::string> words;
    std::string word;
    for (const char c : std::string(base::trimmed(text)) + " ") {
        if (c != ' ' && c != '\t') {
            word += c;
        } else if (!word.empty()) {
            words.push_back(std::move(word));
            word.clear();
        }
    }
    return words;
}

std::string between(Language language)
{
    return language == Language::en ? ": " : "：";
}

class Finding {
public:
    Finding(
        const store::WorkspaceFile& workspace, std::string_view text, Language language, const base::JobContext& job)
        : m_workspace(workspace)
        , m_text(text)
        , m_words(wordsOf(text))
        , m_language(language)
        , m_job(job)
    {
    }

    base::Result<Found> run(const std::optional<scenario::Scenario>& scenario);

private:
    bool matches(std::string_view text) const
    {
        return std::ranges::all_of(
            m_words, [text](const std::string& word) { return base::containsIgnoreCase(text, word); });
    }
    // Where its title or detail match.
    void offer(FoundIn where, std::string title, std::string detail, Place place);
    template <typename Summary>
    void offerAll(FoundIn where, Place::Kind kind, const std::vector<Summary>& all);
    base::Status inRuns();
    void inScenario(const scenario::Scenario& scenario);
    base::Status inClaims();
    base::Status inBenchmarks();
    base::Status inCatalogue();
    base::Status inProblems();

    const store::WorkspaceFile& m_workspace;
    std::string m_text;
    std::vector<std::string> m_words;
    Language m_language;
    const base::JobContext& m_job;
    Found m_out;
};

void Finding::offer(FoundIn where, std::string title, std::string detail, Place place)
{
    if (!matches(title + " " + detail))
        return;
    if (m_out.total[static_cast<std::size_t>(where)]++ < static_cast<std::int64_t>(kMostHits))
        m_out.hits.push_back({where, std::move(title), std::move(detail), 1, std::move(place)});
}

template <typename Summary>
void Finding::offerAll(FoundIn where, Place::Kind kind, const std::vector<Summary>& all)
{
    for (const Summary& one : all)
        offer(where, one.name, one.format + " · " + one.file, {.kind = kind, .id = one.id});
}

// Besides name and file what a log says of itself: "instance_type p5.48xlarge".
base::Status Finding::inRuns()
{
    FS_TRY_VALUE(runs, m_workspace.runs());
    offerAll(FoundIn::runs, Place::Kind::run, runs);
    for (const store::RunSummary& summary : runs) {
        FS_TRY(m_job.check());
        FS_TRY_VALUE(run, m_workspace.run(summary.id));
        for (const evidence::Fact& fact : run.facts)
            if (matches(fact.name + " " + fact.value))
                offer(
                    FoundIn::runs, run.name, fact.name + " = " + fact.value, {.kind = Place::Kind::run, .id = run.id});
    }
    return {};
}

void Finding::inScenario(const scenario::Scenario& scenario)
{
    const auto inValues
        = [&](const std::string& owner, std::optional<std::size_t> option, const scenario::Values& values) {
              for (const auto& [input, value] : values) {
                  const evidence::Provenance& from = value.provenance;
                  std::string detail = scenario::shownValue(value, scenario::spec(input).unit, scenario.currency)
                      + " · " + words::label(from.origin, m_language);
                  for (const std::string* text : {&from.source, &from.detail, &from.as_of})
                      if (!text->empty())
                          detail += " · " + *text;
                  offer(FoundIn::inputs, owner + words::label(input, m_language), std::move(detail),
                      {.kind = Place::Kind::input, .input = {option, input}});
              }
          };
    inValues({}, std::nullopt, scenario.workload);
    for (std::size_t option = 0; option < scenario.options.size(); ++option)
        inValues(scenario.options[option].name + between(m_language), option, scenario.options[option].values);
}

base::Status Finding::inClaims()
{
    FS_TRY_VALUE(stored, storedClaims(m_workspace));
    for (const audit::ClaimSet& set : stored.sets)
        for (std::size_t i = 0; i < set.claims.size(); ++i) {
            const audit::Claim& claim = set.claims[i];
            const std::string what = claim.isMapped() ? words::label(claim.what, m_language) : claim.label;
            offer(FoundIn::claims, (claim.platform.empty() ? "" : claim.platform + between(m_language)) + what,
                words::printedText(claim) + " · " + claim.label + " · " + set.name,
                {.kind = Place::Kind::claims, .row = static_cast<std::int64_t>(i), .name = set.name});
        }
    return {};
}

base::Status Finding::inBenchmarks()
{
    FS_TRY_VALUE(results, m_workspace.benchmarks());
    for (const store::BenchmarkSummary& one : results) {
        const auto verdict = bench::verdictByName(one.verdict);
        std::string detail = verdict ? words::label(*verdict, m_language) : one.verdict;
        if (one.tokens_per_s.value)
            detail += " · " + base::formatQuantity(*one.tokens_per_s.value, base::Unit::tokens_per_s);
        for (const std::string* text : {&one.engine, &one.torch, &one.driver, &one.host, &one.instance_type, &one.file})
            if (!text->empty())
                detail += " · " + *text;
        offer(FoundIn::benchmarks, one.name, std::move(detail), {.kind = Place::Kind::benchmark, .id = one.id});
    }
    return {};
}

base::Status Finding::inCatalogue()
{
    FS_TRY_VALUE(catalogue, catalogueOf(m_workspace));
    std::set<std::string> told; // a type once, however many prices it has
    for (const catalogue::Listing& one :
        catalogue::search(catalogue, {.words = m_text, .provider = {}, .accelerator = {}}))
        if (told.insert(one.instance_type).second
            && m_out.total[static_cast<std::size_t>(FoundIn::catalogue)]++ < static_cast<std::int64_t>(kMostHits))
            m_out.hits.push_back({FoundIn::catalogue, one.instance_type,
                one.provider + (one.accelerator.empty() ? "" : " · " + one.accelerator), 1,
                {.kind = Place::Kind::catalogue, .name = one.instance_type}});
    for (const catalogue::Accelerator& one : catalogue::searchAccelerators(catalogue, m_text))
        if (m_out.total[static_cast<std::size_t>(FoundIn::catalogue)]++ < static_cast<std::int64_t>(kMostHits))
            m_out.hits.push_back(
                {FoundIn::catalogue, one.name, one.vendor, 1, {.kind = Place::Kind::catalogue, .name = one.name}});
    return {};
}

base::Status Finding::inProblems()
{
    FS_TRY_VALUE(problems, m_workspace.problems());
    for (std::size_t i = 0; i < problems.size(); ++i)
        offer(FoundIn::problems, words::label(problems[i].problem.severity, m_language),
            words::sentence(problems[i].problem, m_language),
            {.kind = Place::Kind::problem, .row = static_cast<std::int64_t>(i)});
    return {};
}

base::Result<Found> Finding::run(const std::optional<scenario::Scenario>& scenario)
{
    if (m_words.empty())
        return std::move(m_out);
    FS_TRY(inRuns());
    if (scenario)
        inScenario(*scenario);
    FS_TRY_VALUE(bills, m_workspace.bills());
    offerAll(FoundIn::bills, Place::Kind::bill, bills);
    FS_TRY(findCharges(
        m_workspace, [this](std::string_view text) { return matches(text); }, m_language, m_job, m_out));
    FS_TRY(inClaims());
    FS_TRY_VALUE(telemetries, m_workspace.telemetries());
    offerAll(FoundIn::telemetry, Place::Kind::telemetry, telemetries);
    FS_TRY_VALUE(lists, m_workspace.jobLists());
    offerAll(FoundIn::jobs, Place::Kind::jobs, lists);
    FS_TRY(inBenchmarks());
    FS_TRY(inCatalogue());
    FS_TRY(inProblems());
    FS_TRY(m_job.check());
    return std::move(m_out);
}

} // namespace

std::string_view name(FoundIn where)
{
    constexpr std::string_view kNames[]
        = {"runs", "inputs", "bills", "charges", "claims", "telemetry", "jobs", "benchmarks", "catalogue", "problems"};
    static_assert(std::size(kNames) == kFoundIn);
    return kNames[static_cast<std::size_t>(where)];
}

base::Result<Found> find(const store::WorkspaceFile& workspace, std::string_view text,
    const std::optional<scenario::Scenario>& scenario, Language language, const base::JobContext& job)
{
    std::optional<scenario::Scenario> looked = scenario;
    if (!looked) {
        FS_TRY_VALUE(stored, workspace.scenario());
        looked = std::move(stored);
    }
    return Finding(workspace, text, language, job).run(looked);
}

} // namespace fullscope::workspace
