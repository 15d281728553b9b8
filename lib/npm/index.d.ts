/** Why a call failed; `status` as in onlyway.h: 1 memory, 2 option, 3 input, 4 limit, 5 cancelled. */
export class OnlywayError extends Error {
    readonly status: number;
}

/** Options by the names of the commands' options, in camel case, or as text: "max-states=1000". */
export type Options = string | Record<string, string | number | boolean | undefined>;

export interface Reading {
    game?: string;
    rules?: string;
    metric?: string;
}

export interface Control {
    /** Aborting it cancels the call: its promise is rejected with status 5. */
    signal?: AbortSignal;
}

/** The columns of the report, all as text, and what else there is to say. */
export interface Judgement {
    level: string;
    game: string;
    verdict: 'unique' | 'multiple' | 'unsolvable' | 'undecided';
    depth: string;
    difficulty: string;
    solution: string;
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
    [column: string]: string | string[] | WhyParts | null;
}

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
    changes: {row: number; column: number; from: string; to: string}[];
}

export interface MendControl extends Control {
    onLevel?(level: Mended): void;
    onProgress?(progress: {tries: number; kept: number}): void;
}

export interface BadLevel {
    error: string;
}

/** A level that was made: the columns of its row, its text and the row itself. */
export interface Made {
    level: string;
    grid: string;
    row: string;
    [column: string]: string;
}

export interface GenerateControl extends Control {
    onLevel?(level: Made): void;
    onProgress?(progress: {tries: number; kept: number}): void;
}

export class Onlyway {
    constructor(source?: {wasm?: BufferSource | WebAssembly.Module; startWorker?: () => Worker});
    judge(text: string, options?: Reading & Record<string, unknown>,
          control?: Control): Promise<(Judgement | BadLevel)[]>;
    /** The same, and in each `why` what `solve --why` tells. */
    why(text: string, options?: Reading & Record<string, unknown>,
        control?: Control): Promise<(Judgement | BadLevel)[]>;
    /** The unique levels fewest changes away from the first level of a text, the nearest first, of these the hardest;
     *  `mend`: how many are wanted, 5.  `text` is what `solve --mend` prints below its judgement. */
    mend(text: string, options?: Reading & Record<string, unknown>,
         control?: MendControl): Promise<{mended: Mended[]; text: string}>;
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
