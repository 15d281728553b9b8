#!/usr/bin/python3
"""Whether a judge that sees only the drawing can tell our levels from people's.

    ONLYWAY_CORPUS=FOLDER bench/form.py GAME [FOLDER-OR-FILE...]

GAME is sokoban, snowman or snakebird; the folders and files hold our levels (default: the packs of levels/GAME).
People's levels are in FOLDER/GAME and, for Sokoban, in FOLDER/people too.

The judge is a forest of 400 trees.  It gets counts of the drawing, but neither a solution nor a name.  The program
prints the area under its ROC curve (AUC) in 10-fold cross-validation: 0.5 if the judge cannot distinguish the
levels, 1 if it always can.  Each set of people's levels is also judged against the other set, or, if it is the only
one, one half against the other.  Then come the features that distinguish most, each with its AUC alone and its
medians.  Without --size, the judge does not see the size of a level.  --patterns adds a second judge, which sees how
often each pattern of 2x2 and 3x3 cells occurs, with turned and mirrored patterns counted together.  Needs numpy and
scikit-learn (Debian's python3-sklearn).
"""
import argparse
import glob
import os
import sys

import numpy
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold, cross_val_predict

TREES, FOLDS, DEALS = 400, 10, 3
SIZES = ("width", "height", "area", "aspect")
BIRDS = "ABCDEFGHIJKLMabcdefghijklm0123456789NOPQRSTUVWXYZ"

# For each game: the wall, the cell outside, and the kinds of cells with the characters that show them.
GAMES = {
    "sokoban": ("#", " ", {"box": "$*", "goal": ".*+", "player": "@+", "done": "*"}),
    "snowman": ("X", "X", {"ball": "1234567", "snow": "*=@", "player": "#@", "bare": "-+#", "stack": "34567"}),
    "snakebird": ("#", "-", {"bird": BIRDS, "head": "Aa0N", "fruit": "+", "exit": "*", "spike": "^",
                             "block": "%&$!;:,=/", "portal": "@"}),
}
# The characters of a level, for each outside cell.
LEVEL = {" ": set("#@+$*. -_"), "X": set("X*-#@1234567+="), "-": set("-#^*+@%&$!;:,=/" + BIRDS)}
NOT_FORM = {"sokoban": "player", "snowman": "player", "snakebird": ""}  # ignored in the symmetry of pieces
SETS = {"sokoban": ("sokoban", "people"), "snowman": ("snowman",), "snakebird": ("snakebird",)}


def read(path, outside):
    """The levels of a file as arrays of characters, separated by any other lines."""
    levels, rows = [], []
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n") + [""]
    for line in lines:
        text = line.rstrip()
        if text and set(text) <= LEVEL[outside]:
            rows.append(text.replace("_", " ").replace("-", " ") if outside == " " else text)
        elif rows:
            width = max(map(len, rows))
            levels.append(numpy.array([list(row.ljust(width, outside)) for row in rows]))
            rows = []
    return levels


def read_all(paths, outside):
    files = []
    for path in paths:
        inside = glob.glob(os.path.join(path, "**", "*"), recursive=True) if os.path.isdir(path) else [path]
        files += sorted(name for name in inside if name.endswith((".txt", ".xsb")))
    return [level for name in files for level in read(name, outside)]


def shifted(mask, down, right, beyond):
    """The mask shifted: for each cell, the neighbour `down` rows below and `right` columns to the right."""
    padded = numpy.pad(mask, 1, constant_values=beyond)
    rows, columns = mask.shape
    return padded[1 + down:1 + down + rows, 1 + right:1 + right + columns]


def beside(mask, beyond=False):
    return [shifted(mask, *way, beyond) for way in ((-1, 0), (0, 1), (1, 0), (0, -1))]


def parts(mask):
    """The connected parts of a mask, each as a list of cells."""
    left, found = set(zip(*numpy.nonzero(mask))), []
    while left:
        stack = [left.pop()]
        found.append([])
        while stack:
            row, column = stack.pop()
            found[-1].append((row, column))
            for cell in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if cell in left:
                    left.remove(cell)
                    stack.append(cell)
    return found


