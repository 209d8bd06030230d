// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/loss_words.h"

#include "core/words/filled.h"
#include "core/words/text_ids.h"
#include "core/words/word_table.h"

namespace fullscope::words {

namespace {

constexpr Word<LossWord> kWords[] = {
    {LossWord::compare_by, "Compare by", "比较依据"},
    {LossWord::by_training, "; by the training loss", "；按训练损失"},
    {LossWord::by_evaluation, "; by the evaluation loss", "；按评估损失"},
    {LossWord::verdict_evaluation,
        "Compared by the loss of evaluations, {0} of the first run and {1} of the second. That both evaluate on the "
        "same data is assumed.",
        "按评估损失比较：第一个运行 {0} 次评估，第二个 {1} 次。假定两者在相同的数据上评估。"},
    {LossWord::few_evaluations,
        "Fewer than {0} evaluations are joined by straight lines instead of being smoothed: when the loss was reached "
        "is known to the two evaluations around it, and their own noise is not in the interval.",
        "评估少于 {0} "
        "次时不作平滑，而以直线相连：达到该损失的时刻只能确定在其前后两次评估之间，区间不含评估自身的噪声。"},
    {LossWord::plot_spoken, "Evaluation loss of {0} and {1}; target loss {2}.",
        "{0} 与 {1} 的评估损失；目标损失 {2}。"},
};
static_assert(isComplete(kWords, LossWord::plot_spoken));

} // namespace

std::string label(ledger::LossOf of, Language language)
{
    if (of == ledger::LossOf::training)
        return say(Text::training_loss, language);
    return language == Language::en ? "Evaluation loss" : "评估损失";
}

std::string say(LossWord word, Language language, const std::vector<std::string>& arguments)
{
    return filled(wordOf(kWords, word, language), arguments);
}

} // namespace fullscope::words
