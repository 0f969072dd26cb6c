"""What is refused or warned of before a run, and mistakes in a notebook: names, a second run, operators."""
import os
import subprocess
import sys
import tempfile
import unittest
import warnings

import numpy as np

import nudge
from nudge import Box, Dipole, Fourier, Port, Probe, Ricker, Simulation, Source

from test_curved import compiled
from test_describe import cavity
from test_run import quiet

LINE = dict(mesh=Box(size=(1, 0.5, 1.5), divisions=(2, 1, 3)), order=2, device="cpu", time=25,
            boundaries={"xmin": "pmc", "xmax": "pmc", "ymin": "pec", "ymax": "pec", "default": "absorbing"},
            ports={"one": Port(boundary="zmin", section={"mode": "TEM"}), "two": Port(boundary="zmax", section={})},
            sparameters={"band": (0.05, 0.3), "points": 3})


def fed(frequency, **more):
    return cavity(initial={}, time={"dt": 0.01, "steps": 8}, sources={
        "s": Source(Dipole(at=(0.4, 0.45, 0.5), moment=(0, 0, 1)), waveform=Ricker(frequency=frequency))}, **more)


class Check(unittest.TestCase):
    @quiet
    def test_coarse(self):
        """The same message as the program's, before anything is computed or written."""
        sim = fed(20)
        with self.assertRaisesRegex(nudge.ProblemError, r"sources\.s: source 's' reaches the frequency .* cannot resolve") as caught:
            sim.run()
        self.assertEqual((sim.status.step, [f for f in sim.outputs if os.path.exists(f["path"])]), (0, []))
        with tempfile.TemporaryDirectory() as folder:
            sim.save(os.path.join(folder, "a.yaml"))
            said = subprocess.run([os.path.join(os.environ["NUDGE_BUILD"], "nudge"), "run", "a.yaml", "--device", "cpu"], cwd=folder,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, universal_newlines=True)
            self.assertEqual(said.returncode, 1)
            self.assertIn(str(caught.exception).split("sources.s: ")[1], said.stderr)
        self.assertEqual(sim.run(check=False).status.step, 8)
        with self.assertRaisesRegex(nudge.ProblemError, "cannot resolve"):
            nudge.sweep(fed(20), {"order": [1]})
        table = nudge.sweep(fed(20), {"order": [1, 2]}, keep_going=True)
        self.assertIn("cannot resolve", table[1]["failure"])
        self.assertEqual(nudge.sweep(fed(20), {"order": [1]}, check=False)[0]["steps"], 8)

    def test_warnings(self):
        with self.assertWarnsRegex(nudge.NudgeWarning, "region 'box' has 2.* points per wavelength"):
            fed(0.6).run()
        with warnings.catch_warnings():
            warnings.simplefilter("error", nudge.NudgeWarning)
            warnings.filterwarnings("ignore", "no C compiler")
            fed(0.6).run(check=False)
            cavity().run()
            with warnings.catch_warnings(record=True) as seen:  # one for all parts of a region, the coarsest
                warnings.simplefilter("always")
                fed(0.55, materials={"m": nudge.Material(levels=9, epsilon=lambda x, y, z: 1 + 0.01 * x)}).run()
            texts = [str(w.message) for w in seen if "points per wavelength" in str(w.message)]
            self.assertEqual(len(texts), 1, texts)
            with self.assertRaisesRegex(nudge.NudgeWarning, "nothing will happen"):
                cavity(initial={}).run()
            sim = cavity(initial={})
            sim["Ez"] = 1
            sim.run()
            self.assertGreater(sim.energy(), 0)

    @quiet
    def test_excitation(self):
        sim = Simulation(**LINE)
        with self.assertRaisesRegex(nudge.ProblemError, r"nothing excites .*: solve_sparameters\(\) excites the ports in turn, run\(\) the "
                                    "one of sparameters.excite"):
            sim.run()
        self.assertRegex(sim.check(0).warnings[-1], "^note: nothing excites")
        sim.sparameters.excite = "one"
        sim.time = {"dt": 0.01, "steps": 2}
        self.assertEqual(sim.run().status.step, 2)
        sim.sparameters.excite = None
        sim["Ey"] = 1.0
        self.assertEqual(sim.run().status.step, 2)

    @quiet
    def test_resume(self):
        """A run that is resumed, or has taken steps, is not checked again."""
        with tempfile.TemporaryDirectory() as folder:
            for resume in (True, "auto"):
                sim = fed(20, output=folder)
                sim.run(check=False, checkpoint_every=100, callback=lambda status: status.step == 3)
                self.assertEqual(sim.status.step, 3)
                again = fed(20, output=folder)
                self.assertEqual(again.run(resume=resume).status.resumed, 3)
                with self.assertRaisesRegex(nudge.ProblemError, "cannot resolve"):
                    fed(20, output=folder + "/none").run(resume="auto")
        sim = fed(20)
        sim.step()
        self.assertEqual(sim.run().status.step, 8)


