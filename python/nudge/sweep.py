"""The same simulation for several values of its members."""
from __future__ import annotations

import itertools
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence

from .errors import ProblemError
from .simulation import Simulation


class Table:
    """The rows of a sweep, like a list.

    columns: names of parameters and of results.
    rows: one dict per run, from columns to values.
    """

    def __init__(self, columns: Sequence[str], rows: List[Dict[str, Any]]) -> None:
        self.columns, self.rows = list(columns), rows

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, i: int) -> Dict[str, Any]:
        """A row by its number."""
        return self.rows[i]

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return iter(self.rows)

    def column(self, name: str) -> Any:
        """Returns the values of one column as an array."""
        import numpy as np

        return np.array([r.get(name) for r in self.rows])

    def to_pandas(self) -> Any:
        """Returns a pandas.DataFrame."""
        import pandas

        return pandas.DataFrame(self.rows, columns=self.columns)

    def _cells(self) -> List[List[str]]:
        def text(value: Any) -> str:
            return "" if value is None else "%.6g" % value if isinstance(value, float) else str(value)
        return [self.columns] + [[text(r.get(c)) for c in self.columns] for r in self.rows]

    def __str__(self) -> str:
        cells = self._cells()
        widths = [max(len(r[i]) for r in cells) for i in range(len(self.columns))]
        return "\n".join("  ".join(c.rjust(w) for c, w in zip(r, widths)) for r in cells)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        import html

        head, *rows = [[html.escape(c) for c in r] for r in self._cells()]
        return "<table><tr><th>%s</th></tr>%s</table>" % ("</th><th>".join(head), "".join(
            "<tr><td>%s</td></tr>" % "</td><td>".join(r) for r in rows))


def _measure(sim: Simulation) -> Dict[str, Any]:
    status = sim.status
    out = {"dofs": status.elements * status.nodes * status.fields, "steps": status.step, "seconds": status.seconds,
           "energy": sim.energy()}
    return {**out, "error": status.error} if sim.exact else out


def sweep(sim: Simulation, parameters: Mapping[str, Iterable[Any]],
          measure: Optional[Callable[[Simulation], Mapping[str, Any]]] = None, zipped: bool = False,
          progress: Optional[bool] = False, keep_going: bool = False, check: bool = True) -> Table:
    """Runs copies of a simulation for all combinations of parameters, and returns a table of results.

    parameters: dotted keys with their values, as {"order": [2, 3], "mesh.box.divisions": [(4, 4, 4), (8, 8, 8)]}.
    measure: a function measure(sim) that returns a dict of results after each run; None: dofs, steps, seconds, energy
    and, with `exact`, the error. zipped: whether to run the first values of all parameters together, then the second
    ones, instead of all combinations. keep_going: whether a failure becomes the column "failure" of its row instead of an
    exception. progress, check: as for Simulation.run.
    """
    if not isinstance(parameters, Mapping):
        raise ProblemError("parameters: give a dict of keys and lists of values, as {\"order\": [2, 3]}, not %r" % (parameters,))
    for name, values in parameters.items():
        if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
            raise ProblemError("%s: give a list of values, as [%r], not %r" % (name, values, values))
    names = list(parameters)
    lists = [list(parameters[n]) for n in names]
    if zipped and len({len(v) for v in lists}) > 1:
        raise ValueError("zipped: all parameters need the same number of values, not %s"
                         % ", ".join("%d of %s" % (len(v), n) for n, v in zip(names, lists)))
    rows: List[Dict[str, Any]] = []
    columns = list(names)
    for values in zip(*lists) if zipped else itertools.product(*lists):
        row = dict(zip(names, values))
        own = sim.copy()
        try:
            for name, value in row.items():
                own.set(name, value)
            own.run(progress=progress, check=check)
            row.update((measure or _measure)(own))
        except Exception as error:
            if not keep_going:
                raise
            row["failure"] = str(error)
        finally:
            own.close()
        rows.append(row)
        columns += [c for c in row if c not in columns]
    return Table(columns, rows)
