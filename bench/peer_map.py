#!/usr/bin/env python3
"""Converts a level of jsnell's Snakebird solver to our format: peer_map.py levelNN.cc.

Its maps (github.com/jsnell/snakebird-solver, src/snakebird) are strings in the source: `.` ground, `~` water, which
kills like a spike, `#` spikes, `O` fruit, `*` the exit, `T` portals, digits blocks, and birds: a head `R`, `G` or
`B`, to which a body of arrows leads.  Its map ends at its edges, with ground on the left, right and top and water
below.  In our levels, birds that fall out are lost as well, so the water below is left out.
"""
import re
import sys

HERE = {".": "#", "~": "^", "#": "^", "O": "+", "*": "*", "T": "@", " ": "-"}
BLOCKS = "%&$!"
BIRDS = ["ABCDEFGHIJKLM", "abcdefghijklm", "0123456789", "NOPQRSTUVWXYZ"]
ARROWS = {">": (1, 0), "<": (-1, 0), "v": (0, 1), "^": (0, -1)}


def read(path):
    """The rows of the map, and the number of moves that the source expects."""
    source = open(path, encoding="utf-8").read()
    body = source[source.index("base_map") :]
    text = "".join(re.findall(r'"(.*?)"', body[: body.index(";")]))
    setup = re.search(r"Setup<\s*(\d+),\s*(\d+)", source)
    columns = int(setup.group(2))
    rows = [text[n : n + columns] for n in range(0, len(text), columns)]
    return rows, int(re.search(r"EXPECT_EQ\((\d+)", source).group(1))


def bird(rows, x, y):
    """The cells of the bird with its head at x, y, head first."""
    cells = [(x, y)]
    while True:
        x, y = cells[-1]
        behind = [
            (x - dx, y - dy)
            for arrow, (dx, dy) in ARROWS.items()
            if 0 <= y - dy < len(rows) and 0 <= x - dx < len(rows[0]) and rows[y - dy][x - dx] == arrow
        ]
        if not behind:
            return cells
        cells.append(behind[0])


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: peer_map.py levelNN.cc")
    try:
        rows, depth = read(sys.argv[1])
    except (OSError, ValueError, AttributeError) as error:
        sys.exit(f"{sys.argv[1]}: not a level of that solver ({error})")
    if set(rows[-1]) <= {"~", "."} and "~" in rows[-1]:
        rows = rows[:-1]
    level = [[HERE.get(cell, cell) for cell in row] for row in rows]
    birds = 0
    blocks = {}
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            if cell in "RGB":
                for n, (i, j) in enumerate(bird(rows, x, y)):
                    level[j][i] = BIRDS[birds][n]
                birds += 1
            elif cell.isdigit():
                if cell not in blocks:
                    blocks[cell] = BLOCKS[len(blocks)]
                level[y][x] = blocks[cell]
    print("\n".join("".join(row) for row in level))
    print(depth, file=sys.stderr)


main()
