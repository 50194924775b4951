/* SPDX-License-Identifier: MIT */
/* A library that serves no host, and says why. */
#include <dcm/dcm.h>

const dcm_library *dcm_library_entry(const dcm_host *host) {
  host->log(host->log_data, DCM_LOG_ERROR, "refuses: the licence has run out");
  return 0;
}
