import { checkString } from "@saccade/tensor/checks";
import * as c from "@saccade/tensor/contract";
import { CorpusError } from "../errors.ts";

/** Tokens of both languages: `source[i]` and `target[i]` belong together. */
export interface TokenizedPairs {
  /** The tokens of each source sentence. */
  readonly source: string[][];
  /** The tokens of each target sentence. */
  readonly target: string[][];
}

/** One sentence pair as in the file, before any preparation. */
export interface SentencePair {
  /** The sentence before the tab. */
  readonly source: string;
  /** Its translation, after the tab. */
  readonly target: string;
  /** Line number in the file, from 1. */
  readonly line: number;
}

const numExamples = c.withFix(c.whole(undefined, { min: 1 }), "leave it out to read all lines");
const tokenizeSignature = c.signature(
  "tokenizeNmt",
  { text: c.required(c.text()), numExamples },
  "tokenizeNmt(text, 600)",
);

const parsePairsOptions = c.options(
  "parsePairs",
  {
    /** Name of the file, used in error messages. Default `"text"`. */
    file: c.text("text"),
    /** Stop after `numExamples + 1` lines, as {@link tokenizeNmt} does. Default: read all lines. */
    numExamples,
  },
  { example: 'parsePairs(text, { file: "fra.txt", numExamples: 600 })' },
);

const parseSignature = c.signature("parsePairs", { text: c.required(c.text()) }, parsePairsOptions.example);

/** The text's name and how much of it {@link parsePairs} reads. */
export interface ParsePairsOptions extends c.OptionsOf<typeof parsePairsOptions> {}

/**
 * Splits prepared text (see {@link preprocessNmt}) into tokens, exactly as d2l-zh's `tokenize_nmt`: one pair a
 * line, source and target apart by a tab, tokens apart by a single space. Lines without a tab are skipped silently;
 * {@link parsePairs} reports them. A third column (newer Tatoeba files have an attribution there) is an error here, as
 * d2l would skip every line of such a file: `tokenizePairs(parsePairs(text))` reads it.
 *
 * d2l stops when the line index is greater than `numExamples`, so `numExamples` lines plus one are read
 * (600 gives 601). That is kept, so that results equal d2l's.
 *
 * @throws ArgumentError for a wrong argument; CorpusError that names the line with more than two columns.
 * @example tokenizeNmt("go .\tva !") // { source: [["go", "."]], target: [["va", "!"]] }
 */
export function tokenizeNmt(text: string, numExamples?: number): TokenizedPairs {
  tokenizeSignature([text, numExamples]);
  return splitLines(text, numExamples);
}

function splitLines(text: string, last?: number): TokenizedPairs {
  const source: string[][] = [];
  const target: string[][] = [];
  forEachLine(text, last, (line, index) => {
    const parts = line.split("\t");
    if (parts.length < 2) return;
    if (parts.length > 2)
      throw new CorpusError(
        `tokenizeNmt: line ${index + 1} has ${parts.length} columns, ${quote(line)}; write tokenizePairs(parsePairs(text)), which drops a third column`,
      );
    source.push(parts[0]!.split(" "));
    target.push(parts[1]!.split(" "));
  });
  return { source, target };
}

/**
 * Reads `source<TAB>target` lines strictly. A third column (newer Tatoeba files have an attribution there) is
 * dropped, blank lines are passed over, and CRLF line ends and a byte order mark are accepted.
 *
 * @throws CorpusError that names the file, the line (from 1) and the cure, for a line without a tab, with more than
 * three columns, or with an empty side; and for a text without any pair.
 * @throws ArgumentError for a wrong argument or option.
 * @example parsePairs("Go on!\tVas-y !") // [{ source: "Go on!", target: "Vas-y !", line: 1 }]
 */
export function parsePairs(text: string, options?: ParsePairsOptions): SentencePair[] {
  parseSignature([text, options]);
  const { file, numExamples } = parsePairsOptions(options);
  return readPairs(text, file, numExamples);
}

/** {@link parsePairs} of arguments that were checked. `last` is the index of the last line to read. */
export function readPairs(text: string, file: string, last?: number): SentencePair[] {
  const pairs: SentencePair[] = [];
  forEachLine(text.startsWith("\ufeff") ? text.slice(1) : text, last, (raw, index) => {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    if (line.trim() === "") return;
    const problem = problemOf(line);
    if (problem !== undefined) throw new CorpusError(`${file}:${index + 1}: ${problem}`);
    const [source = "", target = ""] = line.split("\t");
    pairs.push({ source, target, line: index + 1 });
  });
  if (pairs.length === 0) {
    throw new CorpusError(`${file}: holds no sentence pair; give it lines of the form "source<TAB>target"`);
  }
  return pairs;
}

