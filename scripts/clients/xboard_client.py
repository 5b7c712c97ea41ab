"""xboard through uci2wb (Debian: xboard uci2wb xvfb), on a screen that nobody sees: a game of shogi (USI) and one of
xiangqi, as UCCI and as UCI. xboard does not say in its exit code what happened: the game's record does.

    .venv/bin/python scripts/clients/xboard_client.py
"""

import os
import re
import shutil
import signal
import subprocess
import time

import common

# The end of a record.
RESULT = re.compile(r"(1-0|0-1|1/2-1/2)\s*$")
PACKAGES = ["xboard", "uci2wb", "xvfb"]
if not all(shutil.which(program, path="/usr/games:/usr/bin") for program in ("xboard", "uci2wb", "Xvfb")):
    root = [] if os.geteuid() == 0 else ["sudo"]
    quiet = root + ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    subprocess.run(quiet + ["update", "-qq"], check=True)
    subprocess.run(quiet + ["install", "-y", "-qq", "--no-install-recommends", *PACKAGES], check=True)

environment = os.environ | {"PATH": os.environ["PATH"] + ":/usr/games"}
for name, variant, adapter in (
    ("xboard_usi", "shogi", "uci2wb -s"),
    ("xboard_ucci", "xiangqi", "uci2wb -var xiangqi -x"),
    ("xboard_uci", "xiangqi", "uci2wb -var xiangqi -c"),
):
    program = common.engine(name)
    record = common.OUT / f"{name}.pgn"
    record.unlink(missing_ok=True)
    command = ["xvfb-run", "-a", "xboard", "-variant", variant, "-fcp", f"{adapter} {program}"]
    command += ["-scp", f"{adapter} {program}", "-mg", "1", "-sgf", str(record)]
    command += ["-tc", "0:10", "-inc", "0", "-mps", "400"]
    # After the match it shows a window with the result and waits for a click that nobody makes.
    with open(common.OUT / f"{name}.err", "w") as errors:
        xboard = subprocess.Popen(command, env=environment, stdout=errors, stderr=errors, start_new_session=True)
    deadline, text = time.monotonic() + 400, ""
    while not RESULT.search(text) and time.monotonic() < deadline and xboard.poll() is None:
        time.sleep(1)
        text = record.read_text(errors="replace") if record.exists() else ""
    os.killpg(xboard.pid, signal.SIGTERM)
    xboard.wait()
    print(text[-400:])
    faults = re.search("illegal|forfeit|crash|exited", text, re.IGNORECASE)
    common.check(RESULT.search(text) and not faults, f"{name}: a whole game without a fault")
    print(common.transcripts(name, f"xboard 4.9.1 with '{adapter}' (Debian): the start of a game of {variant}.", most=14))
print("xboard: ok")
