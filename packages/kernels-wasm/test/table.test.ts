import { type AttrsOf, type KernelTable, ops } from "@saccade/tensor/backend";
import { expect, expectTypeOf, test } from "vitest";
import { wasmBackend } from "../src/index.ts";

const done = (): boolean => true;

test("each kernel of a table is typed by the attributes of its op", () => {
  const table: KernelTable = {
    softmax: (_inputs, _outputs, { dim }) => Number.isInteger(dim),
    // @ts-expect-error topk has no attribute `descending`: it is called `largest` there.
    topk: (_inputs, _outputs, { descending }) => descending,
  };
  expect(Object.keys(table)).toEqual(["softmax", "topk"]);
  expectTypeOf<AttrsOf<typeof ops.elu>>().toEqualTypeOf<{ readonly alpha: number }>();
});

test("a table holds the names of ops that compute, and no others", () => {
  // @ts-expect-error There is no op `softmaxx`.
  const misspelled: KernelTable = { softmaxx: done };
  // @ts-expect-error A view needs no kernel.
  const view: KernelTable = { permute: done };
  expect([misspelled, view]).toHaveLength(2);
});

test("every name in the wasm backend's table is an op's own name", async () => {
  const backend = await wasmBackend();
  for (const [key, op] of Object.entries(ops)) {
    if ("forward" in op && backend.hasKernel(key)) expect(op.name, key).toBe(key);
  }
});
