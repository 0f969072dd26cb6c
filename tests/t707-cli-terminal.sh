#!/usr/bin/env bash
# On a terminal progress is one line, redrawn, never wider than the terminal, and removed at the end.
. "$(dirname "$0")/cli.bash"

write_problem "$T/p.yaml"
python3 - "$nudge" "$T/p.yaml" <<'END' || bad "the live line is not as it should be"
import fcntl, os, pty, struct, sys, termios
def run(columns, *options):
    pid, fd = pty.fork()
    if pid == 0:
        # The parent sets the width, then lets go.
        sys.stdin.readline()
        os.execv(sys.argv[1], ["nudge", "run", sys.argv[2], *options])
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    os.write(fd, b"\n")
    text = b""
    try:
        while True:
            piece = os.read(fd, 4096)
            if not piece: break
            text += piece
    except OSError:
        pass
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0, text
    return text.decode()
for columns in (120, 40):
    text = run(columns)
    lines = [l.split("\x1b[K")[0] for l in text.split("\r") if l.startswith("step ")]
    assert lines, text
    assert all(len(l) < columns for l in lines), lines
    assert ("energy" in lines[-1] and "DOF/s" in lines[-1]) == (columns == 120), lines[-1]
    assert "left" in lines[-1] and "100 %" in lines[-1], lines[-1]
    assert "\r\x1b[Krelative L2 error" in text, text
END
finish
