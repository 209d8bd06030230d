// SPDX-License-Identifier: GPL-3.0-or-later
// Prices and chip facts, each with source and date. The files are data/catalogue/*.csv, built into the program.
#pragma once

#include "core/catalogue/user_entries.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fullscope::catalogue {

struct Instance {
    std::string provider, instance_type, accelerator, region;
    std::optional<int> accelerator_count;
    std::string as_of, source, notes;
};

struct Accelerator {
    std::string name, vendor;
    std::optional<int> year;
    std::optional<double> memory_gb, memory_tb_s;
    std::optional<double> bf16_dense_tflops; // and the other columns of the file, as given there
    std::optional<double> fp32_dense_tflops, tf32_dense_tflops, fp16_dense_tflops, fp8_dense_tflops, fp4_dense_tflops;
    std::optional<double> sparse_factor; // what structured sparsity multiplies them by, 1 = nothing
    std::optional<double> tdp_w;
    std::string source, notes;
};

// One fact of a chip or an instance type and whose it is.
struct Fact {
    double value = 0; // in the unit of its kind
    std::string source, as_of, note; // no date: facts of built-in chips do not change
    bool by_user = false;
};

// `ml.p4d.24xlarge` is SageMaker's name of a p4d.24xlarge, `db.` a database's: the same machine, at another price.
std::string_view bareType(std::string_view instance_type);

class Catalogue {
public:
    // The catalogue that the program carries. A malformed built-in file is a programming error (tests read it).
    static const Catalogue& builtIn();
    static base::Result<Catalogue> parse(std::string_view instances_csv, std::string_view accelerators_csv);

    // With what the user says on top: prices stand beside the built-in ones, facts in place of them, the latest where
    // there are several, of one day the last entered. Types and chips that facts name are added; a type of which only a
    // price is known is not, as nothing says that it carries accelerators.
    Catalogue with(const UserEntries& entries) const;

    const std::vector<Instance>& instances() const { return m_instances; }
    const std::vector<Accelerator>& accelerators() const { return m_accelerators; }
    // In the order of the file, then the user's as entered. Which of them holds: priceAt().
    const std::vector<Price>& prices() const { return m_prices; }
    // A fact that has a number, of a type as find() or a chip as accelerator() knows it.
    std::optional<Fact> fact(std::string_view subject, FactKind kind) const;
    // What the user said of it last, also a fact without a number; null: nothing.
    const UserFact* usersFact(std::string_view subject, FactKind kind) const;
    // The rows of a type, any region. Case-insensitive; `ml.` and `db.` prefixes are ignored.
    std::vector<const Instance*> find(std::string_view instance_type) const;
    // By name, or by its beginning up to a space where that is one chip's only ("H100 SXM5", not "H100"). Null when
    // none.
    const Accelerator* accelerator(std::string_view name) const;
    // True when the type is known to carry accelerators: it stands here (the catalogue holds no others), or its
    // provider's naming convention says so (AWS g4dn, Azure Standard_NC…).
    bool hasAccelerators(std::string_view instance_type) const;
    // Dense bf16 peak of the whole instance in FLOP/s, when both chip count and chip peak are known.
    std::optional<double> peakFlopsBf16(std::string_view instance_type) const;

private:
    void take(const UserFact& fact);

    std::vector<Instance> m_instances;
    std::vector<Accelerator> m_accelerators;
    std::vector<Price> m_prices;
    std::vector<UserFact> m_facts; // of the user's those that hold
};

} // namespace fullscope::catalogue
