/* SPDX-License-Identifier: MIT */
/** @file
 * Other names for what files of src/ define, so that they can be compiled a second time. */
#ifndef DCM_BENCHMARKS_INLINED_NAMES_H
#define DCM_BENCHMARKS_INLINED_NAMES_H

#define dcm_hertz_mindlin inlined_hertz_mindlin
#define dcm_pair_kernel_run inlined_pair_kernel_run
#define dcm_pair_note_answer inlined_pair_note_answer
#define dcm_pair_note_distance inlined_pair_note_distance
#define dcm_pair_scatter_block inlined_pair_scatter_block
#define dcm_pair_stepper_create inlined_pair_stepper_create
#define dcm_pair_stepper_destroy inlined_pair_stepper_destroy
#define dcm_pair_stepper_run inlined_pair_stepper_run
#define dcm_pair_stepper_memory inlined_pair_stepper_memory
#define dcm_pair_threads_available inlined_pair_threads_available

#endif
