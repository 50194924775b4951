# SPDX-License-Identifier: MIT
"""Commands that work around a granular pair style in LIGGGHTS: computes, fixes that insert, bodies of several spheres."""

import math
import random

import host
import lammps
import walls
from walls import column

DECK = host.BEGIN + """
read_data spheres
neighbor 0.001 bin
neigh_modify delay 0 contact_distance_factor 1.1
{properties}
pair_style gran model {model}
pair_coeff * *
timestep 1e-6
fix move all nve/sphere
{more}
dump d all custom 1 dump.{out} """ + host.DUMP + """
"""


class Local(host.Case):

    def local(self, name):
        """{step: [rows]} of a local dump."""
        return {step: list(rows.values()) for step, rows in self.frames(name).items()}

    def test_pairs(self):
        """Forces, torques and overlaps of contacts; where a run begins they are what acts on the grains."""
        self.write("spheres", host.data_file(lammps.packing(), 0.05))
        more = """
compute contacts all pair/gran/local id force torque history delta contactPoint
dump l all local 20 contacts.{out} c_contacts[1] c_contacts[2] c_contacts[3] c_contacts[4] c_contacts[5] c_contacts[6] &
 c_contacts[7] c_contacts[8] c_contacts[9] c_contacts[13] c_contacts[14] c_contacts[15] c_contacts[16]
dump_modify l format \"""" + " ".join(13 * ["%.17g"]) + """"
compute stress all stress/atom pair
compute sum all reduce sum c_stress[1] c_stress[2] c_stress[3] c_stress[4] c_stress[5] c_stress[6]
thermo_style custom step c_sum[1] c_sum[2] c_sum[3] c_sum[4] c_sum[5] c_sum[6]
thermo_modify norm no format float %.17g
run 20
run 0
"""
        texts = self.run_both((DECK + more).replace("{more}", ""))
        wanted, virial = ([column(text, f"sum[{n}]") for n in range(1, 7)] for text in texts)
        for rows, expected in zip(virial, wanted):
            for step in expected:
                self.assertLess(abs(rows[step] - expected[step]), 1e-11 * max(abs(r[step]) for r in wanted), f"virial at {step}")
        theirs, ours = self.local("contacts.stock"), self.local("contacts.dcm")
        frames = self.frames("dump.dcm")
        for step in (0, 20):
            key = lambda row: tuple(sorted(row[:2]))
            one, other = sorted(theirs[step], key=key), sorted(ours[step], key=key)
            self.assertEqual([key(r) for r in one], [key(r) for r in other])
            self.assertGreater(len(one), 20)
            largest = max(abs(n) for row in one for n in row[3:6])
            for a, b in zip(one, other):
                sign = 1.0 if a[:2] == b[:2] else -1.0
                for c in range(3, 6):
                    self.assertLess(abs(sign * b[c] - a[c]), 1e-11 * largest)
                for c in range(9, 13):
                    self.assertLess(abs(a[c] - b[c]), 1e-15)
        total = {atom: [0.0] * 3 for atom in frames[0]}
        for row in ours[0]:
            for c in range(3):
                total[row[0]][c] += row[3 + c]
                total[row[1]][c] -= row[3 + c]
        for atom, row in frames[0].items():
            for c in range(3):
                self.assertLess(abs(total[atom][c] - row[host.FORCE[c]]), 1e-12 * largest)

    def test_walls(self):
        self.write("plate.stl", walls.plate())
        self.write("spheres", host.data_file(walls.grains(), 0.05))
        more = """
fix plate all mesh/surface file plate.stl type 1
fix floor all wall/gran model {model} mesh n_meshes 1 meshes plate store_force yes
compute contacts all wall/gran/local id force
dump l all local 100 contacts.{out} c_contacts[1] c_contacts[2] c_contacts[3] c_contacts[4] c_contacts[5] c_contacts[6]
dump_modify l format \"""" + " ".join(6 * ["%.17g"]) + """"
timestep 1e-5
run 500
"""
        self.run_both((DECK + more).replace("{more}", "").replace("custom 1 ", "custom 100 "))
        theirs, ours = self.local("contacts.stock"), self.local("contacts.dcm")
        met = 0
        for step in theirs:
            one, other = sorted(theirs[step], key=lambda r: (r[2], r[1])), sorted(ours[step], key=lambda r: (r[2], r[1]))
            one = [row for row in one if any(row[3:6])]    # theirs tell of grains that are merely close
            met += len(one)
            self.assertEqual([r[:3] for r in one], [r[:3] for r in other])
            for a, b in zip(one, other):
                for c in range(3, 6):
                    self.assertLess(abs(a[c] - b[c]), 1e-9 * max(map(abs, a[3:6])))
        self.assertGreater(met, 10)

    def test_history_at_walls(self):
        """The columns of the state come first, as of LIGGGHTS' own models, and behind them that the contact has begun. LIGGGHTS' path is that of 1
        relative to 2, at walls and of pairs, where the law has the path of 2 relative to 1."""
        self.write("plate.stl", walls.plate())
        self.write("spheres", host.data_file(walls.grains(), 0.05))
        columns = " ".join(f"c_contacts[{n}]" for n in range(1, 8))
        more = f"""
fix plate all mesh/surface file plate.stl type 1
fix floor all wall/gran model {{model}} mesh n_meshes 1 meshes plate
compute contacts all wall/gran/local id history contactArea
dump l all local 100 contacts.{{out}} {columns} c_contacts[{{last}}]
dump_modify l format \"""" + " ".join(8 * ["%.17g"]) + """"
timestep 1e-5
run 500
"""
        for out, model, run, last in (("stock", host.STOCK_MODEL, self.run_stock, 7), ("dcm", "dcm/liggghts-hertz", self.run_ok, 8)):
            run((DECK + more).replace("{more}", "").replace("custom 1 ", "custom 100 ").format(
                newton="off", model=model, out=out, last=last, properties=host.property_lines(host.STOCK_VALUES)))
        theirs, ours = self.local("contacts.stock"), self.local("contacts.dcm")
        met = 0
        for step in theirs:
            stretched = {tuple(row[:3]): row for row in theirs[step] if row[6] > 0.0}
            for row in ours[step]:
                met += 1
                path, area = stretched[tuple(row[:3])][3:6], stretched[tuple(row[:3])][6]
                for a, b in zip(path, row[3:6]):
                    self.assertLessEqual(abs(a + b), 1e-9 * max(map(abs, path)))
                self.assertEqual(row[6], 1.0)
                self.assertLess(abs(row[7] - area), 1e-9 * area)
        self.assertGreater(met, 10)


