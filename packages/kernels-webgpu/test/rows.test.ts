import { Generator, randn, type Tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { holdAgainstReference, type Program } from "../../kernels-wasm/test/contract.ts";
import { backend, gpu } from "./gpu.ts";

const any = (...shape: number[]): Tensor => randn(shape, { generator: new Generator(shape.length) });

/** Holds a program against the reference; returns the dispatches that it takes. */
async function held(program: Program, inputs: readonly Tensor[]): Promise<number> {
  holdAgainstReference(backend(), program, inputs, { gradients: false });
  const there = inputs.map((x) => x.to(backend()));
  const { dispatches } = { ...(await backend().counts()) };
  program(...there);
  return (await backend().counts()).dispatches - dispatches;
}

describe.skipIf(typeof gpu === "string")("rows on the GPU", () => {
  describe("folds of long rows are cut, and their parts joined", () => {
    const folds: Readonly<Record<string, (x: Tensor) => Tensor | readonly Tensor[]>> = {
      "sum over all": (x) => x.square().sum(),
      "sum over the batch": (x) => x.square().sum(0),
      "variance over the batch": (x) => x.var(0),
      "logsumexp over the batch": (x) => x.logsumexp(0),
      "max over all": (x) => [x.max(), x.argmax()],
      "max over the batch": (x) => Object.values(x.max(0)),
      "max over the batch, transposed": (x) => Object.values(x.t().max(1)),
    };
    test.each(Object.entries(folds))("%s", async (_name, fold) => {
      // Two parts for each column, and many for the whole.
      await held((x) => fold(x!), [any(2100, 19)]);
    });

    test("a bias's gradient takes one dispatch, and two where the batch is large", async () => {
      expect(await held((x) => x!.sum([0, 1]), [any(4, 32, 24)])).toBe(1);
      expect(await held((x) => x!.sum([0, 1]), [any(4, 600, 24)])).toBe(2);
    });
  });
});
