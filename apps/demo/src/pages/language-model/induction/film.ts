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
import type { HeadMaps } from "@saccade/figures/language-model/lens";
import { seededRandom } from "@saccade/figures/seeded-random";
import { ablateHeads, repeatedScores, runWithCache, runWithHooks } from "@saccade/lens";
import { AdamW, encodeSafetensors, fromSafetensors, halfBits } from "@saccade/nn";
import { manualSeed, scope, type Tensor, tensor } from "@saccade/tensor";
import type { Frame, Look, LookAsk, RunAsk, Trained } from "./calls.ts";
import { half, lastStep, numHeads, stepsOfFrame, symbols } from "./sizes.ts";

/** Sequences in a step, and sequences that are measured. */
const [batch, measured] = [32, 32];
/** Separate random numbers: sequences for measuring and showing differ from those for training. */
const apart = 1_000_000;

type State = ReturnType<AttentionOnly["stateDict"]>;
type Weights = ReadonlyMap<string, Float32Array>;

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
  #loss: number | null = null;

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

  /** A film as `bytes` wrote it. Its network is that of the last frame, and trains no further. */
  static restored(ask: RunAsk, bytes: Uint8Array<ArrayBuffer>): Film {
    const film = new Film(ask);
    const { tensors, metadata } = fromSafetensors(bytes);
    const frames: readonly Frame[] = JSON.parse(metadata["frames"] ?? "[]");
    film.frames.splice(0, film.frames.length, ...frames);
    film.#weights.length = 0;
    for (const i of frames.keys()) {
      const own = Object.entries(tensors).filter(([name]) => name.startsWith(`${i}/`));
      film.#weights.push(
        new Map(own.map(([name, x]) => [name.slice(`${i}/`.length), Float32Array.from(x.dataSync())])),
      );
    }
    for (const x of Object.values(tensors)) x.dispose();
    film.#steps = lastStep;
    return film;
  }

  /** The film, or some of its frames, with weights as 16-bit floats. */
  bytes(chosen: readonly number[] = [...this.frames.keys()]): Uint8Array<ArrayBuffer> {
    const shapes = this.#net.stateDict();
    const weights = chosen.flatMap((frame, i) =>
      Object.entries(shapes).map(([name, { shape }]) => {
        const data = halfBits(this.#weights[frame]!.get(name)!, "float16");
        return [`${i}/${name}`, { dtype: "F16", shape, data }] as const;
      }),
    );
    return encodeSafetensors(weights, { frames: JSON.stringify(chosen.map((frame) => this.frames[frame])) });
  }

  /** Trains for about `ms`; returns the measurements meanwhile. */
  train(ms: number): Trained {
    const end = performance.now() + ms;
    const before = this.frames.length;
    while (this.#steps < lastStep) {
      this.#trainOnce();
      if (performance.now() >= end) break;
    }
    return { step: this.#steps, frames: this.frames.slice(before) };
  }

  #trainOnce(): void {
    this.#loss = scope(() => this.#step(sample(batch, this.#random)).item());
    this.#steps++;
    if (this.#steps % stepsOfFrame === 0) this.#keep();
  }

  /** The results of a frame's network for a sequence, also without some heads. */
  look({ frame, off, example }: LookAsk): Look {
    const net = this.at(frame);
    return noGrad(() =>
      scope(() => {
        const hooks = ablateHeads(net, off);
        const ids = shownIds(example);
        const began = performance.now();
        const input = tensor([[...ids]], { dtype: "int32" });
        const { output, cache } = runWithCache(net, input, { names: isPattern, hooks });
        const maps: HeadMaps = {
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
    scope(() => this.#shown.loadStateDict(stateOf(weights, this.#shown.stateDict())));
    return this.#shown;
  }

  #keep(): void {
    const state = Object.entries(this.#net.stateDict());
    this.#weights.push(new Map(state.map(([name, x]) => [name, Float32Array.from(x.dataSync())])));
    this.frames.push(measure(this.at(this.#weights.length - 1), this.#steps, this.#loss));
  }
}

function measure(net: AttentionOnly, step: number, loss: number | null): Frame {
  return noGrad(() =>
    scope(() => {
      const ids = measuredIds();
      const { output, cache } = runWithCache(net, ids, { names: isPattern });
      const { previousToken, induction } = repeatedScores(cache);
      return {
        step,
        loss,
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

function stateOf(weights: Weights, like: State): State {
  const entries = Object.entries(like).map(([name, x]) => [
    name,
    tensor(weights.get(name)!).reshape([...x.shape]),
  ]);
  return Object.fromEntries(entries);
}
