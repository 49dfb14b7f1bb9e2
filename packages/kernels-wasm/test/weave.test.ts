import { describe, expect, test } from "vitest";
import { lengths, packed } from "../src/generated/module.gen.ts";
import { inflate } from "../src/inflate.ts";
import { stream, weave } from "../src/weave.ts";

/** Streams of a module with one function, of no locals. */
function streamsOf(spare: number, parts: Partial<Record<keyof typeof stream, number[]>>): Uint8Array[] {
  const all = { rest: [], head: [1, spare, 0], ...parts };
  return Object.keys(stream).map((name) => Uint8Array.from(all[name as keyof typeof stream] ?? []));
}

/** The only function's locals and code. */
function codeOf(streams: readonly Uint8Array[], plain: boolean): number[] {
  return [...weave(streams, plain)].slice(8);
}

const end = 0x0b;

describe("weave", () => {
  test("puts immediates behind their instructions, whatever stream they come from", () => {
    const streams = streamsOf(0, {
      op: [0x20, 0xfd, 0x5c, 2, 0x04, 0x7f, 0x41, 0x0b, 0x43, end],
      local: [0x81, 1],
      offset: [0x90, 3],
      constant: [0xff, 0],
      wide: [end, 2, 3, 4],
    });
    const code = [
      0x20,
      0x81,
      1,
      0xfd,
      0x5c,
      2,
      0x90,
      3,
      0x04,
      0x7f,
      0x41,
      0xff,
      0,
      0x0b,
      0x43,
      end,
      2,
      3,
      4,
      end,
    ];
    expect(codeOf(streams, false)).toEqual([0, ...code]);
    expect(codeOf(streams, true)).toEqual([0, ...code]);
  });

  test.each([
    ["a · b + c", 0x85, [0x21, 7, 0xfd, 0xe6, 1, 0x20, 7, 0xfd, 0xe4, 1]],
    ["c − a · b", 0x86, [0x21, 7, 0xfd, 0xe6, 1, 0x21, 8, 0x20, 7, 0x20, 8, 0xfd, 0xe5, 1]],
  ])("writes %s in plain instructions with two locals more", (_, code, sequence) => {
    const streams = streamsOf(8, { op: [0xfd, code, 2, end] });
    expect(codeOf(streams, false)).toEqual([0, 0xfd, code, 2, end]);
    expect(codeOf(streams, true)).toEqual([1, 2, 0x7b, ...sequence, end]);
  });

  test("makes modules of the streams that are committed", async () => {
    const streams = await inflate(packed, lengths);
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
