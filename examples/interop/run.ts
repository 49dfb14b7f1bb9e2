import { noGrad } from "@saccade/autograd";
import { GPT, type GPTOptions, type GPTSettings } from "@saccade/models";
import { AdamW, crossEntropy } from "@saccade/nn";
import { loadCheckpoint, saveCheckpoint } from "@saccade/nn/node";
import { manualSeed, type Tensor } from "@saccade/tensor";
import { alphabet, batchOf, makeText, type TextData } from "./text.ts";

export type ShapeName = "gpt-2" | "llama";

/** A model's differences from GPT-2's architecture. */
export const shapes: Readonly<Record<ShapeName, Partial<GPTOptions>>> = {
  "gpt-2": {},
  llama: { positions: "rotary", norm: "rms", activation: "swiglu", bias: false, numKvHeads: 2, tied: false },
};

/** The content of a checkpoint beside the model and the optimizer, for both languages. */
export interface Carried {
  readonly gpt: GPTSettings;
  readonly data: TextData;
  readonly step: number;
  /** The loss of every step so far, whoever computed it. */
  readonly losses: readonly number[];
}

/** A training run that saves itself and goes on where a file ends. */
export class Run {
  readonly gpt: GPT;
  readonly optimizer: AdamW;
  readonly data: TextData;
  losses: readonly number[] = [];
  readonly #ids: readonly number[];

  constructor(options: GPTOptions, data: TextData, seed: number) {
    manualSeed(seed);
    this.gpt = new GPT(options);
    this.optimizer = new AdamW(this.gpt, { lr: 3e-3 });
    this.data = data;
    this.#ids = makeText(data);
  }

  /** (batch, length, vocabSize) for the batch of a step. */
  logits(step: number): Tensor {
    return noGrad(() => this.gpt.forward(batchOf(this.#ids, this.data, step)[0]));
  }

  /** Trains from the step that the run has come to, and returns the losses of these steps. */
  train(steps: number): readonly number[] {
    const losses: number[] = [];
    for (let i = 0; i < steps; i++) {
      const [inputs, targets] = batchOf(this.#ids, this.data, this.losses.length + i);
      const loss = this.optimizer.step(() =>
        crossEntropy(this.gpt.forward(inputs).flatten(0, 1), targets.flatten()),
      );
      losses.push(loss.item());
    }
    this.losses = [...this.losses, ...losses];
    return losses;
  }

  async save(path: string): Promise<void> {
    const { gpt, optimizer, data, losses } = this;
    const extra: Carried = { gpt: gpt.settings, data, step: losses.length, losses };
    await saveCheckpoint(path, { model: gpt, optimizer, extra });
  }

  /** Goes on from a file: weights, moments, step and curve. */
  async load(path: string): Promise<void> {
    const { extra } = await loadCheckpoint(path, { model: this.gpt, optimizer: this.optimizer });
    this.losses = (extra as Carried).losses;
  }
}

/** A small model of a shape, at the same weights for the same seed. */
export function newRun(shape: ShapeName, quick: boolean, seed: number): Run {
  const length = quick ? 16 : 48;
  const width = quick ? 32 : 64;
  const sizes = { vocabSize: alphabet.length, maxLen: length, dModel: width, numLayers: 2, numHeads: 4 };
  const data = { seed: seed % 2 ** 32, sentences: 500, batch: quick ? 8 : 16, length };
  return new Run({ ...sizes, ...shapes[shape] }, data, seed);
}
