/* SPDX-License-Identifier: MIT */
#include "surface/body.h"

/** A sum of numbers without rounding, as parts that do not overlap, in the order of their size. */
typedef struct expansion {
  double part[12];
  int count;
} expansion;

/** Adds a number. Shewchuk, figure 6: each sum of two leaves its rounding error as a part. */
static void add(expansion *e, double b) {
  int kept = 0;
  for (int i = 0; i < e->count; i++) {
    const double a = e->part[i], sum = a + b, virtual_b = sum - a;
    const double error = (a - (sum - virtual_b)) + (b - virtual_b);
    if (error != 0.0)
      e->part[kept++] = error;
    b = sum;
  }
  if (b != 0.0)
    e->part[kept++] = b;
  e->count = kept;
}

static void add_product(expansion *e, double a, double b) {
  const double product = a * b;
  add(e, fma(a, b, -product));
  add(e, product);
}

static int sign(double a) {
  return (a > 0.0) - (a < 0.0);
}

int dcm_exact_turn(double ax, double ay, double bx, double by, double qx, double qy) {
  /* (ax - qx) (by - qy) - (ay - qy) (bx - qx), where qx qy cancels. */
  expansion det = {{0.0}, 0};
  add_product(&det, ax, by);
  add_product(&det, -ax, qy);
  add_product(&det, -qx, by);
  add_product(&det, -ay, bx);
  add_product(&det, ay, qx);
  add_product(&det, qy, bx);
  /* The largest part has the sign of the sum. */
  return det.count > 0 ? sign(det.part[det.count - 1]) : 0;
}

int dcm_exact_side_close(double ax, double ay, double bx, double by, double qx, double qy) {
  const int turn = dcm_exact_turn(ax, ay, bx, by, qx, qy);
  if (turn != 0)
    return turn;
  /* On the line: the derivatives by qx and, if that is 0, by qy. */
  return ay != by ? sign(ay - by) : sign(bx - ax);
}
