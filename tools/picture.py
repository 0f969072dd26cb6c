#!/usr/bin/env python3
r"""The picture of the README, doc/images/cavity.png, drawn from the output of the demo.

    ./dev demo
    python3 -m venv venv && venv/bin/pip install pyvista matplotlib
    venv/bin/python tools/picture.py examples/cavity/out/cavity.pvd examples/cavity/out/energy.csv \
        doc/images/cavity.png

Above: the plane z = 0 of the cavity at three times, lifted and coloured by Ez, over arrows of H. The plane is sampled
inside VTK's Lagrange tetrahedra, so that its curves are those of the polynomials. Below: the energy, which swings
between the two fields. Needs no display: VTK renders off screen.
"""
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import pyvista as pv
from PIL import Image

PERIOD = np.sqrt(2)  # of the mode in examples/cavity/cavity.yaml
COLOURS = "coolwarm"
VIEW = (1180, 1000)  # pixels; reduced when the picture is put together
INK, PALE, RED, BLUE = "#202a33", "#dde3e8", "#b40426", "#3b4cc0"


def read(reader, time):
    """The mesh of the output nearest to a time, and that time."""
    at = min(reader.time_values, key=lambda t: abs(t - time))
    reader.set_active_time_value(at)
    return reader.read()[0], at


def sample_plane(mesh, points_a_side):
    low, high = np.array(mesh.bounds[0::2]), np.array(mesh.bounds[1::2])
    size, n = (high - low) * (1 - 1e-9), points_a_side - 1
    return pv.Plane(center=0.5 * (low + high), direction=(0, 0, 1), i_size=size[0], j_size=size[1], i_resolution=n,
                    j_resolution=n).sample(mesh)


def add_box(plotter, mesh):
    """The floor with the triangles of the mesh, and the edges of the box."""
    corners = mesh.cells_dict[pv.CellType.LAGRANGE_TETRAHEDRON][:, :4]
    straight = pv.UnstructuredGrid({pv.CellType.TETRA: corners}, mesh.points).clean()
    walls = straight.extract_surface(algorithm="dataset_surface")
    low = mesh.bounds[4] + 1e-9 * (mesh.bounds[5] - mesh.bounds[4])
    floor = walls.extract_cells(np.nonzero(walls.cell_centers().points[:, 2] < low)[0])
    plotter.add_mesh(floor, color="#f4f6f8", show_edges=True, edge_color="#aab6c0", line_width=2, lighting=False)
    plotter.add_mesh(walls.outline(), color="#7b8893", line_width=3)


def add_sheet(plotter, mesh, height):
    plane = sample_plane(mesh, 201)
    plane["Ez"] = plane["E"][:, 2]
    sheet = plane.warp_by_scalar("Ez", factor=height)
    plotter.add_mesh(sheet, scalars="Ez", cmap=COLOURS, clim=(-1, 1), show_scalar_bar=False, smooth_shading=True,
                     ambient=0.35, diffuse=0.7)
    levels = sheet.contour(np.arange(-0.9, 1, 0.2), scalars="Ez")
    if levels.n_points:
        plotter.add_mesh(levels, color=INK, line_width=1.5, opacity=0.5)
    plotter.add_mesh(sheet.extract_feature_edges(feature_edges=False, manifold_edges=False), color=INK, line_width=2)


def add_arrows(plotter, mesh):
    grid = sample_plane(mesh, 17)
    grid["size"] = np.linalg.norm(grid["H"], axis=1)
    grid.points[:, 2] = mesh.bounds[4] + 0.05
    shape = pv.Arrow(shaft_radius=0.05, tip_radius=0.14, tip_length=0.4)
    arrows = grid.glyph(orient="H", scale="size", factor=0.34, geom=shape)
    if arrows.n_points:
        plotter.add_mesh(arrows, color=INK)


