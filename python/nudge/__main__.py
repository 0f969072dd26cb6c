"""python3 -m nudge is the command line of nudge: the program itself, with the same arguments."""
import os
import shutil
import sys
from typing import NoReturn

from .library import find


def main() -> NoReturn:
    """Replaces this process by the program: beside the library, or the one on the path."""
    program = os.path.join(os.path.dirname(find()), "nudge")
    if not os.access(program, os.X_OK):
        program = shutil.which("nudge-cli") or ""
    if not program:
        sys.exit("python3 -m nudge: the program nudge is not beside %s; build it by make" % find())
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(program, ["nudge"] + sys.argv[1:])


if __name__ == "__main__":
    main()
