// Edits levels in every browser there is.
import {runCases} from '../browser/cases.mjs';
import {editorCases} from './editor.mjs';

await runCases(editorCases());
