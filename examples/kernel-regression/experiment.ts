import {
  type Attended,
  averagePooling,
  leaveOneOut,
  NadarayaWatson,
  nadarayaWatson,
} from "@saccade/attention";
import { sinData, sinTestGrid, sinTruth } from "@saccade/datasets";
import { DivergedError, mseLoss, SGD } from "@saccade/nn";
import { getBackend, type Tensor } from "@saccade/tensor";
import { Trainer } from "@saccade/train";
import { effectivePoints, entropy, roughness } from "./measures.ts";
import type { Options } from "./options.ts";

/** The options that training reads. */
export type Settings = Pick<Options, "n" | "noise" | "lr" | "epochs">;

export interface Epoch {
  readonly epoch: number;
  /** Before this epoch's update. */
  readonly loss: number;
  /** After it. */
  readonly w: number;
}

/** One way of predicting, seen on the test grid. */
export interface Estimate {
  readonly name: string;
  /** (test). */
  readonly prediction: Tensor;
  /** (test, n): how much each point counts for each prediction. */
  readonly weights: Tensor;
  /** Mean squared error to the truth, which has no noise. */
  readonly error: number;
  /** Mean squared second difference of the prediction along the grid. */
  readonly roughness: number;
  /** Mean over the grid, in nats; ln n where all points count alike. */
  readonly entropy: number;
  /** How many points, counting alike, would have that entropy. */
  readonly points: number;
}

export interface Result {
  /** (n), ascending. */
  readonly x: Tensor;
  readonly y: Tensor;
  /** (test). */
  readonly grid: Tensor;
  readonly truth: Tensor;
  readonly truthRoughness: number;
  readonly average: Estimate;
  readonly gaussian: Estimate;
  /** The learned kernel before training, and after. */
  readonly untrained: Estimate;
  readonly learned: Estimate;
  readonly firstW: number;
  readonly w: number;
  readonly epochs: readonly Epoch[];
}

/**
 * Draws the points, trains w (the kernel's width is 1/w), and predicts in all ways.
 *
 * @throws Error naming the epoch in which the loss or w became NaN or infinite.
 */
export async function train(options: Settings, onEpoch: (epoch: Epoch) => void): Promise<Result> {
  const { xTrain: x, yTrain: y } = sinData({ n: options.n, noise: options.noise });
  const grid = sinTestGrid();
  const truth = sinTruth(grid);
  const measure = (name: string, { output, weights }: Attended): Estimate => ({
    name,
    prediction: output,
    weights,
    error: mseLoss(output, truth).item(),
    roughness: roughness(output),
    entropy: entropy(weights),
    points: effectivePoints(weights),
  });

  const net = new NadarayaWatson();
  const firstW = net.w.item();
  const untrained = measure("untrained", net.forward(grid, x, y));
  const epochs = await learn(net, x, y, options, onEpoch);
  return {
    x,
    y,
    grid,
    truth,
    truthRoughness: roughness(truth),
    average: measure("average", averagePooling(grid, y)),
    gaussian: measure("Gaussian", nadarayaWatson(grid, x, y)),
    untrained,
    learned: measure("learned", net.forward(grid, x, y)),
    firstW,
    w: net.w.item(),
    epochs,
  };
}

async function learn(
  net: NadarayaWatson,
  x: Tensor,
  y: Tensor,
  { lr, epochs }: Settings,
  onEpoch: (epoch: Epoch) => void,
): Promise<Epoch[]> {
  // If a point could see itself, the best kernel would be the narrowest: every point would predict itself.
  const { keys, values } = leaveOneOut(x, y); // (n, n − 1)
  const trainer = new Trainer({
    model: net,
    optimizer: new SGD(net, { lr }),
    data: [{ x, y, keys, values }],
    trainingStep: (batch) =>
      mseLoss(net.forward(batch.x, batch.keys, batch.values).output, batch.y, { reduction: "none" })
        .div(2)
        .sum(),
    maxEpochs: epochs,
    compile: getBackend().name !== "reference",
  });
  const done: Epoch[] = [];
  trainer.on("epoch", ({ epoch, loss }) => {
    const w = net.w.item();
    if (!Number.isFinite(w)) throw diverged(epoch, `w became ${w}`, lr);
    done.push({ epoch, loss, w });
    onEpoch({ epoch, loss, w });
  });
  try {
    await trainer.fit();
  } catch (error) {
    throw error instanceof DivergedError ? diverged(error.step, `the loss is ${error.value}`, lr) : error;
  }
  return done;
}

function diverged(epoch: number, what: string, lr: number): Error {
  return new Error(`training diverged in epoch ${epoch}: ${what}. Lower --lr (it is ${lr}).`);
}
