"""Plays the page that `pack --format html` makes, in a headless browser, as a player would: by keys,
swipes and buttons.  Arguments: the folder of shipped levels, a folder to work in."""
import csv
import io
import pathlib
import re
import subprocess
import sys
import traceback

from page_browser import Browser, keys_of
from selenium.webdriver.common.keys import Keys

LEVELS, WORK = map(pathlib.Path, sys.argv[1:3])

# A level of the cat in which the solution begins with a slide to the left, and all else is lost.
TRAP = '#######\n#     #\n#     #\n# C   #\n#   # #\n#     #\n#######\n'
ARENA = '######\n#    #\n#    #\n#    #\n#    #\n######\n'


def shipped(pattern, count):
    """The text of the first levels of a folder."""
    files = sorted(LEVELS.glob(pattern))[:count]
    assert len(files) == count, f'{pattern}: no levels'
    return [path.read_text() for path in files]


def first_boards(path, count):
    """The first levels of a collection."""
    parts = [part for part in (LEVELS / path).read_text().split('\n\n') if '#' in part]
    return [part.strip('\n') + '\n' for part in parts[:count]]


PACKS = {
    'longcat': shipped('longcat/medium/0*.txt', 3),
    'sokoban': first_boards('sokoban/medium.xsb', 2),
    'snowman': shipped('snowman/easy/0*.txt', 2),
    'snakebird': shipped('snakebird/easy/0*.txt', 1) + shipped('snakebird/two-birds/0*.txt', 1),
    'snake': [ARENA] + shipped('snake/easy/0*.txt', 1),
    'trap': [TRAP, TRAP.replace(' C', 'C ')],
    'mixed': [TRAP, *first_boards('sokoban/easy.xsb', 1), *shipped('snowman/easy/0*.txt', 1),
              *shipped('snakebird/easy/0*.txt', 1)],
}

# What is told of the presses that solve the first level.
STEP = '(Up|Right|Down|Left) to row [0-9]+, column [0-9]+'
TOLD = {
    'longcat': rf'{STEP}\. [0-9]+ open cells? left\.',
    'sokoban': rf'{STEP}\.|Box pushed (up|right|down|left), you are in row [0-9]+, column [0-9]+\. '
               r'[0-2] of 2 boxes on goals\.',
    'snowman': rf'{STEP}\.|Ball pushed (up|right|down|left), you are in row [0-9]+, column [0-9]+\. '
               r'[01] of 1 snowmen complete\.',
    'snakebird': rf'{STEP}\.( [0-9]+ fruit, 1 bird left\.)?|(Up|Right|Down|Left)\. 0 birds left\.|'
                 r'Blocked\.',
    'snake': rf'{STEP}\.( [0-9]+ open cells? left\.)?',
}


class Pack:
    """A page made of some levels, with their solutions as `solve` tells them."""

    def __init__(self, name, boards, *options):
        self.name = name
        source = WORK / f'{name}.txt'
        source.write_text('\n'.join(boards))
        self.path = WORK / f'{name}.html'
        game = [f'--game={name}'] if name in TOLD else []
        subprocess.run(['pack', '--quiet', '--format=html', '--sort=none', '--allow-any', *game,
                        f'--output={self.path}', *options, source], check=True)
        report = subprocess.run(['solve', '--csv', *game, source], check=True, text=True,
                                stdout=subprocess.PIPE).stdout
        self.rows = list(csv.DictReader(io.StringIO(report)))

    def keys(self, level):
        row = self.rows[level]
        return keys_of(row['solution'], birds=row['game'] == 'snakebird')


def play(browser, pack, level):
    browser.press(*pack.keys(level))
    browser.wait(lambda: browser.shown('#action'), f'{pack.name} {level + 1} to be solved')


def test_plays_to_the_end(browser, pack):
    """Every level can be solved by key presses alone; the counter and the list know."""
    for level, row in enumerate(pack.rows):
        assert browser.text('#level') == f'Level {level + 1} of {len(pack.rows)}'
        play(browser, pack, level)
        best, optimum = browser.text('#counter').split(' · ')[1:]
        assert (best, optimum) == (f'best {row["depth"]}', f'optimum {row["depth"]}'), best
        if level + 1 < len(pack.rows):
            browser.press(Keys.ENTER)
    browser.press('m')
    assert browser.text('#done') == f'{len(pack.rows)} of {len(pack.rows)} solved'
    assert browser.run('return document.querySelectorAll("#levels .check:not(:empty)").length') == \
        len(pack.rows)
    browser.press(Keys.ESCAPE)


