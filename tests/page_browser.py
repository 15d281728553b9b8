"""A headless browser with a page of levels in it, and what a test wants to do there."""
import json
import pathlib
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

FLAGS = [
    '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync',
    '--disable-dev-shm-usage',
]
PATIENCE = 60  # seconds that anything may take on a slow machine

# The key of the keyboard for each letter of a solution.
LETTERS = {'u': Keys.ARROW_UP, 'r': Keys.ARROW_RIGHT, 'd': Keys.ARROW_DOWN, 'l': Keys.ARROW_LEFT,
           '^': Keys.ARROW_UP, '>': Keys.ARROW_RIGHT, 'v': Keys.ARROW_DOWN, '<': Keys.ARROW_LEFT}
BIRDS = {'A': '1', 'a': '2', '0': '3', 'N': '4'}


def keys_of(solution, birds=False):
    """The presses that play a solution: letters choose birds, where there are birds."""
    return [BIRDS[c] if birds and c in BIRDS else LETTERS[c.lower()] for c in solution]


class Browser:
    """One browser; every page opened in it shares its storage."""

    def __init__(self, folder):
        options = Options()
        for flag in FLAGS:
            options.add_argument(flag)
        options.add_argument(f'--user-data-dir={folder}')
        options.set_capability('goog:loggingPrefs', {'browser': 'ALL', 'performance': 'ALL'})
        self.driver = webdriver.Chrome(service=Service('chromedriver'), options=options)
        self.driver.set_script_timeout(PATIENCE)
        self.set_size(1000, 700)

    def quit(self):
        self.driver.quit()

    def set_size(self, width, height):
        self.driver.execute_cdp_cmd('Emulation.setDeviceMetricsOverride', {
            'width': width, 'height': height, 'deviceScaleFactor': 1, 'mobile': False})

    def prefer(self, **features):
        """Media features as the system would set them: prefer(prefers_color_scheme='dark')."""
        self.driver.execute_cdp_cmd('Emulation.setEmulatedMedia', {'features': [
            {'name': name.replace('_', '-'), 'value': value} for name, value in features.items()]})

    def open(self, path):
        self.driver.get(pathlib.Path(path).as_uri())
        self.wait(lambda: self.text('#level'), 'the page to start')

    def reload(self):
        self.driver.refresh()
        self.wait(lambda: self.text('#level'), 'the page to start again')

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.run('return document.querySelector(arguments[0]).textContent', selector).strip()

    def shown(self, selector):
        return self.find(selector).is_displayed()

    def click(self, selector):
        self.find(selector).click()

    def press(self, *keys):
        for key in keys:
            ActionChains(self.driver, duration=0).send_keys(key).perform()

    def press_with_control(self, key):
        ActionChains(self.driver, duration=0).key_down(Keys.CONTROL).send_keys(key).key_up(
            Keys.CONTROL).perform()

    def wait(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f'waited in vain for {what}'
            time.sleep(0.02)

    def touch(self, *points):
        """A finger that goes from point to point."""
        def send(kind, *at):
            self.driver.execute_cdp_cmd('Input.dispatchTouchEvent', {
                'type': kind, 'touchPoints': [{'x': x, 'y': y} for x, y in at]})
        send('touchStart', points[0])
        for point in points[1:]:
            send('touchMove', point)
        send('touchEnd')

    def complaints(self):
        """What the console says, and every request for something that is not in the page's file."""
        said = [entry['message'] for entry in self.driver.get_log('browser')]
        for entry in self.driver.get_log('performance'):
            message = json.loads(entry['message'])['message']
            if message['method'] == 'Network.requestWillBeSent':
                url = message['params']['request']['url']
                if not url.startswith(('file:', 'data:', 'blob:')):
                    said.append(f'request: {url}')
        return said
