import { decodeSafetensors } from "@saccade/nn";
import { memory } from "@saccade/tensor";
import fc from "fast-check";
import { rewrite } from "../../../packages/nn/test/checkpoint/tamper.ts";
import { cut, cuts, edited, edits, type Json } from "../../../packages/pretrained/test/hostile/mutate.ts";
import { fault, thrownBy } from "../../../packages/tensor/test/walk.ts";
import type { Draw } from "./draw.ts";
import type { Reader } from "./readers.ts";
import { type Case, longest, type Verdict } from "./verdict.ts";

// Files that the packages write, with bytes or values changed.

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const bytes = (json: string): Uint8Array => new TextEncoder().encode(json);

/** A file after a change, and what was done; null where the change does not fit the file. */
type Change = (file: Uint8Array, seed: number) => Uint8Array | null;

const changes: Readonly<Record<string, Change>> = {
  bytes: byBytes,
  values: (file, seed) => {
    const json = parsed(text(file));
    return json === undefined ? null : bytes(editedBy(json, seed));
  },
  header: (file, seed) => {
    const end = headerEnd(file);
    const json = end === null ? undefined : parsed(text(file.subarray(8, end)));
    if (end === null || json === undefined) return null;
    const header = bytes(editedBy(json, seed));
    const changed = new Uint8Array(8 + header.length + file.length - end);
    new DataView(changed.buffer).setUint32(0, header.length, true);
    changed.set(header, 8);
    changed.set(file.subarray(end), 8 + header.length);
    return changed;
  },
  // Of a checkpoint, whose digest is repaired, to reach the code after the digest's check.
  metadata: (file, seed) => {
    if (headerEnd(file) === null) return null;
    const { metadata } = decodeSafetensors(file);
    const names = Object.keys(metadata).filter((name) => parsed(metadata[name]!) !== undefined);
    const name = names[Math.abs(seed) % Math.max(1, names.length)];
    return name === undefined ? null : rewrite(file, { [name]: editedBy(parsed(metadata[name]!)!, seed) });
  },
};

function byBytes(file: Uint8Array, seed: number): Uint8Array {
  return cut(file, fc.sample(cuts, { seed, numRuns: 1 })[0]!);
}

function editedBy(json: Json, seed: number): string {
  return edited(json, fc.sample(edits, { seed, numRuns: 1 })[0]!);
}

function parsed(json: string): Json | undefined {
  try {
    return JSON.parse(json) as Json;
  } catch {
    return undefined;
  }
}

/** Where the header of a safetensors file ends; null for other files. */
function headerEnd(file: Uint8Array): number | null {
  const end = file.length < 8 ? 0 : 8 + new DataView(file.buffer, file.byteOffset).getUint32(0, true);
  return end > 8 && end <= file.length && file[8] === 0x7b ? end : null;
}

/** A changed file of a drawn reader. */
export function drawFile(readers: Readonly<Record<string, Reader>>, draw: Draw): Case {
  const of = draw.pick(Object.keys(readers));
  const { files, read, takesValues } = readers[of]!;
  const name = draw.pick(Object.keys(files));
  const how = takesValues ? "values" : draw.pick(["bytes", "values", "header", "metadata"]);
  const seed = draw.below(2 ** 31);
  const changed = changes[how]!(files[name]!, seed);
  const file = changed ?? byBytes(files[name]!, seed);
  return {
    of,
    args: `${name}, ${changed === null ? "bytes" : how}: ${text(file.subarray(0, 4000))}`,
    run: () => tried(() => read({ ...files, [name]: file })),
  };
}

async function tried(read: () => unknown): Promise<Verdict> {
  const before = memory().tensors;
  const thrown = await thrownBy(read);
  if (thrown === undefined) return { outcome: "read" };
  const wrong = fault(thrown, longest);
  if (wrong !== null) return { fault: wrong };
  const left = memory().tensors - before;
  return left > 0
    ? { fault: `leaves ${left} tensors where it throws ${String(thrown)}` }
    : { outcome: "refused" };
}
