/* SPDX-License-Identifier: MIT */
#include "check/checks.h"

#include <stddef.h>

const dcm_check dcm_checks[] = {
    {"setup", "init takes what the description allows, and refuses with a sentence",
     "init reads more parameters, options or materials than the description declares, or uses "
     "memory that it could not allocate",
     .run = dcm_check_setup},
    {"words", "the words of options can stand in the inputs of hosts", NULL,
     .run = dcm_check_words},
    {"arguments", "the law uses what it is handed, fills what it should, and writes nothing else",
     "init writes into its descriptions, which are constant, or a function uses memory that is not "
     "its own",
     .run = dcm_check_arguments},
    {"surroundings", "the law prints nothing, and leaves the process as it is", NULL,
     .run = dcm_check_surroundings},
    {"finite", "finite contacts have finite answers", NULL, .round = dcm_round_finite,
     .rounds = 96},
    {"batches", "the answer for a contact does not depend on its place in a batch",
     "compute has room for a certain number of contacts only", .round = dcm_round_batches,
     .rounds = 24},
    {"statics", "calls leave nothing behind in static variables", NULL, .run = dcm_check_statics},
    {"memory", "in valgrind, the law uses memory that it has, and gives it back", NULL,
     .run = dcm_check_memory},
    {"threads", "instances serve several threads at once", NULL, .round = dcm_round_threads,
     .rounds = 4},
    {"rows", "contacts of two materials do not see the parameters of others",
     "compute or init uses constants of materials that do not exist", .run = dcm_check_rows},
    {"effects", "all that the law declares has an effect", NULL, .run = dcm_check_effects},
    {"swap", "a contact seen from the other particle is the same contact", NULL,
     .run = dcm_check_swap},
    {"rotation", "no direction of space is special", NULL, .round = dcm_round_rotation,
     .rounds = 24},
    {"turning", "a state turns with the contact that has it", NULL, .round = dcm_round_turning,
     .rounds = 24},
    {"couples", "couples are opposite", NULL, .round = dcm_round_couples, .rounds = 24},
    {"conserved", "one side gets as much of a conserved quantity as the other gives", NULL,
     .run = dcm_check_conserved},
    {"exchange", "heat, and all that is conserved, flows downhill", NULL,
     .run = dcm_check_exchange},
    {"distances", "forces end at the reach", NULL, .run = dcm_check_distances},
    {"friction", "friction limits the tangential force", NULL, .run = dcm_check_friction},
    {"ledger", "all work is stored or dissipated, and only what is stored comes back", NULL,
     .run = dcm_check_ledger},
    {"walls", "at walls the law has the radius and the mass of the grain", NULL,
     .round = dcm_round_walls, .rounds = 16},
    {"restitution", "collisions have the given restitution", NULL, .run = dcm_check_restitution},
    {"units", "the law is the same in other units", NULL, .run = dcm_check_units},
    {"steps", "steps of any length have one result", NULL, .round = dcm_round_steps, .rounds = 24},
    {0},
};

void dcm_check_run(const dcm_check *check, const dcm_subject *subject) {
  if (check->run)
    check->run(subject);
  else
    dcm_scene_rounds(subject, check->name, 2, check->rounds, check->round, NULL);
}

int dcm_check_chooses_cases(const dcm_check *check) {
  return check->run == dcm_check_arguments || check->run == dcm_check_memory;
}
