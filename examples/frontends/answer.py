#!/usr/bin/env python3
"""Shows the requests of a console and answers them, once the operator has let it in.

At each question: the number of a choice (or several, 1,3), a text, or ! with a reason to decline."""

import json, os, socket, sys, tempfile

NAME, RUNTIMES = "answer.py", "harness.v1.runtimes."
own = f"{tempfile.gettempdir()}/ask-user-{os.getuid()}"
place = os.path.join(os.environ.get("XDG_RUNTIME_DIR") or own, "ask-user.sock")
hub = socket.socket(socket.AF_UNIX)
hub.connect(os.environ.get("ASK_USER_SOCKET") or place)
lines, calls = hub.makefile(), 0

def receive():
    return json.loads(lines.readline() or sys.exit("the console has ended"))

def call(method, **params):
    global calls
    calls += 1
    message = {"jsonrpc": "2.0", "id": calls, "method": RUNTIMES + method, "params": params}
    hub.sendall(json.dumps(message).encode() + b"\n")
    while (answer := receive()).get("id") != calls:
        pass  # An event: what waits is looked up anyway.
    return answer

def show(text):
    """Text of others must not move the cursor."""
    print("".join(c if c.isprintable() else " " for c in text))

def content(request):
    if request["kind"] == "approval":
        show(request["title"])
        return {"decision": "allow" if input("1) allow  2) deny > ") == "1" else "deny"}
    answers = {}
    for question in request["questions"]:
        show(question["text"])
        for choice in question["choices"]:
            show(f"  {choice['number']}) {choice['label']}")
        line = input("> ").strip()
        if line.startswith("!"):
            return {"outcome": "declined", "text": line[1:].strip()}
        if question["choices"] and line.replace(",", "").isdigit():
            answers[question["id"]] = {"picks": [int(n) for n in line.split(",") if n]}
        elif line:
            answers[question["id"]] = {"text": line}
    return {"answers": answers}

call("subscribe")
while True:
    if not (waiting := call("pending", limit=1)["result"]):
        receive()
        continue
    show(f"{waiting[0]['from']} asks ({waiting[0]['id']}):")
    answer = call("respond", request_id=waiting[0]["id"], content=content(waiting[0]), name=NAME)
    if answer.get("error", {}).get("code") == -32004:
        sys.exit(answer["error"]["message"])  # It was not let in.
    show("sent" if "result" in answer else answer["error"]["message"])
