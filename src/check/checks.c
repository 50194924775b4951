/* SPDX-License-Identifier: MIT */
#include "check/checks.h"

#include <stddef.h>

const dcm_check dcm_checks[] = {
    {"setup", "init reads what was declared, and refuses with a sentence",
     "init reads more parameters, options or materials than the description declares, or uses what "
     "it could not allocate",
     dcm_check_setup},
    {"words", "the words of options can stand in the inputs of hosts", NULL, dcm_check_words},
    {"structs", "structs end where the declared version of the contract ends", NULL,
     dcm_check_structs},
    {"environment", "rounding, traps and denormal numbers stay the host's", NULL,
     dcm_check_environment},
    {"fills", "compute writes every output of every contact",
     "compute uses arrays beyond what it was handed", dcm_check_fills},
    {"keeps", "compute writes nothing else",
     "compute reads or writes more components of the history than the fields declare, or other "
     "memory that it was not handed",
     dcm_check_keeps},
    {"finite", "finite contacts have finite answers", NULL, dcm_check_finite},
    {"batches", "the answer for a contact does not depend on its place in a batch", NULL,
     dcm_check_batches},
    {"instances", "instances do not know of each other", NULL, dcm_check_instances},
    {"threads", "instances serve several threads at once", NULL, dcm_check_threads},
    {"looks", "a look at the forces changes nothing", NULL, dcm_check_looks},
    {"pairs", "constants belong to the pair of materials in contact",
     "compute or init uses constants of materials that there are not", dcm_check_pairs},
    {"swap", "a contact seen from the other particle is the same contact", NULL, dcm_check_swap},
    {"rotation", "no direction of space is special", NULL, dcm_check_rotation},
    {"observer", "an observer who turns sees the same contact", NULL, dcm_check_observer},
    {"turning", "a state turns with the contact that has it", NULL, dcm_check_turning},
    {"perpendicular", "the tangential force is perpendicular to the normal", NULL,
     dcm_check_perpendicular},
    {"couples", "couples are opposite, or called unbalanced", NULL, dcm_check_couples},
    {"conserved", "what is called conserved is what one side gets from the other", NULL,
     dcm_check_conserved},
    {"events", "states begin finite and survive being seen from the other side",
     "history uses more components than the fields declare", dcm_check_events},
    {"reach", "reach is a distance that grows with the effective radius", NULL, dcm_check_reach},
    {"friction", "friction limits the tangential force, or is called otherwise", NULL,
     dcm_check_friction},
    {"ledger", "energies are the work of the forces", NULL, dcm_check_ledger},
    {"cycles", "closed paths yield no work, or are called a gain", NULL, dcm_check_cycles},
    {"restitution", "the restitution is obtained, or called nominal", NULL, dcm_check_restitution},
    {"convergence", "what comes out converges as the time step shrinks", NULL,
     dcm_check_convergence},
    {0},
};

int dcm_check_chooses_cases(const dcm_check *check) {
  return check->run == dcm_check_structs;
}
