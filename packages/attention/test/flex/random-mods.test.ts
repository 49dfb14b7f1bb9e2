import { type Backend, full, referenceBackend, scope } from "@saccade/tensor";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import { wasmBackend } from "../../../kernels-wasm/src/index.ts";
import { bitsOf, drawCase, faultOf, shown } from "./random-mods.ts";

const [one, two] = [await wasmBackend({ threads: 1 }), await wasmBackend({ threads: 2 })];
const ways: readonly (readonly [string, "float32" | "float64", Backend])[] = [
  ["the reference in float64", "float64", referenceBackend()],
  ["the reference", "float32", referenceBackend()],
  ["kernels", "float32", one],
];

const seeds = fc.nat(2 ** 30);

test.each(ways)("random mods and masks give what tensor ops over all pairs give: %s", (_, dtype, backend) => {
  const property = fc.property(seeds, (seed) => {
    const of = drawCase(seed);
    const fault = faultOf(of, dtype, backend);
    fc.pre(fault !== "near");
    const tables = of.tables.map(({ shape, kind }) => `${kind} [${shape.join(", ")}]`).join(", ");
    expect(
      fault,
      `${JSON.stringify(of.sizes)} score ${shown(of.score)} mask ${shown(of.mask)} of ${tables}`,
    ).toBeUndefined();
  });
  fc.assert(property, runs(200));
});

test("two threads give the bits of one, whatever the memory held before", () => {
  const property = fc.property(seeds, (seed) => {
    const of = drawCase(seed);
    const bits = bitsOf(of, one);
    scope(() => {
      for (let size = 100; size <= 1e6; size *= 10) full([size], Number.NaN, { backend: two });
    });
    expect(bitsOf(of, two)).toEqual(bits);
  });
  fc.assert(property, runs(60));
});
