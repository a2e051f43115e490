"""The examples and the code in the documentation run as described."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import classic, needed, spoiled

import satdoku

ROOT = Path(__file__).parents[2]


def test_the_notebook_runs_and_shows_its_pictures():
    nbformat, nbclient = needed("nbformat"), needed("nbclient")
    for name in ("ipykernel", "matplotlib", "pandas"):
        needed(name)
    folder = ROOT / "python" / "examples"
    notebook = nbformat.read(folder / "data_set.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": folder}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    kinds = [kind for output in outputs for kind in output.get("data", {})]
    assert kinds.count("image/png") == 2 and "image/svg+xml" in kinds
    text = json.dumps(outputs)
    assert "multiple" in text and "Traceback" not in text


def test_the_code_that_the_texts_show_runs():
    needed("pandas")
    needed("pysat.solvers")
    for text in (ROOT / "README.md", ROOT / "python" / "README.md"):
        blocks = re.findall(r"```python\n(.*?)```", text.read_text(), re.DOTALL)
        assert blocks, text
        for block in blocks:
            exec(compile(block, str(text), "exec"), {})


def test_spark_gives_each_row_with_its_id_and_what_one_process_says(tmp_path):
    needed("pyspark")
    needed("pyarrow")
    needed("pandas")
    if shutil.which("java") is None:
        pytest.skip("skipped: java is not installed")
    rows = int(os.environ.get("SATDOKU_SPARK_ROWS", 400))
    few = classic(min(rows // 2, 1000))
    puzzles = [puzzle for puzzle in few + spoiled(few) if "," not in puzzle]
    puzzles = (puzzles * (rows // len(puzzles) + 1))[:rows]
    with open(tmp_path / "puzzles.csv", "w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["id", "puzzle"])
        table.writerows((f"p{number}", puzzle) for number, puzzle in enumerate(puzzles))
    command = [sys.executable, ROOT / "examples" / "spark_map.py", "--master", "local[2]"]
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    subprocess.run(
        [*command, tmp_path / "puzzles.csv", tmp_path / "results"], env=environment, check=True,
        timeout=500,
    )  # fmt: skip
    said = [
        json.loads(line)
        for part in sorted((tmp_path / "results").glob("part-*"))
        for line in part.read_text().splitlines()
    ]
    said = {record.pop("id"): record for record in said}
    assert len(said) == rows
    for number, answer in enumerate(satdoku.solve(puzzles)):
        status, solution, second, reason = answer[:4]
        assert said[f"p{number}"] == {
            "puzzle": puzzles[number],
            "satdoku_status": status,
            "satdoku_solution": solution,
            "satdoku_second_solution": second,
            "satdoku_reason": reason,
        }
