// Which head of the coreference model carries the pronoun's meaning: found by activation patching, held against ablation.

import { noGrad } from "@saccade/autograd";
import { winogradSchemas } from "@saccade/datasets/tasks";
import {
  type ActivationCache,
  ablateHeads,
  getActPatchAttnHeadOutAllPos,
  runWithCache,
  runWithHooks,
} from "@saccade/lens";
import { crossEntropy } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { type Pointed, Resolver } from "./coreference/models.ts";
import { type Batch, toBatch } from "./coreference/sentences.ts";
import { type Figure, type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";
import { seededRandom } from "./random.ts";
import { placeOf, printTable } from "./table.ts";
import { shareRight } from "./tensors.ts";
import { trainSteps } from "./train-steps.ts";

/** The results of one seed's model. Tables are (layers, heads). */
interface Result {
  readonly seed: number;
  readonly accuracy: number;
  /** The share of the difference between two sentences that a head alone restores when it is patched. */
  readonly restored: number[][];
  /** The accuracy with a head's output replaced by its mean. */
  readonly without: number[][];
  /** The head that restores most. */
  readonly best: readonly [layer: number, head: number];
  /** The head whose loss costs most. */
  readonly dearest: readonly [layer: number, head: number];
  /** The mean weight from "it" to the adjective, in the head that restores most. */
  readonly toAdjective: number;
  readonly losses: readonly number[];
}

const coreferenceHeads: Program = {
  name: "lens-coreference",
  about: 'Patching finds the heads of the coreference model that carry what "it" means; ablation agrees.',
  run(options: RunOptions): Outcome {
    const seeds = options.quick ? [options.seed] : [0, 1, 2].map((i) => options.seed + i);
    const results = seeds.map((seed) => ofSeed(seed, options));
    printTables(options, results);
    return { figures: figuresOf(results), losses: { resolver: results[0]!.losses } };
  },
};

function ofSeed(seed: number, { quick }: RunOptions): Result {
  const random = seededRandom(seed);
  const fold = seed % 5;
  const net = new Resolver(32);
  const losses = trainSteps(net, {
    steps: quick ? 20 : 700,
    lr: 5e-3,
    next: () => toBatch(winogradSchemas({ count: 64, split: "train", fold, random }).flat()),
    loss: ({ words, it, answer }) => crossEntropy(net.forward(words, it).logits, answer),
  });
  const schemas = winogradSchemas({ count: quick ? 20 : 200, split: "test", fold, random });
  const [clean, corrupted] = [0, 1].map((i) => toBatch(schemas.map((schema) => schema[i]!))) as [
    Batch,
    Batch,
  ];
  return noGrad(() => {
    const { cache, output } = runWithCache(net, () => net.forward(clean.words, clean.it));
    const restored = restoredBy(net, { clean, corrupted, cache, output });
    const without = withoutEach(net, clean);
    const best = placeOf(restored, Math.max);
    const [layer, head] = best;
    const pattern = cache.get(`encoder.blocks.${layer}.attn.hook_pattern`).select(1, head); // (b, n, n)
    return {
      seed,
      accuracy: accuracy(output, clean),
      restored,
      without,
      best,
      dearest: placeOf(without, Math.min),
      toAdjective: weightToAdjective(pattern, clean, corrupted),
      losses,
    };
  });
}

/** The sentence whose values are put in, the one that runs, and the run of the first. */
interface Pair {
  readonly clean: Batch;
  readonly corrupted: Batch;
  readonly cache: ActivationCache;
  readonly output: Pointed;
}

// #region restored
/** The difference of the two nouns' logits, as a share: 1 is that of the clean sentence, 0 that of the other. */
function restoredBy(net: Resolver, { clean, corrupted, cache, output }: Pair): number[][] {
  const logitOf = ({ logits }: Pointed, { answer }: Batch): Tensor => logits.gather(1, answer.unsqueeze(1));
  const difference = (found: Pointed): Tensor => logitOf(found, clean).sub(logitOf(found, corrupted)).mean();
  const [from, to] = [difference(net.forward(corrupted.words, corrupted.it)), difference(output)];
  const inputs = [corrupted.words, corrupted.it];
  const patched = getActPatchAttnHeadOutAllPos(net, inputs, cache, difference, { stack: "encoder.blocks" });
  return patched.sub(from).div(to.sub(from)).toArray() as number[][];
}
// #endregion restored

/** The weight from "it" to the word in which the sentences differ: pattern (b, n, n). */
function weightToAdjective(pattern: Tensor, clean: Batch, corrupted: Batch): number {
  const [b, n] = clean.words.dims(2);
  const fromIt = pattern.gather(1, clean.it.reshape([b, 1, 1]).expand([b, 1, n])).squeeze(1); // (b, n)
  return fromIt.mul(clean.words.ne(corrupted.words).to("float32")).sum(1).mean().item();
}

function withoutEach(net: Resolver, batch: Batch): number[][] {
  return [0, 1].map((layer) =>
    [0, 1, 2, 3].map((head) =>
      scope(() => {
        const hooks = ablateHeads(net, [{ layer, head }], { kind: "mean", stack: "encoder.blocks" });
        return accuracy(
          runWithHooks(net, () => net.forward(batch.words, batch.it), { hooks }),
          batch,
        );
      }),
    ),
  );
}

function accuracy({ logits }: Pointed, { answer }: Batch): number {
  return shareRight(logits, answer);
}

/** A sentence about heads, and what it rests on in each seed. */
interface Claim {
  readonly text: string;
  readonly values: readonly number[];
  readonly holds: (value: number) => boolean;
}

function claimsOf(results: readonly Result[]): Claim[] {
  const values = (of: (result: Result) => number): number[] => results.map(of);
  const cost = ({ accuracy, without }: Result, [layer, head]: Result["best"]): number =>
    accuracy - without[layer]![head]!;
  return [
    {
      text: "one head alone restores more than half",
      values: values(({ restored }) => Math.max(...restored.flat())),
      holds: (value) => value > 0.5,
    },
    {
      text: "the head that restores most is in the second layer",
      values: values(({ best: [layer] }) => layer + 1),
      holds: (value) => value === 2,
    },
    {
      text: "without it, more than a tenth of the answers are wrong",
      values: values((result) => cost(result, result.best)),
      holds: (value) => value > 0.1,
    },
    {
      text: "some head is missed: a tenth of the answers go with it",
      values: values((result) => cost(result, result.dearest)),
      holds: (value) => value > 0.1,
    },
    {
      text: 'in it, "it" gives the adjective most of its weight',
      values: values(({ toAdjective }) => toAdjective),
      holds: (value) => value > 0.5,
    },
  ];
}

function verdictOf({ values, holds }: Claim): string {
  const right = values.filter(holds).length;
  if (right === values.length) return "holds";
  return right === 0 ? "does not hold" : `holds in ${right} of ${values.length}`;
}

function figuresOf(results: readonly Result[]): Figure[] {
  return [
    {
      name: "accuracy, least of seeds",
      value: Math.min(...results.map(({ accuracy }) => accuracy)),
      atLeast: 0.95,
    },
    {
      name: "restored by the best head, least of seeds",
      value: Math.min(...results.map(({ restored }) => Math.max(...restored.flat()))),
      atLeast: 0.2,
    },
    ...claimsOf(results).map((claim) => ({
      name: claim.text,
      value: claim.values.filter(claim.holds).length / claim.values.length,
    })),
  ];
}

function printTables({ print }: RunOptions, results: readonly Result[]): void {
  for (const { seed, accuracy, restored, without } of results) {
    print(
      `seed ${seed}: accuracy ${accuracy.toFixed(3)}; share restored by a head, and accuracy without it:`,
    );
    const rows = restored.map((heads, layer) => [
      `layer ${layer}`,
      ...heads.map((share, head) => `${share.toFixed(2)} / ${without[layer]![head]!.toFixed(2)}`),
    ]);
    printTable(print, ["", "head 0", "head 1", "head 2", "head 3"], rows);
  }
  print("");
  const claims = claimsOf(results);
  const rows = claims.map((claim) => [
    claim.text,
    ...claim.values.map((value) => value.toFixed(2)),
    verdictOf(claim),
  ]);
  printTable(print, ["claim", ...results.map(({ seed }) => `seed ${seed}`), ""], rows);
}

await runProgram(coreferenceHeads);
