// Nine ways to score a key for a query on one retrieval task; why dot products are divided by √d, and why a key bias is
// idle.

import {
  AdditiveScoring,
  BilinearScoring,
  ConcatScoring,
  CosineScoring,
  DotScoring,
  GaussianScoring,
  LocationScoring,
  PerceptronScoring,
  ScaledDotScoring,
  type Scoring,
} from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import { crossEntropy } from "@saccade/nn";
import { drawAttention } from "./draw.ts";
import { type Figure, type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";
import { biasEffects } from "./scoring-functions/key-bias.ts";
import { type Lookups, pairs, Retriever, sampleLookups, symbols } from "./scoring-functions/retrieval.ts";
import { saturationAt } from "./scoring-functions/scale.ts";
import { printTable } from "./table.ts";
import { shareRight } from "./tensors.ts";
import { trainSteps } from "./train-steps.ts";

const width = 16;

/** The scoring functions by name. A cosine needs a scale, and a Gaussian a bandwidth, that suit the width. */
const kinds: Readonly<Record<string, () => Scoring>> = {
  dot: () => new DotScoring(width),
  "scaled dot": () => new ScaledDotScoring(width),
  additive: () => new AdditiveScoring(width, width, width),
  concat: () => new ConcatScoring(width, width, width),
  perceptron: () => new PerceptronScoring(width, width, width),
  bilinear: () => new BilinearScoring(width, width),
  cosine: () => new CosineScoring(width, { scale: 5 }),
  gaussian: () => new GaussianScoring(width, { bandwidth: Math.sqrt(width) }),
  location: () => new LocationScoring(width, pairs),
};

// Not what all others reach. Unscaled products are saturated from the start, and some keys never get a gradient. What
// the query alone says is not where its key is.
const goals: Readonly<Record<string, Pick<Figure, "atLeast" | "atMost">>> = {
  dot: { atLeast: 0.5 },
  location: { atMost: 0.4 },
};

const scoringFunctions: Program = {
  name: "scoring-functions",
  about:
    "Trains nine scoring functions on one retrieval task; shows why 1/√d matters and why a key bias is idle.",
  async run(options: RunOptions): Promise<Outcome> {
    const { figures, losses } = await retrieve(options);
    return { figures: [...figures, ...showScale(options), ...showKeyBias(options)], losses };
  },
};

interface Trained {
  readonly name: string;
  readonly parameters: number;
  readonly losses: readonly number[];
  readonly accuracy: number;
  /** The mean weight on the key asked for. */
  readonly onKey: number;
  /** The weights of the first example in the table of pictures. */
  readonly weights: readonly number[];
}

async function retrieve(options: RunOptions): Promise<Outcome> {
  const { quick, random, print } = options;
  const test = sampleLookups(quick ? 64 : 1000, random);
  const trained = Object.entries(kinds).map(([name, make]) => trainOne(name, make(), test, options));
  print(
    `One of ${pairs} keys (of ${symbols} symbols, in random order) is asked for; the answer is its value.`,
  );
  const rows = trained.map(({ name, parameters, losses, accuracy, onKey }) => [
    name,
    String(parameters),
    losses.at(-1)!.toFixed(4),
    accuracy.toFixed(3),
    onKey.toFixed(3),
  ]);
  printTable(print, ["score", "parameters", "loss", "accuracy", "weight on the key"], rows);
  const place = test.place.dataSync()[0]!;
  await drawAttention(options, {
    name: "scoring-functions",
    title: `The key asked for is number ${place}`,
    weights: trained.map(({ weights }) => weights),
    queries: trained.map(({ name }) => name),
    keys: Array.from({ length: pairs }, (_, i) => (i === place ? `${i} *` : String(i))),
  });
  return {
    figures: trained.map(({ name, accuracy }) => ({
      name: `accuracy, ${name}`,
      value: accuracy,
      ...(goals[name] ?? { atLeast: 0.98 }),
    })),
    losses: Object.fromEntries(trained.map(({ name, losses }) => [name, losses])),
  };
}

function trainOne(name: string, scoring: Scoring, test: Lookups, { quick, random }: RunOptions): Trained {
  const net = new Retriever(scoring, width);
  const losses = trainSteps(net, {
    steps: quick ? 20 : 1000,
    lr: 0.01,
    next: () => sampleLookups(64, random),
    loss: (batch) => crossEntropy(net.forward(batch).logits, batch.answer),
  });
  return noGrad(() => {
    const { logits, weights } = net.eval().forward(test);
    return {
      name,
      parameters: net.scoring.numParameters(),
      losses,
      accuracy: shareRight(logits, test.answer),
      onKey: weights.gather(1, test.place.unsqueeze(1)).mean().item(),
      weights: weights.select(0, 0).toArray() as number[],
    };
  });
}

function showScale({ quick, print }: RunOptions): Figure[] {
  const sizes = quick ? [4, 32] : [4, 8, 16, 32, 64, 128, 256, 512];
  const found = sizes.map(saturationAt);
  print("");
  print(
    "Random queries and 64 random keys of size d: the variance of their products is d. The softmax then gives one",
  );
  print("key nearly everything, and hardly any gradient passes. Divided by √d, nothing depends on d.");
  const rows = found.flatMap(({ dot, scaled }) =>
    [dot, scaled].map(({ d, variance, largest, gradient }, i) => [
      `d = ${d}`,
      i === 0 ? "dot" : "scaled",
      variance.toFixed(2),
      largest.toFixed(3),
      gradient.toExponential(1),
    ]),
  );
  printTable(print, ["size", "score", "variance", "largest weight", "gradient"], rows);
  const { dot, scaled } = found.at(-1)!;
  const off = found.flatMap(({ dot, scaled }) => [dot.variance / dot.d, scaled.variance]);
  return [
    {
      name: "variance of dot / d and of scaled dot, farthest from 1",
      value: Math.max(...off.map((x) => Math.abs(x - 1))),
      atMost: 0.15,
    },
    { name: `largest weight at d = ${dot.d}, dot`, value: dot.largest, atLeast: 0.85 },
    { name: `largest weight at d = ${dot.d}, scaled`, value: scaled.largest, atMost: 0.2 },
    { name: `gradient at d = ${dot.d}, dot / scaled`, value: dot.gradient / scaled.gradient, atMost: 0.2 },
  ];
}

function showKeyBias({ print }: RunOptions): Figure[] {
  const { change, gradient } = biasEffects(32);
  print("");
  print(
    "A key bias adds q·b to every score of a query, which softmax ignores; a query bias adds b·k to that of each key.",
  );
  const row = (name: string, of: typeof change): string[] => [
    name,
    of.query.toExponential(1),
    of.key.toExponential(1),
  ];
  const rows = [row("largest change of a weight", change), row("norm of the gradient", gradient)];
  printTable(print, ["bias of", "query", "key"], rows);
  return [
    { name: "change of weights by a key bias", value: change.key, atMost: 1e-5 },
    {
      name: "gradient of the key bias / of the query bias",
      value: gradient.key / gradient.query,
      atMost: 1e-4,
    },
    { name: "change of weights by a query bias", value: change.query, atLeast: 0.01 },
  ];
}

await runProgram(scoringFunctions);
