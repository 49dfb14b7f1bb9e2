import { grad } from "@saccade/autograd";
import { type Backend, getBackend, manualSeed, setBackend, type Tensor } from "@saccade/tensor";
import { afterAll, describe, expect, test } from "vitest";
import { wasmBackend } from "../../../kernels-wasm/src/index.ts";
import { mixer, mixerNames } from "../../src/ladder/index.ts";
import { noise, numbers } from "../helpers.ts";

const reference = getBackend();
const backends = [await wasmBackend({ threads: 1 }), await wasmBackend({ threads: 2 })];
afterAll(() => setBackend(reference));

/** The output of a layer at a length of no chunk, and the gradient of its input. */
function outcomes(backend: Backend, name: (typeof mixerNames)[number]): number[][] {
  setBackend(backend);
  manualSeed(4);
  const layer = mixer(name)(16, 2);
  const x = noise([2, 37, 16]);
  const loss = (y: Tensor): Tensor => layer.forward(y).output.square().sum();
  return [numbers(layer.forward(x).output), numbers(grad(loss)(x))];
}

describe("on wasm", () => {
  test.each(mixerNames)("%s gives the reference's numbers, the same on two threads", (name) => {
    const wanted = outcomes(reference, name);
    const [one, two] = backends.map((backend) => outcomes(backend, name));
    expect(two).toEqual(one);
    wanted.forEach((values, i) => {
      const largest = Math.max(1, ...values.map(Math.abs));
      const most = Math.max(...values.map((value, j) => Math.abs(value - one![i]![j]!)));
      expect(most).toBeLessThan(2e-5 * largest);
    });
  });
});
