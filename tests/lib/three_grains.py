# SPDX-License-Identifier: MIT
"""The three grains of Vyas et al., Comput. Phys. Commun. 310 (2025) 109524, as rigid bodies."""

import math

LARGE, FRICTION, GRAVITY = 0.005, 0.5, 9.81    # of the decks


def rigid_angle(ratio):
    """The angle at which the small grain leaves, if grains are rigid: it rolls, then slides,
    its centre on a circle, and flies off when nothing presses it on. The contact points are lever from
    the axis about which it turns, and each normal force is inclined, so that friction is larger than
    that of the sum of both by the same factor."""
    small = LARGE / ratio
    touch = LARGE + small
    circle = math.sqrt(touch**2 - LARGE**2)
    inertia = 0.4 * (touch / circle)**2    # over m lever^2, lever = small circle/touch
    angle, speed, dt, slides = math.radians(1.0), 0.0, 2e-6, False

    def acceleration():
        pull = GRAVITY * math.sin(angle)
        limit = FRICTION * (GRAVITY * math.cos(angle) - speed**2 / circle) * touch / circle
        rolling = pull * inertia / (1.0 + inertia)
        return pull - (limit if slides else rolling), rolling > limit

    while speed**2 < GRAVITY * circle * math.cos(angle):
        rate, slips = acceleration()
        slides = slides or slips
        speed += 0.5 * dt * rate
        angle += dt * speed / circle
        speed += 0.5 * dt * acceleration()[0]
    y, z = circle * math.sin(angle), circle * math.cos(angle)
    vy, vz = speed * math.cos(angle), -speed * math.sin(angle)
    while math.sqrt(LARGE**2 + y**2 + z**2) < touch + 0.001 * small:
        vz -= GRAVITY * dt
        y, z = y + vy * dt, z + vz * dt
    return math.degrees(math.atan2(y, z))
