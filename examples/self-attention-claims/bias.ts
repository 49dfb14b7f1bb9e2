import { scaledDotProductAttention } from "@saccade/attention";
import { type CompiledStep, compile, noGrad } from "@saccade/autograd";
import { Adam, crossEntropy, Embedding, Linear, Module } from "@saccade/nn";
import { manualSeed, scope, type Tensor } from "@saccade/tensor";
import type { RunOptions } from "../program.ts";
import { ints } from "../tensors.ts";
import { leastTimes } from "../time.ts";

const symbols = 12;
const length = 10;
const width = 32;

/** Self-attention with or without biases in its projections, and a classifier of the mean of its outputs. */
export class Reader extends Module {
  embedding: Embedding = new Embedding(symbols, width);
  query: Linear;
  key: Linear;
  value: Linear;
  head: Linear = new Linear(width, 2);

  constructor(bias: boolean) {
    super();
    this.query = new Linear(width, width, { bias });
    this.key = new Linear(width, width, { bias });
    this.value = new Linear(width, width, { bias });
  }

  override forward(ids: Tensor): Tensor {
    const x = this.embedding.forward(ids);
    const [q, k, v] = [this.query.forward(x), this.key.forward(x), this.value.forward(x)];
    const { output } = scaledDotProductAttention(q, k, v, { needWeights: false });
    return this.head.forward(output.mean(1));
  }
}

interface Sample {
  readonly ids: Tensor;
  readonly label: Tensor;
}

/** Sequences, and whether symbols below 4 are more frequent in them than 4 to 7; a tenth of labels are wrong. */
function sample(count: number, random: () => number, noise: number): Sample {
  const [ids, labels]: [number[], number[]] = [[], []];
  for (let i = 0; i < count; i++) {
    const row = Array.from({ length }, () => Math.floor(random() * symbols));
    const balance = row.reduce((sum, id) => sum + (id < 4 ? 1 : id < 8 ? -1 : 0), 0);
    const truth = balance > 0 ? 1 : 0;
    labels.push(random() < noise ? 1 - truth : truth);
    ids.push(...row);
  }
  return {
    ids: ints(ids).reshape([count, length]),
    label: ints(labels),
  };
}

/** The results of training with and without biases, over several pairs of runs on the same data. */
export interface BiasComparison {
  readonly parameters: Both<number>;
  /** Milliseconds of a training step. */
  readonly milliseconds: Both<number>;
  /** Held-out losses of each run, in pairs. */
  readonly heldOut: Both<readonly number[]>;
  /** Training losses of the first pair. */
  readonly losses: Both<readonly number[]>;
}

interface Both<T> {
  readonly withBias: T;
  readonly without: T;
}

interface Trained {
  readonly losses: readonly number[];
  readonly heldOut: number;
}

export function compareBias({ seed, quick, random }: RunOptions): BiasComparison {
  const [pairs, steps] = quick ? [1, 30] : [8, 100];
  const runs = Array.from({ length: pairs }, (_, pair): Both<Trained> => {
    // A small training set, so that overfitting shows.
    const [train, test] = [sample(256, random, 0.1), sample(quick ? 64 : 2000, random, 0)];
    const run = (bias: boolean): Trained => {
      manualSeed(1000 * seed + pair);
      const net = new Reader(bias);
      const step = trainingStep(net, train);
      const losses = Array.from({ length: steps }, () => scope(() => step().item()));
      step.dispose();
      return { losses, heldOut: noGrad(() => crossEntropy(net.forward(test.ids), test.label).item()) };
    };
    return { withBias: run(true), without: run(false) };
  });
  const { parameters, milliseconds } = costs(sample(256, random, 0), quick ? 5 : 60);
  return {
    parameters,
    milliseconds,
    heldOut: {
      withBias: runs.map(({ withBias }) => withBias.heldOut),
      without: runs.map(({ without }) => without.heldOut),
    },
    losses: { withBias: runs[0]!.withBias.losses, without: runs[0]!.without.losses },
  };
}

function trainingStep(net: Reader, { ids, label }: Sample): CompiledStep<[], Tensor> {
  const optimizer = new Adam(net, { lr: 5e-3 });
  return compile(() => optimizer.step(() => crossEntropy(net.forward(ids), label)));
}

function costs(batch: Sample, rounds: number): Pick<BiasComparison, "parameters" | "milliseconds"> {
  const [withBias, without] = [new Reader(true), new Reader(false)];
  const steps = [withBias, without].map((net) => trainingStep(net, batch));
  const times = leastTimes(
    rounds,
    steps.map((step) => () => void step()),
  );
  return {
    parameters: { withBias: withBias.numParameters(), without: without.numParameters() },
    milliseconds: { withBias: times[0]!, without: times[1]! },
  };
}