/** Why a line holds no pair, and the fix. */
function problemOf(line: string): string | undefined {
  const parts = line.split("\t");
  const [source = "", target] = parts;
  if (target === undefined)
    return `no tab in ${quote(line)}; write one pair a line as "source<TAB>target" (spaces do not separate the two)`;
  if (parts.length > 3)
    return `${parts.length} columns in ${quote(line)}; keep "source<TAB>target", with at most one further column (which is ignored)`;
  if (source.trim() !== "" && target.trim() !== "") return undefined;
  const side = source.trim() === "" ? "source (before the tab)" : "target (after the tab)";
  return `the ${side} is empty in ${quote(line)}; fill it in or remove the line`;
}

const oneLine = c.rule(
  "a line of text without tabs",
  (value): value is string => typeof value === "string" && !/[\t\n]/.test(value),
);
const pair: c.Rule<SentencePair, undefined> = {
  ...c.rule("a pair", (value): value is SentencePair => wrongSide(value) === undefined),
  part: wrongSide,
};
const pairList = { ...c.listOf(pair), must: "an array, as parsePairs gives it" };
const tokenizePairsSignature = c.signature(
  "tokenizePairs",
  { pairs: c.required(pairList) },
  "tokenizePairs(parsePairs(text))",
);

function wrongSide(value: unknown): c.Part | undefined {
  const sides: Readonly<Record<string, unknown>> = Object(value);
  const wrong = ["source", "target"].find((side) => !oneLine.holds(sides[side]));
  return wrong === undefined ? undefined : { path: `.${wrong}`, value: sides[wrong], rule: oneLine };
}

/**
 * Prepares and splits pairs from {@link parsePairs}. For a file of two-column lines without blank lines and thin spaces
 * the result equals `tokenizeNmt(preprocessNmt(text), numExamples)`. Thin spaces (U+2009), which some French sentences
 * have before `!` and `?`, separate tokens here; d2l and {@link loadDataNmt}, which equals it, keep them in the token.
 *
 * @throws ArgumentError unless `pairs` is an array of { source, target } of one line each, without tabs.
 * @example tokenizePairs(parsePairs("Go on!\tVas-y !")) // { source: [["go", "on", "!"]], target: [["vas-y", "!"]] }
 */
export function tokenizePairs(pairs: readonly SentencePair[]): TokenizedPairs {
  tokenizePairsSignature([pairs]);
  const spaced = (side: string): string => side.replaceAll("\u2009", " ");
  return tokensOf(
    pairs.map(({ source, target, line }) => ({ source: spaced(source), target: spaced(target), line })),
  );
}

/** The tokens of pairs that were checked, exactly as d2l makes them. */
export function tokensOf(pairs: readonly SentencePair[]): TokenizedPairs {
  const text = pairs.map((pair) => `${pair.source}\t${pair.target}`).join("\n");
  return splitLines(preprocessNmt(text));
}

/** Calls `visit` for the lines with index 0 .. `last`, without cutting up the rest of a large text. */
function forEachLine(
  text: string,
  last: number | undefined,
  visit: (line: string, index: number) => void,
): void {
  let start = 0;
  for (let index = 0; index <= (last ?? index) && start <= text.length; index++) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    visit(text.slice(start, end), index);
    start = end + 1;
  }
}

function quote(line: string): string {
  return JSON.stringify(line.length > 60 ? `${line.slice(0, 60)}…` : line);
}

/**
 * Prepares raw sentence-pair text for splitting on single spaces, as d2l-zh's `preprocess_nmt` does: no-break
 * spaces (U+00A0, U+202F) become spaces, letters become lower case, and a space is put before each of `, . ! ?`
 * that has a character other than a space before it (a tab and a line break count as such a character). As in d2l,
 * thin spaces (U+2009) stay; `tokenizePairs` treats them as spaces.
 *
 * @param text Whole file or a single line; tabs and line breaks stay where they are.
 * @returns The prepared text.
 * @throws ArgumentError unless `text` is a string.
 * @example preprocessNmt("Go on!") // "go on !"
 */
export function preprocessNmt(text: string): string {
  checkString("preprocessNmt", "text", text);
  return text
    .replace(/[\u202f\u00a0]/g, " ")
    .toLowerCase()
    .replace(/[^ ](?=[,.!?])/g, "$& ");
}
