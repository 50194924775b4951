/* SPDX-License-Identifier: MIT */
/** @file
 * The whole contract between a contact law and whatever runs it. A law includes this header alone.
 */
#ifndef DCM_DCM_H
#define DCM_DCM_H

#include "base.h"
#include "contacts.h"
#include "library.h"
#include "model.h"
#include "parameter.h"

#endif