def runs(mask):
    """The lengths of the runs in the rows of a mask."""
    return [len(run) for row in mask for run in "".join("#" if c else " " for c in row).split()]


def mean(values):
    return float(numpy.mean(values)) if len(values) else 0.0


def share(mask, of=None):
    return mean(mask[of]) if of is not None else mean(mask)


def symmetry(level):
    """The shares of cells that equal their images, and whether all do."""
    images = {"mirror": level[:, ::-1], "flip": level[::-1], "turn": level[::-1, ::-1]}
    shares = {name: share(level == image) for name, image in images.items()}
    return {**shares, "best": max(shares.values()), "whole": float(max(shares.values()) == 1)}


def close(level, game):
    """The level without its frame; in Sokoban, cells that are not connected to the player become wall."""
    wall, outside, _ = GAMES[game]
    if game == "sokoban":
        padded = numpy.pad(level, 1, constant_values=outside)
        player = next(zip(*numpy.nonzero(numpy.isin(padded, ["@", "+"]))))
        inside = numpy.zeros(padded.shape, bool)
        for part in parts(padded != wall):
            if player in part:
                inside[tuple(zip(*part))] = True
        padded[~inside] = wall
        level = padded
    ground = level != wall if game != "snakebird" else level != outside
    rows, columns = numpy.nonzero(ground)
    return level[rows.min():rows.max() + 1, columns.min():columns.max() + 1]


