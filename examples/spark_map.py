#!/usr/bin/env python3
"""Solve a table of puzzles on Apache Spark executors, with the Python package satdoku.

    spark_map.py [--master MASTER] [--partitions N] [--column COLUMN] PUZZLES RESULTS

PUZZLES is a table with a header (.csv, .tsv) or JSON lines (.json, .jsonl) that every executor can read.
RESULTS is a folder that does not exist yet. Its part files contain a line of JSON for each row: all columns
of the row, such as ids, and satdoku_status, satdoku_solution, satdoku_second_solution and
satdoku_reason. A row without a readable puzzle gets the status "error" and the reason, and does not end
the job. Needs PySpark, pandas, PyArrow and a Java runtime, and the package satdoku on every executor.
"""

import argparse

import satdoku
from pyspark.sql import SparkSession
from pyspark.sql.types import StringType, StructType


def read(spark, path):
    """The rows of the input; in a table, all columns are read as text."""
    if path.endswith((".json", ".jsonl")):
        return spark.read.json(path)
    return spark.read.csv(path, header=True, sep="\t" if path.endswith(".tsv") else ",")


def solved(table, column):
    """The rows of a table, with the answers to the puzzles of a column."""
    schema = StructType(list(table.schema.fields))
    for name in ("status", "solution", "second_solution", "reason"):
        schema = schema.add(f"satdoku_{name}", StringType())

    def solve(batches):
        for batch in batches:
            # Spark runs one task per core, so each task gets one thread.
            said = satdoku.solve(batch[column], threads=1)
            yield batch.join(said.add_prefix("satdoku_"))

    return table.mapInPandas(solve, schema)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--master", default="local[*]", help="Spark master, default local[*]")
    parser.add_argument("--partitions", type=int, default=8, help="least number of partitions, default 8")
    parser.add_argument("--column", default="puzzle", help="column of the puzzles, default puzzle")
    parser.add_argument("puzzles")
    parser.add_argument("results")
    arguments = parser.parse_args()

    builder = SparkSession.builder.master(arguments.master).appName("satdoku")
    # Spark splits small tables too.
    builder = builder.config("spark.sql.files.minPartitionNum", arguments.partitions)
    spark = builder.config("spark.sql.files.openCostInBytes", 0).getOrCreate()
    try:
        table = read(spark, arguments.puzzles)
        solved(table, arguments.column).write.option("ignoreNullFields", False).json(arguments.results)
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
