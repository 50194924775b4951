// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Records of walls in a restart file of LAMMPS: read from memory of any kind, for the host hands a
 * record over without its length, and refused where they are damaged. */
#include "common/restart_file.h"

#include <cstdlib>
#include <cstring>
#include <vector>

extern "C" {
#include "support/check.h"
#include "support/run.h"
}

using DCM_NS::WallRecord;

static WallRecord record() {
  WallRecord record;
  record.law = "hertz-mindlin";
  record.history_version = 4;
  record.history_width = 12;
  record.walls = "zplane 0 1 of type 2";
  record.motion = {0.25, 1e6, -1e-5};
  record.work = {3.0, 1e-17};
  return record;
}

/** The bytes that the host hands back, behind their number. */
static std::vector<char> written() {
  char bytes[1024];
  FILE *file = tmpfile();
  record().write(file);
  rewind(file);
  const size_t count = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  int size;
  memcpy(&size, bytes, sizeof size);
  ck_assert_uint_eq(count, sizeof size + size);
  return {bytes + sizeof size, bytes + count};
}

TEST(comes_back) {
  // The memory is not from malloc, nor does the record begin where memory begins: other allocators
  // keep no number before it.
  static char memory[2048];
  const std::vector<char> bytes = written();
  for (int at : {16, 1000, (int)(sizeof memory - bytes.size())}) {
    memset(memory, 0, sizeof memory);
    memcpy(memory + at, bytes.data(), bytes.size());
    WallRecord then;
    ck_assert(then.read(memory + at, 3, 2));
    const WallRecord now = record();
    ck_assert(then.law == now.law && then.walls == now.walls && then.motion == now.motion &&
              then.work == now.work);
    ck_assert_int_eq(then.history_version, 4);
    ck_assert_int_eq(then.history_width, 12);
    // A file of before has no work.
    ck_assert(then.read(memory + at, 5, 2) && then.motion.size() == 5 && then.work.empty());
    ck_assert(then.read(memory + at, 15, 2) && then.motion.empty() && then.work.empty());
  }
}

/** The lengths, of all, of both texts, and of the numbers, one by one and so that their sum is
 * right. */
TEST(damage_is_refused) {
  enum { SIZE = 0, LAW = 4, WALLS = 5, MOTION = 6, HEAD = 7 };
  const std::vector<char> bytes = written();
  const auto is_read = [&](int place, int more, bool adapts_size, const char *text) {
    std::vector<char> damaged = bytes;
    int head[HEAD];
    memcpy(head, damaged.data(), sizeof head);
    head[place] += more;
    head[SIZE] += adapts_size ? more * (place == MOTION ? (int)sizeof(double) : 1) : 0;
    memcpy(damaged.data(), head, sizeof head);
    if (text)
      damaged[sizeof head + 3] = *text;
    WallRecord then;
    return then.read(damaged.data(), 3, 2);
  };
  ck_assert(is_read(SIZE, 0, false, nullptr));
  for (int more : {-1000000000, -100, -14, 1, 8, 4000, 2000000000})
    for (int place : {SIZE, LAW, WALLS, MOTION})
      ck_assert_msg(!is_read(place, more, false, nullptr), "%d, %d more", place, more);
  // Into the numbers, and far beyond all bytes.
  for (int more : {-14, 70000, 100000000})
    ck_assert_msg(!is_read(LAW, more, true, nullptr), "%d more", more);
  for (int more : {8, 100})
    ck_assert_msg(!is_read(WALLS, more, true, nullptr), "%d more", more);
  ck_assert(!is_read(SIZE, 0, false, "\033"));
}
