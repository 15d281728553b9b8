#!/usr/bin/env python3
"""Tests how well difficulty agrees with people's results, and finds its weights.

    make bench/difficulty_terms && ONLYWAY_CORPUS=FOLDER ../bench/fit_difficulty.py

in the build folder.  FOLDER/people has the levels, *.xsb, and INDEX.csv, with a row for each level in the same order
and the columns `level` and `completion`, the share of the people who opened the level and solved it.  Needs numpy.

The formula is s = log2(1 + guided luck) + H hazard + K log2(1 + steps).  Only the resulting order counts: the figure
of merit is Spearman's correlation of s with the share of people who gave up.  H and K come from a coarse grid.  To
test the formula on unseen levels, H and K are chosen on nine tenths of the levels and tried on the last tenth, for
each tenth and for many random divisions.  Intervals come from a bootstrap.
"""
import csv
import glob
import io
import os
import subprocess
import sys

import numpy

OF_HAZARD = (0, 1, 2, 3, 4, 6, 8)
OF_STEPS = (0, 0.1, 0.2, 0.3, 0.4, 0.6)
SHIPPED = (3, 0.2)  # as in solve/judge/difficulty.c
FOLDS, DEALS, SAMPLES = 10, 20, 2000


def ranks(values):
    """Ranks from 0; equal values get their mean rank."""
    _, which, counts = numpy.unique(values, return_inverse=True, return_counts=True)
    ends = numpy.cumsum(counts)
    return (ends - (counts + 1) / 2)[which]


def spearman(one, other):
    return numpy.corrcoef(ranks(one), ranks(other))[0, 1]


def read(corpus):
    """The terms of all levels by name, the shares of people who gave up, and the names of the levels."""
    folder = os.path.join(corpus, "people")
    with open(os.path.join(folder, "INDEX.csv"), newline="") as index:
        people = list(csv.DictReader(index))
    gave_up = numpy.array([1 - float(row["completion"]) for row in people])
    levels = sorted(glob.glob(os.path.join(folder, "*.xsb")))
    printed = subprocess.run(["bench/difficulty_terms", *levels], check=True, capture_output=True)
    rows = list(csv.DictReader(io.StringIO(printed.stdout.decode())))
    if len(rows) != len(gave_up):
        sys.exit(f"{len(rows)} levels, but {len(gave_up)} in the index")
    known = numpy.array([row["difficulty"] != "" for row in rows])
    terms = {name: numpy.array([float(row[name] or "nan") for row in rows])[known] for name in rows[0]}
    return terms, gave_up[known], [row["level"] for row, is_known in zip(people, known) if is_known]


def formula(terms, weights):
    return (numpy.log2(1 + terms["guided_luck"]) + weights[0] * terms["hazard"] +
            weights[1] * numpy.log2(1 + terms["steps"]))


def best_weights(sums, gave_up, chosen):
    return max(sums, key=lambda weights: spearman(sums[weights][chosen], gave_up[chosen]))


def cross_validate(sums, gave_up, random):
    """The correlations of s, with weights chosen without the tested level, for each random division; and the
    weights."""
    count, found, weights = len(gave_up), [], []
    for _ in range(DEALS):
        fold = random.permutation(count) % FOLDS
        predicted = numpy.empty(count)
        for n in range(FOLDS):
            weights.append(best_weights(sums, gave_up, fold != n))
            predicted[fold == n] = ranks(sums[weights[-1]])[fold == n]
        found.append(spearman(predicted, gave_up))
    return found, weights


def thirds(sums, gave_up, random):
    """The correlations on a third of the levels, with weights chosen on the others."""
    found = []
    for _ in range(10 * DEALS):
        left_out = random.permutation(len(gave_up)) % 3 == 0
        weights = best_weights(sums, gave_up, ~left_out)
        found.append(spearman(sums[weights][left_out], gave_up[left_out]))
    return found


def interval(values, gave_up, random):
    samples = random.integers(0, len(gave_up), (SAMPLES, len(gave_up)))
    found = [spearman(values[sample], gave_up[sample]) for sample in samples]
    return numpy.quantile(found, (0.025, 0.975))


def main():
    if "ONLYWAY_CORPUS" not in os.environ:
        sys.exit("ONLYWAY_CORPUS names no folder")
    terms, gave_up, names = read(os.environ["ONLYWAY_CORPUS"])
    random = numpy.random.default_rng(1)
    print(f"{len(gave_up)} levels; gave up: from {gave_up.min():.2f} to {gave_up.max():.2f}, quartiles "
          + ", ".join(f"{q:.2f}" for q in numpy.quantile(gave_up, (0.25, 0.5, 0.75))))
    for name in terms:
        if name != "nth":
            low, high = interval(terms[name], gave_up, random)
            print(f"{name:12} {spearman(terms[name], gave_up):5.2f}  ({low:.2f} to {high:.2f})")
    sums = {(h, k): formula(terms, (h, k)) for h in OF_HAZARD for k in OF_STEPS}
    print("\nof hazard, of steps: Spearman with all levels")
    for h in OF_HAZARD:
        print(f"{h:4} " + "  ".join(f"{k}: {spearman(sums[h, k], gave_up):.3f}" for k in OF_STEPS))
    found, weights = cross_validate(sums, gave_up, random)
    chosen = sorted({w: weights.count(w) for w in weights}.items(), key=lambda item: -item[1])[:5]
    print(f"\n{FOLDS}-fold, {DEALS} times: {numpy.mean(found):.3f}, from {min(found):.3f} to "
          f"{max(found):.3f}; weights chosen most often: {chosen}")
    found = thirds(sums, gave_up, random)
    low, high = numpy.quantile(found, (0.025, 0.975))
    print(f"a third left out: {numpy.mean(found):.3f}, 95 % of them from {low:.3f} to {high:.3f}")
    low, high = interval(sums[SHIPPED], gave_up, random)
    print(f"as shipped, {SHIPPED}: {spearman(sums[SHIPPED], gave_up):.3f}, bootstrap {low:.3f} to {high:.3f}")
    for least in (0, 25, 50, 75):
        band = (terms["difficulty"] >= least) & (terms["difficulty"] < least + 25 + (least == 75))
        print(f"difficulty from {least:2}: {band.sum():3} levels, gave up {gave_up[band].mean():.3f}")
    print("\nlargest errors: level, rank by difficulty, rank by people, measures")
    by_formula, by_people = ranks(sums[SHIPPED]), ranks(gave_up)
    for n in numpy.argsort(-abs(by_formula - by_people), kind="stable")[:10]:
        print(f"{names[n]} {by_formula[n]:5.0f} {by_people[n]:5.0f}  "
              + ", ".join(f"{name} {terms[name][n]:g}" for name in terms if name != "nth"))


if __name__ == "__main__":
    main()
