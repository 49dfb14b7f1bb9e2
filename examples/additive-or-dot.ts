// Additive beside scaled dot-product attention over widths and amounts of data: which suits which task?

import { AdditiveScoring, type Scoring } from "@saccade/attention";
import { noGrad, valueAndGrad } from "@saccade/autograd";
import { crossEntropy } from "@saccade/nn";
import { randn, scope } from "@saccade/tensor";
import { ProjectedDot } from "./additive-or-dot/projected-dot.ts";
import { mean, standardError } from "./numbers.ts";
import { type Figure, type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";
import { type Lookups, Retriever, sampleLookups } from "./scoring-functions/retrieval.ts";
import { printTable } from "./table.ts";
import { drawRows, shareRight } from "./tensors.ts";
import { leastTimes } from "./time.ts";
import { trainSteps } from "./train-steps.ts";

const kinds: Readonly<Record<Kind, (width: number) => Scoring>> = {
  additive: (width) => new AdditiveScoring(width, width, width),
  dot: (width) => new ProjectedDot(width),
};
type Kind = "additive" | "dot";
const names: readonly Kind[] = ["additive", "dot"];

/** One cell: a width and an amount of data, with the held-out accuracies of several runs of both kinds. */
interface Cell {
  readonly width: number;
  readonly examples: number;
  readonly accuracy: Readonly<Record<Kind, readonly number[]>>;
}

const additiveOrDot: Program = {
  name: "additive-or-dot",
  about: "Additive beside scaled dot-product attention over widths and amounts of data.",
  run(options: RunOptions): Outcome {
    const { quick, print } = options;
    const [widths, sizes, repeats] = quick ? [[8], [256], 1] : [[4, 16, 64], [100, 400, 1600], 3];
    const losses: Record<string, readonly number[]> = {};
    const cells = widths.flatMap((width) =>
      sizes.map((examples): Cell => {
        const accuracy: Record<Kind, number[]> = { additive: [], dot: [] };
        for (let run = 0; run < repeats; run++) {
          // Both kinds learn from the same examples.
          const [train, test] = [sampleLookups(examples, options.random), sampleLookups(500, options.random)];
          for (const name of names) {
            const made = trainOne(name, width, train, test, options);
            accuracy[name].push(made.accuracy);
            losses[`${name}, width ${width}, ${examples} examples`] = made.losses;
          }
        }
        return { width, examples, accuracy };
      }),
    );
    printCells(print, cells);
    printCosts(print, quick ? [8] : [16, 64, 256]);
    return { figures: judge(print, cells), losses };
  },
};

function trainOne(
  name: Kind,
  width: number,
  train: Lookups,
  test: Lookups,
  { quick, random }: RunOptions,
): { readonly accuracy: number; readonly losses: readonly number[] } {
  const net = new Retriever(kinds[name](width), width);
  const losses = trainSteps(net, {
    steps: quick ? 30 : 400,
    lr: 0.01,
    next: () => drawRows(train, 64, random),
    loss: (batch) => crossEntropy(net.forward(batch).logits, batch.answer),
  });
  const accuracy = noGrad(() => {
    const { logits } = net.eval().forward(test);
    return shareRight(logits, test.answer);
  });
  return { accuracy, losses };
}

function printCells(print: RunOptions["print"], cells: readonly Cell[]): void {
  print(
    "Looking up a key's value among eight pairs: held-out accuracy, the mean of runs, and its standard error.",
  );
  const shown = (values: readonly number[]): string =>
    `${mean(values).toFixed(3)} ± ${errorOf(values).toFixed(3)}`;
  const rows = cells.map(({ width, examples, accuracy }) => [
    String(width),
    String(examples),
    shown(accuracy.additive),
    shown(accuracy.dot),
  ]);
  printTable(print, ["width", "examples", "additive", "scaled dot"], rows);
}

/** Time of scores and their gradients for 8 × 64 queries and keys. */
function printCosts(print: RunOptions["print"], widths: readonly number[]): void {
  print("");
  print("Milliseconds for the scores of 8 × 64 queries with 64 keys each, forward and backward:");
  const rows = widths.map((width) => {
    const [q, k] = [randn([8, 64, width]), randn([8, 64, width])];
    const tasks = names.map((name) => {
      const scoring = kinds[name](width);
      return () =>
        void scope(() => valueAndGrad(() => scoring.scores(q, k).sum(), [q, k, ...scoring.parameters()]));
    });
    return [String(width), ...leastTimes(8, tasks).map((ms) => ms.toFixed(2))];
  });
  printTable(print, ["width", "additive", "scaled dot"], rows);
}

function judge(print: RunOptions["print"], cells: readonly Cell[]): Figure[] {
  const [first, last] = [cells[0]!, cells.at(-1)!];
  const at = (width: number, examples: number): Cell =>
    cells.find((cell) => cell.width === width && cell.examples === examples)!;
  const wideSmall = advantage(at(last.width, first.examples), "dot");
  const narrowLarge = advantage(at(first.width, last.examples), "additive");
  print("");
  print(
    "Seed document 002 says: scaled dot-product suits smaller tasks of larger width, additive larger tasks of",
  );
  print("smaller width. Measured, as the accuracy by which the one is ahead:");
  print(`  width ${last.width}, ${first.examples} examples: scaled dot ${verdict(wideSmall)}`);
  print(`  width ${first.width}, ${last.examples} examples: additive ${verdict(narrowLarge)}`);
  const best = (name: Kind): number => mean(last.accuracy[name]);
  return [
    ...names.map((name) => ({
      name: `accuracy at width ${last.width}, ${last.examples} examples, ${name}`,
      value: best(name),
      atLeast: 0.95,
    })),
    { name: "dot's lead, wide with few examples", value: wideSmall.lead },
    { name: "additive's lead, narrow with many examples", value: narrowLarge.lead },
  ];
}

interface Lead {
  readonly lead: number;
  readonly error: number;
}

/** How far a kind is ahead of the other, run by run. */
function advantage({ accuracy }: Cell, kind: Kind): Lead {
  const other = kind === "dot" ? "additive" : "dot";
  const leads = accuracy[kind].map((value, run) => value - accuracy[other][run]!);
  return { lead: mean(leads), error: errorOf(leads) };
}

/** A quick run has one of each: it says nothing of chance. */
function errorOf(values: readonly number[]): number {
  return values.length < 2 ? 0 : standardError(values);
}

function verdict({ lead, error }: Lead): string {
  const shown = `${lead >= 0 ? "+" : "−"}${Math.abs(lead).toFixed(3)} ± ${error.toFixed(3)}`;
  if (!(Math.abs(lead) > 2 * error)) return `${shown}: not confirmed, no difference beyond chance`;
  return `${shown}: ${lead > 0 ? "confirmed" : "refuted"}`;
}

await runProgram(additiveOrDot);
