# SPDX-License-Identifier: Apache-2.0
"""Counts the traffic of a platform on Spark: a part for each partition, and one report of all parts.

    spark-submit spark.py TRAFFIC OUTPUT PLATFORM

TRAFFIC is what Spark reads as lines of text, OUTPUT a folder that does not exist. `imwire` must be in the PATH of every
worker. The parts are joined by `imwire report merge OUTPUT/*.part`.
"""
import os
import subprocess
import sys
from pathlib import Path

import pandas as pd
from pyspark.sql import SparkSession


def counter(platform):
    """Returns a function for mapInPandas that passes the lines of a partition to one process, and returns its counts.
    """

    def count(batches):
        with subprocess.Popen(
            ["imwire", "compat", "payloads", "--platform", platform, "--partial"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        ) as process:
            # The process writes nothing before the input ends, so neither side waits for the other.
            for batch in batches:
                for line in batch["value"]:
                    process.stdin.write(line.encode() + b"\n")
            part = process.communicate()[0].decode()
        if process.returncode not in (0, 1):
            raise RuntimeError(f"imwire ended with {process.returncode}")
        yield pd.DataFrame({"part": [part]})

    return count


def main(traffic, output, platform):
    spark = SparkSession.builder.appName("imwire").getOrCreate()
    lines = spark.read.text(traffic)
    parts = lines.mapInPandas(counter(platform), schema="part string").collect()
    os.mkdir(output)
    for number, row in enumerate(parts):
        Path(output, f"{number:05}.part").write_text(row.part, encoding="utf-8")
    spark.stop()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
