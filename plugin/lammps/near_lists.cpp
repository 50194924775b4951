// SPDX-License-Identifier: GPL-2.0-or-later
#include "near_lists.h"

#include "host_services.h"

#include "host_private.h"

#include "common/owners.h"

#include "atom.h"
#include "my_page.h"
#include "nbin.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "npair.h"

#include <algorithm>
#include <string>

using namespace LAMMPS_NS;

namespace DCM_NS {

class NearPairs : public NPair {
public:
  /** @param of_host what the host made this list with; owned from now on */
  NearPairs(LAMMPS *instance, NearLists *lists, NPair *of_host)
      : NPair(instance), owner(lists), search(dcm_near_search_create()), host(of_host) {
    need_memory(lmp, search != nullptr);
    istyle = host->istyle;
    nb = host->nb;
    ns = host->ns;
    last_build = host->last_build;
    cutoff_custom = host->cutoff_custom;
    NPair::copy_neighbor_info();
  }

  ~NearPairs() override {
    if (owner)
      owner->maker = nullptr;
    delete host;
  }

  /** The host's own again; this one is then deleted. */
  NPair *give_back() {
    NPair *given = host;
    given->last_build = last_build;
    host = nullptr;
    owner = nullptr;
    return given;
  }

  void copy_neighbor_info() override {
    NPair::copy_neighbor_info();
    host->copy_neighbor_info();
  }

  void build(NeighList *list) override {
    made_the_last = can_search() && search_for(list);
    if (made_the_last)
      return;
    host->build_setup();
    host->build(list);
  }

  bool made_the_last = false;

private:
  NearLists *owner;
  NearSearchPointer search;
  NPair *host;
  int left_out = 0; // groups_left_out

  bool can_search() const {
    return atom->molecular == Atom::ATOMIC && includegroup == 0 && atom->nlocal > 0 &&
           std::is_sorted(stencil, stencil + nstencil);
  }

  /** Largest number of bins, in one direction, over which the host looks. */
  static int reach_of(double cutoff, double size) {
    const int whole = (int)(cutoff / size);
    return std::max(1, whole + (whole * size < cutoff));
  }

  /** Bits of all groups whose pairs may be left out, but for pairs of types. */
  int groups_left_out() const {
    int bits = 0;
    for (int m = 0; m < nex_group; m++)
      bits |= ex1_bit[m] | ex2_bit[m];
    for (int m = 0; m < nex_mol; m++)
      bits |= ex_mol_bit[m];
    return bits;
  }

  /** The host is asked for few pairs: most have an atom that is in none of the groups. */
  static int leaves_out(void *data, uint32_t i, uint32_t j) {
    const NearPairs &pairs = *static_cast<NearPairs *>(data);
    const Atom &a = *pairs.atom;
    const bool both = a.mask[i] & pairs.left_out && a.mask[j] & pairs.left_out;
    return (both || pairs.nex_type) &&
           pairs.exclusion((int)i, (int)j, a.type[i], a.type[j], a.mask, a.molecule);
  }

  /** @return false if the host shall make the list */
  bool search_for(NeighList *list) {
    const double cutoff = neighbor->cutneighmax;
    dcm_near_question question = {};
    question.bins.across[0] = mbinx;
    question.bins.across[1] = mbiny;
    question.bins.across[2] = mbinz;
    question.bins.reach[0] = reach_of(cutoff, nb->binsizex);
    question.bins.reach[1] = reach_of(cutoff, nb->binsizey);
    question.bins.reach[2] = reach_of(cutoff, nb->binsizez);
    question.bins.head = binhead;
    question.bins.next = bins;
    question.bins.of = atom2bin;
    question.bins.stencil = stencil;
    question.bins.stencil_count = nstencil;
    // Less than any rounding of positions to bins.
    question.bins.surely_2 = cutoff * cutoff * (1.0 - 1e-9);
    question.position = atom->x[0];
    question.radius = atom->radius;
    question.first_count = (uint32_t)atom->nlocal;
    question.particles = (uint32_t)(atom->nlocal + atom->nghost);
    question.skin = skin;
    question.threads = owner->threads;
    left_out = groups_left_out();
    question.leaves_out = exclude ? leaves_out : nullptr;
    question.data = this;
    need_memory(lmp, !dcm_near_search_run(search.get(), &question));

    const uint32_t *counts = dcm_near_search_counts(search.get());
    // The host has the words for an atom with too many neighbours.
    if (*std::max_element(counts, counts + atom->nlocal) > (uint32_t)list->oneatom)
      return false;
    MyPage<int> *pages = list->ipage;
    pages->reset();
    for (int i = 0; i < atom->nlocal; i++) {
      list->ilist[i] = i;
      list->numneigh[i] = (int)counts[i];
      list->firstneigh[i] = pages->vget();
      pages->vgot((int)counts[i]);
      if (pages->status())
        return false;
    }
    dcm_near_search_take(search.get(), list->firstneigh);
    list->inum = atom->nlocal;
    return true;
  }
};

NearLists::~NearLists() {
  serve(nullptr, 1);
}

void NearLists::serve(NeighList *list, int threads_of_search) {
  threads = threads_of_search;
  if (!list && maker) {
    ListMakers::put(neighbor, place, maker->give_back());
    delete maker;
    maker = nullptr;
  }
  if (maker || !list || list->copy || list->occasional)
    return;
  NPair *of_host = ListMakers::at(neighbor, list->index);
  const std::string name = ListMakers::name(neighbor, of_host);
  if (name != "half/size/bin/newtoff" && name != "half/size/bin/atomonly/newtoff")
    return;
  place = list->index;
  maker = new NearPairs(lmp, this, of_host);
  ListMakers::put(neighbor, place, maker);
}

bool NearLists::made_the_last() const {
  return maker && maker->made_the_last;
}

} // namespace DCM_NS
