#!/usr/bin/python3
"""Fits how Sokoban levels are chosen by their drawing, so that ours look like people's.

    ONLYWAY_CORPUS=FOLDER bench/fit_form.py [--add] FOLDER-OR-FILE... >gen/sokoban/weights.inc

The folders and files hold newly generated levels.  A logistic regression distinguishes them from people's levels by
the features of gen/sokoban/looks.c.  Its log odds say how much more often people draw a level than gen does.  They
replace the weights, or with --add are added to those with which the levels were generated.  Several rounds of
generating levels and adding weights account for drawings that have no good level.  --part=0 or 1 uses only one half
of people's levels, so that the other half can serve as a test.  Needs numpy and scikit-learn (Debian's
python3-sklearn).
"""
import argparse
import os
import re
import sys

import numpy
from sklearn.linear_model import LogisticRegression

import form

UNIT = 32  # the weight that doubles a probability
MOST = 96  # the largest weight; beyond it, gen hardly ever draws such levels anyway
WEIGHTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "gen", "sokoban", "weights.inc")
TABLES = {"walls": 512, "room": 16, "goals": 24, "boxes": 16}


def images(code):
    """The codes of the images of 3x3 cells, with a bit for each wall, row by row."""
    cells = numpy.array([code >> bit & 1 for bit in range(9)]).reshape(3, 3)
    for turns in range(4):
        for image in (numpy.rot90(cells, turns), numpy.rot90(cells, turns)[:, ::-1]):
            yield sum(int(cell) << bit for bit, cell in enumerate(image.ravel()))


FIRST = [min(images(code)) for code in range(512)]


def kinds(at, other, walls):
    """The features of pieces at some cells; see weigh_pieces in gen/sokoban/looks.c."""
    found = [0] * 16
    here = set(at)
    for row, column in at:
        up, right, down, left = (int(walls[row + a + 1, column + b + 1]) for a, b in ((-1, 0), (0, 1), (1, 0), (0, -1)))
        count = up + right + down + left
        found[4 if count > 2 else 3 if count == 2 and (up and down or left and right) else count] += 1
        near = sum((row + a, column + b) in here for a, b in ((-1, 0), (0, 1), (1, 0), (0, -1)))
        found[5 + min(near, 3)] += 1
        found[9] += sum((row + a, column + b) in here for a, b in ((1, 1), (1, -1)))
        found[10] += sum((row + a, column + b) in here for a, b in ((2, 0), (0, 2)))
        found[11] += row in (0, walls.shape[0] - 3) or column in (0, walls.shape[1] - 3)
        found[12] += sum((row + a, column + b) in other for a, b in ((-1, 0), (0, 1), (1, 0), (0, -1)))
        found[13] += (row, column) in other
    in_line = len({row for row, _ in at}) == 1 or len({column for _, column in at}) == 1
    if in_line and len(at) > 1:
        found[14 if len(at) < 3 else 15] += 1
    return found


def features(level):
    level = form.close(level, "sokoban")
    walls = numpy.pad(level == "#", 1, constant_values=True)
    found = {name: numpy.zeros(size) for name, size in TABLES.items()}
    for row, column in numpy.ndindex(level.shape):
        part = walls[row:row + 3, column:column + 3].ravel()
        found["walls"][FIRST[sum(int(cell) << bit for bit, cell in enumerate(part))]] += 1
    goals = [tuple(cell) for cell in numpy.argwhere(numpy.isin(level, list(".*+")))]
    boxes = [tuple(cell) for cell in numpy.argwhere(numpy.isin(level, list("$*")))]
    floor = int(numpy.sum(level != "#"))
    count = len(boxes)
    found["room"][min(7, max(0, floor // count - 3)) if count else 7] += 1
    found["room"][8 + min(7, floor // 5)] += 1
    found["goals"][16 + min(count, 6)] += 1
    found["goals"][:16] = kinds(goals, set(), walls)
    found["boxes"][:] = kinds(boxes, set(goals), walls)
    return numpy.concatenate(list(found.values()))


def read_weights():
    numbers = [int(n) for n in re.findall(r"-?\d+", re.sub(r"/\*.*?\*/|\[.*?\]", "", open(WEIGHTS).read(), flags=re.S))]
    return numpy.array(numbers, float)


def near_groups(levels):
    """A group number for each level; levels with nearly the same walls share one."""
    walls = []
    for level in levels:
        there = form.close(level, "sokoban") == "#"
        turned = [numpy.rot90(there, turns) for turns in range(4)]
        walls.append([image for one in turned for image in (one, one[:, ::-1])])
    numbers = list(range(len(levels)))
    for i, images_of in enumerate(walls):
        for j in range(i):
            other = walls[j][0]
            if any(other.shape == image.shape and numpy.mean(other != image) <= 0.15 for image in images_of):
                numbers = [numbers[j] if n == numbers[i] else n for n in numbers]
                break
    return numbers


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("ours", nargs="+")
    parser.add_argument("--add", action="store_true")
    parser.add_argument("--part", type=int)
    parser.add_argument("--share", type=float, default=1)
    parser.add_argument("--strength", type=float, default=0.03)
    asked = parser.parse_args()
    if "ONLYWAY_CORPUS" not in os.environ:
        sys.exit("ONLYWAY_CORPUS names no folder")
    corpus = os.environ["ONLYWAY_CORPUS"]
    people = form.read_all([os.path.join(corpus, name) for name in form.SETS["sokoban"]], " ")
    people = [level for level in people if 2 <= numpy.sum(numpy.isin(level, ["$", "*"])) <= 6]
    people = list({"/".join("".join(row) for row in level): level for level in people}.values())
    groups = near_groups(people)
    if asked.part is not None:
        people = [level for level, group in zip(people, groups) if group % 2 == asked.part]
        groups = [group for group in groups if group % 2 == asked.part]
    ours = form.read_all(asked.ours, " ")
    rows = numpy.array([features(level) for level in ours + people])
    truth = numpy.repeat([0, 1], [len(ours), len(people)])
    # A series with the same walls counts as the square root of its number of levels.
    shares = numpy.array([1 / numpy.sqrt(groups.count(group)) for group in groups])
    weigh = numpy.concatenate([numpy.ones(len(ours)) / len(ours), shares / shares.sum()]) * len(people)
    deviation = rows.std(axis=0)
    deviation[deviation == 0] = 1
    # Features of only a few levels say little.
    rare = (rows != 0).sum(axis=0) < 12
    rows[:, rare] = 0
    judge = LogisticRegression(C=asked.strength, max_iter=2000).fit(rows / deviation, truth, sample_weight=weigh)
    weights = asked.share * judge.coef_[0] / deviation * UNIT / numpy.log(2)
    weights[rare] = 0
    first = numpy.concatenate([FIRST, numpy.arange(512, len(weights))])
    weights = weights[first]
    if asked.add:
        weights += read_weights()
    weights = numpy.clip(weights, -MOST, MOST)
    print("/* How often people draw what gen/sokoban/looks.c sees; written by bench/fit_form.py. */")
    at = 0
    for name, size in TABLES.items():
        numbers = [str(int(round(n))) for n in weights[at:at + size]]
        print(f"static const short {name}_weights[{size}] = {{")
        line = "   "
        for number in numbers:
            if len(line) + len(number) + 2 > 118:
                print(line)
                line = "   "
            line += f" {number},"
        print(line + "\n};")
        at += size
    score = judge.decision_function(rows / deviation)
    print(f"{len(ours)} of ours, {len(people)} of people's; AUC in the sample {form.roc_auc_score(truth, score):.3f}",
          file=sys.stderr)


if __name__ == "__main__":
    main()
