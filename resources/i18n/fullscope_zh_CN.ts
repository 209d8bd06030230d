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
    <name>fullscope::ui::ProblemsModel</name>
    <message>
        <source>kept</source>
        <translation>已保留</translation>
    </message>
    <message>
        <source>row skipped</source>
        <translation>已跳过该行</translation>
    </message>
    <message>
        <source>value left out</source>
        <translation>已略去该值</translation>
    </message>
    <message>
        <source>replaced</source>
        <translation>已替换</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
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
        <source>PDF document (*.pdf)</source>
        <translation>PDF 文档 (*.pdf)</translation>
    </message>
    <message>
        <source>Export %1</source>
        <translation>导出 %1</translation>
    </message>
    <message>
        <source>The report is in %1.</source>
        <translation>报告已写入 %1。</translation>
    </message>
</context>
<context>
    <name>fullscope::ui::Workspaces</name>
    <message>
        <source>Open Workspace</source>
        <translation>打开工作区</translation>
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
        <source>The last edits could not be saved. Give them up?</source>
        <translation>最近的修改无法保存。要放弃吗？</translation>
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
</context>
</TS>
