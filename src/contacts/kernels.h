/* SPDX-License-Identifier: MIT */
/** @file
 * The part of a step that is compiled for each instruction set: blocks of pairs, from positions to
 * forces, with their energies; and runs of contacts with walls. */
#ifndef DCM_CONTACTS_KERNELS_H
#define DCM_CONTACTS_KERNELS_H

#include <stdalign.h>

#include "contacts/rows.h"
#include "contacts/step.h"
#include "runtime/machine.h"

/* --- Energies of the contacts of pairs: what each step adds, and what is dissipated as contacts
 * begin and end. Each thread books its own contacts. */

/** Numbers in which the energies of a block are kept. */
enum { DCM_KEPT_ENERGIES = DCM_LEDGER_OF_STEP * DCM_BLOCK_ROW };

/** Energy that is dissipated as a contact begins or ends. */
typedef struct dcm_pair_jump {
  uint32_t particle_1, particle_2;
  double energy;
} dcm_pair_jump;

/** The ledger of a thread. */
typedef struct dcm_pair_ledger {
  /** Energies of a batch, as the law is shown them, and [block][DCM_KEPT_ENERGIES] those that are
   * kept, likewise; kept is NULL if none are. */
  dcm_energy_rows rows;
  dcm_energies energies;
  double *kept;

  /** Contacts that began or ended. */
  struct {
    int books;        /* whether the step asks for them */
    dcm_batch *batch; /* see dcm_jump_batch_renew; NULL until a step asks */
    uint32_t width;   /* of the states in the batch */
    dcm_pair_jump *all;
    size_t count, room;
    int is_incomplete; /* for lack of memory */
  } jumps;
} dcm_pair_ledger;

/** The distances of the pairs of a block, entry by entry. */
typedef struct dcm_pair_distances {
  const double *separation[3], *distance_2;
  const double *touch_2; /**< at which the two touch */
} dcm_pair_distances;

/** Makes what the ledger needs in a step to book contacts that begin and end.
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_pair_ledger_prepare(dcm_pair_ledger *ledger, const dcm_pair_step *step);

/** Frees that. */
void dcm_pair_ledger_clear(dcm_pair_ledger *ledger);

/** Adds the kept energies of all blocks, in the order in which one thread adds them. */
void dcm_pair_ledger_add_kept(const dcm_pair_step *step, const double *kept);

/** Books contacts of a block that are about to end, before the block is sorted. */
void dcm_pair_ledger_ends(dcm_pair_ledger *ledger, const dcm_pair_step *step,
                          const dcm_pair_block *block, const dcm_pair_distances *at);

/** Books contacts of a block that have begun. */
void dcm_pair_ledger_begun(dcm_pair_ledger *ledger, const dcm_pair_step *step,
                           const dcm_pair_block *block, const dcm_pair_distances *at);

/** Adds what a thread booked of these, in the order of the list.
 * @return DCM_OK, or DCM_ERROR where memory lacked */
int32_t dcm_pair_ledger_add_jumps(const dcm_pair_ledger *ledger, const dcm_pair_step *step);

/** Numbers of the pairs of a block, entry by entry, where particles are not spheres. */
typedef struct dcm_shape_rows {
  alignas(DCM_ALIGNMENT) double centres[3][DCM_BLOCK_ROW]; /**< x2 - x1 of the particles */
  double distance[DCM_BLOCK_ROW];                          /**< the length of that */
  double arm[2][3][DCM_BLOCK_ROW];                         /**< see dcm_stand_ins */
  double depth[DCM_BLOCK_ROW];                             /**< of contacts at a point, likewise */
  int at_points;                                           /**< whether they are */
  /** Normals at the step before, of contacts that were there then, for who books energies; null
   * vectors of others. */
  double before[3][DCM_BLOCK_ROW];
} dcm_shape_rows;

/** Which particles a part adds to. */
typedef struct dcm_share {
  const uint8_t *owner; /**< [particles] the part that a particle belongs to; NULL: to this one */
  uint32_t part;
} dcm_share;

static inline int dcm_is_of_share(const dcm_share *share, uint32_t particle) {
  return !share->owner || share->owner[particle] == share->part;
}

/** Whether a part may have particles of a block. */
static inline int dcm_part_meets(const dcm_pair_block *block, uint32_t part) {
  return (int)(block->owners >> part % 64 & 1);
}

/** Batches of a block, at most. */
enum { DCM_BLOCK_BATCHES = (DCM_BLOCK_CAPACITY + DCM_CONTACT_BATCH - 1) / DCM_CONTACT_BATCH };

/** Arrays of a thread. */
typedef struct dcm_pair_scratch {
  /* The pairs of a block. */
  alignas(DCM_ALIGNMENT) double separation[3][DCM_BLOCK_ROW];
  alignas(DCM_ALIGNMENT) double distance_2[DCM_BLOCK_ROW], touch_2[DCM_BLOCK_ROW];
  alignas(DCM_ALIGNMENT) uint8_t within[DCM_BLOCK_ROW / 8]; /* bits */

  dcm_batch_rows rows;

  dcm_share share; /**< of the particles; of a thread among several */

  dcm_pair_ledger ledger; /**< for a step that asks for energies */
  dcm_contact_fault fault;
  dcm_shape_rows shapes;
} dcm_pair_scratch;

/** Who touches, of a block whose particles are not spheres: separation, squares of distances and
 * rows of the scratch, as the rule of contacts takes them. dcm_pair_measure_shapes of each
 * instruction set.
 * @return a sum that is finite if all distances are */
