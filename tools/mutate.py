#!/usr/bin/env python3
"""Changes one thing at a time in a source file and prints the changes that no test notices.

    tools/mutate.py FILE TEST...     as: tools/mutate.py src/step/watch.c t520-step-watch t521-step-decay

A change is a number made larger, a comparison or an operator turned, or a statement dropped. After each, the library and the tests
named are built, and the tests run until one fails. Survivors are printed, with how to see them again: each is a missing test, or
a change that makes no difference. The file is put back afterwards, also after Ctrl-C; commit or stash your own changes first.

Options: --lines A-B (only these)  --list (print the changes, try none)  --only N,M (by the numbers of --list)
"""
import argparse, os, re, signal, subprocess, sys

WORD = r"[A-Za-z_]\w*"
SWAPS = [(r"<=", "<"), (r">=", ">"), (r"==", "!="), (r"!=", "=="), (r"&&", "||"), (r"\|\|", "&&"), (r"(?<=\s)<(?=\s)", "<="),
         (r"(?<=\s)>(?=\s)", ">="), (r"(?<=\s)\+(?=\s)", "-"), (r"(?<=\s)-(?=\s)", "+"), (r"(?<=\s)\*(?=\s)", "/"),
         (r"(?<=\s)/(?=\s)", "*"), (r"\bfmax\b", "fmin"), (r"\bfmin\b", "fmax"), (r"\+=", "-="), (r"\|=", "&=")]
NUMBER = re.compile(r"(?<![\w.\"%])(\d+\.?\d*(?:[eE][-+]?\d+)?)(?![\w.\"])")
STATEMENT = re.compile(rf"^\s*(?:if \(.*\) )?(?:{WORD}(?:->|\.|\[|\(|\s*[-+|*]?=\s)|\*{WORD} = |{WORD}\+\+;|continue;|break;).*;\s*(?:/\*.*\*/)?$")
TYPE = re.compile(r"^\s*(?:static |const |struct |unsigned |enum |double |int |char |size_t |nd_idx |nd_gid |int64_t |return|goto|ALLOC|FILE )")


def blank(match):
    return " " * len(match.group())


def code_of(lines):
    """The lines with comments and strings blanked, so that places stay."""
    text = re.sub(r'"(?:\\.|[^"\\\n])*"', blank, "\n".join(lines))
    text = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)
    return re.sub(r"//[^\n]*", blank, text).split("\n")


def mutations(lines):
    """Yields (line number, what the line becomes)."""
    for i, code in enumerate(code_of(lines)):
        if code.lstrip().startswith("#") and "#define" not in code:
            continue
        line = lines[i]
        for match in NUMBER.finditer(code):
            word = match.group(1)
            new = f"{float(word) * 1.3:g}" if re.search(r"[.eE]", word) else str(int(word) + 1)
            yield i, line[:match.start()] + new + line[match.end():]
        for pattern, new in SWAPS:
            for match in re.finditer(pattern, code):
                if match.group() in "<>" and "#" in code:
                    continue
                yield i, line[:match.start()] + new + line[match.end():]
        if STATEMENT.match(code) and not TYPE.match(code):
            yield i, line[:len(line) - len(line.lstrip())] + ";"


def build_and_run(tests):
    """Whether a test fails, and which; None: it does not compile."""
    goals = [f"build/tests/{t}" for t in tests if os.path.exists(f"tests/{t}.c")]
    goals += ["all"] if len(goals) < len(tests) else []
    if subprocess.run(["make", "-s", *goals], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
        return None
    for test in tests:
        env = dict(os.environ, SELECT=test, TEST_TIMEOUT="120")
        if subprocess.run(["tests/run.sh", "build"], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
            return test
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("tests", nargs="*", metavar="TEST")
    parser.add_argument("--lines", default="1-999999")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    first, last = (int(x) for x in args.lines.split("-"))
    only = {int(x) for x in args.only.split(",") if x}
    with open(args.file) as f:
        text = f.read()
    lines = text.split("\n")
    os.chdir(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    path = os.path.abspath(args.file)
    todo = [(n, i, new) for n, (i, new) in enumerate(mutations(lines)) if first <= i + 1 <= last and (not only or n in only)]
    if args.list or not args.tests:
        for n, i, new in todo:
            print(f"{n:4} {args.file}:{i + 1}: {new.strip()}")
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    survivors = unbuilt = 0
    try:
        if build_and_run(args.tests) != "":
            sys.exit("the tests fail without a change")
        for n, i, new in todo:
            with open(path, "w") as f:
                f.write("\n".join(lines[:i] + [new] + lines[i + 1:]))
            failed = build_and_run(args.tests)
            unbuilt += failed is None
            if failed == "":
                survivors += 1
                print(f"{args.file}:{i + 1}: (--only {n})\n  - {lines[i].strip()}\n  + {new.strip()}", flush=True)
    finally:
        with open(path, "w") as f:
            f.write(text)
    print(f"{len(todo) - unbuilt} changes, {survivors} survived; {unbuilt} did not compile")
    return 0


if __name__ == "__main__":
    sys.exit(main())
