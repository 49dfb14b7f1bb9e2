import {
  batches,
  buildArrayNmt,
  grammarData,
  type NmtData,
  type NmtTensors,
  parsePairs,
  tokenizePairs,
  Vocab,
} from "@saccade/datasets";
import { fromData, type Tensor } from "@saccade/tensor";
import { grammarPairs, heldOutPairs, longest, sizes } from "./network-sizes.ts";
import { spaced } from "./spaced.ts";

const reservedTokens = ["<pad>", "<bos>", "<eos>"];
// More pairs than this would keep a tab busy for hours.
const mostPairs = 5000;
/** Of the reader's own sentences one in so many is held out. */
const heldOutEach = 10;

/** What a run trains on, and what it never sees. */
export interface RunData {
  readonly data: NmtData;
  /** Pairs that no batch has, to measure with; null where there are too few sentences to spare some. */
  readonly heldOut: NmtTensors | null;
  /** Pairs in the text; more than are used where it is too long. */
  readonly given: number;
}

/**
 * The pairs of the grammar. They are the same for every seed, so that held-out sentences are held out of every run; the
 * seed orders the batches.
 */
export function ofGrammar(seed: number): RunData {
  const split = { train: grammarPairs, validation: 0, test: heldOutPairs };
  const whole = { ...split, batchSize: sizes.batch, numSteps: longest, seed: 0 };
  const { test, ...data } = grammarData({ languages: "en-fr", ...whole });
  return { data: { ...data, batches: shuffled(data.arrays, seed) }, heldOut: test, given: grammarPairs };
}

/**
 * The reader's own pairs, as `loadDataNmt` gives them; it would bring its embedded corpus along. Pairs behind the first
 * 5,000 are left out.
 *
 * @throws Error naming the line where the text is no list of pairs.
 */
export function ofText(seed: number, text: string, file: string): RunData {
  const all = parsePairs(text, { file });
  const used = all.slice(0, mostPairs).map(({ source, target, line }) => ({
    source: spaced(source),
    target: spaced(target),
    line,
  }));
  const held = heldOutSources(used.map(({ source }) => source));
  const pairs = tokenizePairs(used.filter(({ source }) => !held.has(source)));
  const srcVocab = new Vocab(pairs.source, { minFreq: 2, reservedTokens });
  const tgtVocab = new Vocab(pairs.target, { minFreq: 2, reservedTokens });
  const arraysOf = ({ source, target }: typeof pairs): NmtTensors => {
    const [X, XValidLen] = idsOf(source, srcVocab);
    const [Y, YValidLen] = idsOf(target, tgtVocab);
    return { X, XValidLen, Y, YValidLen };
  };
  const arrays = arraysOf(pairs);
  return {
    data: { batches: shuffled(arrays, seed), srcVocab, tgtVocab, arrays, pairs },
    heldOut: held.size === 0 ? null : arraysOf(tokenizePairs(used.filter(({ source }) => held.has(source)))),
    given: all.length,
  };
}

/** Every tenth of the different sentences; a sentence that occurs again is held out with all its translations. */
function heldOutSources(sources: readonly string[]): ReadonlySet<string> {
  return new Set([...new Set(sources)].filter((_, i) => i % heldOutEach === heldOutEach - 1));
}

function shuffled(tensors: NmtTensors, seed: number): NmtData["batches"] {
  return batches({ tensors, batchSize: sizes.batch, shuffle: true, seed });
}

function idsOf(lines: readonly (readonly string[])[], vocab: Vocab): [Tensor, Tensor] {
  const { array, rows, numSteps, validLen } = buildArrayNmt(lines, vocab, longest);
  return [fromData(array, [rows, numSteps]), fromData(validLen, [rows])];
}
