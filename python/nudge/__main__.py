"""python3 -m nudge is the command line of nudge: the program itself, with the same arguments."""
import os
import shutil
import sys
from typing import NoReturn

from .library import find


def program() -> str:
    """The path of the program: beside the library, or nudge-cli on the path; "" if there is none."""
    path = os.path.join(os.path.dirname(find()), "nudge")
    return path if os.access(path, os.X_OK) else shutil.which("nudge-cli") or ""


def main() -> NoReturn:
    """Replaces this process by the program."""
    path = program()
    if not path:
        sys.exit("python3 -m nudge: the program nudge is not beside %s; build it by make" % find())
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(path, ["nudge"] + sys.argv[1:])


if __name__ == "__main__":
    main()
