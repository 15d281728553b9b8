// Edits levels in the available browsers.
import {runCases} from '../browser/cases.mjs';
import {editorCases} from './editor.mjs';

await runCases(editorCases());
