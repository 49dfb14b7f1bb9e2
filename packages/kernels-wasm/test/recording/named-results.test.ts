import { compile } from "@saccade/autograd";
import { GRU, LSTM } from "@saccade/nn";
import { getBackend, ones, setBackend, type Tensor } from "@saccade/tensor";
import { afterAll, expect, test } from "vitest";
import { wasmBackend } from "../../src/index.ts";

const before = getBackend();
setBackend(await wasmBackend({ threads: 1 }));
afterAll(() => setBackend(before));

const isList = (value: object): value is Iterable<unknown> => Symbol.iterator in value;

/** Keys in order, and which of the objects within are also lists of their values. */
function form(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if ("storage" in value) return "tensor";
  const list = isList(value) ? Array.from(value, form) : null;
  return { keys: Object.keys(value), values: Object.values(value).map(form), list };
}

const results: Readonly<Record<string, (x: Tensor) => unknown>> = {
  topk: (x) => x.topk(2),
  max: (x) => x.max(1),
  min: (x) => x.min(0),
  sort: (x) => x.sort(),
  "a named tuple within a list and an object": (x) => ({ both: [x.topk(1), x.max(0)], sum: x.sum() }),
  "a plain object": (x) => ({ values: x, more: { sum: x.sum() } }),
  "a list": (x) => [x, x.sum()],
};

test.each(Object.entries(results))("%s keeps its form in a compiled step", (_name, f) => {
  const step = compile(f);
  for (let call = 0; call < 3; call++) {
    const x = ones([2, 3]).mul(call);
    expect(form(step(x)), `call ${call}`).toEqual(form(f(x)));
  }
  expect(step.recordings).toBe(1);
});

test.each([
  ["GRU", new GRU(3, 4)],
  ["LSTM", new LSTM(3, 4)],
])("what %s returns keeps its form in a compiled step", (_name, layer) => {
  const f = (x: Tensor): unknown => layer.forward(x);
  const step = compile(f);
  for (let call = 0; call < 3; call++) expect(form(step(ones([2, 5, 3])))).toEqual(form(f(ones([2, 5, 3]))));
});