def test_undo_redo_restart(browser, pack):
    """Every press can be taken back and made again; restart goes to the start."""
    boards = [browser.text('#description')]
    for key in pack.keys(0)[:6]:
        browser.press(key)
        if browser.text('#description') != boards[-1]:
            boards.append(browser.text('#description'))
    assert len(boards) > 4
    for board in boards[-2::-1]:
        browser.press('u')
        assert browser.text('#description') == board, 'undo'
    browser.press('u')
    assert browser.text('#description') == boards[0], 'undo at the start'
    browser.press_with_control('y')
    assert browser.text('#description') == boards[1], 'Ctrl+Y'
    browser.press_with_control('z')
    assert browser.text('#description') == boards[0], 'Ctrl+Z'
    for board in boards[1:]:
        browser.press('y')
        assert browser.text('#description') == board, 'redo'
    browser.click('#undo')
    assert browser.text('#description') == boards[-2], 'the button'
    browser.press('r')
    assert browser.text('#description') == boards[0], 'restart'
    assert ' 0 · ' in browser.text('#counter')


def test_words(browser, pack):
    """What every press does is told in words, and so is the board."""
    assert re.search('head|player', browser.text('#description')), 'where the player is'
    for key in pack.keys(0):
        before = browser.text('#description')
        browser.press(key)
        told = browser.text('#told')
        assert re.fullmatch(TOLD[pack.name], told), told
        assert (browser.text('#description') == before) == (told == 'Blocked.'), told


def test_hints_lead_to_the_goal(browser, pack):
    """Asking for hints and making them solves a level in as few moves as can be."""
    row = pack.rows[0]
    for _ in range(int(row['depth'])):
        browser.press('i')
        browser.wait(lambda: browser.text('#action') == 'Do it', 'a hint')
        before = browser.text('#counter')
        browser.press('i')
        browser.wait(lambda: browser.text('#counter') != before and
                     not browser.run('return page.player.queue.length'), 'the hint to be made')
    browser.wait(lambda: 'it cannot be done in fewer' in browser.text('#message'), 'the goal')
    assert browser.run('return page.hints.mayWork'), 'the search ran in a worker'


def test_solution_is_shown(browser, pack):
    """The solution can be watched, stopped and stepped through; one's own game stays as it was."""
    browser.press(pack.keys(0)[0], pack.keys(0)[1])
    own, counter = browser.text('#description'), browser.text('#counter')
    browser.press('v')
    assert browser.shown('#playback') and not browser.shown('#controls')
    browser.press(' ')
    assert browser.text('#pause') == 'Play'
    at = browser.text('#message')
    browser.press(Keys.ARROW_RIGHT)
    browser.wait(lambda: browser.text('#message') != at, 'the next step')
    browser.press(Keys.ARROW_LEFT)
    browser.wait(lambda: browser.text('#message') == at, 'the step back')
    browser.click('#pause')
    browser.wait(lambda: browser.text('#pause') == 'Again', 'the solution to end')
    assert browser.run('return page.player.solved')
    browser.press(Keys.ESCAPE)
    assert (browser.text('#description'), browser.text('#counter')) == (own, counter)
    assert 'best' not in counter


def test_reload_keeps_progress(browser, pack):
    """After a reload the page goes on where it was."""
    if len(pack.rows) > 1:
        play(browser, pack, 0)
        browser.press('n')
    keys = pack.keys(len(pack.rows) > 1)
    browser.press(*keys[:4])
    kept = [browser.text(part) for part in ('#level', '#description', '#counter')]
    browser.reload()
    assert [browser.text(part) for part in ('#level', '#description', '#counter')] == kept
    if len(pack.rows) > 1:
        browser.press('p')
        assert 'best' in browser.text('#counter')


def test_package(browser, pack):
    """The package that the page is built on judges its levels as the report does."""
    row = dict(pack.rows[0])
    judged = browser.driver.execute_async_script('''
        const [game, done] = arguments, level = PACK.levels[0];
        const onlyway = openPackage(page.wasm);
        onlyway.judge(level.rows.join('\\n'), {game}).then(([judgement]) => done(judgement), done);
        ''', row['game'])
    row.pop('level')
    assert {name: judged[name] for name in row} == row


