# SPDX-License-Identifier: MIT
"""Meshes for tests: lists of triangles, each of three corners, and STL files of them."""

import math
import os
import random


def seed():
    """A seed for random meshes, from DCM_TEST_SEED or the default, which is printed."""
    number = int(os.environ.get("DCM_TEST_SEED", "4711"))
    print("seed", number)
    return number


def plane(half, z=0.0):
    """A square across z of two triangles, that look up."""
    a, b, c, d = (-half, -half, z), (half, -half, z), (half, half, z), (-half, half, z)
    return [(a, b, c), (a, c, d)]


def split_at_random(triangles, times, generator, slivers=0.3):
    """Puts a point into a triangle, chosen at random, again and again: near to a side for a share of slivers. Points in a plane
    across z stay in it, to the bit."""
    triangles = list(triangles)
    for _ in range(times):
        a, b, c = triangles.pop(generator.randrange(len(triangles)))
        weights = [generator.uniform(0.2, 1.0) for _ in range(3)]
        if generator.random() < slivers:
            weights[generator.randrange(3)] *= 1e-4
        total = sum(weights)
        point = tuple(a[k] if a[k] == b[k] == c[k] else sum(w * p[k] for w, p in zip(weights, (a, b, c))) / total for k in range(3))
        triangles += [(a, b, point), (b, c, point), (c, a, point)]
    return triangles


def shuffled(triangles, generator, flip=False):
    """In another order, each begun at another corner, and, if they may, some turned over."""
    some = []
    for triangle in generator.sample(triangles, len(triangles)):
        k = generator.randrange(3)
        triangle = triangle[k:] + triangle[:k]
        some.append(triangle[::-1] if flip and generator.random() < 0.5 else triangle)
    return some


def box(low, high):
    """Twelve triangles that look outwards."""
    faces = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        for end, turned in ((low, True), (high, False)):
            corners = []
            for at_u, at_v in ((low, low), (high, low), (high, high), (low, high)):
                corner = [0.0] * 3
                corner[axis], corner[u], corner[v] = end[axis], at_u[u], at_v[v]
                corners.append(tuple(corner))
            if turned:
                corners.reverse()
            a, b, c, d = corners
            faces += [(a, b, c), (a, c, d)]
    return faces


def tube(radius, low, high, sides, axis=2):
    """The mantle of a prism about an axis, of 2 sides triangles that look inwards. The corners are on the circle."""
    triangles = []
    u, v = (axis + 1) % 3, (axis + 2) % 3

    def corner(k, along):
        angle, point = 2.0 * math.pi * (k % sides) / sides, [0.0] * 3
        point[u], point[v], point[axis] = radius * math.cos(angle), radius * math.sin(angle), along
        return tuple(point)
    for k in range(sides):
        a, b, c, d = corner(k, low), corner(k + 1, low), corner(k + 1, high), corner(k, high)
        triangles += [(a, c, b), (a, d, c)]
    return triangles


def ascii_stl(triangles):
    lines = ["solid mesh"]
    for triangle in triangles:
        lines += ["facet normal 0 0 0", "outer loop"]
        lines += [f"vertex {x!r} {y!r} {z!r}" for x, y, z in triangle]
        lines += ["endloop", "endfacet"]
    return "\n".join(lines + ["endsolid mesh", ""])


def obj(triangles):
    lines = [f"v {x!r} {y!r} {z!r}" for triangle in triangles for x, y, z in triangle]
    return "\n".join(lines + [f"f {3 * n + 1} {3 * n + 2} {3 * n + 3}" for n in range(len(triangles))] + [""])
