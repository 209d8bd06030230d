# SPDX-License-Identifier: GPL-3.0-or-later
# -DPROGRAM=fullscope-bench -DOUTPUT=FILE: the manual page of a program out of its --help.
set(ENV{LC_ALL} C)
execute_process(COMMAND ${PROGRAM} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "^([^:]+): ([^\n]+)\n+(.*)$" matched "${help}")
set(name ${CMAKE_MATCH_1})
set(what "${CMAKE_MATCH_2}")
string(REPLACE "\\" "\\e" body "${CMAKE_MATCH_3}")
string(REPLACE "-" "\\-" body "${body}")
string(REPLACE "-" "\\-" escaped "${name}")
string(TOUPPER "${name}" title)
file(WRITE ${OUTPUT} ".TH ${title} 1 \"\" \"fullscope ${VERSION}\"\n.SH NAME\n${escaped} \\- ${what}\n.SH USAGE\n.nf\n${body}.fi\n.SH SEE ALSO\n.BR fullscope (1)\n")
