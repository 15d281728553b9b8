#!/usr/bin/env python3
"""libonlyway for Python, by ctypes, in one file.

    import onlyway
    for level in onlyway.read(open("levels.txt").read()):
        told = level.judge("max-states=1000000")
        print(level.name, told["verdict"], told.number("difficulty"), told["solution"])

As a program, `python3 onlyway.py [--game=GAME] FILE...` prints the report of `solve --csv`.  The system's usual
search finds the library; the environment variable ONLYWAY_LIBRARY names another file.  onlyway.h documents functions
and options.  An exception in a callback stops the call and is raised again.
"""
import ctypes
import ctypes.util
import os
import sys

NO_MEMORY, BAD_OPTION, BAD_INPUT, LIMIT, CANCELLED = range(1, 6)
OUT_OF_REACH = 2**31 - 1
KEYS = {"up": 0, "right": 1, "down": 2, "left": 3, "action": 4, "next": 5}
OUTLOOKS = ("solved", "good", "dead end", "lost", "hopeless", "unknown")

_void, _text, _size, _int = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int
_two_numbers = ctypes.CFUNCTYPE(_int, _void, ctypes.c_uint64, ctypes.c_uint64)
_of_object = ctypes.CFUNCTYPE(_int, _void, _void)
_start = ctypes.CFUNCTYPE(_int, _void, _void)
_expand = ctypes.CFUNCTYPE(_int, _void, _void, ctypes.POINTER(ctypes.c_uint32), _void)
_ask = ctypes.CFUNCTYPE(_int, _void, _void)


class _Watch(ctypes.Structure):
    _fields_ = [("size", _size), ("context", _void), ("progress", ctypes.CFUNCTYPE(_int, _void, ctypes.c_uint64))]


class _Callbacks(ctypes.Structure):
    """ow_mender and ow_maker, which have the same layout."""
    _fields_ = [("size", _size), ("context", _void), ("take", _of_object), ("progress", _two_numbers)]


class _Puzzle(ctypes.Structure):
    _fields_ = [("size", _size), ("context", _void), ("name", _text), ("state_bytes", _size), ("max_moves", _size),
                ("start", _start), ("moves", _expand), ("goal", _ask), ("estimate", _ask), ("dead", _ask)]


class _Hint(ctypes.Structure):
    _fields_ = [("size", _size), ("outlook", _int), ("left", _size), ("back", _size), ("move", _text),
                ("reason", _text)]


_library = ctypes.CDLL(os.environ.get("ONLYWAY_LIBRARY") or ctypes.util.find_library("onlyway") or "libonlyway.so.0")


def _declare(result, names, *arguments):
    for name in names.split():
        function = getattr(_library, "ow_" + name)
        function.restype, function.argtypes = result, arguments


_place, _number = ctypes.POINTER(_void), ctypes.POINTER(ctypes.c_double)
_declare(_text, "version")
_declare(_text, "status_text", _int)
_declare(_text, "game_name report_column", _size)
_declare(None, "free levels_free judgement_free session_close", _void)
_declare(_int, "levels_read", _text, _size, _text, _place, _place)
_declare(_size, "levels_count judgement_listed judgement_listed_classes session_moves session_steps", _void)
_declare(_void, "levels_at", _void, _size)
_declare(_text, "level_error level_name level_game level_text judgement_row judgement_reason judgement_why "
         "judgement_why_data judgement_text mended_text mended_edits mended_told made_name made_text made_row", _void)
_declare(_int, "level_rows level_columns session_solved", _void)
_declare(ctypes.c_uint, "level_cell", _void, _int, _int)
_declare(_int, "judge", _void, _text, ctypes.POINTER(_Watch), _place, _place)
_declare(_int, "puzzle_judge", ctypes.POINTER(_Puzzle), _text, ctypes.POINTER(_Watch), _place, _place)
_declare(_text, "judgement_field mended_field made_field", _void, _text)
_declare(_int, "judgement_number made_number", _void, _text, _number)
_declare(_text, "judgement_listed_at session_legal_at", _void, _size)
_declare(_int, "report_header", _place)
_declare(_int, "mend", _void, _text, ctypes.POINTER(_Callbacks), _place, _place)
_declare(_int, "generate", _text, _text, ctypes.POINTER(_Callbacks), _place)
_declare(_int, "replay", _void, _text, _text, ctypes.POINTER(_int), _place, _place)
_declare(_int, "draw_svg", _void, _text, _text, _place, _place)
_declare(_int, "session_open", _void, _text, _place, _place)
_declare(_int, "session_made session_text", _void, _place, _place)
_declare(_int, "session_svg", _void, _text, _place, _place)
_declare(_int, "session_legal", _void, ctypes.POINTER(_size), _place)
_declare(_int, "session_move", _void, _text, _place)
_declare(_int, "session_press", _void, _int, ctypes.POINTER(_int), _place)
_declare(_size, "session_undo session_redo", _void, _size)
_declare(_int, "session_hint", _void, ctypes.POINTER(_Watch), ctypes.POINTER(_Hint), _place)


