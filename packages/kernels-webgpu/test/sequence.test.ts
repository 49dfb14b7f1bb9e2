import { Generator, randn, type Tensor, tensor } from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";
import { describe, expect, test } from "vitest";
import { float32, holdAgainstReference } from "../../kernels-wasm/test/contract.ts";
import { backend, gpu } from "./gpu.ts";

const cells = [
  ["GRU", 3, 1, fused.gruSequence],
  ["LSTM", 4, 2, fused.lstmSequence],
] as const;

interface Sizes {
  readonly steps: number;
  readonly batch: number;
  readonly hidden: number;
}

/** Holds a cell's states and gradients against the reference's. */
function hold(
  [, gates, parts, sequence]: (typeof cells)[number],
  { steps, batch, hidden }: Sizes,
  options: fused.SequenceOptions & { readonly lengths?: Tensor } = {},
): void {
  const state = new Array<number[]>(parts).fill([batch, hidden]);
  const shapes = [[steps, batch, gates * hidden], ...state, [gates * hidden, hidden], [gates * hidden]];
  const xs = shapes.map((shape, i) => randn(shape, { generator: new Generator(i) }));
  const weight = parts + 1;
  xs[weight] = xs[weight]!.mul(1 / Math.sqrt(hidden));
  const { lengths, ...rest } = options;
  const program = (...given: Tensor[]): Tensor[] => {
    const own = lengths ? { ...rest, lengths: given.at(-1)! } : rest;
    return Object.values(Reflect.apply(sequence, null, [...given.slice(0, parts + 3), own]));
  };
  // Where a sum of hundreds of terms is small, they cancel. Gradients of large states are around 1, and up to 25.
  const close = { ...float32, absolute: hidden > 100 ? 3e-5 : 1e-5 };
  holdAgainstReference(backend(), program, lengths ? [...xs, lengths] : xs, { close });
}

// An LSTM's kernels are a GRU's, with another cell: the contract holds that one, and nightly runs all shapes of it.
for (const cell of cells) {
  const tags = cell[0] === "GRU" ? "all" : "long";
  describe.skipIf(typeof gpu === "string")(`${cell[0]} over a sequence`, { tags }, () => {
    test("of one step", () => hold(cell, { steps: 1, batch: 20, hidden: 37 }));

    test("of one step, with rows that have none", () => {
      const lengths = tensor([1, 0, 1], { dtype: "int32" });
      hold(cell, { steps: 1, batch: 3, hidden: 4 }, { lengths });
    });

    test("of one row, and of three", () => {
      for (const batch of [1, 3]) hold(cell, { steps: 2, batch, hidden: 5 });
    });

    test("of rows that share a workgroup, in reverse, up to their lengths", () => {
      const lengths = tensor(
        Array.from({ length: 130 }, (_, i) => i % 4),
        { dtype: "int32" },
      );
      hold(cell, { steps: 3, batch: 130, hidden: 33 }, { reverse: true, lengths });
    });

    test("of states that are too large for a workgroup", () => {
      const lengths = tensor([3, 1], { dtype: "int32" });
      hold(cell, { steps: 3, batch: 2, hidden: 516 }, { reverse: true, lengths });
    });
  });
}

describe.skipIf(typeof gpu === "string")("dispatches of a GRU over a sequence", { tags: "all" }, () => {
  const count = async (steps: number): Promise<number> => {
    const on = { backend: backend() };
    const xs = [randn([steps, 4, 24], on), randn([4, 8], on), randn([24, 8], on), randn([24], on)] as const;
    const before = (await backend().counts()).dispatches;
    fused.gruSequence(...xs);
    return (await backend().counts()).dispatches - before;
  };

  test("do not depend on its length", async () => {
    expect(await count(1)).toBe(1);
    expect(await count(3)).toBe(await count(30));
  });
});
