// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/help.h"

#include "core/base/text.h"

#include <algorithm>

namespace fullscope::cli {

namespace {

constexpr const char* kHelpEn = R"(fullscope: what training a model really costs, full scope, from evidence

  fullscope                          the window
  fullscope open FILE.fullscope      the window on a workspace
  fullscope import FILES… [--workspace W] [--as FORMAT] [--map step=COLUMN,…|billed=COLUMN,currency:=USD,…|@NAME] [--save-map NAME] [--json]
                                     training logs, bills and lists of jobs into the workspace
  fullscope overview [--workspace W] [--scope SCOPE] [--json]
                                     who is cheapest and how surely, what the money rests on, what to measure next, what is open
  fullscope find TEXT [--workspace W] [--json]
                                     in runs, inputs, bills and their rows, claims, catalogue and problems
  fullscope uses run|bill|telemetry|jobs ID [--row N] | claims NAME [--row N] | catalogue TYPE | input NAME [--option OPTION]
                  [--workspace W] [--json]
                                     what uses it: inputs, costs, runs, trends, groups, sections of the report
  fullscope runs  [list | show ID] [--workspace W] [--json]
                                     training runs and where their time went
  fullscope runs  suggest | join RUN PART… [--as ROLE] [--shift HOURS] | separate RUN [PART…] [--workspace W]
                                     several files as one run; ROLE is attempt, rank, telemetry or job
  fullscope runs  mark ID --lines A-B --as CATEGORY [--note TEXT] | unmark ID --lines A-B|--all [--workspace W] [--json]
                                     what you say that lines of a run are
  fullscope runs  state ID NAME=VALUE… [--workspace W] [--json]
                                     what its log does not say: instance_type, nodes, utc_offset, world_size …
  fullscope runs compare-loss BASELINE CANDIDATE [--by train|eval] [--target LOSS] [--workspace W] [--json]
                                     tokens that two runs take to the same loss
  fullscope bills [list | show ID] [--in CURRENCY] [--workspace W] [--json]
                                     bills and where their money went
  fullscope bills rows ID [--from-row N] [--count N] [--category C] [--month 2026-03] [--currency C] [--instance-type T] [--purchase-option O]
                  [--workspace W] [--csv] [--json]
                                     its rows, 50 or as many as you say; all of them as CSV
  fullscope runs|bills remove ID [--workspace W]
                                     takes it out of the workspace; its file is not touched
  fullscope bills add --provider NAME --period 2026-03 --billed AMOUNT --currency USD [--account A] [--note TEXT]
                  [--instance-type T [--hours H]] [--purchase-option O] [--effective AMOUNT] [--service S] [--region R]
                                     an invoice that you type in
  fullscope telemetry [list | show ID] [--workspace W] [--json]
                                     what device monitors measured: utilisation, memory, power, energy
  fullscope jobs  [list | show ID] [--workspace W] [--json]
                                     lists of jobs and what their jobs used
  fullscope reconcile [--type TYPE] [--from TIME] [--to TIME] [--by hour|day] [--workspace W] [--json]
                                     billed instance-hours against those of runs: idle hours and their cost
  fullscope trends [--platform NAME] [--workspace W] [--json]
                                     week by week: cost per 1,000 steps and per million tokens, goodput, idle money
  fullscope attribute [--rules FILE.json] [--in CURRENCY] [--workspace W] [--json]
                                     whose charges are whose: all bills by your rules, the first that matches takes a row
  fullscope attribute rules [list | add GROUP FIELD equals|contains|pattern TEXT [--at N] [--note TEXT]
                  | remove N | move N TO | export | import FILE.json] [--workspace W] [--json]
                                     FIELD is provider, account, service, usage_type, instance_type, region, resource, description or tag:NAME
  fullscope rates [list | add FROM TO DATE RATE --source NAME [--note TEXT] | remove FROM TO DATE
                  | import FILE [--base EUR] [--source ECB]] [--workspace W] [--json]
                                     exchange rates with their day and source; bills list --in USD uses them
  fullscope warehouse query|import --schema cur2|cur|focus|gcp|azure --table T [--from 2024-03] [--to 2024-03]
                  [--by day|hour|row] [--resources] [--tags] [--service NAME | --odbc DSN | --odbc-variable NAME]
                  [--dialect trino|bigquery|snowflake|clickhouse|postgresql|plain] [--keyring ACCOUNT] [--show-sql] [--workspace W] [--json]
                                     bills out of PostgreSQL or by ODBC, added up there; credentials stay with the environment, service file, odbc.ini or keyring
  fullscope mappings [list | show NAME | remove NAME] [--json]
                                     what you said that columns of tables are, remembered by name
  fullscope catalogue [search WORDS… | show TYPE | history TYPE | price TYPE --region R [--option O] [--on DATE]] [--workspace W] [--json]
                                     prices and chip facts, each with source and date
  fullscope catalogue add --provider P --instance-type T --region R --option O --price 24.69 --currency USD --as-of DATE --source S [--note N]
                                     a price of your own
  fullscope catalogue state SUBJECT FACT=VALUE… | remove ID | import FILE.csv | export [--facts] [--workspace W] [--json]
                                     chip facts of your own; takes out what is yours, reads and writes it as tables
  fullscope audit FILE|- [--map "row label=quantity,column=platform:NAME,…"] [--workspace W --save NAME --as-options] [--json]
                                     a pitch's figures (table or sentences): what of them cannot be true
  fullscope evaluate SCENARIO.json [--workloads NAMES] [--horizons NAMES] [--draws N] [--seed S] [--standard-error SHARE] [--json]
                                     the cost model on a scenario file, no workspace needed
  fullscope compare [--workspace W | --scenario FILE.json] [--scope SCOPE] [--workloads NAMES] [--horizons NAMES] [--draws N] [--seed S] [--standard-error SHARE] [--json]
                                     the options side by side
  fullscope scenario [versions | diff [BEFORE [AFTER]] | assumptions] [--workspace W] [--json]
                                     versions of the scenario, what changed between two (or two files) and did to the totals, what figures rest on
  fullscope break-even [SCENARIO.json | --workspace W] [--option NAME] [--against NAME] [--input NAME] [--json]
                                     values of single inputs at which the totals of two options meet
  fullscope goal-seek [SCENARIO.json | --workspace W] --target saving=8%|share=26%|equal [--input NAME] … [--json]
                                     what would have to be true for a claim, and whether that can be
  fullscope explain [SCENARIO.json | --workspace W] [--option NAME] [--against NAME] [--json]
                                     why two options differ: price, throughput, waste, compilation, people
  fullscope sweep [SCENARIO.json | --workspace W] --input NAME [--from A --to B] [--points N] [--log] [--and NAME --and-from A --and-to B] [--json]
                                     totals over a range of one input, or of two with the line on which they meet
  fullscope tornado [SCENARIO.json | --workspace W] [--option NAME] [--against NAME] [--draws N] [--seed S] [--json]
                                     which uncertain inputs drive the difference
  fullscope voi [SCENARIO.json | --workspace W] [--draws N] [--seed S] [--json]
                                     what knowing an uncertain input would be worth: what to measure next
  fullscope report -o OUT.{pdf,xlsx,html,json} [--workspace W] [--scope SCOPE] [--sections A,B,…] [--short] [--paper a4|letter]
                  [--company NAME] [--logo FILE] [--confidential TEXT] [--template FILE] [--save-template FILE]
                                     the report for those who decide
  fullscope report --weekly | --week 2026-W48 [-o FOLDER | FILE] [--workspace W]
                                     the same about a week, the one that has ended last: for a timer (docs/weekly.md)
  fullscope export -o FOLDER [--workspace W] [--scope SCOPE] [--sections A,B,…] [--plots png,svg,pdf] [--json]
                                     its tables as CSV, its plots as data and pictures, all of it as JSON: files of their own
  fullscope bench run [--device cpu|cuda|hip|neuron|xla] [--preset gpt|tutorial|gpt-124m|tiny] [--precision fp32|tf32|bf16]
                  [--engine native|torch] [--python PATH] [--price 24.69] [--half-width 2%] [--repeats N] [--workspace W] [-o RESULT.json]
                  [--against "OPTIONS" --against-output B.json] [--looked-at quota,region,account,disk] [--shutdown-after] [--json]
                                     what a training step really takes on this machine, with its interval
  fullscope bench devices | preflight | smoke [--baseline RESULT.json --tolerance 10%] | compare A.json B.json | show FILE [--json]
                                     docs/benchmark.md has all options
  fullscope backup [W | --workspace W] -o FILE.fullscope [--json]
                                     a whole copy of the workspace, also while others work on it; read again to check it
  fullscope recover FILE -o NEW.fullscope [--json]
                                     what is provably whole of a damaged workspace, and what is lost
  fullscope benchmarks [list | show ID | remove ID | rename ID NAME | compare A B [--anyway --note WHY] | history [DEVICE]] [--workspace W] [--json]
                                     results that the workspace keeps (import takes RESULT.json too), and a device over time
  fullscope demo [DIR] [--json]      the whole story on the shipped sample
  fullscope help [--format text|man|bash|zsh|fish]
                                     this page, as a manual page, or what completes it in a shell
  fullscope --version                the version of the program

W is workspace.fullscope in the current folder unless given; - reads standard input; --lang en|zh_CN goes with every verb.
CATEGORY is checkpoint, evaluation, stall, recompile, productive …, restart or no_restart.
SCOPE is list_price, compute, compute_with_waste or full.
Exit codes: 0 done, 1 nothing could be done, 2 done in part (rows were rejected, or one of several files failed),
3 an audit found figures that cannot be true or compared, a benchmark is slower than its baseline or not comparable.
)";

constexpr const char* kHelpZh = R"(fullscope：以证据为据，算清训练模型的全部成本

