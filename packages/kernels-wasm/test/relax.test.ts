import { describe, expect, test } from "vitest";
import { plainSequences, relax } from "../src/relax.ts";

const nop = 1;

describe("relax", () => {
  test.each([...plainSequences])(
    "writes the relaxed instruction %i and nops over its sequence",
    (code, of) => {
      const sequence = of(7);
      const bytes = Uint8Array.from([0x20, 3, ...sequence, 0x0b]);
      relax(bytes);
      expect([...bytes]).toEqual([0x20, 3, 0xfd, code, 2, ...Array(sequence.length - 3).fill(nop), 0x0b]);
    },
  );

  test("leaves a product alone whose sum takes another local", () => {
    const [first, ...rest] = plainSequences.get(0x85)!(7);
    const bytes = Uint8Array.from([first!, 6, ...rest.slice(1)]);
    const before = [...bytes];
    relax(bytes);
    expect([...bytes]).toEqual(before);
  });
});
