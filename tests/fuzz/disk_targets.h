// SPDX-License-Identifier: GPL-3.0-or-later
// Targets that go by way of the disk, as an import does.
#pragma once

#include <string_view>

namespace fullscope::fuzz {

// A damaged workspace: bytes that are changed in a whole one, which is then read and recovered.
void tryWorkspace(std::string_view name, std::string_view bytes);
// A whole file: compression, archives and workbooks, encodings, detection, the parser.
void tryFile(std::string_view name, std::string_view bytes);
// The parts of a workbook with a NUL between them: first sheet, shared strings, styles, workbook.xml, its relations;
// what is missing is as Excel has it. In a zip file as it is none of this could be reached through the checksums.
void tryWorkbook(std::string_view name, std::string_view bytes);
// The files of a run folder with a NUL between them, in the order of kMlflowFiles or kWandbFiles.
void tryMlflowRun(std::string_view name, std::string_view bytes);
void tryWandbRun(std::string_view name, std::string_view bytes);
// Event files of one folder: where each begins in the input and how long it is, two bytes each, then the bytes of all.
void tryTensorboardRun(std::string_view name, std::string_view bytes);

} // namespace fullscope::fuzz