  fullscope                          打开窗口
  fullscope open FILE.fullscope      在窗口中打开工作区
  fullscope import FILES… [--workspace W] [--as FORMAT] [--map step=COLUMN,…|billed=COLUMN,currency:=USD,…|@NAME] [--save-map NAME] [--json]
                                     导入训练日志、账单与作业列表
  fullscope overview [--workspace W] [--scope SCOPE] [--json]
                                     谁成本最低及其概率、金额的依据、下一步应测量什么、待解决的问题
  fullscope find TEXT [--workspace W] [--json]
                                     在运行、输入、账单及其行、声称、目录与问题中查找
  fullscope uses run|bill|telemetry|jobs ID [--row N] | claims NAME [--row N] | catalogue TYPE | input NAME [--option OPTION]
                  [--workspace W] [--json]
                                     被哪些输入、成本、运行、趋势、分组与报告章节使用
  fullscope runs  [list | show ID] [--workspace W] [--json]
                                     训练运行及其时间账
  fullscope runs  suggest | join RUN PART… [--as ROLE] [--shift HOURS] | separate RUN [PART…] [--workspace W]
                                     将多个文件合并为一个运行；ROLE 为 attempt、rank、telemetry 或 job
  fullscope runs  mark ID --lines A-B --as CATEGORY [--note TEXT] | unmark ID --lines A-B|--all [--workspace W] [--json]
                                     由您说明运行日志中某些行的性质
  fullscope runs  state ID NAME=VALUE… [--workspace W] [--json]
                                     补充日志未说明的事实：instance_type、nodes、utc_offset、world_size 等
  fullscope runs compare-loss BASELINE CANDIDATE [--by train|eval] [--target LOSS] [--workspace W] [--json]
                                     两个运行达到相同损失所需的 token 数
  fullscope bills [list | show ID] [--in CURRENCY] [--workspace W] [--json]
                                     账单及其费用账
  fullscope bills rows ID [--from-row N] [--count N] [--category C] [--month 2026-03] [--currency C] [--instance-type T] [--purchase-option O]
                  [--workspace W] [--csv] [--json]
                                     账单的行，默认 50 行，可另行指定；CSV 输出全部
  fullscope runs|bills remove ID [--workspace W]
                                     从工作区移除；来源文件不会改动
  fullscope bills add --provider NAME --period 2026-03 --billed AMOUNT --currency USD [--account A] [--note TEXT]
                  [--instance-type T [--hours H]] [--purchase-option O] [--effective AMOUNT] [--service S] [--region R]
                                     手工录入一张发票
  fullscope telemetry [list | show ID] [--workspace W] [--json]
                                     设备监控所测：利用率、显存、功率、电能
  fullscope jobs  [list | show ID] [--workspace W] [--json]
                                     作业列表及其机时
  fullscope reconcile [--type TYPE] [--from TIME] [--to TIME] [--by hour|day] [--workspace W] [--json]
                                     账单的实例小时与运行的实例小时对账：空闲小时及其费用
  fullscope trends [--platform NAME] [--workspace W] [--json]
                                     逐周：每 1,000 步与每百万词元成本、有效时间占比、空闲金额
  fullscope attribute [--rules FILE.json] [--in CURRENCY] [--workspace W] [--json]
                                     费用归属：按您的规则划分所有账单，每行归入首个匹配的规则
  fullscope attribute rules [list | add GROUP FIELD equals|contains|pattern TEXT [--at N] [--note TEXT]
                  | remove N | move N TO | export | import FILE.json] [--workspace W] [--json]
                                     FIELD 为 provider、account、service、usage_type、instance_type、region、resource、description 或 tag:NAME
  fullscope rates [list | add FROM TO DATE RATE --source NAME [--note TEXT] | remove FROM TO DATE
                  | import FILE [--base EUR] [--source ECB]] [--workspace W] [--json]
                                     汇率及其日期与来源；用于 bills list --in USD
  fullscope warehouse query|import --schema cur2|cur|focus|gcp|azure --table T [--from 2024-03] [--to 2024-03]
                  [--by day|hour|row] [--resources] [--tags] [--service NAME | --odbc DSN | --odbc-variable NAME]
                  [--dialect trino|bigquery|snowflake|clickhouse|postgresql|plain] [--keyring ACCOUNT] [--show-sql] [--workspace W] [--json]
                                     从 PostgreSQL 或经 ODBC 读取账单，在库内汇总；凭据只取自环境变量、服务文件、odbc.ini 或密钥环
  fullscope mappings [list | show NAME | remove NAME] [--json]
                                     按名称保存的列映射
  fullscope catalogue [search WORDS… | show TYPE | history TYPE | price TYPE --region R [--option O] [--on DATE]] [--workspace W] [--json]
                                     价格与芯片参数，均注明来源与日期
  fullscope catalogue add --provider P --instance-type T --region R --option O --price 24.69 --currency USD --as-of DATE --source S [--note N]
                                     录入您自己的价格
  fullscope catalogue state SUBJECT FACT=VALUE… | remove ID | import FILE.csv | export [--facts] [--workspace W] [--json]
                                     录入您自己的芯片参数；移除您录入的内容，以表格读入和写出
  fullscope audit FILE|- [--map "行标签=quantity,列=platform:NAME,…"] [--workspace W --save NAME] [--json]
                                     核对一份宣传材料（表格或语句）：哪些数字不可能成立
  fullscope evaluate SCENARIO.json [--workloads NAMES] [--horizons NAMES] [--draws N] [--seed S] [--standard-error SHARE] [--json]
                                     对情景文件计算成本，无需工作区
  fullscope compare [--workspace W | --scenario FILE.json] [--scope SCOPE] [--workloads NAMES] [--horizons NAMES] [--draws N] [--seed S] [--standard-error SHARE] [--json]
                                     比较各方案
  fullscope scenario [versions | diff [BEFORE [AFTER]] | assumptions] [--workspace W] [--json]
                                     情景的版本，两个版本（或文件）之间的变化及其对总成本的影响，数值的依据
  fullscope break-even [SCENARIO.json | --workspace W] [--option NAME] [--against NAME] [--input NAME] [--json]
                                     使两个方案总成本相等的单个输入取值
  fullscope goal-seek [SCENARIO.json | --workspace W] --target saving=8%|share=26%|equal [--input NAME] … [--json]
                                     某一说法需要何种条件才成立，以及是否可能
  fullscope explain [SCENARIO.json | --workspace W] [--option NAME] [--against NAME] [--json]
                                     两个方案的差异从何而来：价格、吞吐量、浪费、编译、人力
  fullscope sweep [SCENARIO.json | --workspace W] --input NAME [--from A --to B] [--points N] [--log] [--and NAME --and-from A --and-to B] [--json]
                                     总成本随一个输入的变化，或随两个输入的变化及总成本相等的曲线
  fullscope tornado [SCENARIO.json | --workspace W] [--option NAME] [--against NAME] [--draws N] [--seed S] [--json]
                                     哪些不确定输入主导差额
  fullscope voi [SCENARIO.json | --workspace W] [--draws N] [--seed S] [--json]
                                     确切知道某个不确定输入值多少：下一步应测量什么
  fullscope report -o OUT.{pdf,xlsx,html,json} [--workspace W] [--scope SCOPE] [--sections A,B,…] [--short] [--paper a4|letter]
                  [--company NAME] [--logo FILE] [--confidential TEXT] [--template FILE] [--save-template FILE]
                                     输出报告
  fullscope report --weekly | --week 2026-W48 [-o FOLDER | FILE] [--workspace W]
                                     某一周（默认最近结束的一周）的报告：用于定时任务（docs/weekly.md）
  fullscope export -o FOLDER [--workspace W] [--scope SCOPE] [--sections A,B,…] [--plots png,svg,pdf] [--json]
                                     将报告的表格导出为 CSV、图表导出为数据与图片、全部内容导出为 JSON
  fullscope bench run [--device cpu|cuda|hip|neuron|xla] [--preset gpt|tutorial|gpt-124m|tiny] [--precision fp32|tf32|bf16]
                  [--engine native|torch] [--python PATH] [--price 24.69] [--half-width 2%] [--repeats N] [--workspace W] [-o RESULT.json]
                  [--against "OPTIONS" --against-output B.json] [--looked-at quota,region,account,disk] [--shutdown-after] [--json]
                                     在本机实测一个训练步的真实耗时及其区间
  fullscope bench devices | preflight | smoke [--baseline RESULT.json --tolerance 10%] | compare A.json B.json | show FILE [--json]
                                     全部选项见 docs/benchmark.md
  fullscope backup [W | --workspace W] -o FILE.fullscope [--json]
                                     工作区的完整副本，他人正在使用时也可备份；写完后重新读取核对
  fullscope recover FILE -o NEW.fullscope [--json]
                                     取出受损工作区中可证明完整的内容，并列出所丢失的
  fullscope benchmarks [list | show ID | remove ID | rename ID NAME | compare A B [--anyway --note WHY] | history [DEVICE]] [--workspace W] [--json]
                                     工作区所存的结果（import 亦可导入 RESULT.json），以及设备随时间的变化
  fullscope demo [DIR] [--json]      用附带的样例演示全过程
  fullscope help [--format text|man|bash|zsh|fish]
                                     本页，亦可输出为手册页或各 shell 的自动补全
  fullscope --version                程序版本

未指定时，W 为当前文件夹中的 workspace.fullscope；- 表示标准输入；--lang en|zh_CN 适用于所有命令。
CATEGORY 为 checkpoint、evaluation、stall、recompile、productive 等，或 restart、no_restart。
SCOPE 为 list_price、compute、compute_with_waste 或 full。
退出码：0 完成，1 未能完成任何工作，2 部分完成（有行被拒，或多个文件中有未能读取的），
3 核对发现不可能成立或不可比的数字，或基准测试慢于基线或不可比。
)";

} // namespace

