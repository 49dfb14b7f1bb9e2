// Masked words: an encoder beside a causal model, what is masked and how much, and fine-tuning with few labels.

import type { Bert } from "@saccade/models";
import { accuracy, fineTune, spoiled } from "./bert/fine-tune.ts";
import type { Kind } from "./bert/grammar.ts";
import { bertRule, onlyMasks } from "./bert/masking.ts";
import { causalChoosesRight, choosesRight, ofVisible } from "./bert/measure.ts";
import { makeBert, makeCausal, pretrain, pretrainCausal, type Task } from "./bert/models.ts";
import { mean } from "./numbers.ts";
import { type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";
import { seededRandom } from "./random.ts";
import { printTable } from "./table.ts";

/** The encoders, by the names in the tables. */
const tasks = {
  "15 %, 80/10/10": { rate: 0.15, rule: bertRule },
  "15 %, 100/0/0": { rate: 0.15, rule: onlyMasks },
  "5 %, 80/10/10": { rate: 0.05, rule: bertRule },
  "40 %, 80/10/10": { rate: 0.4, rule: bertRule },
  "80 %, 80/10/10": { rate: 0.8, rule: bertRule },
  "15 %, loss over all words": { rate: 0.15, rule: bertRule, allWords: true },
} as const satisfies Record<string, Task>;

type TaskName = keyof typeof tasks;
const names = Object.keys(tasks) as TaskName[];
const asked: readonly Kind[] = ["determiner", "noun", "verb"];
const [usual, plain] = ["15 %, 80/10/10", "15 %, 100/0/0"] as const;

/** Shares by name, of one seed. */
type Shares = Readonly<Record<string, number>>;

/** The results of a seed. */
interface Result {
  readonly shares: Shares;
  readonly losses: Readonly<Record<string, readonly number[]>>;
}

const bert: Program = {
  name: "bert",
  about: "Masked words: both sides against the left one, the rule 80/10/10, the share of masks, few labels.",
  run(options: RunOptions): Outcome {
    const seeds = options.quick ? [options.seed] : [0, 1, 2].map((i) => options.seed + i);
    const results = seeds.map((seed) => {
      options.print(`seed ${seed} …`);
      return ofSeed(seed, options);
    });
    print(options, results);
    const mean = (name: string): number => summary(results, name).mean;
    return {
      figures: [
        { name: "noun from both sides", value: mean(`${usual}: noun`), atLeast: 0.95 },
        { name: "noun from the left", value: mean("causal: noun"), atMost: 0.3 },
        { name: "verb from the left", value: mean("causal: verb"), atLeast: 0.95 },
        { name: "wrong verbs corrected, 80/10/10", value: mean(`${usual}: corrects`), atLeast: 0.8 },
        { name: "wrong verbs corrected, 100/0/0", value: mean(`${plain}: corrects`) },
        {
          name: "wrong verb found, 512 labels, pretrained",
          value: mean(`${usual}, 512 labels`),
          atLeast: 0.9,
        },
        {
          name: "wrong verb found, 512 labels, from scratch",
          value: mean("from scratch, 512 labels"),
          atMost: 0.7,
        },
      ],
      losses: results[0]!.losses,
    };
  },
};

function ofSeed(seed: number, options: RunOptions): Result {
  const { quick } = options;
  const count = quick ? 32 : 1000;
  const training = () => ({ steps: quick ? 40 : 1500, lr: 0.006, random: seededRandom(seed) });
  // Every model is asked about the same fresh sentences.
  const exam = () => seededRandom(1_000_000 + seed);
  const shares: Record<string, number> = {};
  const losses: Record<string, readonly number[]> = {};
  const trained = new Map<string, Bert>();
  for (const name of quick ? [usual, plain] : names) {
    const model = makeBert();
    losses[name] = pretrain(model, tasks[name], training());
    for (const kind of asked) shares[`${name}: ${kind}`] = choosesRight(model, kind, count, exam());
    const { keeps, corrects } = ofVisible(model, count, exam());
    shares[`${name}: keeps`] = keeps;
    shares[`${name}: corrects`] = corrects;
    trained.set(name, model);
  }
  const causal = makeCausal();
  losses["causal"] = pretrainCausal(causal, training());
  for (const kind of asked) shares[`causal: ${kind}`] = causalChoosesRight(causal, kind, count, exam());
  const starts = { [usual]: usual, [plain]: plain, "from scratch": null };
  for (const labels of labelsOf(options))
    for (const [start, from] of Object.entries(starts))
      shares[`${start}, ${labels} labels`] = found(
        from === null ? null : trained.get(from)!,
        labels,
        quick ? 20 : 200,
      );
  // As many steps as pretraining and fine-tuning together.
  if (!quick) shares["from scratch, 1,700 steps, 512 labels"] = found(null, 512, 1700);
  return { shares, losses };

  function found(from: Bert | null, labels: number, steps: number): number {
    const model = makeBert();
    if (from) model.loadStateDict(from.stateDict());
    const random = seededRandom(2_000_000 + seed);
    const { net } = fineTune(model, { labels, steps, lr: 0.002, random });
    return accuracy(net, spoiled(count, exam()));
  }
}

const labelsOf = ({ quick }: RunOptions): readonly number[] => (quick ? [512] : [32, 128, 512]);

/** The mean over seeds, with the least and the most. */
function summary(results: readonly Result[], name: string): { mean: number; text: string } {
  const values = results.flatMap(({ shares }) => shares[name] ?? []);
  const [center, least, most] = [mean(values), Math.min(...values), Math.max(...values)];
  const text = values.length === 0 ? "" : `${center.toFixed(3)} (${least.toFixed(3)}–${most.toFixed(3)})`;
  return { mean: center, text };
}

function print(options: RunOptions, results: readonly Result[]): void {
  const { print } = options;
  const table = (
    head: readonly string[],
    rows: readonly string[],
    of: (row: string, column: string) => string,
  ): void => {
    const cells = rows.map((row) => [
      row,
      ...head.slice(1).map((column) => summary(results, of(row, column)).text),
    ]);
    printTable(
      print,
      head,
      cells.filter((row) => row.slice(1).some((text) => text !== "")),
    );
  };
  print("Means of the seeds (least–most).");
  print("\nOne word is asked for. Share chosen right among the words of its kind (4, 12 and 12):");
  table(["model", ...asked], [...names, "causal"], (row, column) => `${row}: ${column}`);
  print("\nNothing is masked. Words kept as they are, and wrong verbs for which the right one is likelier:");
  table(["model", "keeps", "corrects"], names, (row, column) => `${row}: ${column}`);
  print(
    "\nWhich word is wrong? Share found after fine-tuning on so many sentences (one of the two verbs: 0.5):",
  );
  const starts = [usual, plain, "from scratch", "from scratch, 1,700 steps"];
  table(
    ["start", ...labelsOf(options).map((n) => `${n} labels`)],
    starts,
    (row, column) => `${row}, ${column}`,
  );
}

await runProgram(bert);
