<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;New Workspace</source>
        <translation>新建工作区(&amp;N)</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>&amp;Open Workspace…</source>
        <translation>打开工作区(&amp;O)…</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Open the Sam&amp;ple Workspace</source>
        <translation>打开示例工作区(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;As…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Import Files…</source>
        <translation>导入文件(&amp;I)…</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Import &amp;Folder…</source>
        <translation>导入文件夹(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Export Report…</source>
        <translation>导出报告(&amp;E)…</translation>
    </message>
    <message>
        <source>Export report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>查找(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Reset Layout</source>
        <translation>重置布局(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;About Fullscope</source>
        <translation>关于 Fullscope(&amp;A)</translation>
    </message>
    <message>
        <source>About &amp;Qt</source>
        <translation>关于 Qt(&amp;Q)</translation>
    </message>
    <message>
        <source>Import with &amp;Mapping…</source>
        <translation>指定列映射导入(&amp;M)…</translation>
    </message>
    <message>
        <source>Run &amp;Benchmark…</source>
        <translation>运行基准测试(&amp;B)…</translation>
    </message>
    <message>
        <source>Run benchmark</source>
        <translation>运行基准测试</translation>
    </message>
    <message>
        <source>Filter This Pa&amp;ge</source>
        <translation>筛选本页(&amp;G)</translation>
    </message>
    <message>
        <source>Co&amp;mmands…</source>
        <translation>命令(&amp;M)…</translation>
    </message>
    <message>
        <source>&amp;Tour</source>
        <translation>导览(&amp;T)</translation>
    </message>
    <message>
        <source>New &amp;Window</source>
        <translation>新建窗口(&amp;W)</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::AttributionView</name>
    <message>
        <source>Edit an attribution rule</source>
        <translation>编辑归属规则</translation>
    </message>
    <message>
        <source>Attribution of charges</source>
        <translation>费用归属</translation>
    </message>
    <message>
        <source>Attribution rules; the first that matches takes a row</source>
        <translation>归属规则；每行归入首个匹配的规则</translation>
    </message>
    <message>
        <source>Add a r&amp;ule</source>
        <translation>添加规则(&amp;U)</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>删除(&amp;M)</translation>
    </message>
    <message>
        <source>Move u&amp;p</source>
        <translation>上移(&amp;P)</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>下移(&amp;D)</translation>
    </message>
    <message>
        <source>Sho&amp;wn in:</source>
        <translation>显示币种(&amp;W)：</translation>
    </message>
    <message>
        <source>Rows of the group</source>
        <translation>该分组的行</translation>
    </message>
    <message>
        <source>Attributing charges</source>
        <translation>正在归属费用</translation>
    </message>
    <message>
        <source>All in %1</source>
        <translation>全部折算为 %1</translation>
    </message>
    <message>
        <source>Saving the attribution rules</source>
        <translation>正在保存归属规则</translation>
    </message>
    <message>
        <source>Remove an attribution rule</source>
        <translation>删除归属规则</translation>
    </message>
    <message>
        <source>Move an attribution rule</source>
        <translation>移动归属规则</translation>
    </message>
    <message>
        <source>Double-click a group for the rows behind it.</source>
        <translation>双击分组可查看其对应的行。</translation>
    </message>
    <message>
        <source>Looking for the rows of a group</source>
        <translation>正在查找分组的行</translation>
    </message>
    <message>
        <source>Rows of %1: %L2</source>
        <translation>%1 的行：%L2</translation>
    </message>
    <message>
        <source>Rows of %1: %L2, the first %L3 of them</source>
        <translation>%1 的行：共 %L2 行，显示前 %L3 行</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::BenchPage</name>
    <message>
        <source>Benchmarks</source>
        <translation>基准测试</translation>
    </message>
    <message>
        <source>&amp;Measure</source>
        <translation>测量(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Results</source>
        <translation>结果(&amp;R)</translation>
    </message>
    <message>
        <source>Benchmark</source>
        <translation>基准测试</translation>
    </message>
    <message>
        <source>Histor&amp;y</source>
        <translation>历史(&amp;Y)</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::BillRowsModel</name>
    <message>
        <source>not in the file</source>
        <translation>文件中没有</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Start (UTC)</source>
        <translation>开始时间 (UTC)</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Charge type</source>
        <translation>费用类型</translation>
    </message>
    <message>
        <source>Service</source>
        <translation>服务</translation>
    </message>
    <message>
        <source>Usage type</source>
        <translation>用量类型</translation>
    </message>
    <message>
        <source>Instance type</source>
        <translation>实例类型</translation>
    </message>
    <message>
        <source>Purchase option</source>
        <translation>购买方式</translation>
    </message>
    <message>
        <source>Region</source>
        <translation>区域</translation>
    </message>
    <message>
        <source>Hours</source>
        <translation>小时</translation>
    </message>
    <message>
        <source>Billed</source>
        <translation>账单金额</translation>
    </message>
    <message>
        <source>Effective</source>
        <translation>有效（摊销）</translation>
    </message>
    <message>
        <source>List</source>
        <translation>目录价金额</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>货币</translation>
    </message>
    <message>
        <source>Resource</source>
        <translation>资源</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>说明</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::BillView</name>
    <message>
        <source>C&amp;urrency:</source>
        <translation>货币(&amp;U)：</translation>
    </message>
    <message>
        <source>Show &amp;all rows</source>
        <translation>显示全部行(&amp;A)</translation>
    </message>
    <message>
        <source>Rows of the bill</source>
        <translation>账单的行</translation>
    </message>
    <message>
        <source>Line %1 of the bill</source>
        <translation>账单第 %1 行</translation>
    </message>
    <message>
        <source>not in the file</source>
        <translation>文件中没有</translation>
    </message>
    <message>
        <source>Tag %1</source>
        <translation>标签 %1</translation>
    </message>
    <message>
        <source>All rows: %L1</source>
        <translation>全部行：%L1</translation>
    </message>
    <message>
        <source>Rows of %1, %2: %L3</source>
        <translation>%1（%2）的行：%L3</translation>
    </message>
    <message>
        <source>One bill in full</source>
        <translation>一份账单的全部内容</translation>
    </message>
    <message>
        <source>Rows from number %L1 on: %L2</source>
        <translation>从第 %L1 行起：%L2</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::BillsPage</name>
    <message>
        <source>Bills</source>
        <translation>账单</translation>
    </message>
    <message>
        <source>No bill yet. Drop cost exports on the window: AWS Cost and Usage Reports (CSV) or FOCUS exports, plain or gzip.</source>
        <translation>尚无账单。请将费用导出文件拖到窗口中：AWS 成本和使用情况报告 (CSV) 或 FOCUS 导出文件，可为 gzip 压缩。</translation>
    </message>
    <message>
        <source>Remove from the &amp;workspace…</source>
        <translation>从工作区移除(&amp;W)…</translation>
    </message>
    <message>
        <source>Remove a bill</source>
        <translation>移除账单</translation>
    </message>
    <message>
        <source>Remove %1 with its rows and problems from the workspace? The file that it came from is not touched.</source>
        <translation>要从工作区移除 %1 及其行和问题吗？来源文件不会改动。</translation>
    </message>
    <message>
        <source>Removing the bill</source>
        <translation>正在移除账单</translation>
    </message>
    <message>
        <source>Against runs</source>
        <translation>与运行对账</translation>
    </message>
    <message>
        <source>Add in&amp;voice…</source>
        <translation>录入发票(&amp;V)…</translation>
    </message>
    <message>
        <source>Type in an invoice that there is no file of</source>
        <translation>录入一张没有文件的发票</translation>
    </message>
    <message>
        <source>Adding an invoice</source>
        <translation>正在录入发票</translation>
    </message>
    <message>
        <source>Taking an invoice back</source>
        <translation>正在撤回发票</translation>
    </message>
    <message>
        <source>Add an invoice</source>
        <translation>录入发票</translation>
    </message>
    <message>
        <source>Attribution</source>
        <translation>归属</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::CasesView</name>
    <message>
        <source>Work out workloads and horizons</source>
        <translation>计算各工作负载与期限</translation>
    </message>
    <message>
        <source>Workloads and horizons side by side</source>
        <translation>各工作负载与期限并列</translation>
    </message>
    <message>
        <source>Enter or a double click shows an input behind it on the Scenario page</source>
        <translation>按回车键或双击，可在“情景”页显示其背后的一个输入</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::CataloguePage</name>
    <message>
        <source>Catalogue</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Search type, accelerator, region, source</source>
        <translation>搜索类型、加速器、区域、来源</translation>
    </message>
    <message>
        <source>Search the catalogue</source>
        <translation>搜索目录</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>供应商</translation>
    </message>
    <message>
        <source>Accelerator</source>
        <translation>加速器</translation>
    </message>
    <message>
        <source>A&amp;dd price…</source>
        <translation>添加价格(&amp;D)…</translation>
    </message>
    <message>
        <source>A price of your own, with its day and source</source>
        <translation>您自己的价格，注明日期与来源</translation>
    </message>
    <message>
        <source>Ed&amp;it…</source>
        <translation>编辑(&amp;I)…</translation>
    </message>
    <message>
        <source>Remo&amp;ve</source>
        <translation>删除(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Use in scenario</source>
        <translation>用于情景(&amp;U)</translation>
    </message>
    <message>
        <source>Put the selected price into an option of the scenario</source>
        <translation>将所选价格填入情景的某个方案</translation>
    </message>
    <message>
        <source>Prices</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Accelerators</source>
        <translation>加速器</translation>
    </message>
    <message>
        <source>Prices per instance-hour</source>
        <translation>每实例小时价格</translation>
    </message>
    <message>
        <source>Facts of accelerators</source>
        <translation>加速器参数</translation>
    </message>
    <message>
        <source>All providers</source>
        <translation>所有供应商</translation>
    </message>
    <message>
        <source>All accelerators</source>
        <translation>所有加速器</translation>
    </message>
    <message>
        <source>Add a price</source>
        <translation>添加价格</translation>
    </message>
    <message>
        <source>Change a price</source>
        <translation>修改价格</translation>
    </message>
    <message>
        <source>Remove a price</source>
        <translation>删除价格</translation>
    </message>
    <message>
        <source>Keeping prices</source>
        <translation>正在保存价格</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::CellPanel</name>
    <message>
        <source>&amp;Origin:</source>
        <translation>来源类别(&amp;O)：</translation>
    </message>
    <message>
        <source>Sou&amp;rce:</source>
        <translation>出处(&amp;R)：</translation>
    </message>
    <message>
        <source>&amp;Why, or where in it:</source>
        <translation>理由或具体位置(&amp;W)：</translation>
    </message>
    <message>
        <source>What the e&amp;vidence offers for this cell:</source>
        <translation>现有证据可为此单元格提供的值(&amp;V)：</translation>
    </message>
    <message>
        <source>U&amp;se this value</source>
        <translation>采用此值(&amp;S)</translation>
    </message>
    <message>
        <source>Select a cell</source>
        <translation>选择一个单元格</translation>
    </message>
    <message>
        <source>Add an option to begin</source>
        <translation>请先添加一个方案</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::ClaimsPage</name>
    <message>
        <source>Claims</source>
        <translation>声称</translation>
    </message>
    <message>
        <source>&amp;Paste figures</source>
        <translation>粘贴数字(&amp;P)</translation>
    </message>
    <message>
        <source>A table or sentences from the clipboard: a web page, a spreadsheet, Markdown, plain text</source>
        <translation>剪贴板中的表格或语句：网页、电子表格、Markdown、纯文本</translation>
    </message>
    <message>
        <source>&amp;Open file…</source>
        <translation>打开文件(&amp;O)…</translation>
    </message>
    <message>
        <source>Add to the &amp;scenario</source>
        <translation>加入情景(&amp;S)</translation>
    </message>
    <message>
        <source>An option as claimed for each platform, with what the audit says of each figure</source>
        <translation>为每个平台添加“按声称”的方案，并附上核对结论</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Set of claims</source>
        <translation>声称组</translation>
    </message>
    <message>
        <source>Figures that are claimed</source>
        <translation>所声称的数字</translation>
    </message>
    <message>
        <source>What the audit finds</source>
        <translation>核对发现</translation>
    </message>
    <message>
        <source>No claims yet. Paste the table of a pitch, an article or a vendor page, and see what of it cannot be true.</source>
        <translation>尚无声称。请粘贴宣传材料、文章或厂商页面中的表格，查看其中哪些不可能成立。</translation>
    </message>
    <message>
        <source>Add claims</source>
        <translation>添加声称</translation>
    </message>
    <message>
        <source>Clipboard</source>
        <translation>剪贴板</translation>
    </message>
    <message>
        <source>Pasted</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Reading figures</source>
        <translation>正在读取数字</translation>
    </message>
    <message>
        <source>Open figures</source>
        <translation>打开数字</translation>
    </message>
    <message>
        <source>Figures (*.csv *.tsv *.md *.txt *.html *.htm *.json *.xlsx *.xlsm);;All files (*)</source>
        <translation>数字 (*.csv *.tsv *.md *.txt *.html *.htm *.json *.xlsx *.xlsm);;所有文件 (*)</translation>
    </message>
    <message>
        <source>Say what a figure is</source>
        <translation>指明数字含义</translation>
    </message>
    <message>
        <source>Remove claims</source>
        <translation>移除声称</translation>
    </message>
    <message>
        <source>Add options as claimed</source>
        <translation>添加按声称的方案</translation>
    </message>
    <message>
        <source>Sheet, or a range of it such as Sheet1!B2:E20; * stands for all sheets</source>
        <translation>工作表，或其区域，例如 Sheet1!B2:E20；* 表示全部工作表</translation>
    </message>
    <message>
        <source>Say what a platform is</source>
        <translation>指定平台</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>要做什么</translation>
    </message>
    <message>
        <source>No command is called so.</source>
        <translation>没有这样的命令。</translation>
    </message>
    <message>
        <source>Commands: %1</source>
        <translation>命令：%1</translation>
    </message>
    <message>
        <source>Not now.</source>
        <translation>现在不可用。</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::ComparePage</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>&amp;Scope:</source>
        <translation>口径(&amp;S)：</translation>
    </message>
    <message>
        <source>Nothing to compare yet. Add options on the Scenario page, open the sample, or import logs and bills.</source>
        <translation>尚无可比较的内容。请在“情景”页面添加方案、打开示例，或导入日志和账单。</translation>
    </message>
    <message>
        <source>Option</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Share of the total</source>
        <translation>占总额的比例</translation>
    </message>
    <message>
        <source>Follows most closely</source>
        <translation>最主要的影响输入</translation>
    </message>
    <message>
        <source>How it was computed</source>
        <translation>计算方式</translation>
    </message>
    <message>
        <source>cost model, from the inputs on the Scenario page</source>
        <translation>由成本模型根据“情景”页面的输入计算</translation>
    </message>
    <message>
        <source>Comparison of the options</source>
        <translation>各方案的比较</translation>
    </message>
    <message>
        <source>Nothing to compare yet: there is no option. Add options on the Scenario page; it offers what was imported for each input.</source>
        <translation>尚无可比较的内容：还没有方案。请在“情景”页面添加方案；该页会为每个输入项列出可用的导入数据。</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::CopyKeys</name>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>Copy with &amp;headings</source>
        <translation>连同标题复制(&amp;H)</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::CorrelationPanel</name>
    <message>
        <source>Moves w&amp;ith:</source>
        <translation>相关的输入(&amp;I)：</translation>
    </message>
    <message>
        <source>Correlations of this input</source>
        <translation>该输入的相关性</translation>
    </message>
    <message>
        <source>Ran&amp;k:</source>
        <translation>秩相关(&amp;K)：</translation>
    </message>
    <message>
        <source>Spearman&apos;s rank correlation, from −1 to 1; at 1 both share their draws, without one they are independent</source>
        <translation>斯皮尔曼秩相关系数，−1 到 1；为 1 时两者共用抽样，未填写则相互独立</translation>
    </message>
    <message>
        <source>Set</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Take away</source>
        <translation>移除</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::Document</name>
    <message>
        <source>Set %1</source>
        <translation>设置%1</translation>
    </message>
    <message>
        <source>Clear %1</source>
        <translation>清除%1</translation>
    </message>
    <message>
        <source>Add option</source>
        <translation>添加方案</translation>
    </message>
    <message>
        <source>Remove option</source>
        <translation>删除方案</translation>
    </message>
    <message>
        <source>Rename option</source>
        <translation>重命名方案</translation>
    </message>
    <message>
        <source>Change baseline</source>
        <translation>更改基准方案</translation>
    </message>
    <message>
        <source>Set correlation</source>
        <translation>设置相关性</translation>
    </message>
    <message>
        <source>Remove correlation</source>
        <translation>移除相关性</translation>
    </message>
    <message>
        <source>Change made elsewhere</source>
        <translation>采用别处所做的更改</translation>
    </message>
    <message>
        <source>Add workload</source>
        <translation>添加工作负载</translation>
    </message>
    <message>
        <source>Add horizon</source>
        <translation>添加期限</translation>
    </message>
    <message>
        <source>Remove workload</source>
        <translation>移除工作负载</translation>
    </message>
    <message>
        <source>Remove horizon</source>
        <translation>移除期限</translation>
    </message>
    <message>
        <source>Rename workload</source>
        <translation>重命名工作负载</translation>
    </message>
    <message>
        <source>Rename horizon</source>
        <translation>重命名期限</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::EmptyState</name>
    <message>
        <source>&amp;Import files…</source>
        <translation>导入文件(&amp;I)…</translation>
    </message>
    <message>
        <source>Open the &amp;sample workspace</source>
        <translation>打开示例工作区(&amp;S)</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::Figure</name>
    <message>
        <source>Total: %1</source>
        <translation>合计：%1</translation>
    </message>
    <message>
        <source>Some parts are not known and not counted.</source>
        <translation>部分项目未知，未计入。</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1：%2（%3）</translation>
    </message>
    <message numerus="yes">
        <source>and %n more: zoom in</source>
        <translation>
            <numerusform>另有 %n 项，请放大查看</numerusform>
        </translation>
    </message>
    <message>
        <source>No result here: the cost model has an error.</source>
        <translation>此处没有结果：成本模型出错。</translation>
    </message>
    <message>
        <source>No result here: %1</source>
        <translation>此处没有结果：%1</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::FiguresModel</name>
    <message>
        <source>%1: as you said</source>
        <translation>%1：按您所说</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::FindDialog</name>
    <message>
        <source>Reading %1: %L2 rows</source>
        <translation>正在读取 %1：%L2 行</translation>
    </message>
    <message>
        <source>Find Everything</source>
        <translation>全局查找</translation>
    </message>
    <message>
        <source>Runs, inputs, bills and their rows, claims, catalogue, problems</source>
        <translation>运行、输入、账单及其行、声称、目录、问题</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>查找结果</translation>
    </message>
    <message>
        <source>Type what to look for; arrows choose, Enter leads there.</source>
        <translation>输入要查找的内容；方向键选择，回车转到其所在之处。</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在查找…</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>查找</translation>
    </message>
    <message>
        <source>the first %L1 of %L2</source>
        <translation>共 %L2 项，显示前 %L1 项</translation>
    </message>
    <message>
        <source>%1 · rows: %L2</source>
        <translation>%1 · %L2 行</translation>
    </message>
    <message>
        <source>Nothing holds “%1”.</source>
        <translation>没有内容包含“%1”。</translation>
    </message>
    <message>
        <source>Found: %L1</source>
        <translation>找到：%L1</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::HistoryDialog</name>
    <message>
        <source>History of the scenario</source>
        <translation>情景的历史</translation>
    </message>
    <message>
        <source>&amp;Changes</source>
        <translation>变化(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Assumptions</source>
        <translation>依据(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;From version:</source>
        <translation>从版本(&amp;F)：</translation>
    </message>
    <message>
        <source>&amp;to version:</source>
        <translation>到版本(&amp;T)：</translation>
    </message>
    <message>
        <source>&amp;Go back to the first</source>
        <translation>恢复到前者(&amp;G)</translation>
    </message>
    <message>
        <source>Makes the first of the two versions the scenario again; Undo takes it back</source>
        <translation>将两个版本中的前者恢复为当前情景；可撤销</translation>
    </message>
    <message>
        <source>Enter or a double click on a row shows the input on the Scenario page</source>
        <translation>按回车键或双击某一行，可在“情景”页显示该输入</translation>
    </message>
    <message>
        <source>Go back to version %1</source>
        <translation>恢复到版本 %1</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::HistoryView</name>
    <message>
        <source>&amp;Device:</source>
        <translation>设备(&amp;D)：</translation>
    </message>
    <message>
        <source>History of a device</source>
        <translation>设备的历史</translation>
    </message>
    <message>
        <source>No benchmark yet: what a device reaches over time stands here, with the drivers and versions that changed.</source>
        <translation>尚无基准测试：设备随时间达到的水平以及驱动、版本的变化会显示在这里。</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::Imports</name>
    <message>
        <source>Import</source>
        <translation>导入</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::Inspector</name>
    <message>
        <source>Select something to see where it comes from.</source>
        <translation>选择一项以查看其来源。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::InvoiceDialog</name>
    <message>
        <source>Add an invoice</source>
        <translation>录入发票</translation>
    </message>
    <message>
        <source>&amp;Provider:</source>
        <translation>供应商(&amp;P)：</translation>
    </message>
    <message>
        <source>P&amp;eriod:</source>
        <translation>账期(&amp;E)：</translation>
    </message>
    <message>
        <source>&amp;Amount billed:</source>
        <translation>账单金额(&amp;A)：</translation>
    </message>
    <message>
        <source>&amp;Currency:</source>
        <translation>币种(&amp;C)：</translation>
    </message>
    <message>
        <source>Acc&amp;ount:</source>
        <translation>账户(&amp;O)：</translation>
    </message>
    <message>
        <source>&amp;Instance type:</source>
        <translation>实例类型(&amp;I)：</translation>
    </message>
    <message>
        <source>Instance &amp;hours:</source>
        <translation>实例小时(&amp;H)：</translation>
    </message>
    <message>
        <source>not said</source>
        <translation>未说明</translation>
    </message>
    <message>
        <source>P&amp;urchase:</source>
        <translation>购买方式(&amp;U)：</translation>
    </message>
    <message>
        <source>Amorti&amp;sed cost:</source>
        <translation>摊销成本(&amp;S)：</translation>
    </message>
    <message>
        <source>Ser&amp;vice:</source>
        <translation>服务(&amp;V)：</translation>
    </message>
    <message>
        <source>&amp;Region:</source>
        <translation>地域(&amp;R)：</translation>
    </message>
    <message>
        <source>&amp;Note:</source>
        <translation>备注(&amp;N)：</translation>
    </message>
    <message>
        <source>number of the invoice, where it is kept</source>
        <translation>发票号、存放位置</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::JobsPanel</name>
    <message>
        <source>%1/s</source>
        <translation>%1/秒</translation>
    </message>
    <message>
        <source>%1, %2 left</source>
        <translation>%1，剩余 %2</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>No job is running.</source>
        <translation>没有正在运行的任务。</translation>
    </message>
    <message>
        <source>Waiting jobs: %1</source>
        <translation>等待中的任务：%1</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::JobsView</name>
    <message>
        <source>Job lists</source>
        <translation>作业列表</translation>
    </message>
    <message>
        <source>&amp;List of jobs:</source>
        <translation>作业列表(&amp;L)：</translation>
    </message>
    <message>
        <source>Remove from the &amp;workspace…</source>
        <translation>从工作区移除(&amp;W)…</translation>
    </message>
    <message>
        <source>Remove a list of jobs</source>
        <translation>移除作业列表</translation>
    </message>
    <message>
        <source>Remove %1 with its jobs and problems from the workspace? The file that it came from is not touched.</source>
        <translation>要从工作区移除 %1 及其作业和问题吗？来源文件不会改动。</translation>
    </message>
    <message>
        <source>Removing the list of jobs</source>
        <translation>正在移除作业列表</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::JoinOffer</name>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>job %1</source>
        <translation>作业 %1</translation>
    </message>
    <message>
        <source>&amp;Join to one run</source>
        <translation>合并为一个运行(&amp;J)</translation>
    </message>
    <message>
        <source>&amp;Not now</source>
        <translation>暂不(&amp;N)</translation>
    </message>
    <message>
        <source>Its records follow those of the run, or are not counted again if they are the same. Undo takes it back.</source>
        <translation>其记录接在该运行之后；若记录相同则不重复计算。可撤销。</translation>
    </message>
    <message>
        <source>Part of %1?</source>
        <translation>属于 %1？</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等另外 %2 个</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::Legend</name>
    <message>
        <source>%1 (hidden)</source>
        <translation>%1（已隐藏）</translation>
    </message>
    <message>
        <source>Legend: show or hide a series</source>
        <translation>图例：显示或隐藏系列</translation>
    </message>
    <message>
        <source>Click a name to hide or show it</source>
        <translation>单击名称可隐藏或显示</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::LiveView</name>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Ends after the present step; what was measured until then is kept</source>
        <translation>在当前步后结束；此前测得的结果保留</translation>
    </message>
    <message>
        <source>Benchmark</source>
        <translation>基准测试</translation>
    </message>
    <message>
        <source>Waiting for the job that runs: nothing else shall be at work while it is measured.</source>
        <translation>正在等待运行中的任务：测量期间不应有其他负载。</translation>
    </message>
    <message>
        <source>Ending after the present step…</source>
        <translation>将在当前步后结束…</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::LossView</name>
    <message>
        <source>Loss of two runs</source>
        <translation>两个运行的损失</translation>
    </message>
    <message>
        <source>S&amp;wap the runs</source>
        <translation>交换两个运行(&amp;W)</translation>
    </message>
    <message>
        <source>Compare the first run with the second one instead</source>
        <translation>改为将第一个运行与第二个比较</translation>
    </message>
    <message>
        <source>&amp;Back to the run</source>
        <translation>返回运行(&amp;B)</translation>
    </message>
    <message>
        <source>Compare b&amp;y:</source>
        <translation>比较依据(&amp;Y)：</translation>
    </message>
    <message>
        <source>Ta&amp;rget loss:</source>
        <translation>目标损失(&amp;R)：</translation>
    </message>
    <message>
        <source>that both reach</source>
        <translation>两者都能达到</translation>
    </message>
    <message>
        <source>Empty: the higher of the two final losses, so that both runs reach it</source>
        <translation>留空：取两个末端损失中较高者，使两个运行都能达到</translation>
    </message>
    <message>
        <source>To&amp;ken factor of option:</source>
        <translation>以下方案的 token 系数(&amp;K)：</translation>
    </message>
    <message>
        <source>&amp;Use in the scenario</source>
        <translation>用于情景(&amp;U)</translation>
    </message>
    <message>
        <source>Comparing the loss of two runs</source>
        <translation>正在比较两个运行的损失</translation>
    </message>
    <message>
        <source>These runs cannot be compared</source>
        <translation>这两个运行无法比较</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::MainWindow</name>
    <message>
        <source>This workspace is read-only: nothing can be imported into it.</source>
        <translation>此工作区为只读，无法导入。</translation>
    </message>
    <message>
        <source>Import Files</source>
        <translation>导入文件</translation>
    </message>
    <message>
        <source>Import Folder</source>
        <translation>导入文件夹</translation>
    </message>
    <message>
        <source>This workspace is read-only: nothing can be changed in it.</source>
        <translation>此工作区为只读，无法更改。</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>About Fullscope</source>
        <translation>关于 Fullscope</translation>
    </message>
    <message>
        <source>Fullscope %1
What training a model really costs on one accelerator against another.

Free software under the GNU General Public License, version 3 or later. It comes with no warranty.</source>
        <translation>Fullscope %1
同一模型在不同加速器上训练的真实成本。

自由软件，按 GNU 通用公共许可证第 3 版或更高版本发布，不提供任何担保。</translation>
    </message>
    <message>
        <source>&amp;Undo: %1</source>
        <translation>撤销(&amp;U)：%1</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo: %1</source>
        <translation>重做(&amp;R)：%1</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>(read-only)</source>
        <translation>（只读）</translation>
    </message>
    <message>
        <source>This workspace is read-only: nothing can be imported or changed.</source>
        <translation>此工作区为只读，无法导入或更改。</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Toolbar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>Jobs</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>&amp;Toolbar</source>
        <translation>工具栏(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Inspector</source>
        <translation>检查器(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Jobs</source>
        <translation>任务(&amp;J)</translation>
    </message>
    <message>
        <source>&amp;Problems</source>
        <translation>问题(&amp;P)</translation>
    </message>
    <message>
        <source>%1: cancelled.</source>
        <translation>%1：已取消。</translation>
    </message>
    <message>
        <source>Waiting for the running job: %1</source>
        <translation>等待当前任务完成的文件或文件夹：%1</translation>
    </message>
    <message>
        <source>&amp;Read Again</source>
        <translation>重新读取(&amp;R)</translation>
    </message>
    <message>
        <source>Another window or program changed this workspace; it was read again.</source>
        <translation>另一窗口或程序更改了此工作区，已重新读取。</translation>
    </message>
    <message>
        <source>Import with Mapping</source>
        <translation>指定列映射导入</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
    <message>
        <source>What was asked for is no longer in this workspace.</source>
        <translation>所要查看的内容已不在此工作区中。</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>没有可撤销的操作。</translation>
    </message>
    <message>
        <source>There is nothing to redo.</source>
        <translation>没有可重做的操作。</translation>
    </message>
    <message>
        <source>A job is running: this waits until it has ended.</source>
        <translation>有任务正在运行：须待其结束。</translation>
    </message>
    <message>
        <source>This page has nothing to filter.</source>
        <translation>本页没有可筛选的内容。</translation>
    </message>
    <message>
        <source>Another window cannot be opened.</source>
        <translation>无法打开另一个窗口。</translation>
    </message>
    <message>
        <source>More menus</source>
        <translation>更多菜单</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::MappingDialog</name>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Save the mapping</source>
        <translation>保存列映射</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>名称(&amp;N)：</translation>
    </message>
    <message>
        <source>There is a mapping %1 already. Replace it?</source>
        <translation>已有名为 %1 的列映射。是否替换？</translation>
    </message>
    <message>
        <source>Remove a mapping</source>
        <translation>删除列映射</translation>
    </message>
    <message>
        <source>Remove the mapping %1? Runs that were read with it stay as they are.</source>
        <translation>删除列映射 %1？已用它读取的运行不受影响。</translation>
    </message>
    <message>
        <source>%1 rows → %2 records</source>
        <translation>%1 行 → %2 条记录</translation>
    </message>
    <message>
        <source>First %1 rows → %2 records</source>
        <translation>前 %1 行 → %2 条记录</translation>
    </message>
    <message>
        <source>%1, first step %2, last step %3</source>
        <translation>%1，首步 %2，末步 %3</translation>
    </message>
    <message>
        <source>… and further kinds of problems: %1</source>
        <translation>……另有 %1 类问题</translation>
    </message>
    <message>
        <source>No format knows %1. Say what its columns are.</source>
        <translation>没有任何格式能识别 %1。请说明各列的含义。</translation>
    </message>
    <message>
        <source>Say what the columns of %1 are.</source>
        <translation>请说明 %1 各列的含义。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>No format knows these files, which have the same columns: %1. Say what these are.</source>
        <translation>没有任何格式能识别以下列名相同的文件：%1。请说明各列的含义。</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 等另外 %2 个</translation>
    </message>
    <message>
        <source>JSON objects</source>
        <translation>JSON 对象</translation>
    </message>
    <message>
        <source>separated by tabs</source>
        <translation>以制表符分隔</translation>
    </message>
    <message>
        <source>separated by semicolons</source>
        <translation>以分号分隔</translation>
    </message>
    <message>
        <source>separated by commas</source>
        <translation>以逗号分隔</translation>
    </message>
    <message>
        <source>separated by %1</source>
        <translation>以 %1 分隔</translation>
    </message>
    <message>
        <source>Import with Mapping</source>
        <translation>指定列映射导入</translation>
    </message>
    <message>
        <source>&amp;Table of:</source>
        <translation>表格类型(&amp;T)：</translation>
    </message>
    <message>
        <source>&amp;Mapping:</source>
        <translation>列映射(&amp;M)：</translation>
    </message>
    <message>
        <source>&amp;Save as…</source>
        <translation>另存为(&amp;S)…</translation>
    </message>
    <message>
        <source>Remembers what the columns are by a name, for the next file</source>
        <translation>以名称保存各列的含义，供下次使用</translation>
    </message>
    <message>
        <source>&amp;Remove…</source>
        <translation>删除(&amp;R)…</translation>
    </message>
    <message>
        <source>&amp;Import</source>
        <translation>导入(&amp;I)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>In &amp;every row:</source>
        <translation>每行均为(&amp;E)：</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::MappingTable</name>
    <message>
        <source>First rows of the file</source>
        <translation>文件的前几行</translation>
    </message>
    <message>
        <source>Taken for</source>
        <translation>视为</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Column %1 is</source>
        <translation>列 %1 为</translation>
    </message>
    <message>
        <source>By its name</source>
        <translation>按列名</translation>
    </message>
    <message>
        <source>%1 (guess)</source>
        <translation>%1（推测）</translation>
    </message>
    <message>
        <source>This does not read as what the column is taken for.</source>
        <translation>此单元格无法按该列的含义读取。</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::MarksPanel</name>
    <message>
        <source>Time besides productive training, and what it was taken for:</source>
        <translation>有效训练以外的时间及其归类：</translation>
    </message>
    <message>
        <source>Stretches of time besides productive training</source>
        <translation>有效训练以外的各段时间</translation>
    </message>
    <message>
        <source>The se&amp;lected were:</source>
        <translation>所选各段为(&amp;L)：</translation>
    </message>
    <message>
        <source>Becau&amp;se:</source>
        <translation>原因(&amp;S)：</translation>
    </message>
    <message>
        <source>a note, if you like</source>
        <translation>可填写备注</translation>
    </message>
    <message>
        <source>&amp;Mark</source>
        <translation>标记(&amp;M)</translation>
    </message>
    <message>
        <source>Their time beyond the normal pace goes to this category</source>
        <translation>其超出正常步速的时间归入此类</translation>
    </message>
    <message>
        <source>Take Mark &amp;Back</source>
        <translation>撤销标记(&amp;B)</translation>
    </message>
    <message>
        <source>What the log shows holds again</source>
        <translation>恢复为日志所示</translation>
    </message>
    <message>
        <source>Mark as %1</source>
        <translation>标记为“%1”</translation>
    </message>
    <message>
        <source>Take mark back</source>
        <translation>撤销标记</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::Menus</name>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::MessageBar</name>
    <message>
        <source>Close message</source>
        <translation>关闭消息</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::OverviewPage</name>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Enter or a double click on a row leads to its place</source>
        <translation>按回车或双击某行可转到其所在之处</translation>
    </message>
    <message>
        <source>Working out the overview</source>
        <translation>正在计算概览</translation>
    </message>
    <message>
        <source>Looking for what is open</source>
        <translation>正在查找待解决的问题</translation>
    </message>
    <message>
        <source>Working it out again: these are still the figures before the last change.</source>
        <translation>正在重新计算：此处仍是上次更改前的数值。</translation>
    </message>
    <message>
        <source>Holding bills, runs and claims against each other…</source>
        <translation>正在将账单、运行与声称相互对照…</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::PlotWidget</name>
    <message>
        <source>Copy picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Copy data</source>
        <translation>复制数据</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Reset view</source>
        <translation>重置视图</translation>
    </message>
    <message>
        <source>Logarithmic horizontal axis</source>
        <translation>横轴使用对数刻度</translation>
    </message>
    <message>
        <source>Logarithmic vertical axis</source>
        <translation>纵轴使用对数刻度</translation>
    </message>
    <message>
        <source>Export plot</source>
        <translation>导出图表</translation>
    </message>
    <message>
        <source>Pictures and data (*.png *.svg *.pdf *.csv)</source>
        <translation>图片与数据 (*.png *.svg *.pdf *.csv)</translation>
    </message>
    <message>
        <source>%1: the name must end in .png, .svg, .pdf or .csv.</source>
        <translation>%1：文件名须以 .png、.svg、.pdf 或 .csv 结尾。</translation>
    </message>
    <message>
        <source>%1 could not be written: %2</source>
        <translation>无法写入 %1：%2</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>系列</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 项，共 %2 项</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::PriceDialog</name>
    <message>
        <source>&amp;Provider:</source>
        <translation>供应商(&amp;P)：</translation>
    </message>
    <message>
        <source>&amp;Instance type:</source>
        <translation>实例类型(&amp;I)：</translation>
    </message>
    <message>
        <source>&amp;Region:</source>
        <translation>区域(&amp;R)：</translation>
    </message>
    <message>
        <source>us-east-1, or all</source>
        <translation>us-east-1，或 all（所有区域）</translation>
    </message>
    <message>
        <source>P&amp;urchase:</source>
        <translation>购买方式(&amp;U)：</translation>
    </message>
    <message>
        <source>Price per &amp;hour:</source>
        <translation>每小时价格(&amp;H)：</translation>
    </message>
    <message>
        <source>&amp;Currency:</source>
        <translation>币种(&amp;C)：</translation>
    </message>
    <message>
        <source>&amp;As of:</source>
        <translation>日期(&amp;A)：</translation>
    </message>
    <message>
        <source>&amp;Source:</source>
        <translation>来源(&amp;S)：</translation>
    </message>
    <message>
        <source>address of the page, number of the offer</source>
        <translation>网页地址、报价编号</translation>
    </message>
    <message>
        <source>&amp;Note:</source>
        <translation>备注(&amp;N)：</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::PriceHistoryView</name>
    <message>
        <source>Price history</source>
        <translation>历史价格</translation>
    </message>
    <message>
        <source>Select a line to see what its instance type cost over time.</source>
        <translation>选择一行，查看该实例类型的历史价格。</translation>
    </message>
    <message>
        <source>C&amp;urrency:</source>
        <translation>币种(&amp;U)：</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::ProblemsModel</name>
    <message>
        <source>Severity</source>
        <translation>严重程度</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>字段</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>读到</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>应为</translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>处理方式</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>次数</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::ProblemsPanel</name>
    <message>
        <source>%1 (rows: %2)</source>
        <translation>%1（%2 行）</translation>
    </message>
    <message>
        <source>Imported runs: %1</source>
        <translation>导入运行：%1</translation>
    </message>
    <message>
        <source>telemetry: %1</source>
        <translation>遥测：%1</translation>
    </message>
    <message>
        <source>bills: %1</source>
        <translation>账单：%1</translation>
    </message>
    <message>
        <source>rows rejected: %1</source>
        <translation>被拒绝的行：%1</translation>
    </message>
    <message>
        <source>files not imported: %1</source>
        <translation>未导入的文件：%1</translation>
    </message>
    <message>
        <source>replaced: %1</source>
        <translation>已替换：%1</translation>
    </message>
    <message>
        <source>cancelled before the end</source>
        <translation>未完成即被取消</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Notes: %1</source>
        <translation>提示：%1</translation>
    </message>
    <message>
        <source>Warnings: %1</source>
        <translation>警告：%1</translation>
    </message>
    <message>
        <source>Errors: %1</source>
        <translation>错误：%1</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>lists of jobs: %1</source>
        <translation>作业列表：%1</translation>
    </message>
    <message>
        <source>benchmarks: %1</source>
        <translation>基准测试：%1</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::QuestionsView</name>
    <message>
        <source>O&amp;ption:</source>
        <translation>方案(&amp;P)：</translation>
    </message>
    <message>
        <source>Saving c&amp;laimed:</source>
        <translation>所称节省(&amp;L)：</translation>
    </message>
    <message>
        <source>e.g. 8%</source>
        <translation>例如 8%</translation>
    </message>
    <message>
        <source>What the option is said to save against the baseline; without a claim: where both cost the same</source>
        <translation>据称该方案相对基线节省多少；未填写时：何处两者成本相同</translation>
    </message>
    <message>
        <source>Enter or a double click on a row shows the input on the Scenario page</source>
        <translation>按回车键或双击某一行，可在“情景”页显示该输入</translation>
    </message>
    <message>
        <source>Answering questions</source>
        <translation>正在解答问题</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::ReconcileView</name>
    <message>
        <source>Bills against runs</source>
        <translation>账单与运行对账</translation>
    </message>
    <message>
        <source>Holding bills against runs</source>
        <translation>正在对账</translation>
    </message>
    <message>
        <source>Working out the time ledger</source>
        <translation>正在计算时间账</translation>
    </message>
    <message>
        <source>State the instances of a run</source>
        <translation>说明运行的实例</translation>
    </message>
    <message>
        <source>Sho&amp;wn type:</source>
        <translation>显示的类型(&amp;W)：</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::ReportExport</name>
    <message>
        <source>Font missing</source>
        <translation>缺少字体</translation>
    </message>
    <message>
        <source>This machine has no font for the language of the report: its text would be boxes. Install fonts-wqy-microhei, or switch the language. Export all the same?</source>
        <translation>本机没有适用于报告语言的字体，文字会显示为方框。请安装 fonts-wqy-microhei 或切换语言。仍要导出吗？</translation>
    </message>
    <message>
        <source>report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Export Report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>导出 %1</translation>
    </message>
    <message>
        <source>The report is in %1.</source>
        <translation>报告已写入 %1。</translation>
    </message>
    <message>
        <source>PDF document (*.pdf);;Workbook that calculates (*.xlsx);;Web page (*.html);;JSON (*.json)</source>
        <translation>PDF 文档 (*.pdf);;可计算的工作簿 (*.xlsx);;网页 (*.html);;JSON (*.json)</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::ReportPage</name>
    <message>
        <source>Report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>导出(&amp;X)…</translation>
    </message>
    <message>
        <source>As PDF, as a workbook that calculates, as a web page or as JSON</source>
        <translation>导出为 PDF、可计算的工作簿、网页或 JSON</translation>
    </message>
    <message>
        <source>Open &amp;template…</source>
        <translation>打开模板(&amp;T)…</translation>
    </message>
    <message>
        <source>Sa&amp;ve template…</source>
        <translation>保存模板(&amp;V)…</translation>
    </message>
    <message>
        <source>Choose p&amp;icture…</source>
        <translation>选择图片(&amp;I)…</translation>
    </message>
    <message>
        <source>&amp;Sections: tick to have them, drag to order them</source>
        <translation>章节(&amp;S)：勾选以包含，拖动以排序</translation>
    </message>
    <message>
        <source>F&amp;orm</source>
        <translation>篇幅(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Paper</source>
        <translation>纸张(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Company</source>
        <translation>公司(&amp;C)</translation>
    </message>
    <message>
        <source>Confidentialit&amp;y line</source>
        <translation>保密声明(&amp;Y)</translation>
    </message>
    <message>
        <source>Lo&amp;go</source>
        <translation>徽标(&amp;G)</translation>
    </message>
    <message>
        <source>Long</source>
        <translation>完整版</translation>
    </message>
    <message>
        <source>Short</source>
        <translation>简版</translation>
    </message>
    <message>
        <source>A4</source>
        <translation>A4</translation>
    </message>
    <message>
        <source>US Letter</source>
        <translation>美国信纸</translation>
    </message>
    <message>
        <source>As the window</source>
        <translation>与窗口一致</translation>
    </message>
    <message>
        <source>Sections of the report</source>
        <translation>报告的章节</translation>
    </message>
    <message>
        <source>Pages of the report</source>
        <translation>报告的页面</translation>
    </message>
    <message>
        <source>Making the pages …</source>
        <translation>正在生成页面…</translation>
    </message>
    <message>
        <source>Making the pages</source>
        <translation>生成页面</translation>
    </message>
    <message>
        <source>Pages: %1</source>
        <translation>页数：%1</translation>
    </message>
    <message>
        <source>Page %1</source>
        <translation>第 %1 页</translation>
    </message>
    <message>
        <source>Open template</source>
        <translation>打开模板</translation>
    </message>
    <message>
        <source>Template of a report (*.json)</source>
        <translation>报告模板 (*.json)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Save template</source>
        <translation>保存模板</translation>
    </message>
    <message>
        <source>Choose picture</source>
        <translation>选择图片</translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg *.jpeg)</source>
        <translation>图片 (*.png *.jpg *.jpeg)</translation>
    </message>
    <message>
        <source>This machine has no font for the language of the report: its text would be boxes. Install fonts-wqy-microhei, or switch the language.</source>
        <translation>本机没有适用于报告语言的字体，文字会显示为方框。请安装 fonts-wqy-microhei 或切换语言。</translation>
    </message>
    <message>
        <source>report</source>
        <translation>报告</translation>
    </message>
    <message>
        <source>Export report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>PDF document (*.pdf);;Workbook that calculates (*.xlsx);;Web page (*.html);;JSON (*.json)</source>
        <translation>PDF 文档 (*.pdf);;可计算的工作簿 (*.xlsx);;网页 (*.html);;JSON (*.json)</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>导出 %1</translation>
    </message>
    <message>
        <source>The report is in %1.</source>
        <translation>报告已写入 %1。</translation>
    </message>
    <message>
        <source>The pages are being made; try again when they are there.</source>
        <translation>正在生成页面，请稍后再试。</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::RequestForm</name>
    <message>
        <source>From the catalogue, %1: %2</source>
        <translation>来自目录，%1：%2</translation>
    </message>
    <message>
        <source>compile the model first</source>
        <translation>先编译模型</translation>
    </message>
    <message>
        <source>&amp;Choose…</source>
        <translation>选择(&amp;C)…</translation>
    </message>
    <message>
        <source>A Python that has PyTorch, e.g. bin/python of a virtual environment</source>
        <translation>装有 PyTorch 的 Python，例如虚拟环境的 bin/python</translation>
    </message>
    <message>
        <source>Prices of the catalogue</source>
        <translation>目录中的价格</translation>
    </message>
    <message>
        <source>as the windows give it; e.g. 2 %</source>
        <translation>由窗口数决定；例如 2 %</translation>
    </message>
    <message>
        <source>none; e.g. 10 min</source>
        <translation>无；例如 10 min</translation>
    </message>
    <message>
        <source>none; e.g. $2</source>
        <translation>无；例如 $2</translation>
    </message>
    <message>
        <source>not given; e.g. $24.69/h</source>
        <translation>未给出；例如 $24.69/h</translation>
    </message>
    <message>
        <source>Of all devices that are measured together</source>
        <translation>一同测量的所有设备合计</translation>
    </message>
    <message>
        <source>none; e.g. 50,000</source>
        <translation>无；例如 50,000</translation>
    </message>
    <message>
        <source>Over how many steps of a real training the first compilation is spread</source>
        <translation>首次编译分摊到实际训练的多少步</translation>
    </message>
    <message>
        <source>nothing here looks for it</source>
        <translation>此处不检测</translation>
    </message>
    <message>
        <source>none found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>%1 (width %2, %3 layers, vocabulary %4)</source>
        <translation>%1（宽度 %2，%3 层，词表 %4）</translation>
    </message>
    <message>
        <source>native (CPU, needs nothing)</source>
        <translation>原生（CPU，无需其他软件）</translation>
    </message>
    <message>
        <source>PyTorch, in a Python of yours</source>
        <translation>PyTorch（使用您的 Python）</translation>
    </message>
    <message>
        <source>a chain that can be learned (markov)</source>
        <translation>可学习的链（markov）</translation>
    </message>
    <message>
        <source>uniform tokens, for speed alone</source>
        <translation>均匀词元，仅测速度</translation>
    </message>
    <message>
        <source>one batch, again and again</source>
        <translation>反复使用同一批</translation>
    </message>
    <message>
        <source>Take a price of the catalogue…</source>
        <translation>选用目录中的价格…</translation>
    </message>
    <message>
        <source>Choose a Python</source>
        <translation>选择 Python</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::ResultView</name>
    <message>
        <source>Steps</source>
        <translation>步</translation>
    </message>
    <message>
        <source>Save the result</source>
        <translation>保存结果</translation>
    </message>
    <message>
        <source>Benchmark results (*.json)</source>
        <translation>基准测试结果 (*.json)</translation>
    </message>
    <message>
        <source>Save as a fi&amp;le…</source>
        <translation>另存为文件(&amp;L)…</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::ResultsView</name>
    <message>
        <source>&amp;Import a result…</source>
        <translation>导入结果(&amp;I)…</translation>
    </message>
    <message>
        <source>A result that fullscope bench or its worker wrote</source>
        <translation>fullscope bench 或其工作进程写出的结果</translation>
    </message>
    <message>
        <source>Select two or more to compare them</source>
        <translation>选择两个或更多以进行比较</translation>
    </message>
    <message>
        <source>Results of the workspace</source>
        <translation>工作区中的结果</translation>
    </message>
    <message>
        <source>No benchmark yet. Measure on the first tab, or drop a result.json of another machine on the window.</source>
        <translation>尚无基准测试。请在第一个标签页测量，或将其他机器的 result.json 拖到窗口上。</translation>
    </message>
    <message>
        <source>This workspace cannot be written to: save the result as a file.</source>
        <translation>此工作区不可写入：请将结果另存为文件。</translation>
    </message>
    <message>
        <source>One result in full</source>
        <translation>单个结果的全部内容</translation>
    </message>
    <message>
        <source>Remove a benchmark</source>
        <translation>移除基准测试</translation>
    </message>
    <message>
        <source>Change what a benchmark costs</source>
        <translation>更改基准测试的价格</translation>
    </message>
    <message>
        <source>&amp;Use in scenario</source>
        <translation>用于情景(&amp;U)</translation>
    </message>
    <message>
        <source>Put the measured values with their intervals into an option of the scenario</source>
        <translation>将实测值及其区间填入情景的一个方案</translation>
    </message>
    <message>
        <source>All of these</source>
        <translation>以上全部</translation>
    </message>
    <message>
        <source>Use it all the same?</source>
        <translation>仍要使用吗？</translation>
    </message>
    <message>
        <source>These figures are not for a scenario unless you decide so: %1 Use them all the same?</source>
        <translation>除非您自行决定，这些数字不宜用于情景：%1 仍要使用吗？</translation>
    </message>
    <message>
        <source>Use a benchmark</source>
        <translation>使用基准测试结果</translation>
    </message>
    <message>
        <source>Rem&amp;ove</source>
        <translation>移除(&amp;O)</translation>
    </message>
    <message>
        <source>All but the throughput</source>
        <translation>除吞吐量外的全部</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::RulesModel</name>
    <message>
        <source>a new rule: type a text and a group</source>
        <translation>新规则：请输入文本和分组</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::RunFactsForm</name>
    <message>
        <source>Which instances a run held</source>
        <translation>运行占用了哪些实例</translation>
    </message>
    <message>
        <source>R&amp;un:</source>
        <translation>运行(&amp;U)：</translation>
    </message>
    <message>
        <source>&amp;Instance type:</source>
        <translation>实例类型(&amp;I)：</translation>
    </message>
    <message>
        <source>&amp;Nodes:</source>
        <translation>节点数(&amp;N)：</translation>
    </message>
    <message>
        <source>Instance i&amp;ds, as in the bill:</source>
        <translation>实例 ID，与账单一致(&amp;D)：</translation>
    </message>
    <message>
        <source>&amp;Zone of its times:</source>
        <translation>其时间所属时区(&amp;Z)：</translation>
    </message>
    <message>
        <source>Regi&amp;on, as in the bill:</source>
        <translation>地域，与账单一致(&amp;O)：</translation>
    </message>
    <message>
        <source>Ta&amp;g in the bill:</source>
        <translation>账单中的标签(&amp;G)：</translation>
    </message>
    <message>
        <source>any region</source>
        <translation>任一地域</translation>
    </message>
    <message>
        <source>such as team=nlp</source>
        <translation>例如 team=nlp</translation>
    </message>
    <message>
        <source>Sta&amp;te this about the run</source>
        <translation>为此运行作出说明(&amp;T)</translation>
    </message>
    <message>
        <source>any of this type</source>
        <translation>此类型的任一实例</translation>
    </message>
    <message>
        <source>as in the log</source>
        <translation>以日志为准</translation>
    </message>
    <message>
        <source>%1 (not counted)</source>
        <translation>%1（未计入）</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 would explain the bill</source>
        <translation>%1 可以解释账单</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::RunView</name>
    <message>
        <source>Plot against &amp;time instead of steps</source>
        <translation>横轴用时间代替步数(&amp;T)</translation>
    </message>
    <message>
        <source>What the log does not say, or says wrong, can be stated here. An empty field takes the log&apos;s own figure.</source>
        <translation>日志未写明或写错的内容可在此说明。留空则采用日志自身的数值。</translation>
    </message>
    <message>
        <source>&amp;World size (devices)</source>
        <translation>world size（设备总数）(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Nodes</source>
        <translation>节点数(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Global batch (sequences)</source>
        <translation>全局批量（序列数）(&amp;G)</translation>
    </message>
    <message>
        <source>Se&amp;quence length (tokens)</source>
        <translation>序列长度（token）(&amp;Q)</translation>
    </message>
    <message>
        <source>To&amp;kens per step</source>
        <translation>每步 token 数(&amp;K)</translation>
    </message>
    <message>
        <source>not in the log</source>
        <translation>日志中没有</translation>
    </message>
    <message>
        <source>%1 (from the log)</source>
        <translation>%1（来自日志）</translation>
    </message>
    <message>
        <source>One run in full</source>
        <translation>一次运行的全部内容</translation>
    </message>
    <message>
        <source>The records of this log carry no times, so there is only the step to plot by.</source>
        <translation>该日志的记录不含时间，横轴只能使用步数。</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::RunsModel</name>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>格式</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Step time over the run</source>
        <translation>运行期间的单步时间</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Goodput</source>
        <translation>有效产出率</translation>
    </message>
    <message>
        <source>Last loss</source>
        <translation>最终损失</translation>
    </message>
    <message>
        <source>Restarts</source>
        <translation>重启次数</translation>
    </message>
    <message>
        <source>Wall-clock</source>
        <translation>墙钟时间</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::RunsPage</name>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Working out the time ledger</source>
        <translation>正在计算时间账</translation>
    </message>
    <message>
        <source>Find a run</source>
        <translation>查找运行</translation>
    </message>
    <message>
        <source>No training run yet. Drop logs on the window: what trainers print, files of Hugging Face, TensorBoard, Weights &amp; Biases or MLflow, tables; in folders and archives too.</source>
        <translation>尚无训练运行。请将日志拖到窗口中：训练程序的控制台输出，Hugging Face、TensorBoard、Weights &amp; Biases 或 MLflow 的文件，表格；文件夹与压缩包亦可。</translation>
    </message>
    <message>
        <source>%1 (stated by you)</source>
        <translation>%1（由您说明）</translation>
    </message>
    <message>
        <source>%1 (line %2)</source>
        <translation>%1（第 %2 行）</translation>
    </message>
    <message>
        <source>&amp;Rename…</source>
        <translation>重命名(&amp;R)…</translation>
    </message>
    <message>
        <source>Remove from the &amp;workspace…</source>
        <translation>从工作区移除(&amp;W)…</translation>
    </message>
    <message>
        <source>Rename the run</source>
        <translation>重命名运行</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>名称(&amp;N)：</translation>
    </message>
    <message>
        <source>Renaming the run</source>
        <translation>正在重命名运行</translation>
    </message>
    <message>
        <source>Remove a run</source>
        <translation>移除运行</translation>
    </message>
    <message>
        <source>Remove %1 with its samples and problems from the workspace? The file that it came from is not touched.</source>
        <translation>要从工作区移除 %1 及其采样和问题吗？来源文件不会改动。</translation>
    </message>
    <message>
        <source>Removing the run</source>
        <translation>正在移除运行</translation>
    </message>
    <message>
        <source>Compare &amp;loss</source>
        <translation>比较损失(&amp;L)</translation>
    </message>
    <message>
        <source>Job lists</source>
        <translation>作业列表</translation>
    </message>
    <message>
        <source>Tokens to the same loss of two runs: select both in the list (Ctrl+click)</source>
        <translation>两个运行达到相同损失所需的 token 数：请在列表中同时选中两者（Ctrl+单击）</translation>
    </message>
    <message>
        <source>%1 (%2, line %3)</source>
        <translation>%1（%2，第 %3 行）</translation>
    </message>
    <message>
        <source>&amp;Join to one run</source>
        <translation>合并为一个运行(&amp;J)</translation>
    </message>
    <message>
        <source>&amp;Separate its parts</source>
        <translation>分开其各部分(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Follow the file</source>
        <translation>跟踪文件(&amp;F)</translation>
    </message>
    <message>
        <source>Reads on while the log is written to</source>
        <translation>日志仍在写入时持续读取</translation>
    </message>
    <message>
        <source>Reading what was added to %1</source>
        <translation>正在读取 %1 的新增内容</translation>
    </message>
    <message>
        <source>Joining files to one run</source>
        <translation>正在将文件合并为一个运行</translation>
    </message>
    <message>
        <source>Separating the parts of a run</source>
        <translation>正在分开运行的各部分</translation>
    </message>
    <message>
        <source>Join files to one run</source>
        <translation>将文件合并为一个运行</translation>
    </message>
    <message>
        <source>Separate the parts of a run</source>
        <translation>分开运行的各部分</translation>
    </message>
    <message>
        <source>Import again with &amp;mapping…</source>
        <translation>指定列映射重新导入(&amp;M)…</translation>
    </message>
    <message>
        <source>Reading %1 again</source>
        <translation>重新读取 %1</translation>
    </message>
    <message>
        <source>State a fact about a run</source>
        <translation>说明运行的事实</translation>
    </message>
    <message>
        <source>Rename a run</source>
        <translation>重命名运行</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::ScenarioModel</name>
    <message>
        <source>Input</source>
        <translation>输入项</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>%1 (baseline)</source>
        <translation>%1（基准）</translation>
    </message>
    <message>
        <source>%1 (in files: %2)</source>
        <translation>%1（文件中的名称：%2）</translation>
    </message>
    <message>
        <source>Typed: %1</source>
        <translation>键入：%1</translation>
    </message>
    <message>
        <source>Exactly: %1</source>
        <translation>精确值：%1</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::ScenarioPage</name>
    <message>
        <source>Scenario</source>
        <translation>情景</translation>
    </message>
    <message>
        <source>Find an input</source>
        <translation>查找输入项</translation>
    </message>
    <message>
        <source>Inputs and options</source>
        <translation>输入项与方案</translation>
    </message>
    <message>
        <source>Only what is &amp;given</source>
        <translation>仅显示已给出的(&amp;G)</translation>
    </message>
    <message>
        <source>A&amp;dd option</source>
        <translation>添加方案(&amp;D)</translation>
    </message>
    <message>
        <source>A copy of the selected option, or an empty one</source>
        <translation>复制所选方案，或新建空方案</translation>
    </message>
    <message>
        <source>Re&amp;name…</source>
        <translation>重命名(&amp;N)…</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>移除(&amp;M)</translation>
    </message>
    <message>
        <source>Make &amp;baseline</source>
        <translation>设为基准(&amp;B)</translation>
    </message>
    <message>
        <source>Histor&amp;y…</source>
        <translation>历史(&amp;Y)…</translation>
    </message>
    <message>
        <source>What changed between versions and what it did to the totals; what the figures rest on</source>
        <translation>版本之间的变化及其对总成本的影响；数值的依据</translation>
    </message>
    <message>
        <source>&amp;Load…</source>
        <translation>载入(&amp;L)…</translation>
    </message>
    <message>
        <source>Read a scenario file (JSON)</source>
        <translation>读取情景文件 (JSON)</translation>
    </message>
    <message>
        <source>Sa&amp;ve…</source>
        <translation>保存(&amp;V)…</translation>
    </message>
    <message>
        <source>Write the scenario to a file (JSON)</source>
        <translation>将情景写入文件 (JSON)</translation>
    </message>
    <message>
        <source>Option</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Exactly</source>
        <translation>精确值</translation>
    </message>
    <message>
        <source>Typed</source>
        <translation>键入</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>来源类别</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>出处</translation>
    </message>
    <message>
        <source>not given, and not taken as zero</source>
        <translation>未给出，也不当作零</translation>
    </message>
    <message>
        <source>Name in files</source>
        <translation>文件中的名称</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Clear</source>
        <translation>清除(&amp;C)</translation>
    </message>
    <message>
        <source>Copy of %1</source>
        <translation>%1 的副本</translation>
    </message>
    <message>
        <source>Option %1</source>
        <translation>方案 %1</translation>
    </message>
    <message>
        <source>Add option</source>
        <translation>添加方案</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>名称(&amp;N)：</translation>
    </message>
    <message>
        <source>Rename option</source>
        <translation>重命名方案</translation>
    </message>
    <message>
        <source>Load scenario</source>
        <translation>载入情景</translation>
    </message>
    <message>
        <source>Scenario (*.json)</source>
        <translation>情景 (*.json)</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>无法读取 %1：%2</translation>
    </message>
    <message>
        <source>Save scenario</source>
        <translation>保存情景</translation>
    </message>
    <message>
        <source>&amp;Workloads…</source>
        <translation>工作负载(&amp;W)…</translation>
    </message>
    <message>
        <source>Further workloads and horizons to look at the options under; Compare shows them all</source>
        <translation>用于考察各方案的其他工作负载与期限；“比较”页并列显示</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Pasted: %1. Not taken: %2; what stood there is still there.</source>
        <translation>已粘贴：%1。未采用：%2；原有内容保持不变。</translation>
    </message>
    <message>
        <source>Row %1, column %2</source>
        <translation>第 %1 行第 %2 列</translation>
    </message>
    <message>
        <source>Row %1, column %2 (%3)</source>
        <translation>第 %1 行第 %2 列（%3）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>there is no cell here for “%1”</source>
        <translation>此处没有可放入“%1”的单元格</translation>
    </message>
    <message>
        <source>and further ones: %1</source>
        <translation>另有：%1</translation>
    </message>
    <message>
        <source>Paste values</source>
        <translation>粘贴数值</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::SetupView</name>
    <message>
        <source>What is here</source>
        <translation>本机设备</translation>
    </message>
    <message>
        <source>What to measure</source>
        <translation>测量内容</translation>
    </message>
    <message>
        <source>What would bend the figures</source>
        <translation>会使数字失真的因素</translation>
    </message>
    <message>
        <source>What no program can see: have you looked?</source>
        <translation>程序看不到的事项：您检查过了吗？</translation>
    </message>
    <message>
        <source>What this Python has</source>
        <translation>此 Python 的环境</translation>
    </message>
    <message>
        <source>Before a benchmark</source>
        <translation>基准测试之前</translation>
    </message>
    <message>
        <source>Look &amp;again</source>
        <translation>重新检查(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>开始(&amp;S)</translation>
    </message>
    <message>
        <source>Looking at the devices</source>
        <translation>正在检查设备</translation>
    </message>
    <message>
        <source>Not looked yet.</source>
        <translation>尚未检查。</translation>
    </message>
    <message>
        <source>Looking at the machine…</source>
        <translation>正在检查本机…</translation>
    </message>
    <message>
        <source>Something above cannot be taken as it is.</source>
        <translation>上面有无法接受的内容。</translation>
    </message>
    <message>
        <source>This Python cannot be used.</source>
        <translation>此 Python 无法使用。</translation>
    </message>
    <message>
        <source>This Python has no PyTorch that can be imported.</source>
        <translation>此 Python 没有可导入的 PyTorch。</translation>
    </message>
    <message>
        <source>Start all the same?</source>
        <translation>仍要开始吗？</translation>
    </message>
    <message>
        <source>The look at this machine found what is likely to stop the run. Start it all the same?</source>
        <translation>检查发现可能导致运行中止的问题。仍要开始吗？</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::SideBySideView</name>
    <message>
        <source>Compare them all &amp;the same…</source>
        <translation>仍作比较(&amp;T)…</translation>
    </message>
    <message>
        <source>Asks why; the answer is kept, and stands wherever their figures go together</source>
        <translation>会询问原因；答复会保存，并随这些数字一同显示</translation>
    </message>
    <message>
        <source>Compare all the same</source>
        <translation>仍作比较</translation>
    </message>
    <message>
        <source>Why can these be compared all the same? The answer stands with their figures.</source>
        <translation>为什么它们仍可比较？答复会与数字一同显示。</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::SweepView</name>
    <message>
        <source>&amp;Cost over:</source>
        <translation>成本随(&amp;C)：</translation>
    </message>
    <message>
        <source>an&amp;d over:</source>
        <translation>并随(&amp;D)：</translation>
    </message>
    <message>
        <source>fr&amp;om .. to:</source>
        <translation>范围(&amp;O)：</translation>
    </message>
    <message>
        <source>fro&amp;m .. to:</source>
        <translation>范围(&amp;M)：</translation>
    </message>
    <message>
        <source>Two values, e.g. 10..40; empty: around the value of the scenario</source>
        <translation>两个值，例如 10..40；留空则取情景数值附近</translation>
    </message>
    <message>
        <source>Show the input</source>
        <translation>显示该输入</translation>
    </message>
    <message>
        <source>Shows the input on the Scenario page</source>
        <translation>在“情景”页显示该输入</translation>
    </message>
    <message>
        <source>– (one input alone)</source>
        <translation>–（仅一个输入）</translation>
    </message>
    <message>
        <source>Looking at ranges</source>
        <translation>正在计算范围</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::TableLayout</name>
    <message>
        <source>Filter “%1”: %L2 of %L3 rows</source>
        <translation>筛选“%1”：%L3 行中的 %L2 行</translation>
    </message>
    <message>
        <source>Filter the rows</source>
        <translation>筛选行</translation>
    </message>
    <message>
        <source>&amp;Reset columns</source>
        <translation>重置列(&amp;R)</translation>
    </message>
    <message>
        <source>Columns and &amp;filter…</source>
        <translation>列与筛选(&amp;F)…</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::TelemetryPage</name>
    <message>
        <source>Telemetry</source>
        <translation>遥测</translation>
    </message>
    <message>
        <source>One telemetry in full</source>
        <translation>单份遥测详情</translation>
    </message>
    <message>
        <source>devices: %1 · readings: %2</source>
        <translation>设备：%1 · 读数：%2</translation>
    </message>
    <message>
        <source>No telemetry yet. Drop what a device monitor wrote on the window: nvidia-smi CSV or dmon, DCGM or Prometheus exports, neuron-monitor.</source>
        <translation>尚无遥测。请将设备监控的记录拖到窗口中：nvidia-smi 的 CSV 或 dmon、DCGM 或 Prometheus 导出、neuron-monitor。</translation>
    </message>
    <message>
        <source>Remove from the &amp;workspace…</source>
        <translation>从工作区移除(&amp;W)…</translation>
    </message>
    <message>
        <source>Remove telemetry</source>
        <translation>移除遥测</translation>
    </message>
    <message>
        <source>Remove %1 with its readings and problems from the workspace? The file that it came from is not touched.</source>
        <translation>要从工作区移除 %1 及其读数和问题吗？来源文件不会改动。</translation>
    </message>
    <message>
        <source>Removing telemetry</source>
        <translation>正在移除遥测</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::Tour</name>
    <message>
        <source>Bring your evidence</source>
        <translation>带来您的证据</translation>
    </message>
    <message>
        <source>Import logs, bills, telemetry and lists of jobs, or drop them anywhere on the window. What could not be read is told with file and line; nothing is taken as zero.</source>
        <translation>导入日志、账单、遥测与作业列表，或将其拖放到窗口的任意位置。无法读取之处会注明文件与行号；缺失的绝不当作零。</translation>
    </message>
    <message>
        <source>One page for each question</source>
        <translation>一页回答一个问题</translation>
    </message>
    <message>
        <source>Overview says where you stand. Runs and Bills show where time and money went, Claims what of a pitch cannot be true, Scenario and Compare what the options cost.</source>
        <translation>概览说明现状。运行与账单显示时间和费用的去向，声称指出宣传中不可能成立之处，情景与比较给出各方案的成本。</translation>
    </message>
    <message>
        <source>Change anything, see it follow</source>
        <translation>改动任何数值，结果随之更新</translation>
    </message>
    <message>
        <source>On the Scenario page a cell takes 24.69, 40 min, 18% or a range such as 0.15..0.22. Everything follows while you type; undo has no end.</source>
        <translation>情景页的单元格可填 24.69、40 min、18%，或 0.15..0.22 这样的范围。输入时一切随之更新；撤销次数不限。</translation>
    </message>
    <message>
        <source>Every figure says where it comes from</source>
        <translation>每个数值都说明其来源</translation>
    </message>
    <message>
        <source>Select a cell, a bar or a row: the inspector names its value, its source and what uses it.</source>
        <translation>选中单元格、条形或行：检查器会给出其数值、来源与用途。</translation>
    </message>
    <message>
        <source>Find your way</source>
        <translation>找到所需</translation>
    </message>
    <message>
        <source>Problems of imports are listed here. Ctrl+F finds anything in the workspace, Ctrl+Shift+P any command, F1 lists the keys. This tour can be had again from the Help menu.</source>
        <translation>导入的问题列于此处。Ctrl+F 可查找工作区中的任何内容，Ctrl+Shift+P 可执行任何命令，F1 列出快捷键。可从“帮助”菜单再次打开此导览。</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>&amp;Skip</source>
        <translation>跳过(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>上一步(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>下一步(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Done</source>
        <translation>完成(&amp;D)</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::TrendsPage</name>
    <message>
        <source>Trends</source>
        <translation>趋势</translation>
    </message>
    <message>
        <source>&amp;Measure:</source>
        <translation>指标(&amp;M)：</translation>
    </message>
    <message>
        <source>C&amp;urrency:</source>
        <translation>货币(&amp;U)：</translation>
    </message>
    <message>
        <source>No week yet. Drop training logs with times and cost exports on the window.</source>
        <translation>尚无按周数据。请将带时间的训练日志与费用导出文件拖入窗口。</translation>
    </message>
    <message>
        <source>Working out the weeks</source>
        <translation>正在计算各周</translation>
    </message>
    <message>
        <source>How it was computed</source>
        <translation>计算方式</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::UncertaintyView</name>
    <message>
        <source>Draw from uncertain inputs</source>
        <translation>对不确定的输入抽样</translation>
    </message>
    <message>
        <source>Drawing again: these are still the figures before the last change.</source>
        <translation>正在重新抽样：以下仍是上次更改之前的结果。</translation>
    </message>
    <message>
        <source>How certain the comparison is</source>
        <translation>比较结果的确定程度</translation>
    </message>
    <message>
        <source>Enter or a double click shows an uncertain input behind it on the Scenario page</source>
        <translation>按回车键或双击，可在“情景”页显示其背后的一个不确定的输入</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::VariantsDialog</name>
    <message>
        <source>Workloads and horizons</source>
        <translation>工作负载与期限</translation>
    </message>
    <message>
        <source>&amp;Beside the scenario&apos;s own:</source>
        <translation>情景本身之外(&amp;B)：</translation>
    </message>
    <message>
        <source>Add &amp;workload…</source>
        <translation>添加工作负载(&amp;W)…</translation>
    </message>
    <message>
        <source>Another model or amount of training, e.g. 70B</source>
        <translation>另一模型或训练量，例如 70B</translation>
    </message>
    <message>
        <source>Add &amp;horizon…</source>
        <translation>添加期限(&amp;H)…</translation>
    </message>
    <message>
        <source>Another length of time or number of runs, e.g. 3 years</source>
        <translation>另一时长或训练次数，例如 3 年</translation>
    </message>
    <message>
        <source>Re&amp;name…</source>
        <translation>重命名(&amp;N)…</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>移除(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Input:</source>
        <translation>输入(&amp;I)：</translation>
    </message>
    <message>
        <source>&amp;Value:</source>
        <translation>值(&amp;V)：</translation>
    </message>
    <message>
        <source>As in a cell of the scenario, e.g. 70B, 1,200, 900..1,100</source>
        <translation>与情景单元格相同，例如 70B、1,200、900..1,100</translation>
    </message>
    <message>
        <source>&amp;Set</source>
        <translation>设定(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;As in the scenario</source>
        <translation>与情景相同(&amp;A)</translation>
    </message>
    <message>
        <source>A click puts the row into the fields below; Enter or a double click shows the input on the Scenario page</source>
        <translation>单击将该行填入下方字段；回车或双击在“情景”页显示该输入</translation>
    </message>
    <message>
        <source>Workload: %1</source>
        <translation>工作负载：%1</translation>
    </message>
    <message>
        <source>Horizon: %1</source>
        <translation>期限：%1</translation>
    </message>
    <message>
        <source>Nothing is another here yet. Choose an input below and say what it is.</source>
        <translation>此处尚无不同之处。请在下方选择输入并填写其值。</translation>
    </message>
    <message>
        <source>The options are looked at under the scenario&apos;s own workload and horizon alone. Add others to see them side by side on the Compare page.</source>
        <translation>目前仅按情景本身的工作负载与期限考察各方案。添加其他项即可在“比较”页并列查看。</translation>
    </message>
    <message>
        <source>Add workload</source>
        <translation>添加工作负载</translation>
    </message>
    <message>
        <source>Add horizon</source>
        <translation>添加期限</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>名称(&amp;N)：</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::Welcome</name>
    <message>
        <source>What does training really cost?</source>
        <translation>训练究竟要花多少钱？</translation>
    </message>
    <message>
        <source>Logs say where the time went, bills where the money went. Together they say what one accelerator costs against another. Files can also be dropped anywhere on this window.</source>
        <translation>日志说明时间的去向，账单说明费用的去向；两者合在一起，便可说明一种加速器与另一种相比的成本。也可将文件拖放到此窗口的任意位置。</translation>
    </message>
    <message>
        <source>&amp;Import files</source>
        <translation>导入文件(&amp;I)</translation>
    </message>
    <message>
        <source>Training logs, bills, telemetry, lists of jobs: their formats are recognised</source>
        <translation>训练日志、账单、遥测、作业列表：自动识别格式</translation>
    </message>
    <message>
        <source>Open the &amp;sample</source>
        <translation>打开样例(&amp;S)</translation>
    </message>
    <message>
        <source>A published comparison with its logs and bills: see what comes out</source>
        <translation>一份公开发表的比较及其日志与账单：看看结果如何</translation>
    </message>
    <message>
        <source>Run a &amp;benchmark</source>
        <translation>运行基准测试(&amp;B)</translation>
    </message>
    <message>
        <source>Measure what a training step takes on this machine</source>
        <translation>测量本机一个训练步的耗时</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::Workspaces</name>
    <message>
        <source>Open Workspace</source>
        <translation>打开工作区</translation>
    </message>
    <message>
        <source>Damaged workspace</source>
        <translation>工作区受损</translation>
    </message>
    <message>
        <source>Take over into a new file what can be proved whole? The damaged file stays as it is.</source>
        <translation>是否将可证明完整的内容取到新文件？受损的文件保持原样。</translation>
    </message>
    <message>
        <source>Recover Into</source>
        <translation>恢复到</translation>
    </message>
    <message>
        <source>%1 exists. Recovery replaces no file: choose a new name.</source>
        <translation>%1 已存在。恢复不会替换任何文件：请选择新的名称。</translation>
    </message>
    <message>
        <source>Recover %1</source>
        <translation>恢复 %1</translation>
    </message>
    <message>
        <source>Recovered</source>
        <translation>已恢复</translation>
    </message>
    <message>
        <source>Open the sample workspace</source>
        <translation>打开示例工作区</translation>
    </message>
    <message>
        <source>Everything is saved.</source>
        <translation>全部已保存。</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>未命名</translation>
    </message>
    <message>
        <source>Save Workspace As</source>
        <translation>工作区另存为</translation>
    </message>
    <message>
        <source>Save %1</source>
        <translation>保存 %1</translation>
    </message>
    <message>
        <source>Saved as %1.</source>
        <translation>已另存为 %1。</translation>
    </message>
    <message>
        <source>A job is running</source>
        <translation>任务正在运行</translation>
    </message>
    <message>
        <source>A job is still running. Cancel it? What it has finished is kept.</source>
        <translation>仍有任务正在运行。要取消吗？已完成的部分会保留。</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>未保存</translation>
    </message>
    <message>
        <source>Keep this workspace?</source>
        <translation>保留此工作区？</translation>
    </message>
    <message>
        <source>This workspace is not in a file yet. Save it before it goes?</source>
        <translation>此工作区尚未存入文件。关闭前要保存吗？</translation>
    </message>
    <message>
        <source>Fullscope workspaces (*.fullscope)</source>
        <translation>Fullscope 工作区 (*.fullscope)</translation>
    </message>
    <message>
        <source>The last edits are not saved.</source>
        <translation>最近的修改尚未保存。</translation>
    </message>
    <message>
        <source>Read again. Undo brings your own edits back.</source>
        <translation>已重新读取。撤销可恢复您自己的修改。</translation>
    </message>
    <message>
        <source>The last edits could not be saved. Save the workspace under another name?</source>
        <translation>最近的修改无法保存。要将工作区另存为其他名称吗？</translation>
    </message>
</context>
</TS>
