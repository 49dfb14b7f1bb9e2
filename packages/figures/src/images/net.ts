import { noGrad } from "@saccade/autograd";
import { captionsOf, cellsOf, drawScene, type Scene, vocabulary } from "@saccade/examples/caption-scenes";
import { Captioner, cells } from "@saccade/examples/captioner";
import { type Tensor, tensor, zeros } from "@saccade/tensor";
import { seededRandom } from "../ui/seeded-random.ts";

/** The thing that the network does not get to see. */
export type Hidden = "none" | "first" | "second";

/** A word that the network wrote. */
export interface Written {
  /** Such as "red", or "<eos>". */
  readonly word: string;
  /** A weight for each cell of the grid, row by row. */
  readonly weights: readonly number[];
}

export function makeCaptioner(): Captioner {
  return new Captioner(vocabulary.length);
}

/** Scene number n, the same each time. */
export function sceneOf(n: number): Scene {
  const random = seededRandom(97 * n + 5);
  for (let i = 0; i < 8; i++) random(); // neighbouring seeds begin alike
  return drawScene(random);
}

/** The cells that see nothing of the hidden thing, true or false for each: a cell reads the 9 × 9 pixels around it. */
export function visible({ things }: Scene, hidden: Hidden): boolean[] {
  if (hidden === "none") return new Array<boolean>(cells * cells).fill(true);
  return cellsOf(things[hidden === "first" ? 0 : 1], cells, 4).map((near) => !near);
}

const longest = 8;

/** Lets the network write: each word is the likeliest after those before it. */
export function write(net: Captioner, scene: Scene, hidden: Hidden): Written[] {
  return noGrad(() => {
    const features = net.features(captionsOf([scene]).images);
    const keys = net.attention.projectKeys(features);
    const mask = tensor([[visible(scene, hidden)]]); // (1, 1, cells²)
    const written: Written[] = [];
    let h: Tensor = zeros([1, net.gru.hiddenSize]);
    let word = "<bos>";
    while (word !== "<eos>" && written.length < longest) {
      const id = tensor([vocabulary.indexOf(word)], { dtype: "int32" });
      const step = net.step(id, h, features, keys, mask);
      h = step.h;
      word = vocabulary[step.logits.argmax(-1).item()]!;
      written.push({ word, weights: step.weights.flatten().toArray(1) });
    }
    return written;
  });
}

/** The share of the weights that lies on the cells that a thing touches. */
export function shareOn(weights: readonly number[], scene: Scene, thing: 0 | 1): number {
  const touched = cellsOf(scene.things[thing], cells);
  return weights.reduce((sum, weight, cell) => (touched[cell] ? sum + weight : sum), 0);
}
