import { checkpoint, compile, grad, valueAndGrad } from "@saccade/autograd";
import { Adam, dropout, Linear } from "@saccade/nn";
import * as T from "@saccade/tensor";
import { Generator, ones, randn, type Tensor } from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";
import { beforeEach, expect, test } from "vitest";
import { numbers } from "../helpers.ts";

beforeEach(() => T.manualSeed(0));

const attend = (x: Tensor): Tensor => fused.scaledDotProduct(x, x, x, { dropout: 0.5 }).square().sum();
const steps: Readonly<Record<string, readonly [x: Tensor, step: (x: Tensor) => Tensor]>> = {
  rand: [ones([3]), (x) => x.add(T.rand([3]))],
  "drawn indices": [ones([4]), (x) => T.multinomial(x, 2)],
  "gradients of gradients through dropout": [
    randn([4, 3]),
    (x) => grad((y: Tensor) => grad(attend)(y).square().sum())(x),
  ],
  "a checkpointed function": [
    ones([3]),
    (x) => {
      const { value, grads } = valueAndGrad(() => checkpoint(() => x.mul(T.rand([3])).square()).sum(), x);
      return T.cat([value.reshape([1]), grads, T.rand([1])], 0);
    },
  ],
};

test.each(Object.entries(steps))("random numbers are those of the call: %s", (_, [x, step]) => {
  const fast = compile(step);
  fast(x);
  for (const seed of [1, 2, 1]) {
    const [plain, compiled] = [step, fast].map((f) => {
      T.manualSeed(seed);
      return [0, 1].flatMap(() => numbers(f(x)));
    });
    expect(compiled).toEqual(plain);
  }
});

test("the weights of a draw are checked in replays", () => {
  const fast = compile((x: Tensor) => T.multinomial(x, 2));
  fast(ones([4]));
  expect(() => fast(ones([4]).neg())).toThrow("probs[0] must be a finite number ≥ 0, got -1");
});

test("seeding inside a step is repeated, and a state drawn by hand is refused", () => {
  const fast = compile((x: Tensor) => {
    T.manualSeed(3);
    return x.add(T.rand([2]));
  });
  const [first, , third] = [0, 1, 2].map(() => numbers(fast(ones([2]))));
  expect(third).toEqual(first);
  const generator = new Generator(1);
  expect(() => compile((x: Tensor) => x.add(generator.next().offset))(ones([1]))).toThrow(/fresh/);
});

test("a run that is saved between compiled steps goes on with the same numbers", () => {
  const make = (): { net: Linear; optimizer: Adam; step: (x: Tensor) => Tensor } => {
    T.manualSeed(2);
    const net = new Linear(3, 2);
    const optimizer = new Adam(net, { lr: 0.05 });
    const step = compile((x: Tensor) => optimizer.step(() => dropout(net.forward(x), 0.5).square().mean()));
    return { net, optimizer, step };
  };
  const x = randn([4, 3]);
  const first = make();
  for (let i = 0; i < 4; i++) first.step(x);
  const saved = [first.net.stateDict(), first.optimizer.stateDict(), T.getRandomState()] as const;
  for (let i = 0; i < 3; i++) first.step(x);
  const second = make();
  for (let i = 0; i < 2; i++) second.step(x);
  second.net.loadStateDict(saved[0]);
  second.optimizer.loadStateDict(saved[1]);
  T.setRandomState(saved[2]);
  for (let i = 0; i < 3; i++) second.step(x);
  expect(numbers(second.net.weight)).toEqual(numbers(first.net.weight));
});
