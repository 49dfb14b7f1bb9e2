import { memory, referenceBackend, resetPeakMemory } from "@saccade/tensor";
import { afterEach, expect, it } from "vitest";
import { loadPretrained, PretrainedError, type PretrainedFile } from "../../src/index.ts";
import { filesOf, jsonOf, refusal, saved, sizes, tinyGpt2 } from "../load/checkpoints.ts";

const backend = referenceBackend();
const { allocate } = backend;
afterEach(() => {
  Reflect.set(backend, "allocate", allocate);
});

/** Counts what is allocated from now on. */
function allocations(): { elements: number } {
  const count = { elements: 0 };
  Reflect.set(backend, "allocate", (...given: Parameters<typeof allocate>) => {
    count.elements += given[1];
    return allocate.apply(backend, given);
  });
  return count;
}

/** A file of this size that holds a header, whose length it may misstate, and zeros that are never made: what is read of them is counted. */
function sparse(
  name: string,
  header: string,
  size: number,
  length = header.length,
): PretrainedFile & { read: number } {
  const text = new TextEncoder().encode(header);
  const start = new Uint8Array(8 + text.length);
  new DataView(start.buffer).setBigUint64(0, BigInt(length), true);
  start.set(text, 8);
  const file = {
    name,
    size,
    read: 0,
    slice: (from: number, to: number) => ({
      arrayBuffer: (): Promise<ArrayBuffer> => {
        const bytes = new Uint8Array(to - from);
        bytes.set(start.subarray(from, Math.min(to, start.length)));
        file.read += bytes.length;
        return Promise.resolve(bytes.buffer);
      },
    }),
  };
  return file;
}

/** A whole checkpoint of about `bytes` bytes: all in the table of tokens. */
function large(bytes: number): { files: PretrainedFile[]; weights: PretrainedFile & { read: number } } {
  const { "config.json": config, "model.safetensors": file } = saved(tinyGpt2());
  const length = new DataView(file!.buffer, file!.byteOffset).getUint32(0, true);
  const header: Record<string, { shape: number[]; data_offsets: [number, number] }> = jsonOf(
    file!.subarray(8, 8 + length),
  );
  const rows = Math.ceil(bytes / 4 / sizes.dModel);
  let at = 0;
  for (const entry of Object.values(header)) {
    if (entry.data_offsets === undefined) continue;
    if (entry.shape[0] === sizes.vocabSize) entry.shape = [rows, sizes.dModel];
    const end = at + 4 * entry.shape.reduce((product, one) => product * one, 1);
    entry.data_offsets = [at, end];
    at = end;
  }
  const text = JSON.stringify(header);
  const weights = sparse("model.safetensors", text, 8 + text.length + at);
  const given = { ...jsonOf(config!), vocab_size: rows };
  return { files: [...filesOf({ "config.json": given }), weights], weights };
}

it.each([
  [8e9, 7e9],
  [8e9, 1e6],
  [1e12, 2e10],
  [5e6, 4e6],
])(
  "a checkpoint of %d bytes is refused where %d are free, before memory is taken",
  async (bytes, memoryLimit) => {
    const { files, weights } = large(bytes);
    resetPeakMemory();
    const { peak } = memory();
    const taken = allocations();
    const { message } = await refusal(() => loadPretrained(files, { memoryLimit }));
    expect(message).toMatch(/the weights take [\d.]+ MB .* and [\d.]+ MB are free/);
    expect(taken.elements).toBe(0);
    expect(memory().peak).toBe(peak);
    expect(weights.read).toBeLessThanOrEqual(2 ** 20);
  },
);

it("a checkpoint larger than any host's memory is refused without a limit of the caller's", async () => {
  const { files, weights } = large(1e14);
  const taken = allocations();
  await expect(loadPretrained(files)).rejects.toThrow(PretrainedError);
  expect(taken.elements).toBe(0);
  expect(weights.read).toBeLessThanOrEqual(2 ** 20);
});

it.each([2 ** 27, 2 ** 33, 2 ** 40])("a header of %d bytes is refused before it is read", async (length) => {
  const file = sparse("model.safetensors", "{}", 2 ** 41, length);
  const config = saved(tinyGpt2())["config.json"]!;
  const all = [...filesOf({ "config.json": config }), file];
  expect((await refusal(() => loadPretrained(all))).message).toMatch(/header/);
  expect(file.read).toBeLessThanOrEqual(2 ** 20);
});

it("a load that runs out of memory at any allocation leaves no tensor", async () => {
  const files = filesOf(saved(tinyGpt2()));
  let loaded = false;
  for (let room = 0; !loaded; room++) {
    let made = 0;
    const before = memory();
    Reflect.set(backend, "allocate", (...given: Parameters<typeof allocate>) => {
      // What a host throws whose memory is gone.
      return made++ < room ? allocate.apply(backend, given) : allocate.call(backend, given[0], 2 ** 40);
    });
    try {
      await loadPretrained(files);
      loaded = true;
    } catch (error) {
      expect(error).toBeInstanceOf(PretrainedError);
      expect(memory().tensors).toBeLessThanOrEqual(before.tensors);
      expect(memory().bytes).toBeLessThanOrEqual(before.bytes);
    } finally {
      Reflect.set(backend, "allocate", allocate);
    }
    expect(room).toBeLessThan(1000);
  }
});
