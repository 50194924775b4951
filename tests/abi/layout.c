/* SPDX-License-Identifier: MIT */
#include "layout.h"

const size_t dcm_layout_in_c[DCM_LAYOUT_STRUCTS][3] = DCM_LAYOUT;
