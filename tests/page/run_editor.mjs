// Edits levels in every available browser.
import {runCases} from '../browser/cases.mjs';
import {editorCases} from './editor.mjs';

await runCases(editorCases());
