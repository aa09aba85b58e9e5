#!/usr/bin/env python3
"""Asks a question with `ask-user ask --plain`, as a test with pexpect would.
Sends one invalid line, then the answer. Compares the JSON and the exit status.

    python3 ask.py [PATH-OF-ASK-USER]
"""

import json
import sys
import tempfile

import pexpect

CUE = "Which colour? 1) red  2) green  3) blue > "
WANTED = {"answered": True, "choice_index": 2, "choice": "green"}


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else "ask-user"
    with tempfile.NamedTemporaryFile("r", encoding="utf-8") as result:
        # The question goes to the terminal, the result to a separate file.
        script = 'exec "$0" ask --plain "Which colour?" red green blue >"$1"'
        child = pexpect.spawn(
            "sh", ["-c", script, program, result.name], timeout=20, encoding="utf-8"
        )
        child.expect_exact(CUE)
        child.send("9\r")
        child.expect_exact("9 is not on the menu: type a number from 1 to 3 (2 attempts left)")
        child.expect_exact(CUE)
        child.send("2\r")
        child.expect_exact("Answer: 2) green")
        child.expect(pexpect.EOF)
        child.close()
        answer = json.load(result)
    if answer != WANTED:
        sys.exit(f"ask.py: standard output is {answer}, not {WANTED}")
    if child.exitstatus != 0:
        sys.exit(f"ask.py: the exit status is {child.exitstatus}, not 0")
    print("ok")


if __name__ == "__main__":
    main()
