#!/usr/bin/env python3
"""Judges a corpus of logs on a Spark cluster and counts its findings by client and clause.

    spark-submit spark_job.py [--format jsonl|parquet] [--column log] INPUT OUTPUT

INPUT is a file or a folder, partitioned or not: JSON Lines with one log per line, or Parquet
with the text of a log in a column.  OUTPUT becomes a folder with three parts:

    logs       Parquet, one row per log: the columns of `verify_table`, the file and a hash
    verdicts   JSON Lines: the number of logs for each client and verdict
    findings   JSON Lines: the number of findings and logs for each client and clause
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f
from pyspark.sql.pandas.types import from_arrow_schema

import splendor_verify

# The batch of a worker.  A log has at most 16 MiB, and usually two KiB.
LOGS_AT_A_TIME = 1_000


def logs_of(spark: SparkSession, path: str, kind: str, column: str) -> DataFrame:
    """Return the logs of a corpus as bytes, each with the name of its file."""
    if kind == "jsonl":
        # Skip blank lines, as the program does.
        lines = spark.read.text(path, lineSep="\n").where(r"value rlike '[^ \\t\\r\\f]'")
        logs, column = lines, "value"
    else:
        logs = spark.read.parquet(path)
    # A null counts as an empty text, so that the number of rows matches.
    log = f.coalesce(f.col(column).cast("binary"), f.lit(b""))
    return logs.select(f.col("_metadata.file_path").alias("file"), log.alias("log"))


def judge(options: dict[str, Any]) -> Callable[[Iterator[pa.RecordBatch]], Iterator[Any]]:
    """Return the function that a worker applies to the batches of a partition."""

    def judged(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            # Spark already runs a task on each core.
            table = splendor_verify.verify_table(batch.column("log"), threads=1, **options)
            table = table.add_column(0, "hash", pa.chunked_array([batch.column("hash")]))
            table = table.add_column(0, "file", pa.chunked_array([batch.column("file")]))
            yield from table.to_batches()

    return judged


def verdicts(logs: DataFrame) -> DataFrame:
    """Count the logs of each client by their verdict."""
    counted = logs.groupBy("client", "verdict").agg(f.count("*").alias("logs"))
    return counted.orderBy("client", "verdict")


def findings(logs: DataFrame) -> DataFrame:
    """Count the findings by client, clause and severity, and the logs that have them."""
    # Number the logs before their findings become separate rows.
    logs = logs.select("client", f.monotonically_increasing_id().alias("log"), "findings")
    each = logs.select("client", "log", f.explode("findings").alias("one"))
    counted = each.groupBy("client", "one.clause", "one.severity").agg(
        f.count("*").alias("findings"),
        f.sum(f.when(f.col("one.after_illegal"), 0).otherwise(1)).alias("not_after_illegal"),
        f.count_distinct("log").alias("logs"),
    )
    return counted.orderBy("client", "clause", "severity")


def run(spark: SparkSession, arguments: argparse.Namespace, options: dict[str, Any]) -> None:
    """Judge the corpus and write the three parts."""
    logs = logs_of(spark, arguments.input, arguments.format, arguments.column)
    logs = logs.select("file", f.sha2("log", 256).alias("hash"), "log")
    place = [pa.field("file", pa.string()), pa.field("hash", pa.string())]
    schema = from_arrow_schema(pa.schema([*place, *splendor_verify.table_schema()]))
    judged = logs.mapInArrow(judge(options), schema)
    # Count the written table instead of judging twice.  A repeated task replaces its own output,
    # so the counts stay right when a worker dies.
    judged.write.mode("errorifexists").parquet(f"{arguments.output}/logs")
    judged = spark.read.parquet(f"{arguments.output}/logs")
    judged = judged.coalesce(spark.sparkContext.defaultParallelism)
    for name, counted in {"verdicts": verdicts(judged), "findings": findings(judged)}.items():
        counted.coalesce(1).write.json(f"{arguments.output}/{name}")


def read_words(words: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("input", metavar="INPUT")
    parser.add_argument("output", metavar="OUTPUT")
    parser.add_argument("--format", choices=["jsonl", "parquet"], default="jsonl")
    parser.add_argument("--column", default="log", help="the column of the logs in Parquet")
    parser.add_argument("--client", help="judge by the rulings of this client")
    parser.add_argument("--ruling", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--keep-going", action="store_true")
    return parser.parse_args(words)


def main(words: list[str]) -> None:
    arguments = read_words(words)
    rulings = dict(ruling.split("=", 1) for ruling in arguments.ruling)
    options = {"client": arguments.client, "rulings": rulings, "keep_going": arguments.keep_going}
    # Reject unknown rulings and clients here, before every worker does.
    splendor_verify.verify_many([], **options)
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("splendor-verify")
    builder = builder.config("spark.sql.execution.arrow.maxRecordsPerBatch", LOGS_AT_A_TIME)
    spark = builder.getOrCreate()
    try:
        run(spark, arguments, options)
    finally:
        spark.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
