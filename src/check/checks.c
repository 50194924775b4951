/* SPDX-License-Identifier: MIT */
#include "check/checks.h"

#include <stddef.h>

const dcm_check dcm_checks[] = {
    {"setup", "init reads only what is declared, and refuses with a sentence",
     "init reads more parameters, options or materials than the description declares, or uses "
     "memory that it could not allocate",
     dcm_check_setup},
    {"words", "the words of options can stand in the inputs of hosts", NULL, dcm_check_words},
    {"structs", "structs end where the declared version of the contract ends", NULL,
     dcm_check_structs},
    {"environment", "the law does not change rounding, traps and denormal numbers", NULL,
     dcm_check_environment},
    {"surroundings", "the law prints nothing, and leaves the process as it is", NULL,
     dcm_check_surroundings},
    {"borrows", "init changes nothing that it is handed, and keeps no pointer to the setup",
     "init writes into its descriptions, which are constant", dcm_check_borrows},
    {"leaks", "the law gives back all memory that it takes",
     "destroy frees what it did not take, or frees twice", dcm_check_leaks},
    {"fills", "compute writes every output of every contact",
     "compute uses arrays beyond their ends", dcm_check_fills},
    {"keeps", "compute writes nothing but its outputs",
     "compute reads or writes more components of the history than the fields declare, or memory of "
     "others",
     dcm_check_keeps},
    {"bounds", "compute and history use no number beside the arrays that they are handed",
     "compute has room for a certain number of contacts only", dcm_check_bounds},
    {"finite", "finite contacts have finite answers", NULL, dcm_check_finite},
    {"batches", "the answer for a contact does not depend on its place in a batch",
     "compute has room for a certain number of contacts only", dcm_check_batches},
    {"statics", "calls leave nothing behind in static variables", NULL, dcm_check_statics},
    {"instances", "instances are independent of each other", NULL, dcm_check_instances},
    {"threads", "instances serve several threads at once", NULL, dcm_check_threads},
    {"looks", "compute with dt 0 changes nothing", NULL, dcm_check_looks},
    {"pairs", "constants belong to the pair of materials in contact",
     "compute or init uses constants of materials that do not exist", dcm_check_pairs},
    {"swap", "a contact seen from the other particle is the same contact", NULL, dcm_check_swap},
    {"rotation", "no direction of space is special", NULL, dcm_check_rotation},
    {"observer", "an observer who turns sees the same contact", NULL, dcm_check_observer},
    {"turning", "a state turns with the contact that has it", NULL, dcm_check_turning},
    {"perpendicular", "the tangential force is perpendicular to the normal", NULL,
     dcm_check_perpendicular},
    {"couples", "couples are opposite, or DCM_KNOWN_UNBALANCED is set", NULL, dcm_check_couples},
    {"conserved", "one side gets as much of a conserved quantity as the other gives", NULL,
     dcm_check_conserved},
    {"exchange", "heat, and all that is conserved, flows downhill", NULL, dcm_check_exchange},
    {"quantities", "each value that a quantity may have has a finite answer", NULL,
     dcm_check_quantities},
    {"events", "states begin finite and survive being seen from the other side",
     "history uses more components than the fields declare", dcm_check_events},
    {"reach", "reach is a distance that grows with the effective radius", NULL, dcm_check_reach},
    {"friction", "friction limits the tangential force, or DCM_KNOWN_FRICTION is set", NULL,
     dcm_check_friction},
    {"ledger", "energies are the work of the forces", NULL, dcm_check_ledger},
    {"cycles", "closed paths yield no work, or DCM_KNOWN_GAIN is set", NULL, dcm_check_cycles},
    {"restitution", "collisions have the given restitution, or DCM_KNOWN_RESTITUTION is set", NULL,
     dcm_check_restitution},
    {"convergence", "results converge as the time step shrinks, or DCM_KNOWN_STEP is set", NULL,
     dcm_check_convergence},
    {"units", "the law is the same in other units", NULL, dcm_check_units},
    {"steps", "a time has one result, in one step or in two", NULL, dcm_check_steps},
    {0},
};

int dcm_check_chooses_cases(const dcm_check *check) {
  return check->run == dcm_check_structs;
}
