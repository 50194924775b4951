/* SPDX-License-Identifier: MIT */
/* Another C library: what laws call of it comes back with another last digit, up or down. Put
 * before the true one by LD_PRELOAD. Sines and cosines of the angles of cases.py are left alone:
 * they are the same everywhere, see there. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>

typedef double function_of_one(double);
typedef double function_of_two(double, double);

static double other(double value) {
  static uint32_t calls;
  const uint32_t way = ++calls * 2654435761u >> 30;
  return value == 0.0 || value == 1.0 || way == 0
             ? value
             : nextafter(value, way == 1 ? -INFINITY : INFINITY);
}

/* The symbol of today's version, which is not the one that comes without a version. */
static void *true_one(const char *name) {
  void *found = dlvsym(RTLD_NEXT, name, "GLIBC_2.29");
  return found ? found : dlsym(RTLD_NEXT, name);
}

static double call(const char *name, double x) {
  function_of_one *f;
  *(void **)&f = true_one(name);
  return f(x);
}

#define OF_ONE(name)                                                                               \
  double name(double x) {                                                                          \
    return other(call(#name, x));                                                                  \
  }
OF_ONE(exp)
OF_ONE(log)
OF_ONE(acos)
OF_ONE(acosh)

static int is_angle_of_a_case(double x) {
  const double degree = 3.14159265358979323846;
  return x == 60.0 * degree / 180.0 || x == 15.0 * degree / 180.0;
}

double sin(double x) {
  const double value = call("sin", x);
  return is_angle_of_a_case(x) ? value : other(value);
}

double cos(double x) {
  const double value = call("cos", x);
  return is_angle_of_a_case(x) ? value : other(value);
}

#define OF_TWO(name)                                                                               \
  double name(double x, double y) {                                                                \
    function_of_two *f;                                                                            \
    *(void **)&f = true_one(#name);                                                                \
    return other(f(x, y));                                                                         \
  }
OF_TWO(pow)
OF_TWO(hypot)
