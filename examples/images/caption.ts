import { noGrad } from "@saccade/autograd";
import { crossEntropy } from "@saccade/nn";
import { manualSeed, type Tensor, tensor } from "@saccade/tensor";
import { seededRandom } from "../random.ts";
import { trainSteps } from "../train-steps.ts";
import { Captioner, cells } from "./captioner.ts";
import { captionsOf, cellsOf, drawScene, vocabulary } from "./scenes.ts";

/** The words of a caption, by their part in it. */
export const parts = ["color 1", "shape 1", "relation", "color 2", "shape 2", "end"] as const;
const held = 500; // scenes for the test

/** How to train a captioner. */
export interface CaptionLesson {
  readonly seed: number;
  readonly steps: number;
  /** λ of the doubly stochastic penalty. */
  readonly penalty: number;
}

export function trainCaptioner({ seed, steps, penalty }: CaptionLesson): {
  readonly net: Captioner;
  readonly losses: readonly number[];
} {
  manualSeed(seed);
  const random = seededRandom(seed);
  const net = new Captioner(vocabulary.length);
  const losses = trainSteps(net, {
    steps,
    lr: 5e-3,
    next: () => captionsOf(Array.from({ length: 32 }, () => drawScene(random))),
    loss: ({ images, input, target }) => {
      const { logits, weights } = net.forward(images, input);
      const wrong = crossEntropy(logits.flatten(0, 1), target.flatten());
      return penalty === 0 ? wrong : wrong.add(unevenness(weights).mul(penalty));
    },
  });
  return { net, losses };
}

// #region penalty
/** The sum over cells of (1 − what all words together gave it)²: weights (b, words, cells). */
function unevenness(weights: Tensor): Tensor {
  return weights.sum(1).neg().add(1).square().sum(-1).mean();
}
// #endregion penalty

/** A number for each part of the caption. */
type ByPart = readonly number[];

export interface Measured {
  /** The share of captions that are right in every word. */
  readonly captions: number;
  /** The mean share of the weight that lies on the first and on the second thing's cells. */
  readonly first: ByPart;
  readonly second: ByPart;
  /** The share of all cells that a thing touches. */
  readonly chance: number;
  /** The share of right words, where the first or the second thing's cells are hidden. */
  readonly withoutFirst: ByPart;
  readonly withoutSecond: ByPart;
}

/** Tests a captioner on fresh scenes. The words before are always given. */
export function measure(net: Captioner, random: () => number): Measured {
  const scenes = Array.from({ length: held }, () => drawScene(random));
  const { images, input, target } = captionsOf(scenes);
  return noGrad(() => {
    const touched = [0, 1].map((i) =>
      tensor(scenes.map(({ things }) => [cellsOf(things[i]!, cells).map(Number)])),
    ); // (scenes, 1, cells²) each
    // A cell reads the 9 × 9 pixels around it, so cells beside a thing see it too.
    const near = [0, 1].map((i) => tensor(scenes.map(({ things }) => [cellsOf(things[i]!, cells, 4)])));
    const right = (mask?: Tensor): Tensor =>
      net.forward(images, input, mask).logits.argmax(-1).eq(target).to("float32");
    const { weights } = net.forward(images, input);
    const share = (i: number): ByPart => weights.mul(touched[i]!).sum(-1).mean(0).toArray(1);
    const without = (i: number): ByPart => right(near[i]!.logicalNot()).mean(0).toArray(1);
    return {
      captions: right().amin(1).mean().item(),
      first: share(0),
      second: share(1),
      chance: touched[0]!.add(touched[1]!).mean().item() / 2,
      withoutFirst: without(0),
      withoutSecond: without(1),
    };
  });
}
