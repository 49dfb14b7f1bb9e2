import { compile } from "@saccade/autograd";
import { Linear, SGD } from "@saccade/nn";
import * as T from "@saccade/tensor";
import { ones, randn, scope, type Tensor, tensor } from "@saccade/tensor";
import { beforeEach, expect, test } from "vitest";
import { numbers } from "../helpers.ts";
import { counted } from "./helpers.ts";

// What a recording relied on, and what happens at the next call once it no longer holds.
beforeEach(() => {
  T.setBackend(T.referenceBackend());
  T.manualSeed(0);
});

test.each([
  ["its memory too", false],
  ["a view keeps its memory", true],
])(
  "a captured tensor that was freed throws as it does in the plain step, and is not read: %s",
  (_, viewed) => {
    const captured = tensor([1, 2, 3]);
    const view = viewed ? captured.slice(0, { start: 1 }) : null;
    const step = (x: Tensor): Tensor => x.add(captured);
    const fast = compile(step);
    const x = ones([3]);
    for (let i = 0; i < 3; i++) expect(numbers(fast(x))).toEqual([2, 3, 4]);
    captured.dispose();
    expect(() => step(x)).toThrow(T.FreedTensorError);
    expect(() => fast(x)).toThrow(T.FreedTensorError);
    if (view) expect(numbers(view)).toEqual([2, 3]);
  },
);

test("each parameter is looked for at its place, and a recording whose place is gone is dropped", () => {
  for (const moved of ["weight", "bias"] as const) {
    const net = new Linear(2, 1);
    const { step, runs } = counted((x: Tensor) => net.forward(x));
    const fast = compile(step);
    const x = randn([4, 2]);
    for (let i = 0; i < 3; i++) fast(x);
    expect(runs()).toBe(1);
    // The snapshot shares the old memory, so that the loaded values go to another place.
    const snapshot = net.stateDict();
    scope(() => net.loadStateDict({ ...snapshot, [moved]: snapshot[moved]!.add(1) }));
    expect(numbers(fast(x))).toEqual(numbers(net.forward(x)));
    expect([runs(), fast.recordings]).toEqual([2, 1]);
    expect(numbers(fast(x))).toEqual(numbers(net.forward(x)));
    expect(runs()).toBe(2);
  }
});

test("a tensor that the step read on the host and that was written since is read again", () => {
  const w = tensor([2]);
  const { step, runs } = counted((x: Tensor) => x.mul(w.item()));
  const fast = compile(step);
  expect([fast(ones([1])).item(), fast(ones([1])).item(), runs()]).toEqual([2, 2, 1]);
  new SGD({ w }, { lr: 0.5 }).update({ w: ones([1]) });
  expect([fast(ones([1])).item(), fast(ones([1])).item(), runs()]).toEqual([1.5, 1.5, 2]);
});

test("another current backend records anew", () => {
  const { step, runs } = counted((x: Tensor) => x.mul(2));
  const fast = compile(step);
  const x = ones([2]);
  fast(x);
  fast(x);
  expect(runs()).toBe(1);
  T.setBackend({ ...T.referenceBackend() });
  expect(numbers(fast(x))).toEqual([2, 2]);
  expect(runs()).toBe(2);
});

test("an argument on another backend records anew, and its result is there", () => {
  const other = { ...T.referenceBackend() };
  const { step, runs } = counted((x: Tensor) => x.mul(2));
  const fast = compile(step);
  fast(ones([2]));
  const y = fast(ones([2]).to(other));
  expect([y.backend === other, runs()]).toEqual([true, 2]);
  expect(numbers(y)).toEqual([2, 2]);
});
