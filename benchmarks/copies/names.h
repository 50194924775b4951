/* SPDX-License-Identifier: MIT */
/** @file
 * Other names for what files of src/ define, so that they can be compiled once more: each begins
 * with the word DCM_COPY, which whoever includes this file defines. */
#ifndef DCM_BENCHMARKS_COPIES_NAMES_H
#define DCM_BENCHMARKS_COPIES_NAMES_H

#define COPY(name) COPY_BY(DCM_COPY, name)
#define COPY_BY(word, name) COPY_WORDS(word, name)
#define COPY_WORDS(word, name) word##_##name

#define dcm_hertz_mindlin COPY(hertz_mindlin)
#define dcm_pair_kernel_run COPY(pair_kernel_run)
#define dcm_pair_list_divide COPY(pair_list_divide)
#define dcm_pair_add_kept COPY(pair_add_kept)
#define dcm_pair_add_energies COPY(pair_add_energies)
#define dcm_pair_stepper_create COPY(pair_stepper_create)
#define dcm_pair_stepper_destroy COPY(pair_stepper_destroy)
#define dcm_pair_stepper_run COPY(pair_stepper_run)
#define dcm_pair_stepper_energies COPY(pair_stepper_energies)
#define dcm_pair_stepper_memory COPY(pair_stepper_memory)

#endif
