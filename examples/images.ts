// Attention on images: a Vision Transformer with and without positions, and captions that look at what they name.
import { noGrad } from "@saccade/autograd";
import { drawAttention } from "./draw.ts";
import { type Measured, measure, parts, trainCaptioner } from "./images/caption.ts";
import { cells } from "./images/captioner.ts";
import { type Classified, classify } from "./images/classify.ts";
import { size, type Task } from "./images/marks.ts";
import { captionOf, captionsOf, drawScene } from "./images/scenes.ts";
import { mean } from "./numbers.ts";
import { type Figure, type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";
import { seededRandom } from "./random.ts";
import { printTable } from "./table.ts";
import { UsageError } from "./usage.ts";

const three = (number: number): string => number.toFixed(3);

const partNames = ["relations", "patches", "captions"] as const;

const images: Program = {
  name: "images",
  about: "Attention on images: a Vision Transformer with and without positions, and captions that look.",
  options: [{ flag: "--part <name>", about: `Runs one part alone: ${partNames.join(", ")}` }],
  async run(options: RunOptions): Promise<Outcome> {
    const only = options.own["part"];
    if (only !== undefined && !partNames.some((name) => name === only))
      throw new UsageError(`--part takes one of ${partNames.join(", ")}, not ${only}.`);
    const seeds = options.quick ? [options.seed] : [0, 1, 2].map((i) => options.seed + i);
    const parts: Part[] = [];
    if (only === undefined || only === "relations") parts.push(relationsOf(seeds, options));
    if (only === undefined || only === "patches") parts.push(patchesOf(seeds, options));
    if (only === undefined || only === "captions") parts.push(await captionsPart(seeds, options));
    return {
      figures: parts.flatMap(({ figures }) => figures),
      losses: Object.assign({}, ...parts.map(({ losses }) => losses)),
    };
  },
};

interface Part {
  readonly figures: readonly Figure[];
  readonly losses: Readonly<Record<string, readonly number[]>>;
}

function relationsOf(seeds: readonly number[], { quick, seed, print }: RunOptions): Part {
  if (quick) {
    const { accuracy, losses } = classify({ task: "order", patch: 4, positions: true, seed, steps: 150 });
    return { figures: [{ name: "order, with positions", value: accuracy }], losses: { order: losses } };
  }
  const run = (task: Task, positions: boolean): Classified[] =>
    seeds.map((seed) => classify({ task, patch: 4, positions, seed, steps: 2000 }));
  const rows = (["same", "order"] as const).map((task) => ({
    task,
    placed: run(task, true),
    bag: run(task, false),
  }));
  const all = (results: readonly Classified[]): number[] => results.map(({ accuracy }) => accuracy);
  const list = (results: readonly Classified[]): string => all(results).map(three).join(" ");
  print("A Vision Transformer on two marks: accuracy on fresh images, of each seed. Guessing gives 0.5.");
  const accuracies = rows.map(({ task, placed, bag }) => [questions[task], list(placed), list(bag)]);
  printTable(print, ["question", "with positions", "without"], accuracies);
  print("\nCosine of the learned positions of two patches, mean of the seeds:");
  const cosines = rows.map(({ task, placed }) => [
    questions[task],
    ...(["column", "row", "other"] as const).map((kind) =>
      three(mean(placed.flatMap(({ alike }) => (alike === null ? [] : [alike[kind]])))),
    ),
  ]);
  printTable(print, ["question", "of one column", "of one row", "others"], cosines);
  const [same, order] = rows as [(typeof rows)[number], (typeof rows)[number]];
  const figures = [
    { name: "same, without positions, least of seeds", value: Math.min(...all(same.bag)), atLeast: 0.95 },
    { name: "order, with positions, least of seeds", value: Math.min(...all(order.placed)), atLeast: 0.95 },
    { name: "order, without positions, most of seeds", value: Math.max(...all(order.bag)), atMost: 0.56 },
  ];
  return { figures, losses: { order: order.placed[0]!.losses } };
}

const questions: Readonly<Record<Task, string>> = {
  same: "are both of the same kind?",
  order: "is the cross to the left?",
};

function patchesOf(seeds: readonly number[], { quick, print }: RunOptions): Part {
  if (quick) return { figures: [], losses: {} };
  const steps = 800;
  const rows = [2, 3, 4, 6, 12].map((patch) => {
    const results = seeds.map((seed) => classify({ task: "order", patch, positions: true, seed, steps }));
    const tokens = (size / patch) ** 2 + 1;
    const accuracies = results.map(({ accuracy }) => three(accuracy)).join(" ");
    const time = Math.min(...results.map(({ time }) => time));
    return [`${patch} × ${patch}`, String(tokens), String(tokens ** 2), time.toFixed(1), accuracies];
  });
  print(`\nThe second question by the size of a patch, after ${steps} steps:`);
  const head = ["patch", "tokens", "scores a head", "ms a step", "accuracy of each seed"];
  printTable(print, head, rows);
  return { figures: [], losses: {} };
}

async function captionsPart(seeds: readonly number[], options: RunOptions): Promise<Part> {
  const { quick, print } = options;
  const steps = quick ? 60 : 2400;
  const run = (penalty: number) =>
    seeds.map((seed) => {
      const { net, losses } = trainCaptioner({ seed, steps, penalty });
      return { net, losses, ...measure(net, seededRandom(seed + 1_000_000)) };
    });
  const plain = run(0);
  print("\nCaptions of scenes: where the weights are when a word is written, mean of the seeds.");
  printMeans(plain, print);
  if (!quick) {
    print("\nThe same with the doubly stochastic penalty, λ = 0.02.");
    printMeans(run(0.02), print);
  }
  const least = (of: (measured: Measured) => number): number => Math.min(...plain.map(of));
  const figures: Figure[] = [
    { name: "captions right, least of seeds", value: least(({ captions }) => captions), atLeast: 0.9 },
    {
      name: "weight on the thing that is named, least of seeds",
      value: least(({ first, second }) => mean([...first.slice(0, 2), ...second.slice(3, 5)])),
      atLeast: 0.3,
    },
    {
      name: "shape 2 right with thing 2 hidden, most of seeds",
      value: Math.max(...plain.map(({ withoutSecond }) => withoutSecond[4]!)),
      atMost: 0.5,
    },
    {
      name: "shape 2 right with thing 1 hidden, least of seeds",
      value: least(({ withoutFirst }) => withoutFirst[4]!),
    },
  ];
  await drawCaption(options, plain[0]!.net);
  return { figures, losses: { captions: plain[0]!.losses } };
}

function printMeans(results: readonly Measured[], print: (line: string) => void): void {
  const each = results.map(({ captions }) => three(captions)).join(" ");
  const chance = mean(results.map(({ chance }) => chance));
  print(`Captions right in every word: ${each}. A thing touches ${three(chance)} of the cells.`);
  const rows = parts.map((part, i) => [
    part,
    ...(["first", "second", "withoutFirst", "withoutSecond"] as const).map((name) =>
      three(mean(results.map((measured) => measured[name][i]!))),
    ),
  ]);
  const head = ["word", "on thing 1", "on thing 2", "right, 1 hidden", "right, 2 hidden"];
  printTable(print, head, rows);
}

/** Draws where each word of one caption looks. */
async function drawCaption(
  options: RunOptions,
  net: ReturnType<typeof trainCaptioner>["net"],
): Promise<void> {
  const scene = drawScene(seededRandom(options.seed + 2_000_000));
  const { images: pixels, input } = captionsOf([scene]);
  const weights = noGrad(() => net.forward(pixels, input).weights.select(0, 0).toArray(2));
  // A row of the picture for each word: the grid's columns, its rows summed.
  const columns = weights.map((row) =>
    Array.from({ length: cells }, (_, column) =>
      row.reduce((sum, weight, cell) => (cell % cells === column ? sum + weight : sum), 0),
    ),
  );
  await drawAttention(options, {
    name: "images",
    title: `“${captionOf(scene).join(" ")}”: where each word looks, by the column of the image`,
    weights: columns,
    queries: [...captionOf(scene), "end"],
    keys: Array.from({ length: cells }, (_, i) => String(i + 1)),
  });
}

await runProgram(images);
