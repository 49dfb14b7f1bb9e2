import type { Module } from "@saccade/nn";
import { type HalfFormat, halfBits, readTensorData, type SafetensorsPlace } from "@saccade/nn";
import type { WeightSlot } from "../architecture/slot.ts";
import { PretrainedError } from "../errors.ts";
import { ByteReader } from "../files/byte-reader.ts";
import type { Shard } from "./header.ts";
import { type ModelWeight, weightsOf } from "./model-weights.ts";
import type { Pace } from "./pace.ts";
import { WeightWriter } from "./weight-writer.ts";

// A multiple of every element's size; converted in a few milliseconds.
const chunkBytes = 2 ** 18;

/** How far a load is, in bytes of weights. */
export type Progress = (loaded: number, total: number) => void;

interface ReadOptions {
  readonly progress: Progress | undefined;
  readonly signal: AbortSignal | undefined;
  readonly pace: Pace;
}

/** Reads the data of all files once, front to back, into the parameters of a model. */
export async function readWeights(
  model: Module,
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

interface Chunk {
  /** The number of elements before it. */
  readonly at: number;
  readonly bytes: Uint8Array;
}

async function* chunksOf({ shape, start, end }: SafetensorsPlace, reader: ByteReader): AsyncIterable<Chunk> {
  const numel = shape.reduce((product, size) => product * size, 1);
  const width = numel === 0 ? 1 : (end - start) / numel;
  for (let at = start; at < end; at += chunkBytes) {
    yield { at: (at - start) / width, bytes: await reader.take(Math.min(chunkBytes, end - at)) };
  }
}

// Numbers, or the bit patterns of 16-bit ones where the weight is kept as the file has it.
function elements(
  { name, dtype, shape, start, end }: SafetensorsPlace,
  bytes: Uint8Array,
  half: HalfFormat | null,
): ArrayLike<number> {
  const numel = shape.reduce((product, size) => product * size, 1);
  const length = (bytes.length * numel) / (end - start);
  const same = (dtype === "BF16" && half === "bfloat16") || (dtype === "F16" && half === "float16");
  if (same) {
    // A view may begin at any byte of the file's pieces, but 16-bit numbers only at even ones.
    const even = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
    return new Uint16Array(even.buffer, even.byteOffset, even.length / 2);
  }
  const { data } = readTensorData({ name, dtype, shape: [length], bytes });
  return half === null ? data : halfBits(data, half);
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
