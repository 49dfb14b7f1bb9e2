import { zeros } from "@saccade/tensor";
import { describe } from "vitest";
import {
  buildArrayNmt,
  parsePairs,
  preprocessNmt,
  tokenizeNmt,
  tokenizePairs,
  truncatePad,
  Vocab,
} from "../src/index.ts";
import { refuses, type Wrong, wrong } from "./wrong.ts";

const x = zeros([2]);
const vocab = new Vocab([["a", "b"]], { reservedTokens: ["<pad>", "<bos>", "<eos>"] });
// biome-ignore lint/suspicious/noSparseArray: holes are what is tested
const holes = ["a", , "b"];

const cases: readonly Wrong[] = [
  ["a Vocab of a string", () => new Vocab(wrong("a b")), "Vocab: ", /tokens must be .* got "a b"; split it/],
  ["a Vocab of null", () => new Vocab(wrong(null)), "Vocab: ", /tokens must be an array/],
  [
    "a Vocab of numbers",
    () => new Vocab(wrong([1, 2])),
    "Vocab: ",
    /tokens\[0\] must be an array of tokens, got 1/,
  ],
  ["a Vocab with a hole", () => new Vocab(wrong(holes)), "Vocab: ", /tokens\[1\] must be .* got undefined/],
  [
    "a Vocab of lines with holes",
    () => new Vocab(wrong([holes])),
    "Vocab: ",
    /tokens\[0\]\[1\] must be a string/,
  ],
  ["d2l's positional minFreq", () => new Vocab([], wrong(2)), "Vocab: ", /options must be an object, got 2/],
  ["min_freq", () => new Vocab([], wrong({ min_freq: 2 })), "Vocab: ", /did you mean "minFreq"\?/],
  [
    "minFreq NaN",
    () => new Vocab([], { minFreq: Number.NaN }),
    "Vocab: ",
    /minFreq must be a whole number ≥ 0, got NaN/,
  ],
  [
    "minFreq as text",
    () => new Vocab([], wrong({ minFreq: "2" })),
    "Vocab: ",
    /minFreq must be a whole number ≥ 0, got "2"/,
  ],
  [
    "a string of reserved tokens",
    () => new Vocab([], wrong({ reservedTokens: "<pad>" })),
    "Vocab: ",
    /reservedTokens must be an array/,
  ],
  [
    "a number as reserved token",
    () => new Vocab([], wrong({ reservedTokens: [1] })),
    "Vocab: ",
    /reservedTokens\[0\] must be a string/,
  ],
  [
    "index of an array",
    () => vocab.index(wrong(["a"])),
    "Vocab.index: ",
    /token must be a string.* indices\(tokens\)/,
  ],
  ["index of a number", () => vocab.index(wrong(3)), "Vocab.index: ", /token must be a string, got 3/],
  ["has of nothing", () => vocab.has(wrong(undefined)), "Vocab.has: ", /token must be a string/],
  [
    "indices of a string",
    () => vocab.indices(wrong("a b")),
    "Vocab.indices: ",
    /tokens must be an array.* split it/,
  ],
  [
    "indices of numbers",
    () => vocab.indices(wrong([1])),
    "Vocab.indices: ",
    /tokens\[0\] must be a string, got 1/,
  ],
  [
    "token of text",
    () => vocab.token(wrong("1")),
    "Vocab.token: ",
    /id must be a whole number from 0 to 5.* got "1"/,
  ],
  [
    "toTokens of a number",
    () => vocab.toTokens(wrong(3)),
    "Vocab.toTokens: ",
    /ids must be an array of ids, got 3; token\(id\)/,
  ],
  ["toTokens of text", () => vocab.toTokens(wrong("12")), "Vocab.toTokens: ", /ids must be an array of ids/],
  [
    "toTokens of null",
    () => vocab.toTokens(wrong(null)),
    "Vocab.toTokens: ",
    /ids must be an array of ids, got null/,
  ],
  [
    "toTokens of a tensor",
    () => vocab.toTokens(wrong(x)),
    "Vocab.toTokens: ",
    /ids must be .* pass ids\.dataSync\(\)/,
  ],
  [
    "toTokens of texts",
    () => vocab.toTokens(wrong(["1"])),
    "Vocab.toTokens: ",
    /ids\[0\] must be a whole number/,
  ],
  ["fromJSON of text", () => Vocab.fromJSON(JSON.stringify(vocab)), "Vocab.fromJSON: ", /pass JSON\.parse/],
  [
    "truncatePad of text",
    () => truncatePad<unknown>(wrong<[]>("abc"), 2, "x"),
    "truncatePad: ",
    /line must be an array.* split it/,
  ],
  [
    "truncatePad of bytes",
    () => truncatePad<unknown>(wrong<[]>(Int32Array.of(1)), 2, 0),
    "truncatePad: ",
    /Array\.from\(line\)/,
  ],
  [
    "truncatePad of holes",
    () => truncatePad<unknown>(wrong<[]>(holes), 3, "x"),
    "truncatePad: ",
    /line\[1\] must be a token/,
  ],
  [
    "truncatePad to a text",
    () => truncatePad([1], wrong("3"), 0),
    "truncatePad: ",
    /numSteps must be a whole number/,
  ],
  [
    "truncatePad with nothing",
    () => truncatePad([1], 3, wrong(undefined)),
    "truncatePad: ",
    /paddingToken must be/,
  ],
  [
    "buildArrayNmt of lines that are text",
    () => buildArrayNmt(wrong(["a b"]), vocab, 3),
    "buildArrayNmt: ",
    /lines\[0\] must be an array of tokens, got "a b"; split it/,
  ],
  [
    "buildArrayNmt of null",
    () => buildArrayNmt(wrong(null), vocab, 3),
    "buildArrayNmt: ",
    /lines must be an array/,
  ],
  [
    "buildArrayNmt with no vocabulary",
    () => buildArrayNmt([["a"]], wrong({}), 3),
    "buildArrayNmt: ",
    /vocab must be a Vocab/,
  ],
  [
    "buildArrayNmt to half a step",
    () => buildArrayNmt([["a"]], vocab, 1.5),
    "buildArrayNmt: ",
    /numSteps must be/,
  ],
  [
    "preprocessNmt of null",
    () => preprocessNmt(wrong(null)),
    "preprocessNmt: ",
    /text must be a string, got null/,
  ],
  ["tokenizeNmt of lines", () => tokenizeNmt(wrong(["a\tb"])), "tokenizeNmt: ", /text must be a string/],
  [
    "tokenizeNmt with options",
    () => tokenizeNmt("a\tb", wrong({ numExamples: 2 })),
    "tokenizeNmt: ",
    /numExamples must be/,
  ],
  ["parsePairs of null", () => parsePairs(wrong(null)), "parsePairs: ", /text must be a string/],
  [
    "parsePairs with a number",
    () => parsePairs("a\tb", wrong(600)),
    "parsePairs: ",
    /options must be an object, got 600/,
  ],
  [
    "parsePairs num_examples",
    () => parsePairs("a\tb", wrong({ num_examples: 6 })),
    "parsePairs: ",
    /did you mean "numExamples"/,
  ],
  ["parsePairs file", () => parsePairs("a\tb", wrong({ file: 3 })), "parsePairs: ", /file must be a string/],
  [
    "tokenizePairs of text",
    () => tokenizePairs(wrong("a\tb")),
    "tokenizePairs: ",
    /pairs must be an array, as parsePairs/,
  ],
  [
    "tokenizePairs of tuples",
    () => tokenizePairs(wrong([["a", "b"]])),
    "tokenizePairs: ",
    /pairs\[0\]\.source must be a line/,
  ],
  [
    "tokenizePairs of null",
    () => tokenizePairs(wrong([null])),
    "tokenizePairs: ",
    /pairs\[0\]\.source must be a line/,
  ],
  [
    "tokenizePairs with tabs",
    () => tokenizePairs([{ source: "a\tb", target: "c", line: 1 }]),
    "tokenizePairs: ",
    /pairs\[0\]\.source must be a line of text without tabs/,
  ],
];

describe("a wrong call on text throws an ArgumentError that names function and argument", () => {
  refuses(cases);
});
