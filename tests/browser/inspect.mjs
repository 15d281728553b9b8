// Checks accessibility with axe-core.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';

const AXE = readFileSync(join(process.env.ONLYWAY_PUPPETEER, 'node_modules/axe-core/axe.min.js'), 'utf8');

// Fails if axe-core finds a violation on the page.
export async function inspect(browser, what) {
    await browser.page.evaluate(`if (!window.axe) { ${AXE} }`);
    const found = await browser.page.evaluate(
        async () =>
            (await axe.run(document, {resultTypes: ['violations']}))
                .violations.map(
                    ({id, help, nodes}) => `${id}: ${help}: ${nodes.map(({html}) => html.slice(0, 160)).join(' | ')}`));
    assert.deepEqual(found, [], what);
}
