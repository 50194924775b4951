# SPDX-License-Identifier: MIT
"""Runs that go on from a restart file, with the states of pairs and walls."""

import os
import shutil

import host
import stock
import walls

DECK = host.BEGIN + """
{begin}
neighbor 0.002 bin
neigh_modify delay 0
{properties}
{style}
timestep 1e-5
fix gravity all gravity 500 vector 1 0 -3
fix plate all mesh/surface file plate.stl type 1
fix floor all wall/gran model dcm/{law} mesh n_meshes 1 meshes plate {options}
fix side all wall/gran model dcm/{law} primitive type 2 xplane 0.02 {options}
fix move all nve/sphere
{run}
dump d all custom 1 dump.{out} """ + host.DUMP + """
run 200
"""
STYLE = "pair_style gran model dcm/{law} {options}\npair_coeff * *\n"


def heap():
    """Grains that lie on the plate, in contact with each other and with the side."""
    spheres = []
    for n in range(27):
        x = (0.0176 - 0.00499 * (n % 3), 0.00499 * (n // 3 % 3 - 1), 0.0024 + 0.00485 * (n // 9))
        spheres.append((1 + n % 2, 0.0025, 2500.0, x, (0.02 * (n % 5 - 2), 0.01, 0.0), (5.0, -3.0, 2.0)))
    return spheres


class Restart(host.Case):

    def setUp(self):
        super().setUp()
        self.write("plate.stl", walls.plate())
        self.write("spheres", host.data_file(heap(), 0.05))

    def go(self, law, out, begin="read_data spheres", style=STYLE, run="run 300", ranks=1, options=""):
        self.run_ok(DECK.format(newton="off", begin=begin, law=law, options=options, out=out, run=run,
                                style=style.format(law=law, options=options),
                                properties=host.property_lines(host.STOCK_VALUES)), ranks)
        return self.frames("dump." + out)

    def test_goes_on(self):
        """The command and the files that a run writes on its way; the style need not be said again."""
        for law, options in (("hertz-mindlin", ""), ("hertz-mindlin", "form sheet"), ("liggghts-hertz", "")):
            for ranks in (1, 2):
                for write in ("run 300\nwrite_restart half", "restart 300 half.*\nrun 300\nrestart 0"):
                    with self.subTest(law=law, options=options, ranks=ranks, write=write):
                        straight = self.go(law, "straight", run=write, ranks=ranks, options=options)
                        file = "half" if "write_restart" in write else "half.300"
                        goes_on = self.go(law, "goes_on", f"read_restart {file}", "", "", ranks, options)
                        self.assertEqual(min(goes_on), 300)
                        self.assertGreater(len({row[9] for row in straight[500].values()}), 15)    # they are in contact
                        self.assertEqual(goes_on[500], straight[500])    # bit for bit

    def test_other_law(self):
        """A style that is said again must have as many numbers of a state, as the host asks."""
        self.go("hertz-mindlin", "first", run="run 300\nwrite_restart half")
        with self.assertRaises(AssertionError) as refused:
            self.go("liggghts-hertz", "second", "read_restart half", STYLE, "")
        self.assertIn("different contact history model", str(refused.exception))

    def test_whose_states(self):
        """Pairs and walls go on from states of their own law and of options that keep the same; else they say so and stop."""
        given = host.property_lines(dict(host.STOCK_VALUES, kn=3 * (1e3,), gamma_n=3 * (100.0,), surface_energy=(0.01, 0.01)))
        fixes = DECK.splitlines()
        both = [line for line in fixes if "wall/gran" in line or "mesh/surface" in line]
        plane, mesh = both[2:], both[:2]

        def deck(law, options, walls_of, begin, style, run):
            lines = [line for line in fixes if line not in both or line in walls_of]
            words = dict(newton="off", begin=begin, law=law, options=options, out="unused", run=run, properties=given)
            return "\n".join(lines).format(style=style.format(law=law, options=options), **words) + "\n"
        other_law, other_options = "has computed the contacts", "the same law has computed the contacts before with other options"
        for before, after, text in ((("hertz-mindlin", "form sheet"), ("hertz-mindlin", "form consistent"), other_options),
                                    (("hertz-mindlin", "form consistent"), ("hertz-mindlin", "form sheet"), other_options),
                                    (("hertz-mindlin", ""), ("jkr", ""), other_law),
                                    (("hooke-history", ""), ("liggghts-hertz", ""), other_law),
                                    (("hertz-mindlin", "form consistent"), ("hertz-mindlin", "form consistent rolling_model spring"), None)):
            # Grains without walls fly apart soon.
            for walls_of, style, steps in ((plane, "", 300), (mesh, "", 300), ([], STYLE, 20)):
                with self.subTest(before=before, after=after, walls_of=walls_of):
                    self.succeeds(deck(*before, walls_of, "read_data spheres", STYLE, f"run {steps}\nwrite_restart half"))
                    second = deck(*after, walls_of, "read_restart half", style, "")
                    if text:
                        self.run_fails(second, text, "begin anew")
                    else:
                        self.succeeds(second)

    def test_a_file_of_an_earlier_version(self):
        """tests/data/README.md tells who wrote it. Its walls are not asked whose states they have."""
        shutil.copy(os.path.join(host.HERE, "..", "data", "liggghts-form-sheet.restart"), os.path.join(self.folder, "half"))
        straight = self.go("hertz-mindlin", "straight", options="form sheet")
        goes_on = self.go("hertz-mindlin", "goes_on", "read_restart half", "", "", 1, "form sheet")
        self.assert_same({500: goes_on[500]}, {500: straight[500]}, 1e-9)
        self.succeeds(DECK.format(newton="off", begin="read_restart half", law="hertz-mindlin", options="form consistent", out="unused", run="", style="",
                                  properties=host.property_lines(host.STOCK_VALUES)))

    def test_without_the_adapter(self):
        self.go("hertz-mindlin", "first", run="run 300\nwrite_restart half")
        done = self.liggghts("read_restart half\n", executable=host.STOCK)
        self.assertGreater(done.returncode, 0)
        self.assertIn("Unknown normal model", done.stdout)
