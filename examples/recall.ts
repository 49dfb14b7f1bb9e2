// Recall of a token 5 to 200 steps back: GRU and LSTM beside self-attention, and the gradient that reaches the token.

import { noGrad, valueAndGrad } from "@saccade/autograd";
import { crossEntropy } from "@saccade/nn";
import { scope } from "@saccade/tensor";
import { drawAttention } from "./draw.ts";
import { type Figure, type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";
import { sample } from "./recall/data.ts";
import { type ModelName, models, type Recaller } from "./recall/models.ts";
import { printTable } from "./table.ts";
import { shareRight } from "./tensors.ts";
import { trainSteps } from "./train-steps.ts";
import { UsageError } from "./usage.ts";

const width = 32;
const names: readonly ModelName[] = ["GRU", "LSTM", "attention"];

/** A model's result at one distance. */
interface Result {
  readonly accuracy: number;
  /** The norm of d loss / d input at the token to recall, before and after training. */
  readonly before: number;
  readonly after: number;
  readonly losses: readonly number[];
}

const recall: Program = {
  name: "recall",
  about: "Recalls a token 5 to 200 steps back: GRU and LSTM beside self-attention, with gradient sizes.",
  options: [{ flag: "--bias <n>", about: "Added to the bias of the gate that keeps the state (default: 0)" }],
  async run(options: RunOptions): Promise<Outcome> {
    const bias = biasOf(options);
    const distances = options.quick ? [5] : [5, 10, 20, 50, 200];
    const results = distances.map((distance) => ({ distance, of: atDistance(distance, options) }));
    print(options, results);
    await drawAtDistance(20, options);
    const { distance, of } = results.at(-1)!;
    const figures: Figure[] = results.flatMap(({ distance, of }) =>
      names.map((name) => ({
        name: `recall at ${distance}, ${name}`,
        value: of[name].accuracy,
        ...(name === "attention" && (distance === 5 || distance === 200) && { atLeast: 0.95 }),
        ...(name === "GRU" && distance === 5 && { atLeast: 0.95 }),
        ...(name !== "attention" && distance === 200 && bias === 0 && { atMost: 0.8 }),
      })),
    );
    const ratio = (name: ModelName): number => of[name].before / of.attention.before;
    figures.push(
      ...(["GRU", "LSTM"] as const).map((name) => ({
        name: `gradient at ${distance} before training, ${name} / attention`,
        value: ratio(name),
        ...(bias === 0 && { atMost: 1e-6 }),
      })),
    );
    const losses = results.flatMap(({ distance, of }) =>
      names.map((name) => [`${name} at ${distance}`, of[name].losses] as const),
    );
    return { figures, losses: Object.fromEntries(losses) };
  },
};

function biasOf({ own }: RunOptions): number {
  const bias = Number(own["bias"] ?? "0");
  if (!Number.isFinite(bias)) throw new UsageError(`--bias takes a number, not ${own["bias"]}.`);
  return bias;
}

function atDistance(distance: number, options: RunOptions): Record<ModelName, Result> {
  const bias = biasOf(options);
  const run = (name: ModelName): Result => train(models[name](width, bias), distance, options);
  return { GRU: run("GRU"), LSTM: run("LSTM"), attention: run("attention") };
}

function train(net: Recaller, distance: number, { quick, random }: RunOptions): Result {
  const before = gradientAt(net, distance, random);
  const losses = trainSteps(net, {
    steps: quick ? 30 : 300,
    lr: 0.01,
    next: () => sample(32, distance, random),
    loss: ({ ids, answer }) => crossEntropy(net.forward(ids), answer),
  });
  const accuracy = noGrad(() => {
    const { ids, answer } = sample(quick ? 64 : 500, distance, random);
    return shareRight(net.forward(ids), answer);
  });
  return { accuracy, before, after: gradientAt(net, distance, random), losses };
}

/** The mean over sequences of the norm of the gradient of a sequence's loss at its first token. */
function gradientAt(net: Recaller, distance: number, random: () => number): number {
  return scope(() => {
    const { ids, answer } = sample(64, distance, random);
    const x = net.embedding.forward(ids);
    const { grads } = valueAndGrad(() => crossEntropy(net.answer(x), answer, { reduction: "sum" }), x);
    return grads.select(1, 0).norm({ dim: -1 }).mean().item();
  });
}

function print(
  options: RunOptions,
  results: readonly { readonly distance: number; readonly of: Record<ModelName, Result> }[],
): void {
  options.print(
    "The first token is asked for some steps later. Share of fresh sequences answered right (chance 0.125),",
  );
  options.print("and the norm of the loss's gradient at that token, before → after training:");
  const rows = results.map(({ distance, of }) => [
    String(distance),
    ...names.flatMap((name) => {
      const { accuracy, before, after } = of[name];
      return [accuracy.toFixed(3), `${before.toExponential(0)} → ${after.toExponential(0)}`];
    }),
  ]);
  printTable(options.print, ["steps", ...names.flatMap((name) => [name, "gradient"])], rows);
}

/** Trains at one distance and draws whom the question attends to. */
async function drawAtDistance(distance: number, options: RunOptions): Promise<void> {
  const net = models.attention(width);
  train(net, distance, options);
  const { ids } = sample(4, distance, options.random);
  await drawAttention(options, {
    name: "recall",
    title: `The question attends to the token ${distance} steps back`,
    weights: noGrad(() => net.weights(ids).toArray() as number[][]),
    queries: ["1", "2", "3", "4"].map((number) => `sequence ${number}`),
    keys: Array.from({ length: distance + 1 }, (_, i) => (i === 0 ? "token" : i === distance ? "?" : "·")),
  });
}

await runProgram(recall);
