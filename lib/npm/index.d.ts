/** The reason why a call failed.  `status` is as in onlyway.h: 1 memory, 2 option, 3 input, 4 limit, 5 cancelled; 0:
 *  the module or its worker could not be started, or a call not be sent to it.  A message ends without a newline. */
export class OnlywayError extends Error {
    constructor(status: number, message: string);
    readonly status: number;
}

/** Options by the names of the commands' options, in camel case, or as text: "max-states=1000". */
export type Options = string | Record<string, string | number | boolean | null | undefined>;

/** How to read levels, and any other options of the call. */
export interface Reading {
    game?: string;
    rules?: string;
    metric?: string;
    [option: string]: string | number | boolean | null | undefined;
}

/** The part of an AbortSignal that the package uses. */
export interface Signal {
    readonly aborted: boolean;
    addEventListener(type: 'abort', listener: () => void): void;
    removeEventListener(type: 'abort', listener: () => void): void;
}

/** An exception in a callback, or the rejection of a promise that it returns, ends the call and rejects the call's
 *  promise. */
export interface Control {
    /** Aborting it cancels the call and rejects its promise with status 5. */
    signal?: Signal;
}

export interface JudgeControl extends Control {
    /** Called several times a second.  `level`: the index of the level in progress, from 0; `states`: the most
     *  states that a search of it has stored. */
    onProgress?(progress: {level: number; states: number}): unknown;
}

/** The columns of the report, all of them as text. */
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

/** The columns of the report, and the other results. */
export interface Judgement extends Columns {
    verdict: 'unique' | 'multiple' | 'unsolvable' | 'undecided';
    /** `grid`: the level's text; `row`: its row of the report; `reason`: why it is unsolvable or undecided; `text`:
     *  the output of `solve`; `why`: that of `solve --why`. */
    grid: string;
    row: string;
    reason: string;
    text: string;
    why: string;
    /** The results of `why` as data; see ow_judgement_why_data in onlyway.h. */
    parts: WhyParts | null;
    /** The solutions, if the option `all` asks for them. */
    listed: string[];
    error?: undefined;
}

/** A level that could not be read.  `error` is the reason; all other members are missing. */
export type BadLevel = {error: string} & {[Name in Exclude<keyof Judgement, 'error'>]?: undefined};

/** A character of the level's drawing that another one replaces; rows and columns count from 1. */
export interface CellChange {
    row: number;
    column: number;
    from: string;
    to: string;
}

/** A move: its direction (0 up, 1 right, 2 down, 3 left, 4 another key), and the cell of the piece that moves, if
 *  known. */
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

/** A unique level near the mended one. */
export interface Mended {
    grid: string;
    depth: string;
    /** Empty if a limit kept it unknown. */
    difficulty: string;
    /** `edits`: the changes in words; `text`: what `solve --mend` prints about the level. */
    edits: string;
    text: string;
    /** Characters of the grid that replaced others; rows and columns count from 1. */
    changes: CellChange[];
}

export interface MendControl extends Control {
    onLevel?(level: Mended): unknown;
    onProgress?(progress: {tries: number; kept: number}): unknown;
}

/** A generated level: the columns of its row, its text and the row itself. */
export interface Made extends Columns {
    grid: string;
    row: string;
}

export interface GenerateControl extends Control {
    onLevel?(level: Made): unknown;
    onProgress?(progress: {tries: number; kept: number}): unknown;
}

export interface Source {
    /** The bytes of onlyway.wasm.gz, compressed or not, as an ArrayBuffer or a view, or a compiled
     *  WebAssembly.Module; by default the package's own. */
    wasm?: object | Promise<object>;
    /** Starts a worker, of the browser or of node, that runs the package's worker.js as a script.  Needed if a
     *  page's policy forbids workers from blobs. */
    startWorker?(): object | Promise<object>;
}

export class Onlyway {
    constructor(source?: Source);
    judge(text: string, options?: Reading, control?: JudgeControl): Promise<(Judgement | BadLevel)[]>;
    /** Like judge(); in addition, `why` contains the output of `solve --why`. */
    why(text: string, options?: Reading, control?: JudgeControl): Promise<(Judgement | BadLevel)[]>;
    /** Finds the unique levels with the fewest changes to the first level of a text, nearest first, and among
     *  equally near ones the hardest first.  `mend`: how many to find, by default 5.  `text` is what `solve --mend`
     *  prints below its judgement. */
    mend(text: string, options?: Reading, control?: MendControl): Promise<{mended: Mended[]; text: string}>;
    /** Draws the first level of a text as an SVG document, after some moves. */
    render(text: string, options?: Reading & {moves?: string; theme?: 'light' | 'dark' | 'auto';
           scale?: number; whole?: boolean}, control?: Control): Promise<string>;
    /** Generates levels.  The option `from` is the text of a level: its cells marked ? are filled in; without such
     *  cells, the results are levels few changes away. */
    generate(game: string, options?: Options, control?: GenerateControl): Promise<Made[]>;
    games(): Promise<string[]>;
    version(): Promise<string>;
    /** Ends the worker and cancels all pending calls. */
    close(): void;
}

export function optionText(options?: Options): string;
