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
import { grammarPairs, longest, sizes } from "./network-sizes.ts";
import { spaced } from "./spaced.ts";

const reservedTokens = ["<pad>", "<bos>", "<eos>"];
// More pairs than this would keep a tab busy for hours.
const mostPairs = 5000;

/** The reader's own pairs, and how many of them there were before the rest was left out. */
export interface OwnData {
  readonly data: NmtData;
  readonly given: number;
}

/** The pairs of the grammar. */
export function ofGrammar(seed: number): NmtData {
  const split = { train: grammarPairs, validation: 0, test: 0 };
  return grammarData({ languages: "en-fr", ...split, batchSize: sizes.batch, numSteps: longest, seed });
}

/**
 * The reader's own pairs, as `loadDataNmt` gives them; it would bring its embedded corpus along. Pairs behind the first
 * 5,000 are left out.
 *
 * @throws Error naming the line where the text is no list of pairs.
 */
export function ofText(seed: number, text: string, file: string): OwnData {
  const all = parsePairs(text, { file });
  const used = all.slice(0, mostPairs).map(({ source, target, line }) => ({
    source: spaced(source),
    target: spaced(target),
    line,
  }));
  const pairs = tokenizePairs(used);
  const srcVocab = new Vocab(pairs.source, { minFreq: 2, reservedTokens });
  const tgtVocab = new Vocab(pairs.target, { minFreq: 2, reservedTokens });
  const [X, XValidLen] = idsOf(pairs.source, srcVocab);
  const [Y, YValidLen] = idsOf(pairs.target, tgtVocab);
  const arrays: NmtTensors = { X, XValidLen, Y, YValidLen };
  const shuffled = batches({ tensors: arrays, batchSize: sizes.batch, shuffle: true, seed });
  return { data: { batches: shuffled, srcVocab, tgtVocab, arrays, pairs }, given: all.length };
}

function idsOf(lines: readonly (readonly string[])[], vocab: Vocab): [Tensor, Tensor] {
  const { array, rows, numSteps, validLen } = buildArrayNmt(lines, vocab, longest);
  return [fromData(array, [rows, numSteps]), fromData(validLen, [rows])];
}
