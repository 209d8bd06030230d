// SPDX-License-Identifier: GPL-3.0-or-later
// Claims by platform and quantity, and catalogue facts beside them, as operands of formulas.
#pragma once

#include "core/audit/claim.h"
#include "core/audit/platforms.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fullscope::audit {

// One number that a formula uses.
struct Operand {
    std::string name {}; // quantity as files spell it, "catalogue_chips_per_instance", "flops_per_parameter" …
    double value = 0;
    Interval range {};
    base::Unit unit = base::Unit::one;
    std::string currency {}; // of money, ISO code; empty: not said
    std::string platform {};
    std::vector<std::size_t> claims {}; // indices; empty: a fact or an assumption
    std::string text {}; // as printed, with its unit; empty: the value is formatted
    // Where several printed figures stand for it: each of them, the first one first. A formula holds where it holds
    // with one of them.
    struct Printed {
        double value = 0;
        Interval range {};
        std::string text {};
        std::string currency {};
    };
    std::vector<Printed> each {};
    std::string source {}; // of a fact: catalogue source and date; of an assumption: ""
};

// Whether it describes the model and so holds for every platform of a comparison.
bool isOfTheModel(Quantity quantity);
// … or the work: steps, batch, tokens, precision. Given once for all platforms unless one has its own.
bool isOfTheWork(Quantity quantity);

class FigureSet {
public:
    // Both must outlive it. The catalogue is the workspace's where there is one.
    FigureSet(const std::vector<Claim>& claims, const catalogue::Catalogue& catalogue);

    const std::vector<Claim>& claims() const { return m_claims; }
    const catalogue::Catalogue& catalogue() const { return m_catalogue; }
    // In their order of appearance. "" is among them where figures of a machine name none.
    const std::vector<Platform>& platforms() const { return m_platforms; }
    const Platform* platform(const std::string& name) const;

    // The platform's own figure, else that of all platforms where the quantity is of the work. Several printed figures
    // of one quantity count as one (Operand::each), so that no rule speaks of a pair that was never meant.
    std::optional<Operand> find(const std::string& platform, Quantity quantity) const;
    std::optional<Operand> find(const std::string& platform, const NamedQuantity& what) const; // a peak by its kind
    // "bf16", "lora" …, empty: not said.
    std::string word(const std::string& platform, Quantity quantity) const;
    // Any figure of it, of any platform.
    bool has(Quantity quantity) const;

    // Chips of the whole job: as claimed, else chips per instance (claimed or the catalogue's) times instances (claimed
    // or one). Factors to be multiplied; empty: not known.
    std::vector<Operand> chips(const std::string& platform) const;
    std::optional<Operand> catalogueChips(const std::string& platform) const; // per instance
    // The greatest dense peak that the platform's chips may have in `precision`, of one chip.
    std::optional<Operand> cataloguePeak(const std::string& platform, const std::string& precision) const;
    // What sparsity multiplies that peak by; absent where it multiplies nothing.
    std::optional<Operand> catalogueSparseFactor(const std::string& platform) const;

    Operand operand(std::size_t claim) const;
    // Claims of one quantity of one platform, in their order, for every pair that has some.
    const std::map<std::pair<std::string, Quantity>, std::vector<std::size_t>>& values() const { return m_values; }

private:
    void settleChips(const Platform& platform);
    std::optional<Operand> merged(const std::string& platform, const NamedQuantity& what, bool anyKind) const;
    std::optional<Operand> saidOfAny(Quantity quantity) const;

    const std::vector<Claim>& m_claims;
    const catalogue::Catalogue& m_catalogue;
    std::vector<Platform> m_platforms;
    std::map<std::string, std::size_t> m_platform_index;
    std::map<std::pair<std::string, Quantity>, std::vector<std::size_t>> m_values; // claims that are values
    std::map<Quantity, Operand> m_of_model; // what all platforms that name it say alike
};

// Dense TFLOP/s of a chip in a number format; absent where the catalogue has none.
std::optional<double> denseTflops(const catalogue::Accelerator& chip, const std::string& precision);
// What its printed digits allow: 989 is 988.5 to 989.5. In the unit of `value`.
Interval printedRange(double value);
// "H100 SXM5 80GB: NVIDIA data sheet", with the day where one is known; the user's source where the user said it.
std::string factSource(const catalogue::Catalogue& catalogue, const std::string& subject, catalogue::FactKind kind);
Operand assumption(std::string name, double value, base::Unit unit = base::Unit::one);

} // namespace fullscope::audit
