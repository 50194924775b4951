# SPDX-License-Identifier: MIT
# libdcm exports the functions of its header, all of them and nothing else. NM, LIBRARY, HEADER are given.
execute_process(COMMAND ${NM} -D --defined-only ${LIBRARY} OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^ \n]+\n" exported "${listed}")
string(REPLACE "\n" "" exported "${exported}")
file(READ ${HEADER} text)
string(REGEX MATCHALL "DCM_API [^;(]*[ *]dcm_api_[a-z_0-9]+\\(" declared "${text}")
list(TRANSFORM declared REPLACE ".*(dcm_api_[a-z_0-9]+)\\(" "\\1")
list(SORT exported)
list(SORT declared)
if(NOT exported STREQUAL declared OR NOT declared MATCHES "dcm_api_collide")
  message(FATAL_ERROR "The library exports\n  ${exported}\nand the header declares\n  ${declared}")
endif()