typedef double dcm_pair_shape_measurer(const dcm_pair_step *step, dcm_pair_block *block,
                                       dcm_pair_scratch *scratch);
DCM_DECLARE_ISAS(dcm_pair_shape_measurer, dcm_pair_measure_shapes);

/** Relative velocities of the centres of the particles of a batch become those of the spheres in
 * their place. Spins become 0 where contacts are at points.
 * @param first entry of the block where the batch begins */
void dcm_shapes_add_turning(const dcm_shape_rows *rows, uint32_t first, uint32_t count,
                            double *const spin_1[3], double *const spin_2[3],
                            double *const velocity[3]);

/** Overlaps of contacts at points become the depths that were found: the difference of two radii
 * and a distance would lose digits where radii are large. */
void dcm_shapes_put_depths(const dcm_shape_rows *rows, uint32_t first, uint32_t count,
                           double *overlap);

/** Torques about the centres of these spheres become those about the centres of the particles;
 * those of contacts at points are the moments of the forces alone. */
void dcm_shapes_add_torques(const dcm_shape_rows *rows, uint32_t first, uint32_t count,
                            dcm_results *results);

/** Books the work of springs over what the motion of a batch changes in half a step, of particles
 * that are not spheres: behind the loops of booking.
 * @param late of the spheres in their place */
void dcm_shapes_book_changes(const dcm_pair_step *step, const dcm_pair_block *block, uint32_t first,
                             const dcm_shape_rows *rows, const dcm_batch *batch,
                             const dcm_late_motion *late);

/** The answers of the contacts of a block, where they are kept. */
typedef struct dcm_kept_block {
  dcm_results *results; /**< [DCM_BLOCK_BATCHES] */
  double *added;        /**< [side][quantity][DCM_BLOCK_ROW] what is added to quantities */
} dcm_kept_block;

/** Goes through a block: dcm_pair_kernel_run of each instruction set.
 * @param end  that after the last one that the thread goes through; those of others may change
 * @param kept where answers are kept, and only those of the share of the thread are added to
 *             particles; NULL: all are added */
typedef void dcm_pair_kernel(const dcm_pair_step *step, uint32_t block, uint32_t end,
                             dcm_pair_scratch *scratch, const dcm_kept_block *kept);

/** Adds the kept answers of a block to the particles of a share: dcm_pair_add_kept of each
 * instruction set. */
typedef void dcm_pair_adder(const dcm_pair_step *step, const dcm_pair_block *block,
                            const dcm_kept_block *kept, const dcm_share *share);

/** Adds the energies of a batch to the sums of the step, and to those of particles:
 * dcm_pair_add_energies of each instruction set.
 * @param first entry of the block where the batch begins
 * @param rows  [energy][stride] of the batch */
typedef void dcm_pair_energy_adder(const dcm_pair_step *step, const dcm_pair_block *block,
                                   uint32_t first, uint32_t count, const double *rows,
                                   size_t stride);

/** All particles. */
static const dcm_share dcm_whole_share = {NULL, 0};

DCM_DECLARE_ISAS(dcm_pair_kernel, dcm_pair_kernel_run);
DCM_DECLARE_ISAS(dcm_pair_adder, dcm_pair_add_kept);
DCM_DECLARE_ISAS(dcm_pair_energy_adder, dcm_pair_add_energies);

/* --- The part of a step with walls that is compiled for each instruction set: a run of contacts,
 * from velocities to forces. */

/** Numbers that the contacts of a batch add to dcm_wall_sums, beside forces; and where particles
 * are. */
typedef struct dcm_wall_rows {
  alignas(DCM_ALIGNMENT) double position[3][DCM_CONTACT_ROW];
  double torque[3][DCM_CONTACT_ROW], power[DCM_CONTACT_ROW];
  double pressure[DCM_CONTACT_ROW], pressure_at[3][DCM_CONTACT_ROW];
} dcm_wall_rows;

typedef struct dcm_wall_scratch {
  dcm_batch_rows rows;
  dcm_wall_rows of_walls;
  dcm_wall_sums on_walls;            /* so far */
  double added[DCM_MOST_QUANTITIES]; /* to those of the walls, likewise */
  dcm_energy_rows energy_rows;       /* of a batch, of a step that asks for energies */
  dcm_energies energies;             /* these rows, as the law is shown them */
  dcm_contact_fault fault;
} dcm_wall_scratch;

/** Velocities of particles that are not spheres become those of the spheres in their place. */
void dcm_shapes_turn_at_walls(const dcm_wall_list *list, uint32_t first, uint32_t count,
                              const double *const spin[3], double *const velocity[3]);

/** Torques about the centres of these spheres become those about the centres of the particles. */
void dcm_shapes_add_torques_at_walls(const dcm_wall_list *list, uint32_t first, uint32_t count,
                                     dcm_results *results);

/** Likewise at walls, as if these were planes. */
void dcm_shapes_book_changes_at_walls(const dcm_wall_step *step, uint32_t first,
                                      const dcm_batch *batch, const dcm_late_motion *late);

/** Goes through a run: dcm_wall_kernel_run of each instruction set. */
typedef void dcm_wall_kernel(const dcm_wall_step *step, const dcm_wall_run *run,
                             dcm_wall_scratch *scratch);
DCM_DECLARE_ISAS(dcm_wall_kernel, dcm_wall_kernel_run);

#endif
