"""What the dataclasses of keys.py have in common: they check names, take plain values where that is clear, and turn
into nested dicts and back."""
from __future__ import annotations

import dataclasses
import functools
import os
from typing import Any, ClassVar, Dict, Iterable, Sequence, TypeVar

from .errors import ProblemError


KINDS_OF_VALUES = ("text", "number", "integer", "numbers", "integers", "words", "value")


def _class(name: str) -> type:
    from . import keys

    return keys.CLASSES[name]


def _numbers(value: Any) -> Any:
    """A list of plain numbers from a list, tuple or array; anything else stays, and the library refuses it."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
        return value
    return [_plain(v) for v in value]


def _plain(value: Any) -> Any:
    """A number that was text or a numpy scalar as a plain one; other things stay as they are."""
    if hasattr(value, "item") and not isinstance(value, (str, bytes)):
        value = value.item()
    for of in (int, float) if isinstance(value, str) else ():
        try:
            return of(value)
        except ValueError:
            pass
    return value


def _value(value: Any) -> Any:
    """A number, or lists and dicts of them, which the library looks into."""
    if isinstance(value, dict):
        return {str(k): _value(v) for k, v in value.items()}
    if hasattr(value, "tolist"):
        value = value.tolist()
    return [_value(v) for v in value] if isinstance(value, (list, tuple)) else _plain(value)


def _refuse_others(value: Any, key: str) -> None:
    """What cannot be text or a number: arrays, and meshes of other packages."""
    if type(value).__module__.split(".")[0] == "meshio":
        raise ProblemError("%s: a mesh of meshio; give nudge.Mesh.from_meshio(mesh)" % key)
    if getattr(value, "ndim", 0):
        what = key.split(".")[0]
        advice = {"initial": "; give a function f(x, y, z), or set the nodal values: sim[%r] = values" % key.split(".")[-1],
                  "mesh": "; give nudge.Mesh(vertices, elements)"}.get(what, "")
        raise ProblemError("%s: one value is wanted, not an array of shape %s%s" % (key, value.shape, advice))


def _text(value: Any, key: str = "") -> Any:
    _refuse_others(value, key)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    return value.item() if hasattr(value, "item") and not isinstance(value, str) else value


def coerce(kind: str, value: Any, key: str = "") -> Any:
    """The value as a member of this kind holds it: see KINDS of the classes in keys.py."""
    if value is None:
        return value
    if callable(value) and not isinstance(value, type):
        if kind.startswith("names:"):
            raise ProblemError("%s must be a dict of names, as {%r: f}, not a function" % (key, "Ez" if key == "initial" else "NAME"))
        if kind in KINDS_OF_VALUES or kind == "Waveform":
            return value
    if kind.startswith("names:"):
        if not isinstance(value, dict):
            raise ProblemError("%s must be a dict of names, not %r" % (key, value))
        out = {str(k): coerce(kind[6:], v, "%s.%s" % (key, k)) for k, v in value.items()}
        return type(value)(value.levels, **out) if hasattr(value, "levels") else out
    if kind.startswith("maps:"):
        many = isinstance(value, (list, tuple))
        return [coerce(kind[5:], v, key) for v in value] if many else coerce(kind[5:], value, key)
    if kind in ("number", "integer"):
        _refuse_others(value, key)
        return _plain(value)
    if kind in ("numbers", "integers"):
        return _numbers(value)
    if kind == "words":
        return [value] if isinstance(value, (str, int, float)) else [_text(v, key) for v in value]
    if kind == "text":
        return _text(value, key)
    if kind == "value":
        return _value(value)
    return _class(kind).wrap(value, key)  # type: ignore[attr-defined]


def _own_copy(value: Any) -> Any:
    """The same maps and lists as objects of their own; meshes, arrays and functions inside them are shared."""
    if isinstance(value, Described):
        out = object.__new__(type(value))
        out.__dict__.update({k: _own_copy(v) for k, v in value.__dict__.items()})
        return out
    if isinstance(value, dict):
        own = {k: _own_copy(v) for k, v in value.items()}
        return type(value)(value.levels, **own) if hasattr(value, "levels") else own
    return [_own_copy(v) for v in value] if isinstance(value, list) else value


class Described:
    """A map of the problem file. Members that are None are not given."""

    KINDS: ClassVar[Dict[str, str]] = {}
    ONE_OF: ClassVar[Sequence[str]] = ()

    @classmethod
    def wrap(cls, value: Any, key: str = "") -> Any:
        """An object of this class from a dict, or from the value of one of the members that exclude each other: a
        Probe becomes Monitor(probe=...)."""
        if isinstance(value, cls):
            return value
        if isinstance(value, dict):
            return cls.from_dict(value, key)
        for name in cls.ONE_OF:
            if type(value).__name__ == cls.KINDS[name]:
                return cls(**{name: value})
        return cls._wrap_other(value, key)

    @classmethod
    def _wrap_other(cls, value: Any, key: str) -> Any:
        """Short forms of single classes."""
        name = cls.__name__
        if name == "Waveform" and isinstance(value, (str, int, float)):
            return cls(expression=value)  # type: ignore[call-arg]
        if name == "Time" and isinstance(value, (str, int, float)) and not isinstance(value, bool):
            return cls(end=value)  # type: ignore[call-arg]
        if name == "Output" and isinstance(value, (str, os.PathLike)):
            return cls(folder=value)  # type: ignore[call-arg]
        if name == "Geometry":
            _refuse_others(value, key or "mesh")
            if not isinstance(value, (str, os.PathLike)) and type(value).__name__ != "Mesh":
                raise ProblemError("%s must be a path, a Box, a Mesh or a Geometry, not %r" % (key or "mesh", value))
            return cls(file=value)  # type: ignore[call-arg]
        raise ProblemError("%s must be a %s or a dict, not %r" % (key or name, name, value))

    @classmethod
    def from_dict(cls, values: Dict[str, Any], key: str = "") -> Any:
        """An object from a nested dict, as a problem file has it."""
        for name in values:
            cls._check_name(str(name), key)
        return cls(**{str(k): v for k, v in values.items()})

    @classmethod
    def _check_name(cls, name: str, key: str = "", what: str = "key", more: Sequence[str] = ()) -> None:
        if name in cls.KINDS or name in more:
            return
        import difflib

        names = [*cls.KINDS, *more]
        near = difflib.get_close_matches(name, names, 1)
        end = "did you mean '%s'?" % near[0] if near else "its %ss are %s" % (what, ", ".join(names))
        raise ProblemError("%sunknown %s '%s'; %s" % (key + ": " if key else "", what, name, end))

    def __post_init__(self) -> None:
        """Source(Dipole(...)): the first argument may be any of the members that exclude each other."""
        for name in self.ONE_OF:
            value = self.__dict__.get(name)
            own = [n for n in self.ONE_OF if type(value).__name__ == self.KINDS[n]]
            if own and own[0] != name:
                self.__dict__[name] = None
                setattr(self, own[0], value)

    def __setattr__(self, name: str, value: Any) -> None:
        if not name.startswith("_") and not isinstance(getattr(type(self), name, None), property):
            self._check_name(name)
            others = [self.KINDS[n] for n in self.ONE_OF if n != name] if name in self.ONE_OF else []
            if type(value).__name__ not in others:
                value = _own_copy(coerce(self.KINDS[name], value, name))
                if value is None and self.KINDS[name].startswith("names:"):
                    value = {}
        object.__setattr__(self, name, value)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(getattr(self, k) == getattr(other, k) for k in self.KINDS)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        given = ("%s=%r" % (k, getattr(self, k)) for k in self.KINDS if getattr(self, k) not in (None, {}))
        return "%s(%s)" % (type(self).__name__, ", ".join(given))

    def to_dict(self) -> Dict[str, Any]:
        """Nested dicts and lists, with the members that are given."""
        out = {}
        for name, kind in self.KINDS.items():
            value = plain(coerce(kind, getattr(self, name), name))
            if value is not None and not (value == {} and kind.startswith("names:")):
                out[name] = value
        return out

    def replace(self, **changes: Any) -> Any:
        """A copy with some members changed."""
        return dataclasses.replace(self, **changes)  # type: ignore[type-var]


_Class = TypeVar("_Class", bound=type)


def check_arguments(cls: _Class) -> _Class:
    """Makes a misspelt argument of a dataclass a ProblemError that says what was probably meant."""
    own: Any = cls
    init = own.__init__

    @functools.wraps(init)
    def checked(self: Any, *arguments: Any, **members: Any) -> None:
        for name in members:
            type(self)._check_name(name, type(self).__name__, "argument", getattr(type(self), "OPTIONS", ()))
        kinds = [n for n in type(self).ONE_OF if arguments and type(arguments[0]).__name__ == type(self).KINDS[n]]
        twice = [n for n in members if n in type(self).ONE_OF]
        if kinds and twice:
            raise ProblemError("%s: %s and %s; give one of %s" % (type(self).__name__, kinds[0], twice[0], ", ".join(type(self).ONE_OF)))
        init(self, *arguments, **members)

    own.__init__ = checked
    return cls


def plain(value: Any) -> Any:
    """Dicts and lists instead of objects of keys.py."""
    if isinstance(value, Described):
        return value.to_dict()
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value