def features(level, game):
    wall, outside, kinds = GAMES[game]
    level = close(level, game)
    rows, columns = level.shape
    gravity = game == "snakebird"
    walls = level == wall
    found = {"width": columns, "height": rows, "area": walls.size, "aspect": columns / rows}
    around = beside(walls, not gravity)
    ways = 4 - numpy.sum(around, axis=0)
    up, right, down, left = around
    floor = ~walls
    clumps = parts(walls)
    rim = numpy.zeros(walls.shape, bool)
    rim[[0, -1]] = rim[:, [0, -1]] = True
    outline = [part for part in clumps if any(rim[cell] for cell in part)]
    pillars = [part for part in clumps if not any(rim[cell] for cell in part)]
    found |= {
        "wall share": share(walls),
        "wall of the rim": share(walls, rim),
        "wall of the corners": mean([walls[r, c] for r in (0, -1) for c in (0, -1)]),
        "outline share": sum(map(len, outline)) / walls.size,
        "outline parts": len(outline) / (rows + columns),
        "pillar share": sum(map(len, pillars)) / walls.size,
        "pillars": len(pillars) / walls.size,
        "clump size": mean([len(part) for part in clumps]),
        "largest clump": max(map(len, clumps), default=0) / walls.size,
        "single walls": mean([len(part) == 1 for part in clumps]),
        "edges": sum(mean(walls != other) for other in around) / 4,
        "wall runs across": mean(runs(walls)) / columns,
        "wall runs down": mean(runs(walls.T)) / rows,
        "wall squares": mean((walls[1:, 1:] & walls[:-1, 1:] & walls[1:, :-1] & walls[:-1, :-1])),
        "dead ends": share(ways <= 1, floor),
        "corridors": share((up & down & ~left & ~right) | (left & right & ~up & ~down), floor),
        "bends": share((ways == 2) & ~((up & down) | (left & right)), floor),
        "open cells": share(ways == 4, floor),
        "floor squares": mean((floor[1:, 1:] & floor[:-1, 1:] & floor[1:, :-1] & floor[:-1, :-1])),
        "floor runs across": mean(runs(floor)) / columns,
        "floor runs down": mean(runs(floor.T)) / rows,
        "full rows": mean(walls.all(axis=1)), "free rows": mean(floor.all(axis=1)),
        "doors": share(((up & down & ~left & ~right) | (left & right & ~up & ~down)) &
                       (sum((other >= 3).astype(int) for other in beside(ways * floor, 0)) >= 1), floor),
    }
    found |= {f"walls {name}": value for name, value in symmetry(walls).items()}
    form = level.copy()
    if NOT_FORM[game]:
        form[form == "@"] = "*" if game == "snowman" else " "
        form[form == "+"] = "." if game == "sokoban" else "+"
        form[form == "#"] = "-" if game == "snowman" else "#"
    else:
        form[numpy.isin(form, list(BIRDS))] = "A"
    found |= {f"all {name}": value for name, value in symmetry(form).items()}
    for name, characters in kinds.items():
        mask = numpy.isin(level, list(characters))
        near = numpy.sum(beside(mask), axis=0)
        at = numpy.argwhere(mask)
        found |= {
            f"{name}s": mask.sum() if name != "snow" else share(mask, floor),
            f"{name} share": share(mask, floor),
            f"{name} by its kind": share(near > 0, mask),
            f"{name} neighbours": share(near, mask),
            f"{name} by walls": share(4 - ways, mask),
            f"{name} in corners": share((up | down) & (left | right), mask),
            f"{name} at the rim": share(rim, mask),
            f"{name} row": mean(at[:, 0]) / rows, f"{name} column": abs(mean(at[:, 1]) / columns - 0.5),
            f"{name} parts": len(parts(mask)) / max(1, mask.sum()),
            f"{name} in a line": float(len(at) > 1 and (len(set(at[:, 0])) == 1 or len(set(at[:, 1])) == 1)),
            f"{name} spread": mean(numpy.abs(at - at.mean(axis=0)).sum(axis=1)) if len(at) else 0,
            f"{name} from the middle": mean(numpy.abs(at - (numpy.array(level.shape) - 1) / 2).sum(axis=1)
                                            / (rows + columns)) if len(at) else 0,
        }
    if game == "snowman":
        snow = numpy.isin(level, list("*=@1234567"))
        for name, mask in (("snow", snow), ("bare", ~snow & floor)):
            found |= {f"{name} ground edges": sum(mean(mask != other) for other in beside(mask)) / 4,
                      f"{name} ground parts": len(parts(mask)),
                      f"{name} squares": mean(mask[1:, 1:] & mask[:-1, 1:] & mask[1:, :-1] & mask[:-1, :-1])}
        found |= {f"snow {name}": value for name, value in symmetry(snow).items()}
    if gravity:
        boxes = [(numpy.ptp([r for r, _ in part]) + 1, numpy.ptp([c for _, c in part]) + 1, len(part))
                 for part in clumps]
        found |= {
            "islands": len(boxes), "island heights": mean([h for h, _, _ in boxes]) / rows,
            "island widths": mean([w for _, w, _ in boxes]) / columns,
            "towers": mean([h > w for h, w, _ in boxes]), "pillars of one": mean([w == 1 < h for h, w, _ in boxes]),
            "flat islands": mean([h == 1 for h, _, _ in boxes]),
            "island fill": mean([n / (h * w) for h, w, n in boxes]),
            "ground in the last row": share(walls[-1]),
            "highest ground": mean(numpy.argwhere(walls)[:1, 0]) / rows,
            "ground above air": share(~down, walls), "ground below air": share(~up, walls),
        }
    return found


def table(levels, game, sizes):
    """A row of features for each level, and the names of the features."""
    found = [features(level, game) for level in levels]
    names = [name for name in found[0] if sizes or name not in SIZES]
    return numpy.array([[row[name] for name in names] for row in found], float), names


def patterns(level, game):
    """The frequency of each pattern of 2x2 and 3x3 cells in a level, relative to its cells; without the player."""
    level, outside = close(level, game), GAMES[game][1]
    if game == "sokoban":
        level, outside = numpy.where(level == "@", " ", numpy.where(level == "+", ".", level)), GAMES[game][0]
    elif game == "snakebird":
        level = numpy.where(numpy.isin(level, list(BIRDS)), "A", level)
    level = numpy.pad(level, 1, constant_values=outside)
    turns = range(1 if game == "snakebird" else 4)
    found = {}
    for side in (2, 3):
        for row, column in numpy.ndindex(level.shape[0] - side + 1, level.shape[1] - side + 1):
            part = level[row:row + side, column:column + side]
            images = [numpy.rot90(image, n) for n in turns for image in (part, part[:, ::-1])]
            name = min("/".join("".join(line) for line in image) for image in images)
            found[name] = found.get(name, 0) + 1 / level.size
    return found


