#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The depth of contacts of random superellipsoids, against a minimiser of its own.

    minimiser.py CLOSEST

CLOSEST is the program shapes_closest of the build. The minimiser knows no derivatives: it draws directions all around, and then
around the best one, in a cone that narrows. It may stop short in a long valley, and never finds less than the least: so the depth must be
that of its own normal, and no deeper than what the minimiser finds."""
import os
import subprocess
import sys

import numpy as np

PAIRS = 60


def rotation(q):
    w, x, y, z = q
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def support(body, directions):
    axes, (n1, n2), q = body
    q1, q2 = n1 / (n1 - 1), n2 / (n2 - 1)
    m = np.abs((directions @ rotation(q)) * axes)
    return ((m[:, 0]**q2 + m[:, 1]**q2)**(q1 / q2) + m[:, 2]**q1)**(1 / q1)


def depth_of(one, two, apart):
    return lambda n: support(one, n) + support(two, -n) - n @ apart


def least_depth(pair, random):
    depth = depth_of(*pair)

    def unit(v):
        return v / np.linalg.norm(v, axis=1)[:, None]

    n = unit(random.normal(size=(20000, 3)))
    best = n[np.argmin(depth(n))]
    angle = 0.3
    while angle > 1e-11:  # near faces the depth grows with the angle to the power 8/7
        n = np.vstack([unit(best + angle * random.normal(size=(300, 3))), best])
        k = np.argmin(depth(n))
        if k == len(n) - 1 or np.linalg.norm(n[k] - best) < 0.5 * angle:
            angle *= 0.7
        best = n[k]
    return depth(best[None, :])[0]


def main():
    seed = int(os.environ.get("DCM_TEST_SEED", "1"))
    random = np.random.default_rng(seed)
    print("seed", seed)
    pairs, lines = [], []
    for k in range(PAIRS):
        bodies = []
        for _ in range(2):
            q = random.normal(size=4)
            exponents = np.full(2, 2.0) if k % 3 == 0 else random.uniform(2.0, 8.0 if k % 3 == 1 else 4.0, size=2)
            bodies.append((random.uniform(0.3, 1.0, size=3), exponents, q / np.linalg.norm(q)))
        line = random.normal(size=3)
        apart = line / np.linalg.norm(line) * random.uniform(1.0, 1.8)
        pairs.append((*bodies, apart))
        lines.append(" ".join(repr(float(x)) for body in bodies for part in body for x in part) + " " +
                     " ".join(repr(float(x)) for x in apart))
    done = subprocess.run([sys.argv[1]], input="\n".join(lines) + "\n", text=True, capture_output=True, check=True)
    answers = [[float(word) for word in line.split()[:4]] for line in done.stdout.splitlines()]
    assert len(answers) == PAIRS, done
    own = max(abs(depth - depth_of(*pair)(np.array([normal]))[0]) for (depth, *normal), pair in zip(answers, pairs))
    deeper = max(depth - least_depth(pair, random) for (depth, *_), pair in zip(answers, pairs))
    touching = sum(depth > 0 for depth, *_ in answers)
    print(f"{PAIRS} pairs, {touching} of them touch: depths are those of the normals to {own:.1e}, and at most {deeper:.1e} above the least")
    assert own < 1e-13 and deeper < 1e-13 and 5 < touching < PAIRS - 5


main()
