"""Descriptions: dataclasses, YAML, mistakes; without a solver."""
import copy
import os
import pickle
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import nudge
from nudge import Box, Dipole, Monitor, Probe, Pulse, Simulation, Source


def cavity(**more):
    return Simulation(**{**dict(mesh=Box(divisions=(2, 2, 2)), order=2, time=0.2, boundaries={"default": "pec"},
                                initial={"Ez": "sin(pi*x)*sin(pi*y)"}, device="cpu"), **more})


class Describe(unittest.TestCase):
    def test_short_forms(self):
        sim = cavity(sources={"tx": Source(Dipole(at=(0.4, 0.4, 0.4), moment=np.array([0, 0, 1])),
                                           waveform=Pulse(frequency=np.float64(1), bandwidth=1))},
                     monitors={"tip": Probe(at=(0.1, 0.2, 0.3))}, output="out")
        self.assertEqual(sim.to_dict()["sources"], {"tx": {
            "dipole": {"at": [0.4, 0.4, 0.4], "moment": [0, 0, 1]}, "waveform": {"pulse": {"frequency": 1.0, "bandwidth": 1}}}})
        self.assertIsInstance(sim.monitors["tip"], Monitor)
        self.assertEqual((sim.time.end, sim.output.folder, sim.mesh.box.divisions), (0.2, "out", [2, 2, 2]))
        sim.validate()
        self.assertEqual(repr(sim.monitors["tip"]), "Monitor(probe=Probe(at=[0.1, 0.2, 0.3]))")
        sim.monitors["ear"] = Probe(at=(0.5, 0.5, 0.5))  # a dict is the caller's own; it is looked at when it is used
        self.assertIn("ear:\n    probe:", sim.to_yaml())

    def test_yaml(self):
        text = cavity(materials={"glass": {"epsilon": 2.25}}, regions={"007": "glass", "default": "vacuum"},
                      flux={"upwind": 0.5}, sources={"a: b": Source(
                          nudge.PlaneWave(direction=(0, 0, 1), polarization=(1, 0, 0)), waveform="exp(-t) ? 1 : 0")}).to_yaml()
        again = Simulation.from_yaml(text)
        self.assertEqual(again.to_yaml(), text)
        self.assertEqual(again.regions, {"007": "glass", "default": "vacuum"})
        self.assertEqual(again.materials["glass"]["epsilon"], 2.25)
        self.assertEqual(again.sources["a: b"].waveform.expression, "exp(-t) ? 1 : 0")

    def test_examples(self):
        """Every problem of the examples is the same after a way through Python."""
        n = 0
        for folder, _, files in os.walk("examples"):
            for file in files:
                if file.endswith(".yaml"):
                    sim = Simulation.read(os.path.join(folder, file))
                    self.assertEqual(Simulation.from_yaml(sim.to_yaml(), folder).to_dict(), sim.to_dict())
                    n += 1
        self.assertGreater(n, 15)

    def test_copies(self):
        sim = cavity()
        other = sim.replace(order=3, time=1)
        other.set("mesh.box.divisions", (3, 3, 3))
        other.set("materials.glass.epsilon", 2)
        other.set("output.folder", "x")
        self.assertEqual((sim.order, sim.time.end, sim.mesh.box.divisions, sim.materials), (2, 0.2, [2, 2, 2], {}))
        self.assertEqual((other.order, other.time.end, other.mesh.box.divisions, other.output.folder), (3, 1, [3, 3, 3], "x"))
        self.assertEqual(other.materials, {"glass": {"epsilon": 2}})
        self.assertEqual(sim.mesh.replace(scale=2).scale, 2)

    def test_parts_are_not_shared(self):
        """A Box, a Source or a Material of two simulations is an object of each, as dicts are."""
        box, material = Box(divisions=(2, 2, 2)), nudge.Material(levels=7, epsilon=2)
        source = Source(Dipole(at=(0.4, 0.4, 0.4), moment=(0, 0, 1)), waveform="1")
        a, b = (cavity(mesh=box, sources={"s": source}, materials={"m": material}) for _ in range(2))
        a.mesh.box.divisions = (3, 3, 3)
        a.sources["s"].dipole.at = (0.5, 0.5, 0.5)
        a.materials["m"]["epsilon"] = 3
        self.assertEqual((b.mesh.box.divisions, box.divisions), ([2, 2, 2], [2, 2, 2]))
        self.assertEqual((b.sources["s"].dipole.at, source.dipole.at), ([0.4, 0.4, 0.4], [0.4, 0.4, 0.4]))
        self.assertEqual((b.materials["m"]["epsilon"], b.materials["m"].levels, material["epsilon"]), (2, 7, 2))
        mesh = nudge.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]])
        self.assertIs(cavity(mesh=mesh).mesh.file, mesh)

    def test_copies_have_no_solver(self):
        """copy, deepcopy and pickle copy the description; the solver stays with the one that made it."""
        sim = cavity(materials={"m": nudge.Material(levels=5, epsilon=2)}, time={"dt": 0.01, "steps": 5})
        sim.step(2)
        for other in (copy.copy(sim), copy.deepcopy(sim), pickle.loads(pickle.dumps(sim)), sim.copy()):
            self.assertEqual((other.to_yaml(), other.materials["m"].levels), (sim.to_yaml(), 5))
            self.assertEqual((other.status.step, sim.status.step), (0, 2))
            other.close()
        sim.close()

    def test_mistakes(self):
        mistakes = [
            (dict(order=11), "order must be a whole number from 1 to 9, not '11'"),
            (dict(order=None), "order is missing: "),
            (dict(time=None), "time is missing: "),
            (dict(boundaries={"default": "pecc"}), "boundaries.default: boundary 'default': 'pecc' is not a condition"),
            (dict(initial={"Ew": "1"}), "initial.Ew: initial: 'Ew' is not a field"),
            (dict(initial={"Ew": lambda x, y, z: x}), "initial.Ew: initial: 'Ew' is not a field"),
            (dict(exact={"Ew": "1"}), "exact.Ew: exact: 'Ew' is not a field"),
            (dict(materials={"m": nudge.Material(eps=2)}), "law maxwell has no constant 'eps'"),
            (dict(output={"picture": {"field": "Q", "file": "a.png"}}), "output.picture.field: the law maxwell has no field 'Q'"),
            (dict(law="maxwel"), "law maxwel: not a built-in law"),
            (dict(time={"endd": 1}), "time: unknown key 'endd'; did you mean 'end'?"),
            (dict(mesh=Box(divisions=(0, 1, 2))), "mesh.box.divisions must be three whole numbers"),
            (dict(mesh=Box(divisions="many")), "mesh.box.divisions"),
            (dict(initial={"Ez": "sin(q)"}), "initial.Ez: unknown name 'q'"),
            (dict(initial={"Ez": object()}), "initial.Ez: <object"),
            (dict(precision="half"), "precision"),
            (dict(monitors={"tip": Pulse(frequency=1)}), "monitors.tip must be a Monitor or a dict"),
            (dict(materials=[1]), "materials must be a dict of names"),
            (dict(sources={"a": Source(Dipole(at=(0, 0, 0), moment=(0, 0, 1)))}), "waveform"),
            (dict(exact={"Ez": lambda x: x}), "exact.Ez: write an expression"),
            (dict(time=float("nan")), "time.end"),
        ]
        for change, text in mistakes:
            with self.assertRaises(nudge.ProblemError, msg=str(change)) as caught:
                cavity(**change).validate()
            self.assertIn(text, str(caught.exception))
            self.assertNotIn("problem:", str(caught.exception))
            self.assertNotRegex(str(caught.exception), r"^\w+: \w+ is missing")  # of another member
        sim = cavity()
        with self.assertRaisesRegex(nudge.ProblemError, "unknown key 'ordr'; did you mean 'order'"):
            sim.ordr = 3
        with self.assertRaisesRegex(nudge.ProblemError, "mesh: unknown key 'bix'"):
            sim.set("mesh.bix.h", 1)
        with self.assertRaises(nudge.FormatError):
            Simulation.from_yaml("order: [")
        with self.assertRaises(nudge.FileError) as caught:
            Simulation.read("/nowhere.yaml")
        self.assertIsInstance(caught.exception, OSError)
        self.assertEqual(caught.exception.code, -2)
        with self.assertRaisesRegex(nudge.ProblemError, "save"):
            cavity(initial={"Ez": np.sin}).to_yaml()

    def test_trust(self):
        """What a text cannot permit itself, the caller can."""
        text = cavity(output="/tmp/elsewhere").to_yaml()
        with self.assertRaisesRegex(nudge.ProblemError, "leads out of"):
            Simulation.from_yaml(text, device="cpu").run()
        cavity(output=tempfile.gettempdir() + "/nudge-trusted").validate()

    def test_wording(self):
        """Messages of the library say what to do in Python, not on the command line or in C."""
        from nudge.wording import in_python
        for text, wanted in (
                ("device cuda: none; or use --device cpu", 'device cuda: none; or use device="cpu"'),
                ("no such backend; use --device cpu or auto", 'no such backend; use device="cpu" or "auto"'),
                ("idle; say --device cuda:1 there", 'idle; say device="cuda:1" there'),
                ("double or --variant fused, or improve", 'double or variant="fused", or improve'),
                ("the variant that it had (--variant)", "the variant that it had (variant)"),
                ("over; --resume continues it", "over; run(resume=True) continues it"),
                ("or copy the fields by nudge_solver_get", "or copy the fields: sim.state"),
                ("nudge_solver_step: -1 steps", "step: -1 steps"), ("a -- b", "a -- b")):
            self.assertEqual(in_python(text), wanted)
        refused = [
            (lambda: cavity(output="/tmp/p").to_yaml(), {}, "trust=True, or set output.folder"),
            (lambda: cavity(law="a.law").to_yaml(), {}, "trust=True, or set law to its path"),
            (lambda: cavity(mesh=nudge.Geometry(geometry="a.geo")).to_yaml(), {}, "trust=True"),
            (lambda: cavity().to_yaml(), {"device": "cpu:5"}, r"nudge\.devices\(\) lists")]
        for text, options, wanted in refused:
            with self.subTest(wanted), self.assertRaisesRegex(nudge.Error, wanted) as caught:
                Simulation.from_yaml(text(), **{"device": "cpu", **options}).run()
            self.assertNotRegex(str(caught.exception), r"--\w|nudge_|nudge devices")
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaisesRegex(nudge.FileError, "start again without resume") as caught:
                cavity(output=folder).run(resume=True)
            self.assertNotIn("--", str(caught.exception))

    def test_import_is_quick(self):
        """What is large is imported where it is needed. TEST_SHOW=1 prints the time, which depends on what else runs."""
        code = ("import time; t = time.perf_counter(); import nudge, sys; print(time.perf_counter() - t, "
                "[m for m in ('scipy', 'matplotlib', 'xarray') if m in sys.modules])")
        seconds, loaded = subprocess.run([sys.executable, "-S", "-c", "import sys; sys.path[:] = %r; %s" % (sys.path, code)], check=True,
                                         stdout=subprocess.PIPE, universal_newlines=True).stdout.split(maxsplit=1)
        self.assertNotIn("scipy", loaded)
        self.assertNotIn("matplotlib", loaded)
        self.assertNotIn("xarray", loaded)
        if os.environ.get("TEST_SHOW"):
            print("import: %s s" % seconds)


if __name__ == "__main__":
    unittest.main()
