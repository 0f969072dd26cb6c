"""A Luneburg lens: its epsilon is a function of Python. A source on its rim becomes a plane wave behind it."""
import argparse

import numpy as np

import nudge

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--order", type=int, default=3)
parser.add_argument("--end", type=float, default=6.5, help="simulated time")
parser.add_argument("--out", default="luneburg.png", help="the picture")
options = parser.parse_args()

RADIUS = 1.5


def epsilon(x, y, z):
    """Of a Luneburg lens: 2 in its middle, 1 at its rim."""
    return np.where(x**2 + y**2 < RADIUS**2, 2 - (x**2 + y**2) / RADIUS**2, 1)


# Two metal plates a quarter apart, with open sides: waves of the frequency 4/3 between them depend on x and y only.
sim = nudge.Simulation(
    mesh=nudge.Box(size=(5, 5, 0.25), origin=(-2.2, -2.5, 0), divisions=(25, 25, 1)),
    order=options.order,
    materials={"lens": nudge.Material(epsilon=epsilon)},
    boundaries={"zmin": "pec", "zmax": "pec", "default": "absorbing"},
    sources={"feed": nudge.Source(nudge.Dipole(at=(-RADIUS, 0.01, 0.12), moment=(0, 0, 1)),
                                  waveform=nudge.Sine(frequency=4 / 3))},
    monitors={"behind": nudge.Probe(at=(2.3, 0.01, 0.12))},
    time=options.end,
)
print(sim.check())
sim.run()

time, Ez = sim.results["behind"]["time"], sim.results["behind"]["Ez"]
print("behind the lens: amplitude %.3f" % np.abs(Ez[time > time[-1] - 0.75]).max())

axes = sim.plot_field("Ez", plane="z")
angle = np.linspace(0, 2 * np.pi, 200)
axes.plot(RADIUS * np.cos(angle), RADIUS * np.sin(angle), "k--", linewidth=0.8)
axes.figure.savefig(options.out, dpi=100)
