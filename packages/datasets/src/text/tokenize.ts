import { preprocessNmt } from "./preprocess.ts";

/** Tokens of both languages: `source[i]` and `target[i]` belong together. */
export interface TokenizedPairs {
  readonly source: string[][];
  readonly target: string[][];
}

/** One sentence pair as it stands in the file, before any preparation. */
export interface SentencePair {
  readonly source: string;
  readonly target: string;
  /** Line number in the file, from 1. */
  readonly line: number;
}

/** What {@link parsePairs} needs to know besides the text. */
export interface ParsePairsOptions {
  /** Name of the file, used in error messages. Default `"text"`. */
  readonly file?: string;
  /** Stop after `numExamples + 1` lines, as {@link tokenizeNmt} does. Default: read all lines. */
  readonly numExamples?: number;
}

function lastLine(numExamples: number | undefined): number {
  if (numExamples === undefined) return Number.POSITIVE_INFINITY;
  if (!Number.isInteger(numExamples) || numExamples < 1) {
    throw new RangeError(
      `numExamples must be a positive integer, got ${numExamples}; leave it out to read all lines`,
    );
  }
  return numExamples;
}

/**
 * Splits prepared text (see {@link preprocessNmt}) into tokens, exactly as d2l-zh's `tokenize_nmt`: one pair a
 * line, source and target apart by a tab, tokens apart by a single space. Lines that do not have exactly one tab
 * are skipped without a word; use {@link parsePairs} to be told about them.
 *
 * d2l stops when the line index is greater than `numExamples`, so `numExamples` lines plus one are read
 * (600 gives 601). That is kept, so that results equal d2l's.
 *
 * @throws RangeError if `numExamples` is not a positive integer.
 */
export function tokenizeNmt(text: string, numExamples?: number): TokenizedPairs {
  const last = lastLine(numExamples);
  const source: string[][] = [];
  const target: string[][] = [];
  forEachLine(text, last, (line) => {
    const parts = line.split("\t");
    if (parts.length !== 2) return;
    source.push(parts[0]!.split(" "));
    target.push(parts[1]!.split(" "));
  });
  return { source, target };
}

/**
 * Reads `source<TAB>target` lines strictly. A third column (newer Tatoeba files have an attribution there) is
 * dropped, blank lines are passed over, and CRLF line ends and a byte order mark are accepted.
 *
 * @throws Error that names the file, the line (from 1) and the cure, for a line without a tab, with more than
 * three columns, or with an empty side; and for a text without any pair.
 * @throws RangeError if `numExamples` is not a positive integer.
 */
export function parsePairs(text: string, options: ParsePairsOptions = {}): SentencePair[] {
  const file = options.file ?? "text";
  const last = lastLine(options.numExamples);
  const pairs: SentencePair[] = [];
  forEachLine(text.startsWith("\ufeff") ? text.slice(1) : text, last, (raw, index) => {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    if (line.trim() === "") return;
    const parts = line.split("\t");
    const [source, target] = parts;
    const where = `${file}:${index + 1}`;
    if (source === undefined || target === undefined) {
      throw new Error(
        `${where}: no tab in ${quote(line)}; write one pair a line as "source<TAB>target"` +
          " (spaces do not separate the two)",
      );
    }
    if (parts.length > 3) {
      throw new Error(
        `${where}: ${parts.length} columns in ${quote(line)}; keep "source<TAB>target", with at most one` +
          " further column (which is ignored)",
      );
    }
    if (source.trim() === "" || target.trim() === "") {
      const side = source.trim() === "" ? "source (before the tab)" : "target (after the tab)";
      throw new Error(`${where}: the ${side} is empty in ${quote(line)}; fill it in or remove the line`);
    }
    pairs.push({ source, target, line: index + 1 });
  });
  if (pairs.length === 0) {
    throw new Error(`${file}: holds no sentence pair; give it lines of the form "source<TAB>target"`);
  }
  return pairs;
}

/**
 * Prepares and splits pairs from {@link parsePairs}. For a file of two-column lines without blank lines the result
 * equals `tokenizeNmt(preprocessNmt(text), numExamples)`.
 */
export function tokenizePairs(pairs: readonly SentencePair[]): TokenizedPairs {
  const text = pairs.map((pair) => `${pair.source}\t${pair.target}`).join("\n");
  return tokenizeNmt(preprocessNmt(text));
}

/** Calls `visit` for the lines with index 0 .. `last`, without cutting up the rest of a large text. */
function forEachLine(text: string, last: number, visit: (line: string, index: number) => void): void {
  let start = 0;
  for (let index = 0; index <= last && start <= text.length; index++) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    visit(text.slice(start, end), index);
    start = end + 1;
  }
}

function quote(line: string): string {
  return JSON.stringify(line.length > 60 ? `${line.slice(0, 60)}…` : line);
}
