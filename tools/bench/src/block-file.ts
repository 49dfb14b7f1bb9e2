import { readFileSync, writeFileSync } from "node:fs";
import type { Block, Inputs, Outputs } from "./program.ts";

/** The position of an array in a file of arrays, in elements of four bytes. */
interface Place {
  readonly shape: readonly number[];
  readonly dtype: "float32" | "int32";
  readonly offset: number;
  readonly length: number;
}

/** Writes arrays, little-endian, one after the other to `path`, and their positions to `path` + .json. */
export function writeBlocks(path: string, blocks: Inputs): void {
  const places: Record<string, Place> = {};
  const parts: Uint8Array[] = [];
  let offset = 0;
  for (const [name, { shape, data }] of Object.entries(blocks)) {
    const dtype = data instanceof Int32Array ? "int32" : "float32";
    places[name] = { shape, dtype, offset, length: data.length };
    parts.push(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    offset += data.length;
  }
  writeFileSync(path, Buffer.concat(parts));
  writeFileSync(`${path}.json`, JSON.stringify(places));
}

export function readBlocks(path: string): Inputs {
  const places = JSON.parse(readFileSync(`${path}.json`, "utf8")) as Record<string, Place>;
  const { buffer } = new Uint8Array(readFileSync(path)); // a copy, which starts where elements may start
  const block = ({ shape, dtype, offset, length }: Place): Block => ({
    shape,
    data:
      dtype === "int32"
        ? new Int32Array(buffer, 4 * offset, length)
        : new Float32Array(buffer, 4 * offset, length),
  });
  return Object.fromEntries(Object.entries(places).map(([name, place]) => [name, block(place)]));
}

export function writeOutputs(path: string, outputs: Outputs): void {
  const blocks = outputs.map((values, i): [string, Block] => [
    String(i),
    { shape: [values.length], data: Float32Array.from(values) },
  ]);
  writeBlocks(path, Object.fromEntries(blocks));
}

export function readOutputs(path: string): Outputs {
  return Object.values(readBlocks(path)).map(({ data }) => data);
}
