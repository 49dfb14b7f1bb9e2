import { compile, noGrad } from "@saccade/autograd";
import {
  accuracyOf,
  type Batch,
  length,
  lossOf,
  sample,
  twice,
  vocabSize,
} from "@saccade/examples/induction-data";
import { AttentionOnly } from "@saccade/examples/induction-model";
import { seededRandom } from "@saccade/figures/seeded-random";
import { ablateHeads, repeatedScores, runWithCache, runWithHooks } from "@saccade/lens";
import { AdamW, fromSafetensors } from "@saccade/nn";
import { fromData, manualSeed, scope, type Tensor, tensor } from "@saccade/tensor";
import { type Frame, half, type InductionCalls, lastStep, numHeads, type RunAsk } from "./calls.ts";

/** Steps between two frames of the film. */
export const stepsOfFrame = 20;
/** Sequences in a step, and sequences that are measured. */
const [batch, measured] = [32, 32];
/** Separate random numbers: sequences for measuring and showing differ from those for training. */
const apart = 1_000_000;
/** How the 32 tokens are shown. */
const symbols: readonly string[] = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"];

type Weights = Readonly<Record<string, Float32Array>>;

const isPattern = (name: string): boolean => name.endsWith("hook_pattern");

/** A network that learns repeated tokens, with its weights after every few steps. */
export class Film {
  readonly layers: number;
  readonly parameters: number;
  readonly frames: Frame[] = [];
  readonly #net: AttentionOnly;
  /** Takes the weights of any frame. */
  readonly #shown: AttentionOnly;
  readonly #weights: Weights[] = [];
  readonly #random: () => number;
  readonly #step: (batch: Batch) => Tensor;
  #steps = 0;

  constructor({ seed, layers }: RunAsk) {
    manualSeed(seed);
    const sizes = { vocabSize, maxLen: length, dModel: 64, numHeads, numLayers: layers };
    this.layers = layers;
    this.#net = new AttentionOnly(sizes);
    this.#shown = new AttentionOnly(sizes).eval();
    this.parameters = this.#net.numParameters();
    this.#random = seededRandom(seed);
    // At a constant rate: the heads form in a sudden step, which a falling rate puts off.
    const optimizer = new AdamW(this.#net, { lr: 0.004 });
    this.#step = compile((batch: Batch) =>
      optimizer.step(() => lossOf((ids) => this.#net.forward(ids), batch)),
    );
    this.#keep();
  }

  get step(): number {
    return this.#steps;
  }

  /** A film that `scripts/make-induction.ts` wrote. Its network is that of the last frame, and trains no further. */
  static restored(ask: RunAsk, bytes: Uint8Array<ArrayBuffer>): Film {
    const film = new Film(ask);
    const { tensors, metadata } = fromSafetensors(bytes);
    const frames: readonly Frame[] = JSON.parse(metadata["frames"] ?? "[]");
    film.frames.splice(0, film.frames.length, ...frames);
    film.#weights.length = 0;
    for (const i of frames.keys()) {
      const own = Object.entries(tensors).filter(([name]) => name.startsWith(`${i}/`));
      film.#weights.push(weightsOf(own.map(([name, x]) => [name.slice(`${i}/`.length), x])));
    }
    for (const x of Object.values(tensors)) x.dispose();
    film.#steps = lastStep;
    return film;
  }

  /** Trains for about `ms`, at least one step; returns the frames meanwhile. */
  train(ms: number): InductionCalls["train"]["answer"] {
    const end = performance.now() + ms;
    const before = this.frames.length;
    while (this.#steps < lastStep) {
      scope(() => this.#step(sample(batch, this.#random)).item());
      this.#steps++;
      if (this.#steps % stepsOfFrame === 0) this.#keep();
      if (performance.now() >= end) break;
    }
    return { step: this.#steps, frames: this.frames.slice(before) };
  }

  /** The results of a frame's network for a sequence, also without some heads. */
  look({ frame, off, example }: InductionCalls["look"]["ask"]): InductionCalls["look"]["answer"] {
    const net = this.at(frame);
    return noGrad(() =>
      scope(() => {
        const hooks = ablateHeads(net, off);
        const ids = shownIds(example);
        const began = performance.now();
        const input = tensor([[...ids]], { dtype: "int32" });
        const { output, cache } = runWithCache(net, input, { names: isPattern, hooks });
        const maps = {
          tokens: ids.map((id) => symbols[id]!),
          layers: this.layers,
          heads: numHeads,
          weights: Float32Array.from(net.blocks.flatMap((_, i) => [...cache.get("pattern", i).dataSync()])),
          ms: performance.now() - began,
        };
        const all = output.select(0, 0).softmax(-1).toArray() as number[][];
        const chances = ids.slice(1).map((id, i) => all[i]![id]!);
        const many = measuredIds();
        return { maps, chances, accuracy: accuracyOf(runWithHooks(net, many, { hooks }), many) };
      }),
    );
  }

  /** The network with the weights of a frame. */
  at(frame: number): AttentionOnly {
    const weights = this.#weights[frame];
    if (weights === undefined) throw new RangeError(`There is no frame ${frame} of ${this.#weights.length}.`);
    scope(() => {
      const like = Object.entries(this.#shown.stateDict());
      const state = like.map(([name, { shape }]) => [name, fromData(weights[name]!, shape)]);
      this.#shown.loadStateDict(Object.fromEntries(state));
    });
    return this.#shown;
  }

  #keep(): void {
    this.#weights.push(weightsOf(Object.entries(this.#net.stateDict())));
    this.frames.push(measure(this.at(this.#weights.length - 1), this.#steps));
  }
}

function weightsOf(state: readonly (readonly [string, Tensor])[]): Weights {
  return Object.fromEntries(state.map(([name, x]) => [name, Float32Array.from(x.dataSync())]));
}

function measure(net: AttentionOnly, step: number): Frame {
  return noGrad(() =>
    scope(() => {
      const ids = measuredIds();
      const { output, cache } = runWithCache(net, ids, { names: isPattern });
      const { previousToken, induction } = repeatedScores(cache);
      return {
        step,
        accuracy: accuracyOf(output, ids),
        previousToken: [...previousToken.dataSync()],
        induction: [...induction.dataSync()],
      };
    }),
  );
}

/** The same sequences for all runs, so that their numbers can be compared. */
function measuredIds(): Tensor {
  return twice(measured, seededRandom(apart));
}

/** A sequence of different tokens, twice. */
export function shownIds(example: number): number[] {
  const random = seededRandom(apart + 1 + example);
  const left = Array.from({ length: vocabSize }, (_, id) => id);
  const first = Array.from({ length: half }, () => left.splice(Math.floor(random() * left.length), 1)[0]!);
  return [...first, ...first];
}
