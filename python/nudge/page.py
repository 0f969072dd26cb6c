"""The page of Simulation.check(): what `nudge check` prints, as facts and tables."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Dict, List, NamedTuple, Sequence, Tuple

from .progress import _duration

if TYPE_CHECKING:
    from .preflight import Preflight

FAIR = 5  # points per wavelength, NUDGE_POINTS_FAIR
PREFIXES = ("f", "p", "n", "µ", "m", "", "k", "M", "G", "T", "P")
HIGHEST = {"Hz": 10, "s": 5, "m": 6, "B": 9}  # index of the largest prefix that is usual


class Table(NamedTuple):
    title: str
    columns: Sequence[str]
    rows: List[List[str]]
    notes: List[str]


def with_unit(value: float, unit: str, digits: int = 4) -> str:
    """1.25e-12 s as "1.25 ps"; without a unit, the number."""
    if not unit:
        return "%.*g" % (digits, value)
    i = 5
    while i < HIGHEST[unit] and abs(value) >= 999.95:
        value, i = value / 1000, i + 1
    while i > 0 and value != 0 and abs(value) < 0.99995:
        value, i = value * 1000, i - 1
    return "%.*g %s%s" % (digits, value, PREFIXES[i], unit)


def _number(value: Any) -> str:
    if value is None or isinstance(value, float) and not math.isfinite(value):
        return ""
    return "%.4g" % value if isinstance(value, float) else str(value)


def _short(seconds: float) -> str:
    return "%.1f s" % seconds if seconds < 9.95 else _duration(seconds)


def _named(items: Sequence[Dict[str, Any]], one: str, many: str) -> str:
    names = ", ".join(i["name"] or "not tagged" for i in items)
    return ", %d %s%s" % (len(items), one if len(items) == 1 else many, " (%s)" % names if 0 < len(items) <= 8 else "")


def _vector(before: str, v: Sequence[float]) -> str:
    return "%s (%s)" % (before, ", ".join("%.4g" % c for c in v))


class Page:
    """Facts and tables of a Preflight."""

    def __init__(self, preflight: "Preflight") -> None:
        self.p, self.i = preflight, preflight.info
        self.si = bool(self.i.get("si"))

    def _in(self, unit: str) -> str:
        """A unit of a column or a value, where there are any."""
        return unit if self.si else ""

    def _column(self, name: str, unit: str) -> str:
        return "%s (%s)" % (name, unit) if self.si else name

    def _time(self, value: float) -> str:
        return with_unit(value, self._in("s"))

    def _hertz(self, value: float) -> str:
        return with_unit(value, self._in("Hz"))

    def facts(self) -> List[Tuple[str, str]]:
        i, p = self.i, self.p
        out = [("problem", "law %s%s" % (i["law"], ", %s units" % ("si" if self.si else "natural") if "si" in i else "")),
               ("mesh", "%s: %d elements%s%s%s" % (
                   i["mesh"], i["elements"], ", %d of them curved (order %d)" % (i["curved"], i["curved_order"]) if i["curved"] else "",
                   _named(p.regions, "region", "regions"), _named(p.boundaries, "boundary", "boundaries"))),
               ("extent", " x ".join("%.6g" % e for e in i["extent"]) + (" m" if self.si else "")
                + (", coordinates times %g (mesh.scale)" % i["scale"] if i["scale"] != 1 else ""))]
        loose = [b["name"] for b in p.boundaries if b["transparent"] and b["name"] and not (b["condition"] and not b["faces"] and not b["wall"])]
        if loose:
            out.append(("inside", "%s: transparent, because boundaries does not name %s" % (", ".join(loose), "it" if len(loose) == 1 else "them")))
        if "order" in i:
            out.append(("order", "%d, %s precision, %.0f DOFs" % (i["order"], i["precision"], i["dofs"])))
        unit = "thread" if i["cpu"] else "unit"
        out.append(("device", "%s: %s, %d %s%s, variant %s, parameters %s" % (
            i["device"], i["hardware"], i["units"], unit, "s" * (i["units"] != 1), i["variant"], i["parameters"])))
        if i["ranks"] > 1:
            out.append(("ranks", "%d%s" % (i["ranks"], ", by " + i["exchange"] if i["exchange"] else "")))
        host, device = (with_unit(i[n], "B", 3) for n in ("host_bytes", "device_bytes"))
        out.append(("memory", "%s%s" % (with_unit(i["host_bytes"] + i["device_bytes"], "B", 3),
                                        ", of these %s on the device and %s on the host" % (device, host) if i["device_bytes"] else "")))
        return out + self._times() + self._waves()

    def _times(self) -> List[Tuple[str, str]]:
        i = self.i
        how = ", as the problem says" if i["dt_given"] else ""
        factor = "cfl %.4g, " % i["cfl"] if i["cfl"] != 1 and not how else ""
        smallest = i["smallest"]
        where = " in region " + smallest["region"] if smallest["region"] else ""
        out = [("time step", "%s%s; %sthe stable one, %s, is set by element %d%s"
                % (self._time(i["dt"]), how, factor, self._time(i["stable_dt"]), smallest["number"], where)),
               ("steps", "%d, to t = %s" % (i["steps"], self._time(i["end"]) if self.si else "%.6g" % i["end"]))]
        if math.isfinite(i["run_seconds"]):
            out.append(("expected", "about %s for the time steps (%d of %d evaluations, %.3g ms each); outputs come on top"
                        % (_short(i["run_seconds"]), i["steps"], i["stages"], i["stage_seconds"] * 1e3)))
            if i["after_seconds"] > 1:
                out.append(("far fields", "about %s after the last step" % _short(i["after_seconds"])))
        return out

    def _waves(self) -> List[Tuple[str, str]]:
        i, out = self.i, []  # type: Dict[str, Any], List[Tuple[str, str]]
        full = [r for r in self.p.regions if r["elements"]]
        if i["highest_source"] and full:
            worst = min(full, key=lambda r: float(r["points_min"]))
            out.append(("resolution", "%.3g points per wavelength or more, at %s; least in region %s"
                        % (worst["points_min"], self._hertz(i["high"]), worst["name"] or "not tagged")))
        if i["pml_elements"]:
            text, thick = "%d elements" % i["pml_elements"], i["pml_thickness"]
            if math.isfinite(thick):
                text += ", %s thick, %.2g mean edges" % (with_unit(thick, self._in("m")), thick / i["pml_edge"])
                if i["highest_source"]:
                    low = " %.3g wavelengths at %s," % (thick / i["pml_longest"], self._hertz(i["low"])) if i["low"] > 0 else ""
                    text += ";%s %.3g wavelengths at %s" % (low, thick / i["pml_shortest"], self._hertz(i["high"]))
            out.append(("PML", text))
        return out

    def tables(self) -> List[Table]:
        return [t for t in (self._regions(), self._elements(), self._boundaries(), self._sources(), self._monitors()) if t.rows]

    def _regions(self) -> Table:
        i, known = self.i, bool(self.i["highest_source"])
        names = ["name", "material", "elements", "speed", "edge_mean", "edge_max"]
        columns = ["region", "material", "elements", self._column("speed", "m/s"), self._column("mean edge", "m"),
                   self._column("largest edge", "m")]
        if known:
            names += ["wavelength", "points", "points_min"]
            columns += [self._column("wavelength", "m"), "points per wavelength", "worst"]
            order = " (%d)" % i["order"] if "order" in i else ""
            kind = "source " if i["highest_source"] in [s["name"] for s in self.p.sources] else ""
            notes = ["wavelengths at %s, the highest frequency of %s%s" % (self._hertz(i["high"]), kind, i["highest_source"]),
                     "points per wavelength = order%s x wavelength / edge length (mean, worst)" % order]
        else:
            names += ["frequency"]
            columns += [self._column("frequency", "Hz")]
            notes = ["frequency with %d points per wavelength = order x wavelength / mean edge" % FAIR]
        if i["unknown_sources"]:
            notes.append("%d source%s of a waveform whose frequencies are not known"
                         % (i["unknown_sources"], "s" * (i["unknown_sources"] != 1)))
        return Table("Regions", columns, [[_number(r[n]) for n in names] for r in self.p.regions if r["elements"]], notes)

    def _elements(self) -> Table:
        longer = self.i["longer"]
        notes = [] if math.isnan(longer) else ["removing them would not lengthen the step" if longer < 1.005 else
                                               "without them the step would be %.3g times as long" % longer]
        rows = [[_number(v) for v in (e["number"], e["inradius"], e["stable_step"], *e["centroid"], e["region"])] for e in self.p.elements]
        columns = ["element", self._column("inradius", "m"), self._column("stable step", "s"),
                   *(self._column(c, "m") for c in "xyz"), "region"]
        return Table("Elements with the shortest steps, which limit the time step", columns, rows, notes)

    def _boundaries(self) -> Table:
        rows: List[List[str]] = []
        for b in self.p.boundaries:
            name, condition = b["name"] or "not tagged", b["condition"] or ""
            if b["faces"]:
                rows.append([name, condition, str(b["faces"]), _number(b["area"])])
            if b["periodic"]:
                rows.append([name, "periodic", str(b["periodic"]), ""])
            if b["wall"]:
                rows.append([name, condition + ", inside the mesh, on both sides", str(b["wall"]), _number(b["wall_area"])])
            if b["transparent"]:
                inside = condition if condition and not b["faces"] and not b["wall"] else "transparent, because boundaries does not name it"
                rows.append([name, "inside the mesh: " + inside, str(b["transparent"]), ""])
        pairs = self.i["periodic_pairs"]
        return Table("Boundaries", ["boundary", "condition", "faces", self._column("area", "m²")], rows,
                     ["%d pairs of faces are joined, as periodic" % pairs] if pairs else [])

    def _sources(self) -> Table:
        return Table("Sources", ["source", "kind", "waveform"], [[s["name"], self._source(s), self._waveform(s)] for s in self.p.sources], [])

    def _source(self, s: Dict[str, Any]) -> str:
        regions = ", ".join(s["region"] or [])
        if s["key"] == "plane_wave":
            return "%s%s%s" % (_vector("plane wave along", s["direction"]),
                               _vector(", polarized along", s["polarization"]) if any(s["polarization"]) else "",
                               ", total fields in " + regions if s["regions"] else ", scattered fields everywhere")
        what = ("%s %s" % (s["kind"] or "", s["key"].replace("_", " "))).strip()
        return _vector(what + " at", s["at"]) if s["point"] else "%s in %s" % (what, regions)

    def _waveform(self, s: Dict[str, Any]) -> str:
        out = s["waveform"] + (" " + s["table"] if s["table"] else "")
        low, high, half = (self._hertz(s[n]) for n in ("low", "high", "half"))
        if math.isnan(s["high"]):
            return out + ", frequencies not known"
        if s["waveform"] == "sine":
            return "%s, frequency %s" % (out, high)
        tail = ", beyond which less than a tenth is left, and at %s half" % half if s["half"] < s["high"] else ""
        return "%s, frequencies %s to %s%s" % (out, low, high, tail)

    def _monitors(self) -> Table:
        return Table("Monitors", ["monitor", "records"], [[m["name"], self._monitor(m)] for m in self.p.monitors], [])

    def _monitor(self, m: Dict[str, Any]) -> str:
        kind, f = m["kind"], m["frequency"]
        if kind == "resonances":
            return "%s, in the band from %s to %s" % (_vector("resonances at", m["at"]), self._hertz(f[0]), self._hertz(f[1]))
        if kind == "probe":
            return _vector("probe at", m["at"]) + (", every %s" % self._time(m["every"]) if m["every"] > 0 else "")
        regions = ", ".join(m["region"] or [])
        if m["plane"] >= 0:
            out = "fields on the plane %s = %.4g" % ("xyz"[m["plane"]], m["plane_at"])
        elif m["boundary"]:
            out = "%s %s" % ("power through" if kind == "power" else "fields on", m["boundary"])
        else:
            around = {"fourier": "fields around ", "power": "power out of ", "far_field": "far field from around "}
            inside = {"fourier": "fields in ", "orders": "orders between "}
            out = (around if m["around"] else inside).get(kind, "") + regions
        if len(f) == 1:
            return "%s, at the frequency %s" % (out, self._hertz(f[0]))
        return "%s, at %d frequencies from %s to %s" % (out, len(f), self._hertz(min(f)), self._hertz(max(f))) if f else out
