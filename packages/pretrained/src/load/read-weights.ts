import * as nn from "@saccade/nn";
import type { Tensor, TypedArray } from "@saccade/tensor";
import type { WeightSlot } from "../architecture/architecture.ts";
import { PretrainedError } from "../errors.ts";
import { ByteReader } from "../files/source.ts";
import type { Shard } from "./match.ts";

// Weights read into a model: in pieces, converted, without holding up the page.

// A multiple of every element's size; converted in a few milliseconds.
const chunkBytes = 2 ** 18;

/** How far a load is, in bytes of weights. */
type Progress = (loaded: number, total: number) => void;

interface ReadOptions {
  readonly progress: Progress | undefined;
  readonly signal: AbortSignal | undefined;
  readonly pace: Pace;
}

/** Reads the data of all files once, front to back, into the parameters of a model. */
export async function readWeights(
  model: nn.Module,
  shards: readonly Shard[],
  slots: ReadonlyMap<string, WeightSlot>,
  { progress, signal, pace }: ReadOptions,
): Promise<void> {
  const read = new Map<WeightSlot, string>();
  const weights = weightsOf(model);
  const writers = new Map<string, WeightWriter>();
  const total = shards
    .flatMap(({ tensors }) => tensors)
    .reduce((sum, { start, end }) => sum + end - start, 0);
  let loaded = 0;
  progress?.(0, total);
  for (const { source, tensors, reader: opened } of shards) {
    const reader = opened ?? new ByteReader(source, tensors[0]?.start ?? 0, signal);
    try {
      for (const place of tensors) {
        const slot = slots.get(place.name);
        const writer = slot && writerOf(slot, weights, writers);
        const same = slot && read.get(slot); // the other name of this weight, which came before
        for await (const { at, bytes } of chunksOf(place, reader)) {
          signal?.throwIfAborted();
          if (slot && writer) {
            const values = elements(place, bytes, writer.half);
            if (same === undefined) writer.write(slot, at, values);
            else if (writer.differs(slot, at, values)) throw different(same, place.name);
          }
          loaded += bytes.length;
          progress?.(loaded, total);
          await pace.rest();
        }
        if (slot) read.set(slot, place.name);
      }
    } finally {
      await reader.close();
    }
  }
}

function different(first: string, second: string): PretrainedError {
  const tied = [first, second].some((name) => name.endsWith("lm_head.weight"));
  return new PretrainedError(
    `loadPretrained: ${first} and ${second} are names of one weight here, and hold different numbers. Remove the one that the model does not ` +
      `use${tied ? ", or set tie_word_embeddings to false in config.json, which makes them two weights" : ""}.`,
  );
}

/** A tensor's bytes in pieces, each with the number of elements before it. */
async function* chunksOf({ shape, start, end }: nn.SafetensorsPlace, reader: ByteReader) {
  const numel = shape.reduce((product, size) => product * size, 1);
  const width = numel === 0 ? 1 : (end - start) / numel;
  for (let at = start; at < end; at += chunkBytes) {
    yield { at: (at - start) / width, bytes: await reader.take(Math.min(chunkBytes, end - at)) };
  }
}

// Numbers, or the bit patterns of 16-bit ones where the weight is kept as the file has it.
function elements(
  { name, dtype, shape, start, end }: nn.SafetensorsPlace,
  bytes: Uint8Array,
  half: nn.HalfFormat | null,
): ArrayLike<number> {
  const numel = shape.reduce((product, size) => product * size, 1);
  const length = (bytes.length * numel) / (end - start);
  const same = (dtype === "BF16" && half === "bfloat16") || (dtype === "F16" && half === "float16");
  if (same) {
    // A view may begin at any byte of the file's pieces, but 16-bit numbers only at even ones.
    const even = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
    return new Uint16Array(even.buffer, even.byteOffset, even.length / 2);
  }
  const { data } = nn.readTensorData({ name, dtype, shape: [length], bytes });
  return half === null ? data : nn.halfBits(data, half);
}

function writerOf(
  { parameter: name }: WeightSlot,
  weights: ReadonlyMap<string, ModelWeight>,
  writers: Map<string, WeightWriter>,
): WeightWriter {
  const known = writers.get(name);
  if (known !== undefined) return known;
  const weight = weights.get(name);
  if (weight === undefined) throw new Error(`the model has no weight ${name}`);
  const writer = new WeightWriter(weight);
  writers.set(name, writer);
  return writer;
}

