import { type Tensor, tensor } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Adagrad, Adam, AdamW, type Optimizer, RMSprop, SGD } from "../../src/optim/index.ts";

// Each rule for one number, written from PyTorch's documentation, against the optimizer over random steps and options.
type Rule = (x: number, gradient: number, step: number) => number;
type Updates = Pick<Optimizer, "update">;

const steps = fc.array(fc.double({ min: -4, max: 4, noNaN: true }), { minLength: 1, maxLength: 6 });
const rate = fc.double({ min: 0.01, max: 0.2, noNaN: true });
const share = fc.oneof(fc.constant(0), fc.double({ min: 0.1, max: 0.95, noNaN: true }));
const small = fc.constantFrom(1e-8, 1e-3, 0.5);

function follows(
  make: (params: Record<string, Tensor>) => Updates,
  rule: Rule,
  gradients: readonly number[],
): void {
  const start = 1.5;
  const x = tensor([start], { dtype: "float64" });
  const optimizer = make({ x });
  let wanted = start;
  gradients.forEach((gradient, i) => {
    optimizer.update({ x: tensor([gradient], { dtype: "float64" }) });
    wanted = rule(wanted, gradient, i + 1);
    expect(Math.abs(x.item() - wanted)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(wanted)));
  });
}

describe("optimizers follow their formulas, whatever the options", () => {
  it("SGD", () => {
    const options = fc.record({
      lr: rate,
      momentum: share,
      dampening: share,
      weightDecay: share,
      nesterov: fc.boolean(),
      maximize: fc.boolean(),
    });
    fc.assert(
      fc.property(options, steps, (drawn, gradients) => {
        const nesterov = drawn.nesterov && drawn.momentum > 0;
        const o = { ...drawn, nesterov, dampening: nesterov ? 0 : drawn.dampening };
        let buffer: number | undefined;
        const rule: Rule = (x, gradient) => {
          const d = (o.maximize ? -gradient : gradient) + o.weightDecay * x;
          buffer = buffer === undefined ? d : o.momentum * buffer + (1 - o.dampening) * d;
          const move = o.momentum === 0 ? d : o.nesterov ? d + o.momentum * buffer : buffer;
          return x - o.lr * move;
        };
        follows((params) => new SGD(params, o), rule, gradients);
      }),
    );
  });

  it.each([
    ["Adam", false],
    ["AdamW", true],
  ] as const)("%s", (_, decoupled) => {
    const options = fc.record({
      lr: rate,
      betas: fc.tuple(share, share),
      eps: small,
      weightDecay: share,
      amsgrad: fc.boolean(),
      maximize: fc.boolean(),
    });
    fc.assert(
      fc.property(options, steps, (o, gradients) => {
        const [beta1, beta2] = o.betas;
        let [m, v, most] = [0, 0, 0];
        const rule: Rule = (x, gradient, t) => {
          const shrunk = decoupled ? x - o.lr * o.weightDecay * x : x;
          const d = (o.maximize ? -gradient : gradient) + (decoupled ? 0 : o.weightDecay * x);
          m = beta1 * m + (1 - beta1) * d;
          v = beta2 * v + (1 - beta2) * d ** 2;
          most = Math.max(most, v);
          const spread = (o.amsgrad ? most : v) / (1 - beta2 ** t);
          return shrunk - (o.lr * (m / (1 - beta1 ** t))) / (Math.sqrt(spread) + o.eps);
        };
        follows((params) => (decoupled ? new AdamW(params, o) : new Adam(params, o)), rule, gradients);
      }),
    );
  });

  it("RMSprop", () => {
    const options = fc.record({
      lr: rate,
      alpha: share,
      eps: fc.constantFrom(1e-3, 0.5), // with alpha 0 and `centered`, the spread is rounding alone
      weightDecay: share,
      momentum: share,
      centered: fc.boolean(),
      maximize: fc.boolean(),
    });
    fc.assert(
      fc.property(options, steps, (drawn, gradients) => {
        const o = drawn.centered ? { ...drawn, alpha: Math.max(0.3, drawn.alpha) } : drawn;
        let [square, mean, buffer] = [0, 0, 0];
        const rule: Rule = (x, gradient) => {
          const d = (o.maximize ? -gradient : gradient) + o.weightDecay * x;
          square = o.alpha * square + (1 - o.alpha) * d ** 2;
          mean = o.alpha * mean + (1 - o.alpha) * d;
          const spread = o.centered ? square - mean ** 2 : square;
          buffer = o.momentum * buffer + d / (Math.sqrt(Math.max(0, spread)) + o.eps);
          return x - o.lr * buffer;
        };
        follows((params) => new RMSprop(params, o), rule, gradients);
      }),
    );
  });

  it("Adagrad", () => {
    const options = fc.record({
      lr: rate,
      lrDecay: share,
      weightDecay: share,
      initialAccumulatorValue: share,
      eps: small,
      maximize: fc.boolean(),
    });
    fc.assert(
      fc.property(options, steps, (o, gradients) => {
        let sum = o.initialAccumulatorValue;
        const rule: Rule = (x, gradient, t) => {
          const d = (o.maximize ? -gradient : gradient) + o.weightDecay * x;
          sum += d ** 2;
          return x - ((o.lr / (1 + (t - 1) * o.lrDecay)) * d) / (Math.sqrt(sum) + o.eps);
        };
        follows((params) => new Adagrad(params, o), rule, gradients);
      }),
    );
  });
});

describe("the options that are not given", () => {
  it.each([
    ["SGD", SGD, { lr: 1e-3, momentum: 0, dampening: 0, weightDecay: 0, nesterov: false, maximize: false }],
    [
      "Adam",
      Adam,
      { lr: 1e-3, betas: [0.9, 0.999], eps: 1e-8, weightDecay: 0, amsgrad: false, maximize: false },
    ],
    [
      "AdamW",
      AdamW,
      { lr: 1e-3, betas: [0.9, 0.999], eps: 1e-8, weightDecay: 0.01, amsgrad: false, maximize: false },
    ],
    [
      "RMSprop",
      RMSprop,
      { lr: 0.01, alpha: 0.99, eps: 1e-8, weightDecay: 0, momentum: 0, centered: false, maximize: false },
    ],
    [
      "Adagrad",
      Adagrad,
      { lr: 0.01, lrDecay: 0, weightDecay: 0, initialAccumulatorValue: 0, eps: 1e-10, maximize: false },
    ],
  ] as const)("of %s are PyTorch's", (_, Kind, defaults) => {
    const update = (optimizer: Updates, x: Tensor): number[] => {
      for (const gradient of [0.3, -2, 1e-9])
        optimizer.update({ x: tensor([gradient], { dtype: "float64" }) });
      return [...x.dataSync()];
    };
    const [x, y] = [tensor([1.5], { dtype: "float64" }), tensor([1.5], { dtype: "float64" })];
    expect(update(new Kind({ x }), x)).toEqual(update(Reflect.construct(Kind, [{ x: y }, defaults]), y));
  });
});
