/** Why a call failed; `status` as in onlyway.h: 1 memory, 2 option, 3 input, 4 limit, 5 cancelled; 0: the module or its
 *  worker could not be started. */
export class OnlywayError extends Error {
    constructor(status: number, message: string);
    readonly status: number;
}

/** Options by the names of the commands' options, in camel case, or as text: "max-states=1000". */
export type Options = string | Record<string, string | number | boolean | null | undefined>;

/** What to read levels as, and any other options of the call. */
export interface Reading {
    game?: string;
    rules?: string;
    metric?: string;
    [option: string]: string | number | boolean | null | undefined;
}

/** An AbortSignal, as far as it is needed here. */
export interface Signal {
    readonly aborted: boolean;
    addEventListener(type: 'abort', listener: () => void): void;
    removeEventListener(type: 'abort', listener: () => void): void;
}

/** An exception in a callback, or the rejection of a promise that it returns, ends the call and rejects its promise. */
export interface Control {
    /** Aborting it cancels the call: its promise is rejected with status 5. */
    signal?: Signal;
}

export interface JudgeControl extends Control {
    /** Several times a second: the level under way, counted from 0, and the most states that a search of it has held. */
    onProgress?(progress: {level: number; states: number}): unknown;
}

/** The columns of the report, all as text. */
export interface Columns {
    level: string;
    game: string;
    columns: string;
    rows: string;
    verdict: string;
    depth: string;
    solutions: string;
    essential: string;
    symmetry: string;
    bits: string;
    choices: string;
    forced: string;
    traps: string;
    interplay: string;
    detours: string;
    greedy: string;
    luck: string;
    difficulty: string;
    steps: string;
    states: string;
    seed: string;
    candidate: string;
    hash: string;
    solution: string;
}

/** The columns of the report, and what else there is to say. */
export interface Judgement extends Columns {
    verdict: 'unique' | 'multiple' | 'unsolvable' | 'undecided';
    /** The level's text, the row of the report, why it is unsolvable or undecided, what `solve` prints. */
    grid: string;
    row: string;
    reason: string;
    text: string;
    why: string;
    /** What `why` found out, as data; see ow_judgement_why_data in onlyway.h. */
    parts: WhyParts | null;
    /** Solutions, where the option `all` asked for them. */
    listed: string[];
    error?: undefined;
}

/** A level that could not be read: `error` says why, and there is nothing else. */
export type BadLevel = {error: string} & {[Name in Exclude<keyof Judgement, 'error'>]?: undefined};

/** A character of the level's drawing that another one takes the place of; rows and columns from 1. */
export interface CellChange {
    row: number;
    column: number;
    from: string;
    to: string;
}

/** A move: its direction (up, right, down, left, or 4: another key), and the cell of who makes it, where that can be told. */
export interface Step {
    words: string;
    direction: number;
    row?: number;
    column?: number;
}

export interface WhyParts {
    verdict: string;
    grid: string;
    pairs: {common: number; before: string; ways: {count: number; moves: string; shown: string; step: Step}[];
            closings: {changes: CellChange[]; words: string; way: number; closes: boolean}[]}[];
    nearest?: {count: number; moves: string; words: string; whole: boolean};
    removals: {changes: CellChange[]; words: string; verdict: string}[];
    traps: {position: number; before: string; moves: string; wrong: Step; right: Step}[];
    reason: string;
}

/** A unique level near the one that was mended. */
export interface Mended {
    grid: string;
    depth: string;
    /** Empty where a limit kept it unknown. */
    difficulty: string;
    /** What was changed, in words, and what `solve --mend` prints of the level. */
    edits: string;
    text: string;
    /** Characters of the grid that took the place of others; rows and columns from 1. */
    changes: CellChange[];
}

export interface MendControl extends Control {
    onLevel?(level: Mended): unknown;
    onProgress?(progress: {tries: number; kept: number}): unknown;
}

/** A level that was made: the columns of its row, its text and the row itself. */
export interface Made extends Columns {
    grid: string;
    row: string;
}

export interface GenerateControl extends Control {
    onLevel?(level: Made): unknown;
    onProgress?(progress: {tries: number; kept: number}): unknown;
}

export interface Source {
    /** The bytes of onlyway.wasm.gz, packed or not, as an ArrayBuffer or a view, or a compiled WebAssembly.Module; by
     *  default the package's own. */
    wasm?: object | Promise<object>;
    /** Makes a worker, of the browser or of node, that runs the package's worker.js as a script: where a page's policy
     *  forbids workers from blobs. */
    startWorker?(): object | Promise<object>;
}

export class Onlyway {
    constructor(source?: Source);
    judge(text: string, options?: Reading, control?: JudgeControl): Promise<(Judgement | BadLevel)[]>;
    /** The same, and in each `why` what `solve --why` tells. */
    why(text: string, options?: Reading, control?: JudgeControl): Promise<(Judgement | BadLevel)[]>;
    /** The unique levels fewest changes away from the first level of a text, the nearest first, of these the hardest;
     *  `mend`: how many are wanted, 5.  `text` is what `solve --mend` prints below its judgement. */
    mend(text: string, options?: Reading, control?: MendControl): Promise<{mended: Mended[]; text: string}>;
    /** The first level of a text as an SVG document, after some moves. */
    render(text: string, options?: Reading & {moves?: string; theme?: 'light' | 'dark' | 'auto';
           scale?: number; whole?: boolean}, control?: Control): Promise<string>;
    /** The option `from` is the text of a level: its cells marked ? are filled in; without any, levels few changes
     *  away are made. */
    generate(game: string, options?: Options, control?: GenerateControl): Promise<Made[]>;
    games(): Promise<string[]>;
    version(): Promise<string>;
    /** Ends the worker; calls under way are cancelled. */
    close(): void;
}

export function optionText(options?: Options): string;
