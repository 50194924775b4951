# SPDX-License-Identifier: MIT
"""Times the package dcm of Python beside the command dcm, the law alone, and NumPy.

    DCM_LIBRARY=build/release/src/libdcm.so PYTHONPATH=python python3 benchmarks/libdcm.py [--dcm build/release/src/dcm]
                                                                         [--law-batch build/test/benchmarks/law_batch]

Times are those of the processor, and of repeated runs the least, for other programs make a run slower and never faster.
"""

import argparse
import resource
import subprocess
import sys
import time

import dcm
import numpy as np

GLASS = {"young": 7e10, "poisson": 0.2, "restitution": 0.8, "friction": 0.3}
STEPS = 1000


def least(action, rounds):
    """The least processor time of some runs of an action."""
    best = np.inf
    for _ in range(rounds):
        begin = time.process_time()
        action()
        best = min(best, time.process_time() - begin)
    return best


def time_of_child(*words):
    """The processor time that a program takes, and what it prints."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    text = subprocess.run(words, stdout=subprocess.PIPE, check=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, text


def collisions(command, count):
    """A collision of a thousand steps: in a sweep of the command, and in collide."""
    materials = dcm.Law("hertz-mindlin").materials(**GLASS)
    dt = materials.time_step(1.0, steps=STEPS)
    speed = np.linspace(0.5, 2, count)
    made = materials.collide(speed, 45, dt=dt)
    together = least(lambda: materials.collide(speed, 45, dt=dt), 3) / count
    searched = least(lambda: materials.collide(speed[::100], 45, steps=STEPS), 1) / len(speed[::100])
    print(f"collide, one dt: {1e3 * together:.4f} ms a collision of {made.steps.mean():.0f} steps, {1e9 * together / made.steps.mean():.1f} ns a step")
    print(f"collide, steps={STEPS}: {1e3 * searched:.3f} ms a collision, most of which look for its time step")
    if command:
        settings = [word for name, value in GLASS.items() for word in ("--set", f"{name}={value}")]
        for rows, step in (5000, ("--dt", f"{dt:.17g}")), (500, ("--steps", str(STEPS))):
            sweep, _ = time_of_child(command, "collide", "hertz-mindlin", *settings, "--radius", "1e-3", "--angle", "45", *step,
                                     "--sweep", f"speed=0.5:2:{1.5 / (rows - 1):.12g}")
            print(f"dcm collide --sweep {step[0]}: {1e3 * sweep / rows:.4f} ms a collision: {sweep / rows / together:.1f} times as long as "
                  "collide with one dt")


def evaluation(law_batch, count):
    """The law on arrays that lie in memory and in the cache, beside a batch of it in the cache."""
    materials = dcm.Law("hertz-mindlin").materials(young=5e6, poisson=0.25, restitution=0.5, friction=0.5)
    for n in (count, 16384):
        random = np.random.default_rng(1)
        overlap, velocity = random.uniform(1e-7, 1e-5, n), random.uniform(-0.1, 0.1, n)
        tangential = np.stack([np.zeros(n), random.uniform(-0.1, 0.1, n), np.zeros(n)])
        state = materials.evaluate(overlap, dt=1e-6).state

        def run():
            materials.evaluate(overlap, normal_velocity=velocity, tangential_velocity=tangential, state=state, dt=1e-6)

        print(f"evaluate, {n} contacts: {1e9 * least(run, 5 if n > 100_000 else 100) / n:.1f} ns a contact")
    if law_batch:
        _, text = time_of_child(law_batch, "hertz-mindlin")
        print("law_batch:\n" + text)


def imports():
    """The time until NumPy, and dcm after it, is imported."""
    def seconds(modules):
        return min(time_of_child(sys.executable, "-c", f"import {modules}")[0] for _ in range(7))

    numpy = seconds("numpy")
    print(f"import: NumPy {numpy:.3f} s, dcm {seconds('numpy, dcm') - numpy:.3f} s more")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dcm", help="the command, whose sweeps are timed too")
    parser.add_argument("--law-batch", help="the program law_batch of a build with tests")
    parser.add_argument("--collisions", type=int, default=100_000)
    parser.add_argument("--contacts", type=int, default=1_000_000)
    arguments = parser.parse_args()
    collisions(arguments.dcm, arguments.collisions)
    evaluation(arguments.law_batch, arguments.contacts)
    imports()


if __name__ == "__main__":
    main()
