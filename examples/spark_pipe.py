#!/usr/bin/env python3
"""Solve a list of puzzles spread over Apache Spark executors, with satdoku as a line filter.

    spark_pipe.py [--master MASTER] [--partitions N] PUZZLES RESULTS [SATDOKU_OPTION ...]

PUZZLES is a file of one-line puzzles that every executor can read, RESULTS a folder that does not
exist yet; its part files, in order, hold the lines that one `satdoku solve --format line` would
print. satdoku must be where it is on this machine: in PATH, or named by the variable SATDOKU.
An exit status other than 0 fails the partition and then the job; puzzles without a solution are
no failure (--exit-zero). Needs PySpark and a Java runtime.
"""

import argparse
import os
import shlex

from pyspark.sql import SparkSession


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--master", default="local[*]", help="Spark master, default local[*]")
    parser.add_argument("--partitions", type=int, default=8, help="at least so many, default 8")
    parser.add_argument("puzzles")
    parser.add_argument("results")
    arguments, options = parser.parse_known_args()

    satdoku = [os.environ.get("SATDOKU", "satdoku"), "solve", "--format", "line", "--exit-zero"]
    # Spark runs one task a core, so each process gets one thread.
    solve = shlex.join(satdoku + ["--threads", "1"] + options)
    # Spark may cut a partition without a line, which is no input to satdoku.
    script = 'IFS= read -r first || exit 0; { printf "%s\\n" "$first"; cat; } | ' + solve
    command = shlex.join(["sh", "-c", script])

    spark = SparkSession.builder.master(arguments.master).appName("satdoku").getOrCreate()
    try:
        (
            spark.sparkContext.textFile(arguments.puzzles, arguments.partitions)
            .pipe(command, env={"PATH": os.environ["PATH"]}, checkCode=True)
            .saveAsTextFile(arguments.results)
        )
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
