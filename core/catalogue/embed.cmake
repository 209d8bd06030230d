# SPDX-License-Identifier: GPL-3.0-or-later
# Writes OUTPUT, a .cpp with the texts of INSTANCES and ACCELERATORS: `cmake -D… -P embed.cmake`.
file(READ "${INSTANCES}" instances)
file(READ "${ACCELERATORS}" accelerators)
file(WRITE "${OUTPUT}" "// Generated from data/catalogue/*.csv by core/catalogue/embed.cmake.
#include \"core/catalogue/built_in.h\"

namespace fullscope::catalogue {

const std::string_view kInstancesCsv = R\"csv(${instances})csv\";
const std::string_view kAcceleratorsCsv = R\"csv(${accelerators})csv\";

} // namespace fullscope::catalogue
")
