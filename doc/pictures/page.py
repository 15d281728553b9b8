"""Makes the pictures of the page in this folder: packs levels as a page, plays in a headless browser,
and keeps what it shows.  With the built programs on PATH, as in

    ./dev /usr/bin/python3 doc/pictures/page.py
"""
import base64
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
sys.path.insert(0, str(TOP / 'tests'))

from page_browser import Browser  # noqa: E402

# Picture, levels, title, level, how many key presses of its solution, width, height, theme.
PICTURES = [
    ('page.png', 'longcat/hard', 'Cats for the evening', 30, 11, 1000, 680, 'light'),
    ('page-phone.png', 'snakebird/two-birds', 'Birds for two', 1, 9, 360, 640, 'dark'),
]


def take(browser, folder, picture):
    name, levels, title, level, presses, width, height, theme = picture
    path = folder / 'page.html'
    subprocess.run(['pack', '--quiet', '--force', f'--title={title}', '--author=Onlyway',
                    f'--output={path}', TOP / 'levels' / levels], check=True)
    browser.set_size(width, height)
    browser.prefer(prefers_color_scheme=theme, prefers_reduced_motion='reduce')
    browser.open(path)
    browser.run('''
        page.openLevel(arguments[0]);
        page.engine.route(page.level.solution).slice(0, arguments[1])
            .forEach(key => page.player.press(key));''', level, presses)
    browser.wait(lambda: not browser.run('return page.player.frame'), 'the picture to be still')
    shot = browser.driver.execute_cdp_cmd('Page.captureScreenshot', {'format': 'png'})
    (HERE / name).write_bytes(base64.b64decode(shot['data']))


def main():
    with tempfile.TemporaryDirectory() as folder:
        browser = Browser(pathlib.Path(folder) / 'profile')
        try:
            for picture in PICTURES:
                take(browser, pathlib.Path(folder), picture)
        finally:
            browser.quit()


main()