/** A weight of a model: a parameter, or one that is kept in 16 bits. */
interface ModelWeight {
  /** int32 with two numbers an element, where `half` is not null. */
  readonly tensor: Tensor;
  readonly half: nn.HalfFormat | null;
}

/** All weights of a model by the names of parameters, those in 16 bits under the names that parameters would have. */
export function weightsOf(model: nn.Module): Map<string, ModelWeight> {
  const weights = new Map<string, ModelWeight>();
  for (const [name, tensor] of Object.entries(model.namedParameters()))
    weights.set(name, { tensor, half: null });
  for (const [path, module] of model.namedModules()) {
    if (module instanceof nn.HalfLinear || module instanceof nn.HalfEmbedding)
      weights.set(`${path}.weight`, { tensor: module.weight, half: module.format });
  }
  return weights;
}

/**
 * Writes the parts of one weight in the order in which they come: into the backend's memory where the host sees it, else
 * into an array that goes to the backend when it is full.
 */
class WeightWriter {
  /** The format of the bit patterns that `write` takes; null where it takes numbers. */
  readonly half: nn.HalfFormat | null;
  readonly #weight: ModelWeight;
  readonly #staged: Float32Array | Int32Array | null;
  #left: number;

  constructor(weight: ModelWeight) {
    const { tensor, half } = weight;
    const { numel, backend } = tensor;
    this.half = half;
    this.#weight = weight;
    this.#left = half === null ? numel : 2 * numel;
    this.#staged = backend.view ? null : half === null ? new Float32Array(numel) : new Int32Array(numel);
  }

  /** Whether the weight is full already, and these elements of a slot are other numbers than it has. */
  differs({ row, shape, transposed }: WeightSlot, at: number, values: ArrayLike<number>): boolean {
    const memory = this.#memory();
    const [rows = 1, columns = 1] = shape;
    const placeOf = (i: number): number =>
      transposed ? (i % columns) * rows + Math.floor(i / columns) : row * columnsOf(shape) + i;
    const other = (value: number, i: number): boolean =>
      !Object.is(memory[placeOf(at + i)], Math.fround(value));
    return Array.prototype.some.call(values, other);
  }

  /** Writes the elements of a slot from number `at` on. */
  write({ row, shape, transposed }: WeightSlot, at: number, values: ArrayLike<number>): void {
    const target = this.#memory();
    const [rows = 1, columns = 1] = shape;
    if (transposed) {
      // Element (i, j) of the file (rows, columns) is element (j, i) of the parameter (columns, rows).
      let [i, j] = [Math.floor(at / columns), at % columns];
      for (let k = 0; k < values.length; k++) {
        target[j * rows + i] = values[k]!;
        if (++j < columns) continue;
        j = 0;
        i++;
      }
    } else target.set(values, row * columnsOf(shape) + at);
    this.#left -= values.length;
    const { backend, buffer } = this.#weight.tensor;
    if (this.#left === 0 && this.#staged) backend.write(buffer, this.#staged);
  }

  // Views of a backend's memory do not outlive an allocation.
  #memory(): TypedArray | Uint16Array {
    const { backend, buffer, dtype, numel } = this.#weight.tensor;
    const memory = this.#staged ?? backend.view?.(buffer, dtype, numel);
    if (memory === undefined) throw new PretrainedError(`${backend.name}: its memory cannot be written.`);
    return this.half === null ? memory : new Uint16Array(memory.buffer, memory.byteOffset, 2 * numel);
  }
}

function columnsOf(shape: readonly number[]): number {
  return shape.length < 2 ? 1 : shape[1]!;
}

const longestMs = 12;

/** Gives the event loop a turn every few milliseconds, so that a page stays responsive during long work. */
export class Pace {
  #since: number = performance.now();

  /** Gives a turn if the last is long ago. */
  async rest(): Promise<void> {
    if (performance.now() - this.#since >= longestMs) await this.turn();
  }

  /** Gives a turn now. */
  async turn(): Promise<void> {
    await nextTurn();
    this.#since = performance.now();
  }
}

// Timers of a page wait for at least 4 ms, messages do not.
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
