#!/usr/bin/env python3
"""Solve the cubes of a formula on Apache Spark executors, with any SAT solver.

    spark_cubes.py [--master MASTER] FORMULA CUBES ANSWERS SOLVER [SOLVER_OPTION ...]

FORMULA is a file that `satdoku encode` writes without --cubes, CUBES a file that it writes with --cubes.
ANSWERS is a folder that does not exist yet. This script writes one part file for each cube into ANSWERS;
`satdoku decode --cubes` reads these files. SOLVER reads DIMACS from standard input. Every executor must be
able to read FORMULA and the script cube.sh in the folder of this script. Needs PySpark and a Java runtime.
"""

import argparse
import os
import pathlib
import shlex

from pyspark.sql import SparkSession


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--master", default="local[*]", help="Spark master, default local[*]")
    parser.add_argument("formula")
    parser.add_argument("cubes")
    parser.add_argument("answers")
    parser.add_argument("solver", nargs=argparse.REMAINDER)
    arguments = parser.parse_args()

    cubes = pathlib.Path(arguments.cubes).read_text().splitlines()
    cube_sh = str(pathlib.Path(__file__).resolve().with_name("cube.sh"))
    formula = str(pathlib.Path(arguments.formula).resolve())
    script = 'IFS= read -r cube; formula=$1; shift; exec sh "$0" "$formula" "$cube" "$@"'
    command = shlex.join(["sh", "-c", script, cube_sh, formula, *arguments.solver])

    spark = SparkSession.builder.master(arguments.master).appName("satdoku").getOrCreate()
    try:
        # One cube per partition. cube.sh exits with 1 for a cube without a solution.
        tasks = spark.sparkContext.parallelize(cubes, len(cubes))
        answers = tasks.pipe(command, env={"PATH": os.environ["PATH"]})
        answers.saveAsTextFile(arguments.answers)
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
