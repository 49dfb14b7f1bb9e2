import { describe, expect, test } from "vitest";
import { packedModule } from "../src/generated/module.gen.ts";
import { inflate, inflateStream } from "../src/wasm-module.ts";
import {
  constantStream,
  headStream,
  localStream,
  offsetStream,
  opStream,
  restStream,
  streamCount,
  weave,
  wideStream,
} from "../src/weave.ts";

/** Streams of a module with one function, of no locals. */
function streamsOf(spare: number, parts: Readonly<Record<number, number[]>>): Uint8Array[] {
  const all: Readonly<Record<number, number[]>> = {
    [restStream]: [10, 0, 0, 0, 0x81, 0],
    [headStream]: [spare, 1, 0],
    ...parts,
  };
  return Array.from({ length: streamCount }, (_, i) => Uint8Array.from(all[i] ?? []));
}

/** The only function's locals and code. */
function codeOf(streams: readonly Uint8Array[], plain: boolean): number[] {
  return [...weave(streams, plain)].slice(9);
}

const end = 0x0b;

describe("weave", () => {
  test("puts immediates behind their instructions, whatever stream they come from", () => {
    const streams = streamsOf(0, {
      [opStream]: [0x04, 0x7f, 0xfd, 0x5c, 0x41, 0x0b, 0x43, end],
      [offsetStream]: [0x90, 3],
      [constantStream]: [0xff, 0],
      [wideStream]: [end, 2, 3, 4],
    });
    const load = [0xfd, 0x5c, 2, 0x90, 3];
    const code = [0x04, 0x7f, ...load, 0x41, 0xff, 0, 0x0b, 0x43, end, 2, 3, 4, end];
    expect(codeOf(streams, false)).toEqual([0, ...code]);
    expect(codeOf(streams, true)).toEqual([0, ...code]);
  });

  test("finds locals by how many others were used since", () => {
    const streams = streamsOf(0, { [opStream]: [0x20, 0x21, 0x22, 0x20, end], [localStream]: [5, 5, 1, 0] });
    expect(codeOf(streams, false)).toEqual([0, 0x20, 5, 0x21, 4, 0x22, 5, 0x20, 5, end]);
  });

  test.each([
    ["a · b + c", 0x85, [0x21, 7, 0xfd, 0xe6, 1, 0x20, 7, 0xfd, 0xe4, 1]],
    ["c − a · b", 0x86, [0x21, 7, 0xfd, 0xe6, 1, 0x21, 8, 0x20, 7, 0x20, 8, 0xfd, 0xe5, 1]],
  ])("writes %s in plain instructions with two locals more", (_, code, sequence) => {
    const streams = streamsOf(8, { [opStream]: [0xfd, code, 2, end] });
    expect(codeOf(streams, false)).toEqual([0, 0xfd, code, 2, end]);
    expect(codeOf(streams, true)).toEqual([1, 2, 0x7b, ...sequence, end]);
  });

  test("the streams are the same, unpacked by zlib or by a stream", async () => {
    const { text, lengths } = packedModule;
    const streams = await inflate(text, lengths);
    const unpacked = await inflateStream(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));
    expect(Buffer.concat(streams).equals(unpacked)).toBe(true);
  });

  test("makes modules of the streams that are committed", async () => {
    const { text, lengths } = packedModule;
    const streams = await inflate(text, lengths);
    expect(streams.map(({ length }) => length)).toEqual([...lengths]);
    const [plain, relaxed] = [weave(streams, true), weave(streams, false)];
    expect(WebAssembly.validate(plain)).toBe(true);
    expect(plain.length).toBeGreaterThan(relaxed.length);
    const madds = (bytes: Uint8Array): number =>
      bytes.filter((byte, i) => byte === 0xfd && bytes[i + 1] === 0x85 && bytes[i + 2] === 2).length;
    expect(madds(plain)).toBe(0);
    expect(madds(relaxed)).toBeGreaterThan(100);
  });
});
