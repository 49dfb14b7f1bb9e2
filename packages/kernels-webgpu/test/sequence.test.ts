import { randn, tensor } from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";
import { describe, expect, test } from "vitest";
import { float32 } from "../../kernels-wasm/test/contract.ts";
import { type cells, holdSequence, type Sizes } from "../../kernels-wasm/test/sequence.ts";
import { backend, dispatchesOf, gpu } from "./gpu.ts";

/** Where a sum of hundreds of terms is small, they cancel. Gradients of large states are around 1, and up to 25. */
function hold(
  cell: keyof typeof cells,
  sizes: Sizes,
  options: Parameters<typeof holdSequence>[3] = {},
): void {
  holdSequence(backend(), cell, sizes, options, { ...float32, absolute: sizes.hidden > 100 ? 3e-5 : 1e-5 });
}

// An LSTM's kernels are a GRU's, with another cell: the contract holds that one, and nightly runs all shapes of it.
for (const cell of ["GRU", "LSTM"] as const) {
  const tags = cell === "GRU" ? "all" : "long";
  describe.skipIf(typeof gpu === "string")(`${cell} over a sequence`, { tags }, () => {
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
    return dispatchesOf(() => fused.gruSequence(...xs));
  };

  test("do not depend on its length", async () => {
    expect(await count(1)).toBe(1);
    expect(await count(3)).toBe(await count(30));
  });
});
