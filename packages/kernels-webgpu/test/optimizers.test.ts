import * as nn from "@saccade/nn";
import { type Backend, manualSeed, randn, referenceBackend, setBackend, type Tensor } from "@saccade/tensor";
import { afterEach, describe, expect, test } from "vitest";
import { expectClose } from "../../kernels-wasm/test/contract.ts";
import { dispatchesOf, gpu, hardware } from "./gpu.ts";

afterEach(() => setBackend(referenceBackend()));

const shapes = [[5], [3, 4], [40, 7], [1], [4, 3], [300], [5]];

/** Parameters after some updates by gradients that `gradients` makes of them. */
function updated(
  on: Backend,
  optimizerOf: (params: nn.Parameter[]) => nn.Optimizer,
  gradients: (params: readonly nn.Parameter[]) => readonly Tensor[],
): readonly nn.Parameter[] {
  setBackend(on);
  manualSeed(6);
  const params = shapes.map((shape) => new nn.Parameter(randn(shape)));
  const optimizer = optimizerOf(params);
  for (let step = 0; step < 3; step++) optimizer.update(gradients(params));
  return params;
}

describe.skipIf(typeof gpu === "string")("optimizers on the GPU, where a kernel binds eight buffers", () => {
  test.each([
    ["Adam", (params: nn.Parameter[]) => new nn.Adam(params), 4],
    ["AMSGrad", (params: nn.Parameter[]) => new nn.Adam(params, { amsgrad: true }), 7],
    ["RMSprop", (params: nn.Parameter[]) => new nn.RMSprop(params), 4],
    ["Adagrad", (params: nn.Parameter[]) => new nn.Adagrad(params, { lrDecay: 0.1 }), 4],
    ["SGD", (params: nn.Parameter[]) => new nn.SGD(params, { lr: 0.1 }), 2],
  ])("%s takes the reference's steps, each in few dispatches", async (_name, optimizerOf, dispatches) => {
    const drawn = (params: readonly nn.Parameter[]) => params.map(({ shape }) => randn(shape));
    const wanted = updated(referenceBackend(), optimizerOf, drawn);
    const found = updated(hardware(), optimizerOf, drawn);
    found.forEach((parameter, i) => void expectClose(parameter, wanted[i]!, `parameter ${i}`));
    const gradients = drawn(found);
    const optimizer = optimizerOf([...found]);
    optimizer.update(gradients); // makes its states
    expect(await dispatchesOf(() => optimizer.update(gradients), hardware())).toBe(dispatches);
  });

  test("gradients may be views, and values of other parameters", () => {
    const optimizerOf = (params: nn.Parameter[]) => new nn.Adam(params, { lr: 0.1 });
    const odd = (params: readonly nn.Parameter[]): Tensor[] =>
      params.map((parameter, i) => {
        if (i === 1) return params[4]!.t();
        if (i === 2) return randn([7, 40]).t();
        if (i === 5) return randn([1]).expand([300]);
        if (i === 3) return randn([9]).narrow(0, 3, 1);
        return (i === 4 ? parameter : params[6 - i]!).detach();
      });
    const wanted = updated(referenceBackend(), optimizerOf, odd);
    const found = updated(hardware(), optimizerOf, odd);
    found.forEach((parameter, i) => void expectClose(parameter, wanted[i]!, `parameter ${i}`));
  });
});
