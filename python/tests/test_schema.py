"""docs/record.schema.json describes the JSON that the program prints."""

import json
from pathlib import Path

import pytest
from conftest import needed, program

SCHEMA = Path(__file__).parents[2] / "docs" / "record.schema.json"
KILLER = [
    "................", "killer 6 A1 A2 B1", "killer 7 A3 A4", "killer 7 B3 C3 D3", "killer 4 B4 C4",
    "killer 8 C2 D1 D2",
]
PUZZLES = [
    ["1.3...2..1..4..2"], ["12.............."], ["11.............."], ["1.3...2..1..4..5"], KILLER,
    ["................ aaabacbbccbdcddd"],
    ["8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."],
]


@pytest.mark.parametrize("command", [
    "solve", "solve --first", "check --minimal --count 1000 --backbone --additions --smallest", "rate --steps",
    "candidates", "hint --apply", "hint --all", "explain --why", "canonical", "generate --count 2",
    "generate --kind killer --side 4", "generate --rules jigsaw --side 6", "generate --next naked-pair",
])
def test_each_record_is_as_the_schema_says_with_no_field_that_it_lacks(command, tmp_path):
    jsonschema = needed("jsonschema")
    schema = json.loads(SCHEMA.read_text())
    validator = jsonschema.Draft202012Validator(schema | {"additionalProperties": False})
    file = tmp_path / "puzzles.txt"
    file.write_text("\n\n".join("\n".join(puzzle) for puzzle in PUZZLES) + "\n")
    inputs = ["--seed", "1"] if command.startswith("generate") else [str(file)]
    printed, _ = program(*command.split(), *inputs, "--format", "json")
    records = [json.loads(line) for line in printed.splitlines()]
    assert records
    for record in records:
        for error in validator.iter_errors(record):
            pytest.fail(f"{error.json_path}: {error.message} in {record}")