class Error(Exception):
    """A call that failed; `status` is one of the constants above."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def _bytes(text):
    return text.encode(errors="surrogateescape") if isinstance(text, str) else text


def _string(text):
    return None if text is None else text.decode(errors="surrogateescape")


def _take(place):
    """Returns the string at a place, and frees it."""
    text = _string(ctypes.cast(place, _text).value)
    _library.ow_free(place)
    return text


def _call(name, *arguments, caught=()):
    """Calls a function whose last argument is the message, and raises its error."""
    message = _void()
    status = getattr(_library, "ow_" + name)(*arguments, ctypes.byref(message))
    said = _take(message)
    if caught:
        raise caught[0]
    if status:
        raise Error(status, said or _string(_library.ow_status_text(status)))


def _guarded(function, caught):
    """Returns a callback that stores an exception in `caught` and then asks to stop."""
    def call(_context, *arguments):
        try:
            return int(function(*arguments) or 0)
        except BaseException as error:  # pylint: disable=broad-except
            caught.append(error)
            return -1
    return call


def _watch(progress, caught):
    if progress is None:
        return None
    return _Watch(ctypes.sizeof(_Watch), None, _Watch._fields_[2][1](_guarded(progress, caught)))


def _numbers(function, handle, column):
    number = ctypes.c_double()
    return number.value if function(handle, _bytes(column), ctypes.byref(number)) else None


version = _string(_library.ow_version())


def _names(function):
    names = []
    while function(len(names)) is not None:
        names.append(_string(function(len(names))))
    return names


games = _names(_library.ow_game_name)
columns = _names(_library.ow_report_column)


class Judgement:
    """A judgement: fields by column, as text, and the rest as attributes."""

    def __init__(self, handle):
        told = {name: _string(getattr(_library, "ow_judgement_" + name)(handle))
                for name in ("row", "reason", "why", "why_data", "text")}
        self.row, self.reason, self.why, self.why_data, self.text = told.values()
        self.fields = {column: _string(_library.ow_judgement_field(handle, _bytes(column))) for column in columns}
        self._read = {column: _numbers(_library.ow_judgement_number, handle, column) for column in columns}
        self.listed = [_string(_library.ow_judgement_listed_at(handle, n))
                       for n in range(_library.ow_judgement_listed(handle))]
        self.listed_classes = _library.ow_judgement_listed_classes(handle)

    def __getitem__(self, column):
        return self.fields[column]

    def number(self, column):
        """The field as a number, or None if it is not one."""
        return self._read[column]


def _judged(name, subject, options, progress, caught):
    place = _void()
    watch = _watch(progress, caught)
    try:
        _call(name, subject, _bytes(options), watch, ctypes.byref(place), caught=caught)
        return Judgement(place)
    finally:
        _library.ow_judgement_free(place)


class Level:
    """A level of a text."""

    def __init__(self, owner, handle):
        self._owner, self._handle = owner, handle
        self.error, self.name, self.game, self.text = (
            _string(getattr(_library, "ow_level_" + name)(handle)) for name in ("error", "name", "game", "text"))
        self.rows, self.columns = _library.ow_level_rows(handle), _library.ow_level_columns(handle)

    def cell(self, row, column):
        """The character in a row and column, counted from 1, or "" if there is none."""
        code = _library.ow_level_cell(self._handle, row, column)
        return chr(code) if code else ""

    def judge(self, options="", progress=None):
        return _judged("judge", self._handle, options, progress, [])

    def mend(self, options=""):
        """Returns the text that the command prints, and the levels found as (text, changes in words)."""
        found, caught, place = [], [], _void()

        def take(mended):
            found.append((_string(_library.ow_mended_text(mended)), _string(_library.ow_mended_edits(mended))))
        callbacks = _Callbacks(ctypes.sizeof(_Callbacks), None, _of_object(_guarded(take, caught)))
        _call("mend", self._handle, _bytes(options), callbacks, ctypes.byref(place), caught=caught)
        return _take(place), found

    def replay(self, moves, options=""):
        """Returns whether moves solve the level, and the text that the command prints."""
        solved, place = _int(), _void()
        _call("replay", self._handle, _bytes(moves), _bytes(options), ctypes.byref(solved), ctypes.byref(place))
        return bool(solved.value), _take(place)

    def svg(self, moves="", options=""):
        place = _void()
        _call("draw_svg", self._handle, _bytes(moves), _bytes(options), ctypes.byref(place))
        return _take(place)

    def play(self, options=""):
        return Session(self, options)


class _Levels:
    """Owns the levels that ow_levels_read returned."""

    def __init__(self, text, options):
        self.handle = _void()
        data = _bytes(text)
        _call("levels_read", data, len(data), _bytes(options), ctypes.byref(self.handle))

    def __del__(self):
        if self.handle:
            _library.ow_levels_free(self.handle)


def read(text, options=""):
    """Returns all levels of a text."""
    owner = _Levels(text, options)
    return [Level(owner, _library.ow_levels_at(owner.handle, n)) for n in range(_library.ow_levels_count(owner.handle))]


def report_header():
    place = _void()
    status = _library.ow_report_header(ctypes.byref(place))
    if status:
        raise Error(status, _string(_library.ow_status_text(status)))
    return _take(place)


class Session:
    """A level that is being played."""

    def __init__(self, level, options=""):
        self._level, self._handle = level, _void()
        _call("session_open", level._handle, _bytes(options), ctypes.byref(self._handle))

    def __del__(self):
        if self._handle:
            _library.ow_session_close(self._handle)

    def _made(self, name, *arguments):
        place = _void()
        _call(name, self._handle, *arguments, ctypes.byref(place))
        return _take(place)

    solved = property(lambda self: bool(_library.ow_session_solved(self._handle)))
    moves = property(lambda self: _library.ow_session_moves(self._handle))
    steps = property(lambda self: _library.ow_session_steps(self._handle))
    made = property(lambda self: self._made("session_made"))
    text = property(lambda self: self._made("session_text"))

    def svg(self, options=""):
        return self._made("session_svg", _bytes(options))

    def legal(self):
        """The legal moves, in the form that `move` accepts."""
        count = _size()
        _call("session_legal", self._handle, ctypes.byref(count))
        return [_string(_library.ow_session_legal_at(self._handle, n)) for n in range(count.value)]

    def move(self, moves):
        _call("session_move", self._handle, _bytes(moves))

    def press(self, key):
        """Presses one of KEYS.  Returns whether anything happened."""
        done = _int()
        _call("session_press", self._handle, KEYS[key], ctypes.byref(done))
        return bool(done.value)

    def undo(self, steps=1):
        return _library.ow_session_undo(self._handle, steps)

    def redo(self, steps=1):
        return _library.ow_session_redo(self._handle, steps)

    def hint(self, progress=None):
        """Returns a dictionary with the outlook, one of OUTLOOKS, and its details."""
        caught, hint = [], _Hint(ctypes.sizeof(_Hint))
        watch = _watch(progress, caught)
        _call("session_hint", self._handle, watch, ctypes.byref(hint), caught=caught)
        return {"outlook": OUTLOOKS[hint.outlook], "left": hint.left, "back": hint.back,
                "move": _string(hint.move), "reason": _string(hint.reason)}


def generate(game, options="", take=None, progress=None):
    """Generates levels and returns a list of (name, text, row).  Calls `take` with each; if it returns True, that
    level was the last."""
    made, caught = [], []

    def keep(level):
        made.append(tuple(_string(getattr(_library, "ow_made_" + name)(level)) for name in ("name", "text", "row")))
        return take(*made[-1]) if take else 0
    callbacks = _Callbacks(ctypes.sizeof(_Callbacks), None, _of_object(_guarded(keep, caught)))
    if progress is not None:
        callbacks.progress = _two_numbers(_guarded(progress, caught))
    try:
        _call("generate", _bytes(game), _bytes(options), callbacks, caught=caught)
    except Error as error:
        if error.status != CANCELLED or take is None:
            raise
    return made


def judge_puzzle(start, moves, goal, estimate=None, dead=None, name="puzzle", max_moves=64, options="", progress=None):
    """Judges a custom puzzle.  A state is bytes, always of the same length: `start` is one; moves(state) yields
    pairs of a number and a state, at most max_moves; goal(state) and dead(state) are true or false; estimate(state)
    is a lower bound on the moves to the goal, or OUT_OF_REACH."""
    caught, size = [], len(start)

    def state_of(address):
        return ctypes.string_at(address, size)

    def write(address, state):
        if len(state) != size:
            raise ValueError(f"a state has {len(state)} bytes instead of {size}")
        ctypes.memmove(address, bytes(state), size)

    def expand(address, labels, states):
        found = sorted(moves(state_of(address)))
        if len(found) > max_moves:
            raise ValueError(f"a state has {len(found)} moves, more than {max_moves}")
        for n, (label, state) in enumerate(found):
            labels[n] = label
            write(states + n * size, state)
        return len(found)

    def asking(function):
        return _ask() if function is None else _ask(_guarded(lambda address: function(state_of(address)), caught))
    puzzle = _Puzzle(ctypes.sizeof(_Puzzle), None, _bytes(name), size, max_moves,
                     _start(_guarded(lambda address: write(address, start), caught)),
                     _expand(_guarded(expand, caught)), asking(goal), asking(estimate), asking(dead))
    return _judged("puzzle_judge", puzzle, options, progress, caught)


def main(arguments):
    """Prints a report of all levels of some files.  Returns the status of `solve`."""
    options = " ".join(word for word in arguments if word.startswith("--"))
    status = 0
    sys.stdout.reconfigure(errors="surrogateescape")
    sys.stdout.write(report_header())
    for path in arguments:
        if path.startswith("--"):
            continue
        with open(path, "rb") as file:
            levels = read(file.read(), options)
        for level in levels:
            if level.error is not None:
                sys.stderr.write(level.error.replace("text", path, 1) + "\n")
                status = 2
                continue
            told = level.judge()
            row = told.row
            if level.name == "text" or level.name.startswith("text#"):  # without a title, the file names it
                row = row.replace("text", os.path.basename(path), 1)
            sys.stdout.write(row)
            status = status or 3 * (told["verdict"] == "undecided")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
