// Induction heads form in a network of two attention layers, and not in one of one layer.
import { compile, noGrad } from "@saccade/autograd";
import { repeatedScores, runWithCache, runWithHooks } from "@saccade/lens";
import { AdamW } from "@saccade/nn";
import { tensor } from "@saccade/tensor";
import { drawAttention } from "./draw.ts";
import { accuracyOf, type Batch, length, lossOf, sample, twice, vocabSize } from "./lens-induction/data.ts";
import { AttentionOnly } from "./lens-induction/model.ts";
import { type Figure, type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";
import { seededRandom } from "./random.ts";
import { placeOf, printTable } from "./table.ts";

const sizes = { vocabSize, maxLen: length, dModel: 64, numHeads: 4 };
const half = length / 2;

/** One seed's networks of one and two layers, and what is found in them. */
interface Result {
  readonly seed: number;
  readonly one: Found;
  readonly two: Found;
  readonly losses: Readonly<Record<string, readonly number[]>>;
}

/** The scores of a network's heads, each (layers, heads). */
interface Found {
  readonly accuracy: number;
  readonly previousToken: number[][];
  readonly induction: number[][];
  /** The accuracy without the head that most attends to the previous token. */
  readonly without: number;
  /** The accuracy without each other head of the first layer, at least. */
  readonly withoutOther: number;
  readonly pattern: number[][];
}

const induction: Program = {
  name: "lens-induction",
  about:
    "Induction heads in a network of two attention layers, and none in one of one layer (Olsson et al. 2022).",
  async run(options: RunOptions): Promise<Outcome> {
    const seeds = options.quick ? [options.seed] : [0, 1, 2].map((i) => options.seed + i);
    const results = seeds.map((seed) => ofSeed(seed, options));
    printScores(options, results);
    const [first] = results as [Result];
    const [layer, head] = placeOf(first.two.induction);
    await drawAttention(options, {
      name: "lens-induction",
      title: `L${layer}H${head}: each token of the second half attends to the one after its first occurrence`,
      weights: first.two.pattern,
      queries: labels,
      keys: labels,
    });
    return { figures: figuresOf(results), losses: first.losses };
  },
};

const labels: readonly string[] = Array.from({ length }, (_, i) => String((i % half) + 1));

function ofSeed(seed: number, { quick }: RunOptions): Result {
  const losses: Record<string, readonly number[]> = {};
  const train = (numLayers: number): Found => {
    const random = seededRandom(seed);
    const net = new AttentionOnly({ ...sizes, numLayers });
    // At a constant rate: the heads form in a sudden step, which a falling rate puts off.
    const optimizer = new AdamW(net, { lr: 0.004 });
    const step = compile((batch: Batch) => optimizer.step(() => lossOf((ids) => net.forward(ids), batch)));
    losses[`${numLayers} layers`] = range(0, quick ? 40 : 1000).map(() => step(sample(32, random)).item());
    return noGrad(() => find(net, seededRandom(seed + 1_000_000)));
  };
  return { seed, one: train(1), two: train(2), losses };
}

function find(net: AttentionOnly, random: () => number): Found {
  const ids = twice(64, random);
  const { output, cache } = runWithCache(net, ids, { names: (name) => name.endsWith("hook_pattern") });
  const scores = repeatedScores(cache);
  const previousToken = scores.previousToken.toArray() as number[][];
  const inducing = scores.induction.toArray() as number[][];
  const [, previous] = placeOf(previousToken.slice(0, 1));
  const off = range(0, sizes.numHeads).map((head) => {
    const others = tensor(range(0, sizes.numHeads).map((other) => [other === head ? 0 : 1]));
    return accuracyOf(
      runWithHooks(net, ids, { hooks: { "blocks.0.attn.hook_z": (z) => z.mul(others) } }),
      ids,
    );
  });
  const [layer, head] = placeOf(inducing);
  return {
    accuracy: accuracyOf(output, ids),
    previousToken,
    induction: inducing,
    without: off[previous]!,
    withoutOther: Math.min(...off.filter((_, head) => head !== previous)),
    pattern: cache.get("pattern", layer).select(1, head).select(0, 0).toArray() as number[][],
  };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

function maxOf(scores: readonly (readonly number[])[]): number {
  return Math.max(...scores.flat());
}

function figuresOf(results: readonly Result[]): Figure[] {
  const least = (of: (result: Result) => number): number => Math.min(...results.map(of));
  const most = (of: (result: Result) => number): number => Math.max(...results.map(of));
  return [
    {
      name: "induction score, 2 layers, least of seeds",
      value: least(({ two }) => maxOf(two.induction)),
      atLeast: 0.6,
    },
    {
      name: "induction score, 1 layer, most of seeds",
      value: most(({ one }) => maxOf(one.induction)),
      atMost: 0.2,
    },
    {
      name: "previous-token score, layer 0, least of seeds",
      value: least(({ two }) => maxOf(two.previousToken.slice(0, 1))),
      atLeast: 0.6,
    },
    { name: "accuracy, 2 layers, least of seeds", value: least(({ two }) => two.accuracy), atLeast: 0.9 },
    { name: "accuracy, 1 layer, most of seeds", value: most(({ one }) => one.accuracy), atMost: 0.5 },
    { name: "accuracy without that head, most of seeds", value: most(({ two }) => two.without), atMost: 0.5 },
    { name: "accuracy without another, least of seeds", value: least(({ two }) => two.withoutOther) },
  ];
}

function printScores({ print }: RunOptions, results: readonly Result[]): void {
  print(
    "Random tokens, twice. Scores are mean weights: of the token before, and of the token after the first",
  );
  print(
    "occurrence. Accuracy is over the second half; then without the head of layer 0 that looks one back.",
  );
  const rows = results.flatMap(({ seed, one, two }) =>
    [one, two].map((found, i) => [
      String(seed),
      String(i + 1),
      ...[found.previousToken, found.induction].map((scores) => {
        const [layer, head] = placeOf(scores);
        return `${maxOf(scores).toFixed(2)} L${layer}H${head}`;
      }),
      found.accuracy.toFixed(2),
      found.without.toFixed(2),
      found.withoutOther.toFixed(2),
    ]),
  );
  const head = ["seed", "layers", "previous token", "induction", "accuracy", "without it", "without another"];
  printTable(print, head, rows);
}

await runProgram(induction);