def draw_view(mesh):
    plotter = pv.Plotter(off_screen=True, window_size=VIEW)
    plotter.set_background("white")
    plotter.enable_anti_aliasing("ssaa")
    add_box(plotter, mesh)
    add_sheet(plotter, mesh, 0.55)
    add_arrows(plotter, mesh)
    plotter.camera_position = [(3.3, -5.2, 3.3), (0.02, 0, -0.12), (0, 0, 1)]
    plotter.camera.view_angle = 27
    image = plotter.screenshot(return_img=True)
    plotter.close()
    return image


def integrate(reader, cells):
    """Times, and the integrals of E^2/2 and H^2/2 by the midpoint rule on cells^3 points,
    which is exact for the few sines and cosines of this mode."""
    mesh = read(reader, 0)[0]
    low, high = np.array(mesh.bounds[0::2]), np.array(mesh.bounds[1::2])
    step = (high - low) / cells
    points = pv.ImageData(dimensions=(cells,) * 3, spacing=step, origin=low + step / 2)
    rows = []
    for time in reader.time_values:
        values = points.sample(read(reader, time)[0])
        rows.append([time] + [0.5 * np.prod(step) * np.sum(values[name] ** 2) for name in "EH"])
    return np.array(rows).T


def draw_energy(axes, reader, csv, shown):
    time, total = np.loadtxt(csv, delimiter=",", skiprows=1, unpack=True)
    at, electric, magnetic = integrate(reader, 8)
    axes.plot(time, total, color=INK, linewidth=2)
    axes.plot(at, electric, color=RED, linewidth=1.6, marker="o", markersize=3.5)
    axes.plot(at, magnetic, color=BLUE, linewidth=1.6, marker="o", markersize=3.5)
    for t in shown:
        axes.axvline(t, color=INK, linewidth=0.8, linestyle=":", zorder=0)
    right = {"xycoords": "axes fraction", "textcoords": "offset points", "va": "center"}
    for name, value, colour in (("total", total[-1], INK), ("electric", electric[-1], RED), ("magnetic", magnetic[-1], BLUE)):
        axes.annotate(name, (1, (value + 0.04) / 1.2), (6, 0), color=colour, **right)
    lost = (total[0] - total[-1]) / total[0]
    axes.text(0.5, 1.02, f"of the total, {lost:.1e} is lost by t = {time[-1]:g}", transform=axes.transAxes, ha="center")
    axes.set(xlim=(0, time[-1]), ylim=(-0.04, 1.16), xlabel="time", ylabel="energy", yticks=(0, 0.5, 1))
    axes.grid(color=PALE, linewidth=0.6)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)


def main(pvd, csv, out):
    plt.rcParams.update({"font.size": 10.5, "text.color": INK, "axes.labelcolor": INK, "axes.edgecolor": INK,
                         "xtick.color": INK, "ytick.color": INK})
    reader = pv.get_reader(pvd)
    figure = plt.figure(figsize=(12, 5.9), dpi=100)
    shown = []
    for i, wanted in enumerate((0.07 * PERIOD, 0.25 * PERIOD, 0.43 * PERIOD)):
        mesh, time = read(reader, wanted)
        shown.append(time)
        axes = figure.add_axes((0.004 + 0.307 * i, 0.36, 0.307, 0.595))
        axes.imshow(draw_view(mesh), interpolation="lanczos")
        axes.set_title(f"t = {time:.2f}", fontsize=12, pad=2)
        axes.axis("off")
    colours = plt.cm.ScalarMappable(plt.Normalize(-1, 1), COLOURS)
    bar = figure.colorbar(colours, cax=figure.add_axes((0.937, 0.42, 0.011, 0.47)), ticks=(-1, 0, 1))
    bar.set_label("$E_z$ at z = 0;  arrows: H", labelpad=0)
    bar.outline.set_visible(False)
    draw_energy(figure.add_axes((0.055, 0.085, 0.865, 0.215)), reader, csv, shown)
    figure.canvas.draw()
    image = Image.fromarray(np.asarray(figure.canvas.buffer_rgba())[:, :, :3])
    image.quantize(256, dither=Image.Dither.NONE).save(out, optimize=True)  # a third of the size in full colour


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