std::string_view helpText(words::Language language)
{
    return language == words::Language::zh_CN ? kHelpZh : kHelpEn;
}

std::vector<std::string_view> partsOf(std::string_view text, char separator)
{
    std::vector<std::string_view> parts;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(separator, at), text.size());
        parts.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return parts;
}

HelpPage helpPage(words::Language language)
{
    // As it is printed: an entry begins with two blanks and the program's name, its description stands in column 37.
    constexpr std::string_view kEntry = "  fullscope ";
    constexpr std::size_t kDescription = 37;
    const std::string blank(kDescription, ' ');
    HelpPage page;
    for (const std::string_view line : partsOf(helpText(language), '\n')) {
        if (line.starts_with(kEntry)) {
            const bool is_short = line.size() > kDescription && line.substr(kDescription - 2, 2) == "  ";
            HelpEntry& entry = page.entries.emplace_back();
            entry.usage
                = base::trimmed(line.substr(kEntry.size(), is_short ? kDescription - kEntry.size() : line.npos));
            if (is_short)
                entry.description = line.substr(kDescription);
        } else if (line.starts_with(blank) && !page.entries.empty()) {
            page.entries.back().description = line.substr(kDescription);
        } else if (line.starts_with("  ") && !page.entries.empty()) {
            page.entries.back().usage += " " + std::string(base::trimmed(line));
        } else if (!line.empty()) {
            page.notes.emplace_back(line);
        }
    }
    page.title = page.notes.front();
    page.notes.erase(page.notes.begin());
    return page;
}

std::vector<std::string> verbsOf(const HelpEntry& entry)
{
    const std::string_view first = std::string_view(entry.usage).substr(0, entry.usage.find(' '));
    std::vector<std::string> verbs;
    for (const std::string_view verb : partsOf(first, '|'))
        if (!verb.empty() && verb[0] >= 'a' && verb[0] <= 'z')
            verbs.emplace_back(verb);
    return verbs;
}

base::Error unknownVerb(const std::string& verb)
{
    const HelpPage page = helpPage(words::Language::en);
    std::vector<std::string> known;
    for (const HelpEntry& entry : page.entries)
        for (std::string& one : verbsOf(entry))
            known.push_back(std::move(one));
    const std::vector<std::string_view> views(known.begin(), known.end());
    base::Error error {.code = base::Code::usage, .found = verb, .expected = "fullscope --help"};
    if (const auto near = base::nearest(verb, views); !near.empty())
        error.args.emplace_back(near);
    return error;
}

} // namespace fullscope::cli