def test_small_screens(browser, _pack):
    """On a telephone, upright or on its side, nothing is cut off, and nothing has to be scrolled."""
    browser.press('i')
    browser.wait(lambda: browser.text('#action') == 'Do it', 'a hint')
    for width, height in (360, 640), (640, 360):
        browser.set_size(width, height)
        assert browser.run('return document.documentElement.scrollWidth') <= width
        outside = browser.run('''
            return [...document.querySelectorAll('button, #board, #counter, #message, h1, h2')]
                .filter(e => e.checkVisibility() && !e.closest('dialog'))
                .filter(e => { const r = e.getBoundingClientRect();
                               return r.left < 0 || r.top < 0 ||
                                   r.right > arguments[0] || r.bottom > arguments[1]; })
                .map(e => e.id)''', width, height)
        assert outside == [], (width, outside)
        board = browser.run('return document.querySelector("#board").getBoundingClientRect().toJSON()')
        assert min(board['width'], board['height']) > 180, board


def test_swipes(browser, pack):
    """A swipe is a press; a tap is none."""
    browser.set_size(360, 640)
    key = next(key for key in pack.keys(0) if key not in '1234')
    across = {Keys.ARROW_LEFT: -60, Keys.ARROW_RIGHT: 60}.get(key, 0)
    down = {Keys.ARROW_UP: -60, Keys.ARROW_DOWN: 60}.get(key, 0)
    start = browser.text('#description')
    browser.touch((180, 250), (182, 251))
    assert browser.text('#description') == start, 'a tap'
    browser.touch((180, 250), (180 + across // 2, 250 + down // 2), (180 + across, 250 + down))
    swiped = browser.text('#description')
    assert swiped != start
    browser.press('u', key)
    assert browser.text('#description') == swiped


def test_dark(browser, _pack):
    """Colours follow the system until they are chosen."""
    colour = 'return getComputedStyle(document.body).backgroundColor'
    light = browser.run(colour)
    browser.prefer(prefers_color_scheme='dark')
    browser.wait(lambda: browser.run(colour) != light, 'dark colours')
    browser.click('#open-settings')
    browser.click('[name=theme][value=light]')
    browser.press(Keys.ESCAPE)
    assert browser.run(colour) == light
    browser.reload()
    assert browser.run(colour) == light


def test_lost_positions(browser, pack):
    """A hint in a lost position tells how much to undo, and does it."""
    for presses in (['w'], ['w', 'a'], ['d', 's']):
        browser.press('r', *presses, 'i')
        browser.wait(lambda: 'No way' in browser.text('#message'), 'a verdict')
        assert browser.text('#message') == f'No way from here: undo {len(presses)}.'
        browser.click('#action')
        browser.press('i')
        browser.wait(lambda: browser.text('#action') == 'Do it', 'a hint')
        assert browser.text('#message').startswith('Hint: ←'), browser.text('#message')


def test_keyboard_alone(browser, pack):
    """Levels are changed and chosen, and birds, by keys; what happens is said."""
    browser.press('n')
    assert browser.text('#level').startswith('Level 2')
    browser.press('m', Keys.ARROW_LEFT, Keys.ENTER)
    assert browser.text('#level').startswith('Level 1')
    browser.press('?')
    assert browser.shown('#help')
    browser.press(Keys.ESCAPE, 'n')
    assert browser.text('#told').startswith('Level 2')
    browser.press(' ')
    assert browser.text('#told') == 'Second bird'
    browser.press('2')
    assert browser.text('#told') == 'Blocked.', 'it is chosen already'
    browser.press('1')
    assert browser.text('#told') == 'First bird'
    browser.click('#open-list')
    browser.click('#levels li:nth-child(2) button')
    browser.press(' ')
    assert browser.text('#told') == 'Second bird' and not browser.shown('#list')
    focused = set()
    for _ in range(30):
        browser.press(Keys.TAB)
        focused.add(browser.run('return document.activeElement.id'))
    assert {'board', 'undo', 'hint', 'key0', 'open-list', 'next'} <= focused, focused
    assert pack.rows[1]['game'] == 'snakebird'


def test_taps(browser, _pack):
    """A tap on a bird chooses it."""
    browser.press('n')
    for key, name in (5, 'Second bird'), (4, 'First bird'):
        place = browser.run('''
            const board = document.querySelector('#board'), box = board.viewBox.baseVal;
            for (let y = box.y; y < box.y + box.height; y += 0.2)
                for (let x = box.x; x < box.x + box.width; x += 0.2)
                    if (page.engine.c.piece_at(x, y) === arguments[0])
                        return new DOMPoint(x, y).matrixTransform(board.getScreenCTM()).toJSON();
            ''', key)
        browser.touch((place['x'], place['y']))
        assert browser.text('#told') == name
    browser.touch((30, 400))
    assert browser.text('#told') == name, 'no bird there'


def test_no_storage(browser, pack):
    """A browser that forbids storage still plays."""
    script = browser.driver.execute_cdp_cmd('Page.addScriptToEvaluateOnNewDocument', {'source':
        'Object.defineProperty(window, "localStorage", {get() { throw new Error("forbidden"); }})'})
    browser.reload()
    play(browser, pack, 0)
    assert 'best' in browser.text('#counter')
    browser.driver.execute_cdp_cmd('Page.removeScriptToEvaluateOnNewDocument',
                                   {'identifier': script['identifier']})


def test_strange_storage(browser, pack):
    """Whatever lies in the storage, the page plays."""
    browser.run('localStorage.setItem("onlyway:settings", "")')
    for value in ('null', '7', '"x"', '[', '{"best":"x","keys":"y"}', '{"keys":[99,-1,null,{}]}',
                  '{"theme":"]","smooth":3}'):
        browser.run('''
            for (const name of Object.keys(localStorage))
                localStorage.setItem(name, arguments[0]);''', value)
        browser.reload()
        assert ' 0 · optimum' in browser.text('#counter')
    play(browser, pack, 0)


def test_no_worker(browser, _pack):
    """A browser that forbids workers still gives hints."""
    browser.run('window.Worker = function () { throw new Error("forbidden"); }')
    browser.press('i')
    browser.wait(lambda: browser.text('#action') == 'Do it', 'a hint')


def test_limits(browser, _pack):
    """Where a limit stops the search, the page says so and claims nothing."""
    browser.run('PACK.levels[0].solution = ""; WORKER_LIMIT.states = 2')
    browser.press('i')
    browser.wait(lambda: 'Thinking' not in browser.text('#message'), 'an answer')
    assert browser.text('#message') == 'Too hard to tell here.'
    assert not browser.shown('#action')


def test_still(browser, pack):
    """Movement is switched off by the system or by hand."""
    smooth = 'return page.player.smooth'
    assert browser.run(smooth)
    browser.prefer(prefers_reduced_motion='reduce')
    browser.wait(lambda: not browser.run(smooth), 'movement to stop')
    play(browser, pack, 0)
    browser.prefer(prefers_reduced_motion='no-preference')
    browser.wait(lambda: browser.run(smooth), 'movement to come back')
    browser.click('#open-settings')
    browser.click('#smooth')
    browser.press(Keys.ESCAPE)
    assert not browser.run(smooth)


def test_strange_title(browser, _pack):
    """What the author types is text, whatever it looks like."""
    title = '</script><b>"Cats" & \\ dogs</b><!-- @PACK@'
    pack = Pack('longcat', PACKS['longcat'][:1], f'--title={title}', '--author=<i>Me</i>')
    browser.open(pack.path)
    assert browser.text('#title') == title and browser.driver.title == title
    assert browser.text('#author') == '<i>Me</i>'


EVERY_GAME = [test_plays_to_the_end, test_undo_redo_restart, test_words,
              test_hints_lead_to_the_goal, test_solution_is_shown, test_reload_keeps_progress,
              test_package, test_small_screens, test_swipes]
ONE_GAME = {
    'trap': [test_lost_positions],
    'mixed': [test_plays_to_the_end, test_reload_keeps_progress],
    'snakebird': [test_keyboard_alone, test_taps],
    'sokoban': [test_dark, test_no_storage, test_strange_storage, test_no_worker, test_limits,
                test_still],
    'longcat': [test_strange_title],
}


def run_one(browser, test, pack):
    """Runs a test on a fresh page with empty storage.  Returns whether it passed."""
    browser.set_size(1000, 700)
    browser.prefer(prefers_color_scheme='light', prefers_reduced_motion='no-preference')
    browser.open(pack.path)
    browser.run('localStorage.clear()')
    browser.reload()
    browser.complaints()
    try:
        test(browser, pack)
        assert browser.complaints() == [], 'console or network'
        return True
    except Exception:  # the others are to run as well
        print(f'FAIL: {test.__name__} of {pack.name}')
        traceback.print_exc(file=sys.stdout)
        for message in browser.complaints():
            print(message)
        return False


def main():
    browser = Browser(WORK / 'profile')
    results = []
    try:
        for name, boards in PACKS.items():
            pack = Pack(name, boards)
            tests = (EVERY_GAME if name in TOLD else []) + ONE_GAME.get(name, [])
            results += [run_one(browser, test, pack) for test in tests]
    finally:
        browser.quit()
    print(f'{results.count(True)} passed, {results.count(False)} failed')
    return 0 if results and all(results) else 1


sys.exit(main())
