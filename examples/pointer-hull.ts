// Finds convex hulls: the attention of a recurrent decoder is its output, of variable length.
import { type ConvexHullTask, convexHull, convexHullTask, type Point } from "@saccade/datasets/tasks";
import { PointerNetwork, pointByBeam, pointGreedily } from "@saccade/models";
import { nllLoss } from "@saccade/nn";
import { fromData, type Tensor } from "@saccade/tensor";
import { drawAttention } from "./draw.ts";
import { coveredShare } from "./pointer-hull/covered-share.ts";
import { type Figure, type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";
import { trainSteps } from "./train-steps.ts";

const length = 10;
const otherLengths = [6, 14];
const batch = 64;

const pointerHull: Program = {
  name: "pointer-hull",
  about: "Points at the corners of the convex hull of ten points, counter-clockwise (a pointer network).",
  async run(options: RunOptions): Promise<Outcome> {
    const { quick, random, print } = options;
    const net = new PointerNetwork(2, 64, { end: true, numLayers: 2 });
    const losses = train(net, quick ? 20 : 2500, random);
    print(`${net.numParameters()} parameters, loss ${losses[0]!.toFixed(2)} → ${losses.at(-1)!.toFixed(4)}`);
    const count = quick ? 64 : 2000;
    const ten = measure(net, length, count, random);
    const figures: Figure[] = [
      { name: "hulls of ten points exact", value: ten.exact, atLeast: 0.85 },
      { name: "area covered", value: ten.covered, atLeast: 0.99 },
      ...otherLengths.flatMap((n): Figure[] => {
        const { exact, covered } = measure(net, n, quick ? 64 : 500, random);
        return [
          { name: `hulls of ${n} points exact, trained on ten`, value: exact },
          { name: `area covered, ${n} points`, value: covered },
        ];
      }),
    ];
    await drawSample(net, options);
    return { figures, losses: { pointer: losses } };
  },
};

function train(net: PointerNetwork, steps: number, random: () => number): number[] {
  return trainSteps(net, {
    steps,
    lr: 2e-3,
    next: () => {
      const task = convexHullTask({ length, count: batch, random });
      return { points: pointsOf(task), target: fromData(task.target, [batch, length + 1]) };
    },
    loss: ({ points, target }) =>
      nllLoss(net.forward(points, target).flatten(0, 1), target.flatten(), { ignoreIndex: -1 }),
  });
}

/** (count, length, 2) */
function pointsOf({ points, count, length }: ConvexHullTask): Tensor {
  return fromData(points, [count, length, 2]);
}

/** Of fresh sets: the share of hulls with every corner right, and the mean share of the hull's area that is covered. */
function measure(net: PointerNetwork, n: number, count: number, random: () => number) {
  const task = convexHullTask({ length: n, count, random });
  const found = pointGreedily(net, pointsOf(task)).dataSync();
  let [exact, covered] = [0, 0];
  for (let row = 0; row < count; row++) {
    const place = [row * (n + 1), (row + 1) * (n + 1)] as const;
    const wanted = task.target.subarray(...place);
    const positions = found.slice(...place);
    if (wanted.every((position, t) => position === positions[t])) exact++;
    const set = setOf(task, row);
    covered += coveredShare(
      set,
      Array.from(positions).filter((position) => position >= 0 && position < n),
    );
  }
  return { exact: exact / count, covered: covered / count };
}

function setOf({ points, length }: ConvexHullTask, row: number): Point[] {
  return Array.from({ length }, (_, i): Point => {
    const at = 2 * (row * length + i);
    return [points[at]!, points[at + 1]!];
  });
}

async function drawSample(net: PointerNetwork, options: RunOptions): Promise<void> {
  const task = convexHullTask({ length, count: 1, random: options.random });
  const set = setOf(task, 0);
  const [best] = pointByBeam(net, pointsOf(task), { beamSize: 3 });
  const name = (position: number): string => (position === length ? "end" : labelOf(set[position]!));
  options.print(
    `the hull has ${convexHull(set).length} corners; found ${best!.tokens.map(name).join(" → ")}`,
  );
  await drawAttention(options, {
    name: "pointer-hull",
    title: "Each step points at the next corner",
    weights: best!.weights,
    queries: best!.tokens.map(name),
    keys: [...set.map(labelOf), "end"],
  });
}

/** A point in hundredths, such as "34,71". */
function labelOf(point: Point): string {
  return point.map((x) => Math.floor(100 * x)).join(",");
}

await runProgram(pointerHull);
