#!/usr/bin/env python3
"""Prints the difficulty, luck and length of the levels of packs or runs.

    bench/distribution.py [REPORT...]

prints a table row for each report, by default for those of all shipped packs: the number of levels, and the minimum,
median and maximum of each measure.  Values that are missing in a report are left out.
"""
import csv
import glob
import os
import statistics
import sys

MEASURES = {"difficulty": "%g", "luck": "%.1f", "depth": "%g"}


def name_of(path):
    """The name of a report in a chapter, or beside a source, below the folder of a game."""
    named = os.path.basename(path) not in ("report.csv", "levels.csv")
    stem = path[: -len(".csv")] if named else os.path.dirname(path)
    return "/".join(stem.split("/")[-2:])


def shipped():
    """The reports of all packs, game by game, sorted by name."""
    levels = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "levels")
    return sorted(glob.glob(levels + "/*/*/*.csv") + glob.glob(levels + "/*/*.csv"), key=name_of)


def summary(rows, measure):
    values = [float(row[measure]) for row in rows if row[measure] != ""]
    if not values:
        return ""
    three = min(values), statistics.median(values), max(values)
    return " / ".join(MEASURES[measure] % value for value in three)


def main():
    print("| | levels |", " | ".join(MEASURES), "|")
    print("|---|--:|" + "--:|" * len(MEASURES))
    for path in sys.argv[1:] or shipped():
        with open(path, newline="") as report:
            rows = list(csv.DictReader(report))
        print("| `%s` | %d |" % (name_of(path), len(rows)), " | ".join(summary(rows, m) for m in MEASURES), "|")


main()
