import { AttentionPooling, slidingWindowAttention } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import { Embedding, Linear, Module } from "@saccade/nn";
import { cat, scope, type Tensor, tensor } from "@saccade/tensor";
import { drawAttention } from "../draw.ts";
import type { Outcome, RunOptions } from "../program.ts";
import { accuracy, trainClassifier } from "./train.ts";

// Long sequences of noise and 32 values, 4 of each of 8. One value is within 7 tokens of the only marker: it is the
// answer. Counts of tokens say nothing about it.
const noiseTokens = 15;
const values = 8;
const marker = noiseTokens + values;
const reach = 8;
const heads = 4;

/** Fresh sequences: ids (count, n) and the answer to each, (count). */
function sample(count: number, n: number, random: () => number): { ids: Tensor; answers: Tensor } {
  const below = (limit: number): number => Math.floor(random() * limit);
  const ids = new Int32Array(count * n);
  const answers = new Int32Array(count);
  for (let row = 0; row < count; row++) {
    const sequence = ids.subarray(row * n, (row + 1) * n);
    for (let i = 0; i < n; i++) sequence[i] = below(noiseTokens);
    const at = reach + below(n - 2 * reach);
    const answer = below(values);
    sequence[at] = marker;
    sequence[at + (below(2) === 0 ? 1 : -1) * (1 + below(reach - 1))] = noiseTokens + answer;
    for (let value = 0; value < values; value++) {
      for (let left = value === answer ? 3 : 4; left > 0; ) {
        const place = below(n);
        if (sequence[place]! >= noiseTokens || Math.abs(place - at) < reach) continue;
        sequence[place] = noiseTokens + value;
        left--;
      }
    }
    answers[row] = answer;
  }
  return { ids: tensor(ids).reshape([count, n]), answers: tensor(answers) };
}

/** The marker sees the value in its window of 7 tokens to either side; pooling over the sequence picks the marker out. */
export class WindowClassifier extends Module {
  embedding: Embedding;
  project: Linear;
  mix: Linear;
  pooling: AttentionPooling;
  head: Linear;

  constructor(width: number) {
    super();
    this.embedding = new Embedding(marker + 1, width);
    this.project = new Linear(width, 3 * width);
    this.mix = new Linear(width, width);
    this.pooling = new AttentionPooling(2 * width, width);
    this.head = new Linear(2 * width, values);
  }

  /** @param ids (b, n) @returns logits (b, 8) */
  override forward(ids: Tensor): Tensor {
    return scope(() => this.head.forward(this.pooling.forward(this.#read(ids)).output));
  }

  /** The weight of each token in the pooling, (b, n). */
  weights(ids: Tensor): Tensor {
    return noGrad(() => this.pooling.forward(this.#read(ids)).weights);
  }

  // Each token beside what its window tells it, (b, n, 2 · width).
  #read(ids: Tensor): Tensor {
    const x = this.embedding.forward(ids);
    const [b, n, width] = x.dims(3);
    const split = this.project
      .forward(x)
      .reshape([b, n, 3, heads, width / heads])
      .unbind(2);
    const [q, k, v] = split.map((part) => part.transpose(1, 2)); // (b, heads, n, d)
    const seen = slidingWindowAttention(q!, k!, v!, { window: reach }).transpose(1, 2);
    return cat([x, this.mix.forward(seen.reshape([b, n, width]))], -1);
  }
}

/** The same head on the mean of the embeddings. */
export class MeanClassifier extends Module {
  embedding: Embedding;
  hidden: Linear;
  head: Linear;

  constructor(width: number) {
    super();
    this.embedding = new Embedding(marker + 1, width);
    this.hidden = new Linear(width, 2 * width);
    this.head = new Linear(2 * width, values);
  }

  override forward(ids: Tensor): Tensor {
    return scope(() => this.head.forward(this.hidden.forward(this.embedding.forward(ids).mean(1)).relu()));
  }
}

/**
 * Trains on sequences of 64 tokens, then of n, and tests on fresh ones of n and of 4 n. The mean has nothing to learn from,
 * since every sequence has each value four times.
 */
export async function recallMarked(options: RunOptions, n: number): Promise<Outcome> {
  const { quick, random, print } = options;
  const windowed = new WindowClassifier(32);
  const mean = new MeanClassifier(32);
  const short = () => sample(64, 64, random);
  const long = () => sample(16, n, random);
  const losses = {
    "marked token": [
      ...trainClassifier(windowed, quick ? 40 : 200, 1e-2, short),
      ...trainClassifier(windowed, quick ? 5 : 50, 5e-3, long),
    ],
  };
  trainClassifier(mean, quick ? 5 : 100, 1e-2, short);
  trainClassifier(mean, quick ? 5 : 50, 5e-3, long);
  const test = sample(quick ? 16 : 256, n, random);
  const longer = sample(quick ? 4 : 64, 4 * n, random);
  const found = accuracy(windowed, test.ids, test.answers);
  const foundLonger = accuracy(windowed, longer.ids, longer.answers);
  const guessed = accuracy(mean, test.ids, test.answers);
  print(`marked token of ${n}: ${found}; of ${4 * n}: ${foundLonger}; mean of embeddings ${guessed}`);
  await drawPooling(windowed, options, n);
  return {
    figures: [
      { name: `marked token of ${n}, window`, value: found, atLeast: 0.95 },
      { name: `marked token of ${4 * n}, not trained on`, value: foundLonger, atLeast: 0.95 },
      { name: `marked token of ${n}, mean of embeddings`, value: guessed, atMost: 0.3 },
    ],
    losses,
  };
}

async function drawPooling(net: WindowClassifier, options: RunOptions, n: number): Promise<void> {
  const { ids } = sample(1, n, options.random);
  const tokens = ids.flatten().toArray() as number[];
  const from = Math.max(0, tokens.indexOf(marker) - 8);
  const part = tokens.slice(from, from + 17);
  const weights = net.weights(ids).flatten().narrow(0, from, part.length).toArray() as number[];
  const label = (id: number): string =>
    id === marker ? "M" : id >= noiseTokens ? String(id - noiseTokens) : "·";
  await drawAttention(options, {
    name: "long-sequences-marked",
    title: `Tokens ${from} to ${from + 16} of ${n}: the pooling picks the marker M, whose window holds one value`,
    weights: [weights],
    queries: [""],
    keys: part.map(label),
  });
}