class Stumbles(unittest.TestCase):
    @quiet
    def test_twice(self):
        sim = cavity(time={"dt": 0.01, "steps": 2}, monitors={"tip": Probe(at=(0.4, 0.4, 0.4))}).run()
        for again in (sim.run, sim.step, lambda: sim.run(resume=True)):
            with self.assertRaisesRegex(nudge.ProblemError, r"at its end, t = 0\.02: sim\.reset\(\)"):
                again()
        self.assertEqual(len(sim.results["tip"]["time"]), 3)
        self.assertEqual(sim.reset().run().status.step, 2)

    def test_arguments(self):
        for call, text in ((lambda: Simulation(mesch=Box()), "Simulation: unknown argument 'mesch'; did you mean 'mesh'"),
                           (lambda: Simulation(devise="cpu"), "did you mean 'device'"),
                           (lambda: Box(divisons=(2, 2, 2)), "Box: unknown argument 'divisons'; did you mean 'divisions'"),
                           (lambda: Probe(xyz=1), "Probe: unknown argument 'xyz'; its arguments are at, every"),
                           (lambda: cavity().replace(ordr=3), "unknown key 'ordr'; did you mean 'order'")):
            with self.assertRaisesRegex(nudge.ProblemError, text):
                call()
        import inspect
        self.assertEqual(list(inspect.signature(Probe).parameters), ["at", "every"])
        self.assertEqual(Probe((1, 2, 3)).at, [1, 2, 3])

    @quiet
    def test_results(self):
        sim = cavity(monitors={"tip": Probe(at=(0.4, 0.4, 0.4)), "f": Fourier(regions="box", frequencies=[1])})
        with self.assertRaisesRegex(KeyError, r"no monitor 'q' has results; there are none yet: call run\(\)"):
            sim.results["q"]
        with self.assertRaisesRegex(KeyError, "no monitor 'q' has results; there are 'tip', 'f'"):
            sim.run().results["q"]
        self.assertIsNone(sim.results.get("q"))
        self.assertEqual(list(sim.copy().results), [])

    def test_warned_once(self):
        text = ("import sys; sys.path.insert(0, 'tests/python')\nfrom test_describe import cavity\n"
                "cavity().set_up()\ncavity().set_up()\n")
        said = subprocess.run([sys.executable, "-W", "always", "-c", text], env={**os.environ, "NUDGE_CC": "none"}, check=True,
                              stderr=subprocess.PIPE, universal_newlines=True).stderr
        self.assertEqual(said.count("NudgeWarning: no C compiler"), 1, said)


PEC = {"default": "pec"}
STATES = (
    ("poles", dict(materials={"m": {"epsilon": 1, "poles": [{"lorentz": {"strength": 1, "frequency": 0.3, "damping": 0.1}}]}})),
    ("conductors", dict(units="si", mesh=Box(size=(1e-2,) * 3, divisions=(2, 2, 2)), boundaries={"default": "copper"}, time=1e-12,
                        conductors={"copper": {"conductivity": 5.8e7, "band": (1e9, 1e10)}})),
    ("pml", dict(mesh=nudge.Geometry(box=Box(divisions=(2, 2, 2)), pml={"layers": 1, "thickness": 0.5}), boundaries={"default": "absorbing"})),
    ("sources", dict(sources={"s": Source(Dipole(at=(0.4, 0.45, 0.5), moment=(0, 0, 1)), waveform="0")})),
    ("sparameters.excite", dict(LINE, sparameters={"band": (0.05, 0.3), "points": 3, "excite": "one"})),
)
LINEAR = (dict(materials={"m": {"epsilon": 2, "sigma": 1}}), dict(boundaries={"default": "absorbing", "xmin": "impedance 2"}), LINE,
          dict(mesh=Box(divisions=(2, 1, 1), periodic=["x"]), floquet={"wave_vector": (1, 0, 0)}))


class Operator(unittest.TestCase):
    @quiet
    @compiled
    def test_refused(self):
        for word, members in STATES:
            with self.assertRaisesRegex(nudge.ProblemError, "^%s: " % (word if word != "poles" else "materials")):
                cavity(**{"initial": {}, "order": 1, **members}).operator()

    @quiet
    @compiled
    def test_loads(self):
        """L and C have states; a resistance has none."""
        sim = Simulation.read("examples/load/load.yaml", device="cpu", variant=None)
        sim.order = 1
        with self.assertRaisesRegex(nudge.ProblemError, "^loads: "):
            sim.operator()
        sim.loads["filter"].inductance = sim.loads["filter"].capacitance = None
        A = sim.operator()
        self.assertEqual(np.abs(A @ np.zeros(A.shape[0])).max(), 0)

    @quiet
    @compiled
    def test_linear(self):
        """A 0 = 0, A is linear, is the rhs, and leaves the fields of the simulation."""
        rng = np.random.default_rng(1)
        for members in LINEAR:
            sim = cavity(**{"initial": {}, **members, "order": 1})
            A = sim.operator()
            before = rng.standard_normal(sim.state.shape)
            sim.state = before
            a, b = rng.standard_normal((2, A.shape[0]))
            self.assertEqual(np.abs(A @ (0 * a)).max(), 0)
            np.testing.assert_allclose(A @ (2 * a + b), 2 * (A @ a) + A @ b, rtol=0, atol=1e-10 * np.abs(A @ a).max())
            np.testing.assert_allclose(A @ (a + 1j * b), A @ a + 1j * (A @ b), rtol=0, atol=1e-10 * np.abs(A @ a).max())
            np.testing.assert_array_equal(sim.state, before)
            np.testing.assert_array_equal(A @ before.ravel(), sim.rhs().ravel())

    @quiet
    def test_changed(self):
        sim = cavity(order=1)
        A = sim.operator()
        sim.sources = {"s": Source(Dipole(at=(0.4, 0.45, 0.5), moment=(0, 0, 1)), waveform="1")}
        with self.assertRaisesRegex(nudge.ProblemError, "^sources: "):
            A @ np.zeros(A.shape[0])


if __name__ == "__main__":
    unittest.main()