def pattern_table(levels, game, known):
    """A row for each level, with the patterns that occur in several of the `known` levels."""
    counts = {}
    for level in known:
        for name in patterns(level, game):
            counts[name] = counts.get(name, 0) + 1
    names = sorted(name for name, count in counts.items() if count >= 4)
    return numpy.array([[found.get(name, 0) for name in names]
                        for found in (patterns(level, game) for level in levels)], float), names


def tell(ours, people):
    """The mean AUC of the judge and its deviation over several divisions."""
    rows = numpy.vstack([ours, people])
    truth = numpy.repeat([1, 0], [len(ours), len(people)])
    found = []
    for deal in range(DEALS):
        judge = RandomForestClassifier(TREES, class_weight="balanced", random_state=deal)
        folds = StratifiedKFold(min(FOLDS, len(ours), len(people)), shuffle=True, random_state=deal)
        chances = cross_val_predict(judge, rows, truth, cv=folds, method="predict_proba")[:, 1]
        found.append(roc_auc_score(truth, chances))
    return numpy.mean(found), numpy.std(found)


def telling(ours, people, names, count):
    """Prints the features that the judge uses most."""
    rows = numpy.vstack([ours, people])
    truth = numpy.repeat([1, 0], [len(ours), len(people)])
    judge = RandomForestClassifier(TREES, class_weight="balanced", random_state=0).fit(rows, truth)
    for n in numpy.argsort(-judge.feature_importances_)[:count]:
        alone = roc_auc_score(truth, rows[:, n])
        print(f"  {names[n]:24} weight {judge.feature_importances_[n]:.3f}  alone {max(alone, 1 - alone):.2f}  "
              f"mean: ours {ours[:, n].mean():.2f}, people's {people[:, n].mean():.2f}; "
              f"median: {numpy.median(ours[:, n]):.2f}, {numpy.median(people[:, n]):.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("ours", nargs="*", help="folders and files of our levels (default: the packs)")
    parser.add_argument("--people", action="append", help="people's levels (default: those of ONLYWAY_CORPUS)")
    parser.add_argument("--size", action="store_true", help="let the judge see the size, too")
    parser.add_argument("--patterns", action="store_true", help="ask the second judge, who sees patterns")
    parser.add_argument("--features", type=int, default=15, help="how many features to print")
    asked = parser.parse_args()
    if not asked.people and "ONLYWAY_CORPUS" not in os.environ:
        sys.exit("ONLYWAY_CORPUS names no folder")
    outside = GAMES[asked.game][1]
    packs = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "levels", asked.game)
    sets = asked.people or [os.path.join(os.environ["ONLYWAY_CORPUS"], name) for name in SETS[asked.game]]
    our_levels = read_all(asked.ours or [packs], outside)
    levels = {os.path.basename(path): read_all([path], outside) for path in sets}

    if asked.patterns:
        everything = our_levels + sum(levels.values(), [])

        def rows_of(those):
            return pattern_table(those, asked.game, everything)
    else:
        def rows_of(those):
            return table(those, asked.game, asked.size)
    ours, names = rows_of(our_levels)
    people = {name: rows_of(those)[0] for name, those in levels.items()}
    for name, rows in people.items():
        auc, deviation = tell(ours, rows)
        print(f"{len(ours)} of ours against {len(rows)} of {name}: AUC {auc:.3f} (+-{deviation:.3f})")
        telling(ours, rows, names, asked.features)
    if len(people) > 1:
        (one, rows), (other, more) = list(people.items())[:2]
        seen = set(map(tuple, rows))  # many levels appear in several collections
        more = numpy.array([row for row in more if tuple(row) not in seen])
    else:
        (one, all_rows), = people.items()
        other, rows, more = "the other half", all_rows[::2], all_rows[1::2]
    auc, deviation = tell(rows, more)
    print(f"{len(rows)} of {one} against {len(more)} of {other}: AUC {auc:.3f} (+-{deviation:.3f})")


if __name__ == "__main__":
    main()
