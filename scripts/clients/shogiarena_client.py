"""shogiarena (PyPI: shogiarena): a tournament of two games between two settings of the engine.

    .venv/bin/python scripts/clients/shogiarena_client.py
"""

import pathlib
import shutil
import subprocess
import sys

import common

common.install(shogiarena="shogiarena")

folder = common.OUT / "shogiarena"
program = common.engine("shogiarena")
for name, threads in (("one", 1), ("two", 2)):
    text = f"name: {name}\nengine_path: {program}\noptions:\n  Threads: {threads}\n  USI_Hash: 16\n"
    (folder / f"{name}.yaml").write_text(text)
(folder / "tournament.yaml").write_text(f"""\
experiment_name: ryuma
engines:
  - engine_path: {folder}/one.yaml
  - engine_path: {folder}/two.yaml
tournament: {{scheduler: round_robin, games_per_pair: 2, num_parallel: 1}}
rules: {{time_control: {{time_ms: 1000, increment_ms: 20}}}}
dashboard: {{enabled: false}}
""")
run = folder / "run"
shutil.rmtree(run, ignore_errors=True)
command = [pathlib.Path(sys.executable).parent / "shogiarena", "run", "tournament", folder / "tournament.yaml"]
output = subprocess.run([*map(str, command), "--run-dir", str(run)], capture_output=True, text=True, timeout=900)
text = output.stdout + output.stderr
print(text[-1500:])
common.check(output.returncode == 0, "the tournament ended well")
common.check("illegal" not in text.lower() and "forfeit" not in text.lower(), "no fault")
print(common.transcripts("shogiarena", "shogiarena 1.3 (PyPI): the start of a tournament, scripts/clients/shogiarena_client.py."))
print("shogiarena: ok")
