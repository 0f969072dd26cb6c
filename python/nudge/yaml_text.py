"""Nested dicts as YAML text, with the key that each line belongs to."""
from __future__ import annotations

import re
from typing import Any, Dict, List, Tuple

_PLAIN = re.compile(r"[A-Za-z_./(-]([\w ./()*^+<>=?-]*[\w./()*^+-])?$", re.ASCII)
_NUMBER = re.compile(r"[-+.0-9eE]+$")
MISSING = re.compile(r": [^:]+ is missing: ")  # with the whole key, which stands on no line
_NULL = {"null", "Null", "NULL"}


def scalar(value: Any) -> str:
    """One value: numbers so that they are read back exactly, text in quotes where YAML needs them."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if not isinstance(value, str):
        raise TypeError("%r is neither a number nor text" % (value,))
    if _PLAIN.match(value) and not _NUMBER.match(value) and value not in _NULL and value[:2] not in ("- ", "? "):
        return value
    import json

    return json.dumps(value, ensure_ascii=False)


def _flow(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join("%s: %s" % (scalar(str(k)), _flow(v)) for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return scalar(value)


def _add(out: List[str], keys: Dict[int, str], values: Dict[str, Any], path: str, indent: str) -> None:
    for key, value in values.items():
        own = path + "." + key if path else key
        keys[len(out) + 1] = own
        head = indent + scalar(str(key)) + ":"
        try:
            if isinstance(value, dict) and value:
                out.append(head)
                _add(out, keys, value, own, indent + "  ")
            elif isinstance(value, dict):
                out.append(head + " {}")
            elif isinstance(value, (list, tuple)):
                out.append(head + " " + _flow(value))
            else:
                out.append(head + " " + scalar(value))
        except TypeError as error:
            raise TypeError("%s: %s" % (own, error)) if str(error).endswith("text") and own not in str(error) else error


def write(values: Dict[str, Any]) -> Tuple[str, Dict[int, str]]:
    """The text, and the dotted key that stands on each of its lines, from 1."""
    out: List[str] = []
    keys: Dict[int, str] = {}
    _add(out, keys, values, "", "")
    return "\n".join(out) + "\n", keys


def clarify(message: str, lines: Dict[int, str]) -> str:
    """A message of the library with the key in the place of a line of a text that nobody sees. lines: as
    write() returns them."""
    def key(match: "re.Match[str]") -> str:
        if not match[1]:
            return ""
        own, after = lines.get(int(match[1]), "problem"), message[match.end():]
        return "" if after.startswith(": " + own) or MISSING.match(after) else own
    return re.sub(r"^problem: |\bproblem:(\d+)", key, message, count=1).lstrip(": ")
