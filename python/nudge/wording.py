"""Messages of the library in words of Python: what they say of the command line and of C becomes what does the same here."""
from __future__ import annotations

import re
from typing import Callable, List, Tuple, Union

_WORDS: List[Tuple[str, Union[str, Callable[["re.Match[str]"], str]]]] = [
    (r"run again with --trust, or with --law and its path \(in a program: nudge_problem_trust\)",
     "read the problem with trust=True, or set law to its path"),
    (r"allow it by --trust or --set mesh\.geometry=FILE \(in a program: nudge_problem_trust or nudge_problem_set\)",
     "read the problem with trust=True"),
    (r"allow it by --allow-outside or --set (output\.folder)=\S+ \(in a program: nudge_problem_trust or nudge_problem_set\)",
     r"read the problem with trust=True, or set \1"),
    (r"allow it by --allow-outside or --set \(in a program: nudge_problem_trust\)", "read the problem with trust=True"),
    (r"start again without --resume", "start again without resume"),
    (r"; --resume continues it", "; run(resume=True) continues it"),
    (r"nudge devices lists", "nudge.devices() lists"),
    (r"(?:say )?--device (\w+(?::\d+)?)( or (\w+))?(?![\w:])",
     lambda m: "%sdevice=\"%s\"%s" % ("say " if m[0].startswith("say ") else "", m[1], " or \"%s\"" % m[3] if m[3] else "")),
    (r"--device\b", "device"),
    (r"--variant (\w[\w:]*)", r'variant="\1"'),
    (r"--variant\b", "variant"),
    (r"copy the fields by nudge_solver_get", "copy the fields: sim.state"),
    (r"nudge_solver_get collects them", "sim.state collects them"),
    (r"nudge_solver_(\w+): ", r"\1: "),
    (r"`nudge sparameters`", "solve_sparameters()"),
    (r"`nudge run`", "run()"),
]
_COMPILED = [(re.compile(pattern), text) for pattern, text in _WORDS]


def in_python(message: str) -> str:
    if "nudge" not in message and "--" not in message:
        return message
    for pattern, text in _COMPILED:
        message = pattern.sub(text, message)
    return message
