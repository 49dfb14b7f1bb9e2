import { noGrad } from "@saccade/autograd";
import { AttentionOnly } from "@saccade/examples/induction-model";
import { ablateHeads, type HookList, headAblations, runWithHooks } from "@saccade/lens";
import { dispose, type Tensor } from "@saccade/tensor";
import { tensorOfIds } from "../ui/ids.ts";

export const letters = "ABCDEFGHIJKLMNOPQRST";
/** Of a sequence, which is `half` random letters, twice. */
export const half = 10;
export const length = 2 * half;
export const layers = 2;
export const heads = 4;

export interface HeadAt {
  readonly layer: number;
  readonly head: number;
}

/** The network's results on some sequences. */
export interface Looked {
  /** (layers, heads, n, n) of the first sequence. */
  readonly patterns: readonly (readonly (readonly (readonly number[])[])[])[];
  /** The letter that is predicted after each of the first sequence, by its number. */
  readonly guesses: readonly number[];
  /** The share of the second half's letters that are predicted, of all sequences. */
  readonly accuracy: number;
}

export function makeNet(): AttentionOnly {
  return new AttentionOnly({
    vocabSize: letters.length,
    maxLen: length,
    dModel: 32,
    numLayers: layers,
    numHeads: heads,
  });
}

/** Sequences of random letters that begin anew after `half`. */
export function twice(count: number, random: () => number): number[][] {
  return Array.from({ length: count }, () => {
    const first = Array.from({ length: half }, () => Math.floor(random() * letters.length));
    return [...first, ...first];
  });
}

/** Runs the network with some heads off: what they read is replaced by zeros. */
export function look(
  net: AttentionOnly,
  sequences: readonly (readonly number[])[],
  off: readonly HeadAt[],
): Looked {
  return noGrad(() => {
    const ids = tensorOfIds(sequences);
    const patterns: number[][][][] = [];
    const read: HookList = Array.from({ length: layers }, (_, layer) => [
      `blocks.${layer}.attn.hook_pattern`,
      (pattern: Tensor) => {
        patterns[layer] = pattern.select(0, 0).toArray() as number[][][];
        return undefined;
      },
    ]);
    const logits = runWithHooks(net, ids, { hooks: [...ablateHeads(net, off), ...read] });
    const guesses = logits.select(0, 0).argmax(-1).toArray() as number[];
    return { patterns, guesses, accuracy: accuracyOf(ids, logits).item() };
  });
}

/** The accuracy without each head alone: (layers, heads). */
export async function withoutEach(
  net: AttentionOnly,
  sequences: readonly (readonly number[])[],
): Promise<number[][]> {
  const ids = tensorOfIds(sequences);
  const table = await headAblations(net, ids, (logits: Tensor) => accuracyOf(ids, logits));
  const rows = table.toArray(2);
  for (const tensor of [ids, table]) dispose(tensor);
  return rows;
}

/** The mean weight of the key so many positions back, over queries of the second half. */
export function meanWeight(pattern: readonly (readonly number[])[], back: number): number {
  const queries = Array.from({ length: half }, (_, i) => half + i);
  return queries.reduce((sum, query) => sum + pattern[query]![query - back]!, 0) / half;
}

// The first half's last letter predicts the first one of the second, which nothing tells: it is left out.
function accuracyOf(ids: Tensor, logits: Tensor): Tensor {
  const guesses = logits.narrow(1, half, half - 1).argmax(-1);
  return guesses
    .eq(ids.narrow(1, half + 1, half - 1))
    .to("float32")
    .mean();
}
