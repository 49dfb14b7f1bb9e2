import { noGrad } from "@saccade/autograd";
import { TransformerXL } from "@saccade/models";
import { Embedding, Linear, Module } from "@saccade/nn";
import { scope, type Tensor, tensor } from "@saccade/tensor";
import { drawAttention } from "../draw.ts";
import type { Outcome, RunOptions } from "../program.ts";
import { accuracy, trainClassifier } from "./train.ts";

// Two segments of noise with one of 8 values in each. The last token asks for the value of the first segment.
const length = 32;
const noiseTokens = 15;
const values = 8;
const question = noiseTokens + values;

/** Fresh sequences: ids (count, 64) and the answer to each, (count). */
function sample(count: number, random: () => number): { ids: Tensor; answers: Tensor } {
  const below = (limit: number): number => Math.floor(random() * limit);
  const ids = Int32Array.from({ length: count * 2 * length }, () => below(noiseTokens));
  const answers = new Int32Array(count);
  for (let row = 0; row < count; row++) {
    const start = row * 2 * length;
    const [first, second] = [below(values), below(values)];
    ids[start + below(length)] = noiseTokens + first;
    ids[start + length + below(length - 1)] = noiseTokens + second;
    ids[start + 2 * length - 1] = question;
    answers[row] = first;
  }
  return { ids: tensor(ids).reshape([count, 2 * length]), answers: tensor(answers) };
}

/** Reads segment after segment; answers at the last token. */
export class SegmentReader extends Module {
  embedding: Embedding;
  body: TransformerXL;
  head: Linear;

  constructor(width: number, memoryLength: number) {
    super();
    this.embedding = new Embedding(question + 1, width);
    this.body = new TransformerXL(width, 4, 1, { memoryLength, dimFeedforward: 2 * width, dropout: 0 });
    this.head = new Linear(width, values);
  }

  /** @param ids (b, 64) @returns logits (b, 8) */
  override forward(ids: Tensor): Tensor {
    return scope(() => {
      const [first, second] = this.#segments(ids);
      const { memory } = this.body.forward(first);
      return this.head.forward(this.body.forward(second, memory).output.select(1, -1));
    });
  }

  /** The weights of the last token on both segments, a row a head: (4, 64). */
  weights(ids: Tensor): Tensor {
    return noGrad(() => {
      const [first, second] = this.#segments(ids);
      return this.body.layers[0]!.forward(second, first, { needWeights: true })
        .weights.select(0, 0)
        .select(1, -1);
    });
  }

  #segments(ids: Tensor): [Tensor, Tensor] {
    const [first, second] = this.embedding.forward(ids).chunk(2, 1);
    return [first!, second!];
  }
}

/** Trains Transformer-XL with a memory of one segment and without. */
export async function recallSegment(options: RunOptions): Promise<Outcome> {
  const { quick, random, print } = options;
  const draw = () => sample(32, random);
  const net = new SegmentReader(32, length);
  const without = new SegmentReader(32, 0);
  const losses = {
    "segments, with memory": [
      ...trainClassifier(net, quick ? 40 : 500, 5e-3, draw),
      ...trainClassifier(net, quick ? 20 : 200, 1.5e-3, draw),
    ],
    "segments, without": trainClassifier(without, quick ? 60 : 200, 5e-3, draw),
  };
  const test = sample(quick ? 64 : 1000, random);
  const found = accuracy(net, test.ids, test.answers);
  const guessed = accuracy(without, test.ids, test.answers);
  print(`value of the segment before: ${found} with memory, ${guessed} without`);
  await drawQuestion(net, options);
  return {
    figures: [
      { name: "value of the segment before, Transformer-XL", value: found, atLeast: 0.95 },
      { name: "value of the segment before, no memory", value: guessed, atMost: 0.3 },
    ],
    losses,
  };
}

async function drawQuestion(net: SegmentReader, options: RunOptions): Promise<void> {
  const { ids } = sample(1, options.random);
  const tokens = ids.flatten().toArray() as number[];
  await drawAttention(options, {
    name: "long-sequences-segments",
    title: "The question's four heads over the segment before and its own: values are digits",
    weights: net.weights(ids).toArray() as number[][],
    queries: [1, 2, 3, 4].map((head) => `head ${head}`),
    keys: tokens.map((id) => (id === question ? "?" : id >= noiseTokens ? String(id - noiseTokens) : "·")),
  });
}
