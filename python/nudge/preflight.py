"""What is known before the first step, as data, as text and as a page for notebooks."""
from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Optional, Tuple

from . import structs
from .library import library
from .page import Page
from .results import KINDS
from .wording import in_python

ROWS = 20  # of a table, that pages show
PART = re.compile(r"region '(.*)~\d+' has(?: ([\d.e+-]+) points|.* wavelength, ([\d.e+-]+) at the least)")
NOTE = "note: "  # begins warnings of what only a run would lack, and which refuse it


@dataclass(repr=False)
class Preflight:
    """The result of Simulation.check().

    info: the facts below.
    regions: one dict per region: name, material, elements, speed and slowest (of waves), edge_mean, edge_max, wavelength
        (of the slowest waves at the highest frequency), points and points_min (per wavelength, with the mean edge and in
        the coarsest element), coarse (share of the volume with fewer than 5 points), frequency (at which the mean edge
        has 5 points), pml.
    boundaries: one dict per boundary: name, condition, faces and area on the surface of the mesh, periodic (faces joined
        to others), wall and wall_area (inside the mesh), transparent (triangles without a condition).
    elements: up to ten dicts, of the elements with the shortest stable steps: number (in the mesh file), inradius,
        stable_step, centroid, region.
    sources: one dict per source: name, key, kind, direction, polarization, at, region, waveform, table, and the
        frequencies low, high and half (at which half of the largest value of the spectrum is left).
    warnings: likely mistakes, each as a message that says what to do.
    problem: why the mesh cannot resolve the waves at all; None if it can.
    monitors: one dict per monitor: name, kind, at, every, plane, plane_at, boundary, around, region, frequency.

    Lengths, times and frequencies are in the units of the problem: m, s and Hz with units="si". The keys of info are

    law, mesh, device, hardware, variant, parameters: names (str).
    order, precision, si: as in the problem.
    elements, curved, curved_order, regions, boundaries, periodic_pairs: numbers of things in the mesh (int); the order of
        curved shapes.
    extent, scale: edge lengths of the box around the mesh; the factor mesh.scale.
    dofs: degrees of freedom, fields x nodes x elements.
    units, cpu: the number of multiprocessors or threads; whether the device is the host.
    host_bytes, device_bytes: memory on the host and on the device.
    dt, stable_dt, cfl, dt_given: the time step; the largest stable one; the factor time.cfl; whether the problem gives
        dt.
    smallest, longer: the element that sets stable_dt; how many times longer stable_dt would be without those of
        `elements`; NaN with linear steps.
    steps, stages, end: the number of time steps; evaluations per step; simulated time at the end.
    stage_seconds, run_seconds, after_seconds: wall-clock time of one evaluation, of all steps, and of far fields
        afterwards; NaN if not known.
    low, high, highest_source, unknown_sources: the lowest and the highest frequency of all sources; the source with the
        highest; the number of sources whose frequencies are not known.
    pml_elements, pml_thickness, pml_edge, pml_longest, pml_shortest: the number of PML elements; the thickness of the PML
        where it is thinnest; its mean edge; the wavelengths in it at the lowest and the highest frequency.
    ranks, exchange: the number of processes; how they exchange faces.
    """

    info: Dict[str, Any]
    regions: List[Dict[str, Any]]
    boundaries: List[Dict[str, Any]]
    elements: List[Dict[str, Any]]
    sources: List[Dict[str, Any]]
    warnings: List[str]
    problem: Optional[str]
    monitors: List[Dict[str, Any]] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether there are no warnings and the mesh is fine enough."""
        return not self.warnings and not self.problem

    @property
    def seconds(self) -> float:
        """Expected wall-clock seconds of the run; NaN if nothing was measured."""
        return self.info["run_seconds"] + self.info["after_seconds"]

    def __str__(self) -> str:
        page = Page(self)
        lines = ["%-20s %s" % f for f in page.facts()]
        for title, columns, rows, notes in page.tables():
            cells = [list(columns)] + rows[:ROWS]
            widths = [max(len(r[i]) for r in cells) for i in range(len(columns))]
            lines += ["", title] + ["  " + "  ".join(c.ljust(w) for c, w in zip(r, widths)).rstrip() for r in cells]
            lines += ["  ... and %d more" % (len(rows) - ROWS)] if len(rows) > ROWS else []
            lines += ["  " + n for n in notes]
        lines += ["", *("warning: " + w for w in self.warnings)] if self.warnings else []
        return "\n".join(lines + (["error: " + self.problem] if self.problem else []))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        import html

        e, page = html.escape, Page(self)
        out = ["<table>"] + ["<tr><th style='text-align:left'>%s</th><td style='text-align:left'>%s</td></tr>" % (e(a), e(b))
                             for a, b in page.facts()] + ["</table>"]
        for title, columns, rows, notes in page.tables():
            out.append("<h4>%s</h4><table><tr>%s</tr>" % (title, "".join("<th>%s</th>" % e(c) for c in columns)))
            out += ["<tr>%s</tr>" % "".join("<td>%s</td>" % e(c) for c in r) for r in rows[:ROWS]]
            out.append("</table>" + ("<p>... and %d more</p>" % (len(rows) - ROWS) if len(rows) > ROWS else ""))
            out += ["<p>%s</p>" % "; ".join(map(e, notes))] if notes else []
        for kind, text in [("warning", w) for w in self.warnings] + ([("error", self.problem)] if self.problem else []):
            out.append("<p><b>%s:</b> %s</p>" % (kind, e(text)))
        return "\n".join(out)


def _list(function: Callable[..., Any], handle: Any) -> List[Dict[str, Any]]:
    out: List[Dict[str, Any]] = []
    while True:
        item = function(handle, len(out))
        if not item:
            return out
        out.append(structs.as_dict(item.contents))
        names = getattr(item.contents, "region", None)
        if "region" in out[-1] and not isinstance(out[-1]["region"], str) and names:
            out[-1]["region"] = [names[i].decode() for i in range(item.contents.regions)]


def _monitors(solver: Any) -> List[Dict[str, Any]]:
    out = _list(library().solver_get_monitor, solver)
    for i, monitor in enumerate(out):
        own = library().solver_get_monitor(solver, i).contents
        monitor.update(kind=KINDS[monitor["kind"]], frequency=[own.frequency[j] for j in range(own.frequencies)])
    return out


def _described(problem: Any) -> Dict[str, Any]:
    """What the page says of the problem itself."""
    if not problem:
        return {}
    own = library().problem_describe(problem).contents
    return {"order": own.order, "precision": "single" if own.precision == 1 else "double", "si": bool(own.si)}


def _coarsest(texts: List[str]) -> List[str]:
    """Of the parts of a region whose material is a function, only the warning of the coarsest."""
    worst: Dict[str, Tuple[float, str]] = {}
    for text in texts:
        part = PART.match(text)
        if part:
            points = float(part[2] or part[3])
            worst[part[1]] = min(worst.get(part[1], (math.inf, "")), (points, text))
    return [t for t in texts if not PART.match(t) or t in [w for _, w in worst.values()]]


def _warnings(handle: Any) -> List[str]:
    out: List[str] = []
    while True:
        text = library().preflight_warning(handle, len(out))
        if text is None:
            return _coarsest(out)
        out.append(in_python(text.decode("utf-8", "replace")))


def examine(solver: Any, patience: float, problem: Any = None) -> Preflight:
    """A Preflight of the handles of a solver and of its problem."""
    own = library()
    handle = own.make("preflight_create", solver, patience)
    try:
        texts = _warnings(handle)
        refusal = own.message() if own.preflight_check(handle) else None
        info = {**structs.as_dict(own.preflight_describe(handle).contents), **_described(problem)}
        return Preflight(info, _list(own.preflight_get_region, handle),
                         _list(own.preflight_get_boundary, handle), _list(own.preflight_get_element, handle),
                         _list(own.preflight_get_source, handle), texts, refusal, _monitors(solver))
    finally:
        own.preflight_destroy(handle)


def judge(solver: Any) -> Tuple[List[str], Optional[str]]:
    """What a run warns of, and why it is refused; None if it is not."""
    own = library()
    handle = own.make("preflight_create", solver, 0)
    try:
        refusal = own.message() if own.preflight_check_run(handle) else None
        return [w for w in _warnings(handle) if not w.startswith(NOTE)], refusal
    finally:
        own.preflight_destroy(handle)
