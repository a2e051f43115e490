#!/usr/bin/env python3
"""Solve a list of puzzles on Apache Spark executors; each executor pipes JSON lines through satdoku.

    spark_pipe.py [--master MASTER] [--partitions N] PUZZLES RESULTS [SATDOKU_OPTION ...]

PUZZLES is a file that every executor can read: a table with a header (.csv, .tsv), JSON lines
(.json, .jsonl), or text with a puzzle in each line. RESULTS is a folder that does not exist yet. Its
part files, in order, contain a line of JSON for each row: all columns of the row, such as ids, and the
fields that `satdoku solve --format json` adds. A row without a readable puzzle gets the status "error" and
the reason, and does not end the job (--exit-zero=all). On every executor, satdoku must have the same path as
on this machine: in PATH, or named by the variable SATDOKU. Needs PySpark and a Java runtime.
"""

import argparse
import os
import shlex

from pyspark.sql import SparkSession


def read(spark, path, partitions):
    """The rows of the input, as JSON or as lines of text."""
    if path.endswith((".csv", ".tsv")):
        separator = "\t" if path.endswith(".tsv") else ","
        return spark.read.csv(path, header=True, sep=separator).toJSON()
    lines = spark.sparkContext.textFile(path, partitions)
    return lines.filter(lambda line: line.strip()[:1] not in ("", "#"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--master", default="local[*]", help="Spark master, default local[*]")
    parser.add_argument("--partitions", type=int, default=8, help="least number of partitions, default 8")
    parser.add_argument("puzzles")
    parser.add_argument("results")
    arguments, options = parser.parse_known_args()

    satdoku = [os.environ.get("SATDOKU", "satdoku"), "solve", "--format", "json"]
    # Spark runs one task per core, so each process gets one thread.
    solve = shlex.join(satdoku + ["--exit-zero=all", "--threads", "1"] + options)
    # A partition may be empty, and satdoku refuses an empty input.
    script = 'IFS= read -r first || exit 0; { printf "%s\\n" "$first"; cat; } | ' + solve
    command = shlex.join(["sh", "-c", script])

    builder = SparkSession.builder.master(arguments.master).appName("satdoku")
    # Spark splits small tables too.
    builder = builder.config("spark.sql.files.minPartitionNum", arguments.partitions)
    spark = builder.config("spark.sql.files.openCostInBytes", 0).getOrCreate()
    try:
        rows = read(spark, arguments.puzzles, arguments.partitions)
        results = rows.pipe(command, env={"PATH": os.environ["PATH"]}, checkCode=True)
        results.saveAsTextFile(arguments.results)
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