HEAT = """
fix c all property/global thermalConductivity peratomtype 50.0 80.0
fix s all property/global thermalCapacity peratomtype 1.0 1.0
fix heat all heat/gran/conduction initial_temperature 300.0
"""


class Heat(host.Case):

    def test_area_correction(self):
        """LIGGGHTS' fix heat/gran corrects the overlap of softened grains by the exponent of the law: (E/E_original)^(1/n)."""
        radius, overlap, softer = 0.0025, 2e-5, 1e-3
        self.write("spheres", host.data_file([(1, radius, 2500.0, (x, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
                                              for x in (0.0, 2.0 * radius - overlap)], 0.05))
        before = """
fix c all property/global thermalConductivity peratomtype 5.0 5.0
fix s all property/global thermalCapacity peratomtype 100.0 100.0
fix o all property/global youngsModulusOriginal peratomtype 5e9 5e9
"""
        more = """
fix heat all heat/gran/conduction initial_temperature 300.0 area_correction yes
run 0
set atom 2 property/atom Temp 400.0
dump flux all custom 1 flux id f_heatFlux[0]
dump_modify flux sort id format "%d %.17g"
"""
        for law, options, n in (("hertz-mindlin", "", 1.5), ("linear", "", 1.0), ("luding", "", 1.0), ("eepa", "branches hertz", 1.5), ("eepa", "", 1.0),
                                ("granular", "normal=hooke damping=mass_velocity tangential=linear_history", 1.0)):
            given = dict(lammps.values(law), young=(5e6, 5e6), poisson=(0.3, 0.3))
            if law == "granular":
                given.update(kn=3 * (1e4,), gamma_n=3 * (10.0,), kt=3 * (1e4,))
                del given["restitution"]
            self.run_ok((DECK + "run 1\n").format(newton="off", properties=before + host.property_lines(given), model=f"dcm/{law} {options}",
                                                  out="unused", more=more))
            d = 2.0 * radius - overlap * softer**(1.0 / n)
            area = math.pi / 4.0 * (2.0 * radius - d) * (2.0 * radius + d)
            flux = list(self.frames("flux").values())[-1][1][0]
            self.assertLess(abs(flux / (100.0 * 2.0 * 5.0 * math.sqrt(area)) - 1.0), 1e-3, (law, flux))


    def test_contacts_that_begin_and_end(self):
        """Between two lists, too, grains conduct from the first touch to the last and are counted, and new lists take no older states."""
        row = [(1 + n % 2, 0.0025, 2500.0, (0.00502 * n - 0.02, 0.0002 * n, 0.0), (0.5 - n % 2, 0.1 * n, 0.0), (0.0, 20.0, 0.0)) for n in range(9)]
        self.write("spheres", host.data_file(row, 0.05))
        more = HEAT + """
run 0
set atom 1*5 property/atom Temp 600.0
compute touching all contact/atom/gran
dump h all custom 20 heat.{out} id f_Temp[0] f_heatFlux[0] c_touching
dump_modify h sort id format "%d %.17g %.17g %g"
"""
        for lists, runs in (("delay 10000", "run 700"), ("every 35 check no", "run 700")):
            for ranks in (1, 2):
                with self.subTest(lists=lists, ranks=ranks):
                    deck = (DECK + "neigh_modify " + lists + "\n" + runs).replace("{more}", more)
                    self.run_both(deck, ranks)
                    theirs, ours = self.frames("heat.stock"), self.frames("heat.dcm")
                    frames = self.frames("dump.dcm")
                    counts = [sum(row[2] for row in ours[step].values()) for step in sorted(ours)]
                    self.assertEqual(counts, [sum(math.dist(one[:3], other[:3]) <= 0.005 for a, one in frames[step].items() for b, other in
                                                  frames[step].items() if a != b) for step in sorted(ours)])
                    self.assertGreater(max(counts), max(counts[0], counts[-1]))
                    for column in (0, 1):
                        self.assertLess(self.difference(ours[700], theirs[700], [column]), 1e-10)
                    self.assertGreater(max(ours[700][id][0] for id in range(6, 10)), 300.1)
                    bare = deck.replace(more, "").format(newton="off", model="dcm/liggghts-hertz", out="bare",
                                                         properties=host.property_lines(host.STOCK_VALUES))
                    self.run_ok(bare, ranks)
                    self.assertEqual(self.frames("dump.bare"), frames)    # bit for bit

    def test_pairs(self):
        """The flux stands in the row of its contact, whatever the types of the two are; held beyond touching it is 0."""
        self.write("spheres", host.data_file(lammps.packing(), 0.05))
        more = HEAT + """
compute contacts all pair/gran/local id delta heatFlux
run 0
set atom 1*30 property/atom Temp 500.0
dump l all local 20 contacts.{out} c_contacts[1] c_contacts[2] c_contacts[3] c_contacts[4] c_contacts[5]
dump_modify l format "%g %g %g %.17g %.17g"
run 20
"""
        def rows(out):
            """{step: {atoms: [overlap, flux into the first]}}"""
            return {step: {tuple(sorted(row[:2])): (row[3], row[4] if row[0] < row[1] else -row[4]) for row in frame.values()}
                    for step, frame in self.frames("contacts." + out).items()}
        deck = (DECK + more).replace("{more}", "")
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                self.run_both(deck, ranks)
                theirs, ours = rows("stock"), rows("dcm")
                # Where a run begins the host has not sent the temperatures of ghosts yet, and takes what its memory holds.
                for step in (0, 20)[ranks - 1:]:
                    largest = max(abs(flux) for _, flux in theirs[step].values())
                    self.assertGreater(sum(flux != 0.0 for _, flux in theirs[step].values()), 5)
                    self.assertEqual(sorted(ours[step]), sorted(theirs[step]))
                    for pair, numbers in theirs[step].items():
                        self.assertLess(abs(ours[step][pair][1] - numbers[1]), 1e-9 * largest)
        given = dict(lammps.values("jkr-exact"), work_of_adhesion=(1.0, 1.0, 1.0), friction=(0.5, 0.4, 0.3), restitution=(0.6, 0.7, 0.8))
        for ranks in (1, 2):
            with self.subTest(ranks=ranks, law="jkr-exact"):
                self.run_ok(deck.replace("run 20", "dump_modify l every 200\nrun 2000").format(
                    newton="off", model="dcm/jkr-exact", out="held", properties=host.property_lines(given)), ranks)
                frames = rows("held")
                del frames[0]    # the host has not sent the temperatures yet
                met = set()
                for frame in frames.values():
                    for (i, j), (overlap, flux) in frame.items():
                        is_hot = i <= 30 < j
                        met.add((overlap > 0.0, is_hot))
                        if overlap <= 0.0:
                            self.assertEqual(flux, 0.0)
                        elif is_hot:
                            self.assertLess(flux, 0.0)
                self.assertEqual(len(met), 4)

    def test_walls(self):
        """The flux stands in the row of its contact. One mesh is hot, and the other one has no temperature, so that nothing flows."""
        self.write("plate.stl", walls.plate())
        self.write("cold.stl", walls.plate().replace("0.04", "0.0145").replace("0.003", "0.0"))
        self.write("spheres", host.data_file(walls.grains(), 0.05))
        more = HEAT + """
fix plate all mesh/surface file plate.stl type 1 temperature 400
fix cold all mesh/surface file cold.stl type 1
fix floor all wall/gran model {model} mesh n_meshes 2 meshes plate cold
compute contacts all wall/gran/local id delta heatFlux
dump l all local 100 contacts.{out} c_contacts[1] c_contacts[2] c_contacts[3] c_contacts[4] c_contacts[5]
dump_modify l format "%g %g %g %.17g %.17g"
dump h all custom 100 heat.{out} id f_Temp[0]
dump_modify h sort id format "%d %.17g"
timestep 1e-5
run 500
"""
        self.run_both((DECK + more).replace("{more}", "").replace(" contact_distance_factor 1.1", "").replace("custom 1 ", "custom 100 "))
        rows = {out: {step: {tuple(row[:3]): row for row in frame.values()} for step, frame in self.frames("contacts." + out).items()}
                for out in ("stock", "dcm")}
        met = set()
        for step in rows["stock"]:
            theirs, ours = ({key: row for key, row in rows[out][step].items() if row[3] > 0.0} for out in ("stock", "dcm"))
            self.assertEqual(sorted(ours), sorted(theirs))
            for key, row in ours.items():
                met.add((key[0], row[4] > 0.0))
                self.assertLessEqual(abs(row[4] - (theirs[key][4] if key[0] == 0 else 0.0)), 1e-9 * row[4])
        self.assertEqual(met, {(0, True), (1, False)})
        self.assertLess(self.difference(self.read("heat.dcm"), self.read("heat.stock"), [0]), 1e-10)
        self.assertGreater(max(row[0] for row in self.read("heat.dcm").values()), 301.0)

    def test_wall_beyond_touching(self):
        """A grain that sticks to a hot wall, farther away than the two touch, stays as warm as it is."""
        self.write("plate.stl", walls.plate())
        # The first grain leaves and the second one is held.
        self.write("spheres", host.data_file([(1, 0.0005, 2500.0, (0.005 + 0.002 * n, 0.0, 0.0004999), (0.0, 0.0, speed), (0.0, 0.0, 0.0))
                                              for n, speed in enumerate((0.5, 0.05))], 0.05))
        properties = HEAT.split("fix heat")[0] + host.property_lines(dict(host.VALUES, work_of_adhesion=(1.0, 1.0, 1.0)))
        for wall in ("primitive type 1 zplane 0.0 temperature 600",
                     "primitive type 1 zplane 0.0 temperature 600 contact_area projection", "mesh n_meshes 1 meshes plate"):
            with self.subTest(wall=wall):
                more = f"""
fix heat all heat/gran/conduction initial_temperature 300.0
fix plate all mesh/surface file plate.stl type 1 temperature 600
fix floor all wall/gran model dcm/jkr-exact {wall}
dump h all custom 1 heat id z f_Temp[0] f_heatFlux[0]
dump_modify h sort id format "%d %.17g %.17g %.17g"
timestep 1e-7
run 3000
"""
                self.run_ok(DECK.format(newton="off", model="dcm/jkr-exact", properties=properties, more=more, out="unused"))
                beyond = 0
                frames = self.frames("heat")
                for step in range(1, 3001):
                    for id, (z, warm, flux) in frames[step].items():
                        self.assertEqual(flux > 0.0, z < 0.0005, (step, id))
                        beyond += z >= 0.0005 and id == 2
                        self.assertGreater(warm, 300.0)
                self.assertGreater(beyond, 100)


class Sums(host.Case):

    def test_normal_forces(self):
        """Sums over all contacts of a grain, where a fix property/atom of that name asks for them."""
        self.write("spheres", host.data_file(walls.grains() + [(1, 0.0025, 2500.0, (x, y, z + 0.0049), v, w)
                                                               for _, _, _, (x, y, z), v, w in walls.grains()[:10]], 0.05))
        more = """
fix floor all wall/gran model {model} primitive type 1 zplane 0.0
fix sum all property/atom sum_normal_force_ scalar no yes no 0.0
dump s all custom 100 sums.{out} id f_sum
dump_modify s sort id format "%d %.17g"
timestep 1e-5
run 200
"""
        self.run_both((DECK + more).replace("{more}", ""))
        theirs, ours = self.frames("sums.stock"), self.frames("sums.dcm")
        self.assertGreater(sum(row[0] != 0.0 for row in theirs[200].values()), 15)
        for step in theirs:
            largest = max(abs(row[0]) for row in theirs[step].values())
            for id, row in theirs[step].items():
                self.assertLess(abs(ours[step][id][0] - row[0]), 1e-10 * largest)


class Around(host.Case):

    def compare(self, more, bound, told="step atoms ke", every=100, begin=None, **files):
        output = f"\nthermo_style custom {told}\nthermo {every}\nthermo_modify norm no lost ignore format float %.17g\n"
        said = self.run_both((begin or DECK).replace("{more}", more + output).replace("custom 1 ", f"custom {every} ") + "run 500\n")
        theirs, ours = self.frames("dump.stock"), self.frames("dump.dcm")
        self.assertEqual(sorted(theirs), sorted(ours))
        self.assert_same(ours, {step: rows for step, rows in theirs.items() if rows}, bound)
        return said

    def test_insertion_in_a_stream(self):
        begin = DECK.replace("read_data spheres", "region box block -0.03 0.03 -0.03 0.03 -0.01 0.1 units box\ncreate_box 2 box").replace(
            "timestep 1e-6", "timestep 1e-5")
        self.write("face.stl", walls.plate(0.05).replace("0.04", "0.01"))
        more = """
fix gravity all gravity 9.81 vector 0 0 -1
fix small all particletemplate/sphere 15485863 atom_type 1 density constant 2500 radius constant 0.002
fix mixture all particledistribution/discrete 32452843 1 small 1.0
fix face all mesh/surface/planar file face.stl type 1
fix stream all insert/stream seed 32452867 distributiontemplate mixture nparticles 40 particlerate 20000 overlapcheck yes &
 vel constant 0 0 -1 insertion_face face extrude_length 0.02
fix floor all wall/gran model {model} primitive type 1 zplane 0.03
"""
        said = self.compare(more, 1e-9, begin=begin)
        self.assertGreater(max(column(said[1], "Atoms").values()), 10)

    def test_grains_that_grow(self):
        self.write("spheres", host.data_file(lammps.packing(), 0.05))
        more = "variable wide equal 0.006+2e-7*step\nfix grow all adapt 1 atom diameter v_wide\n"
        self.compare(more, 1e-9)

    def test_check_of_the_time_step(self):
        self.write("spheres", host.data_file(lammps.packing(), 0.05))
        said = self.compare("fix ts all check/timestep/gran 100 0.1 0.1", 1e-9, told="step f_ts[1] f_ts[2] f_ts[3]")
        for n in (1, 2):
            self.assertGreater(column(said[1], f"ts[{n}]")[100], 0.0)
            self.assertAlmostEqual(column(said[0], f"ts[{n}]")[100] / column(said[1], f"ts[{n}]")[100], 1.0, places=9)

    def test_rigid_bodies(self):
        """Contacts count with the masses of bodies, at walls too."""
        dumbbells = []
        for n in range(3):
            for end in (0, 1):
                dumbbells.append((1 + end, 0.0025, 2500.0, (0.0095 * (n - 1) + 0.004 * end, 0.001 * n, 0.00252 + 0.001 * end), (0.5 - 0.5 * n, -0.2, -0.5),
                                  (0.0, 0.0, 0.0)))
        self.write("spheres", host.data_file(dumbbells, 0.05))
        begin = DECK.replace("timestep 1e-6", "timestep 1e-5").replace("fix move all nve/sphere", "")
        more = """
group a id 1 2
group b id 3 4
group c id 5 6
neigh_modify exclude group a a exclude group b b exclude group c c
fix move all rigid group 3 a b c
fix floor all wall/gran model {model} primitive type 1 zplane 0.0
"""
        self.compare(more, 1e-9, begin=begin)

    def test_bodies_of_several_spheres(self):
        begin = DECK.replace("read_data spheres", "region box block -0.03 0.03 -0.03 0.03 -0.01 0.1 units box\ncreate_box 2 box").replace(
            "timestep 1e-6", "timestep 1e-5").replace("fix move all nve/sphere", "")
        self.write("body", "0 0 0 0.002\n0.002 0 0 0.002\n0.001 0.0015 0 0.0015\n")
        more = """
fix gravity all gravity 9.81 vector 0 0 -1
fix bodies all particletemplate/multisphere 15485863 atom_type 1 density constant 2500 nspheres 3 ntry 100000 &
 spheres file body scale 1.0 type 1
fix mixture all particledistribution/discrete 32452843 1 bodies 1.0
fix pour all insert/pack seed 32452867 distributiontemplate mixture maxattempt 100 insert_every once overlapcheck yes all_in yes &
 vel constant 0 0 -1 region box particles_in_region 20
fix floor all wall/gran model {model} primitive type 1 zplane 0.0
fix move all multisphere
"""
        self.compare(more, 1e-9, begin=begin)
