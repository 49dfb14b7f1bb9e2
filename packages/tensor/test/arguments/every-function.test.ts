import { afterEach, expect, test } from "vitest";
import * as entry from "../../src/index.ts";
import { Tensor } from "../../src/index.ts";
import * as methods from "../../src/ops/methods.ts";
import { givenTo, walk } from "../walk.ts";
import { calls } from "./calls.ts";
import { linalgCalls, windowCalls } from "./linalg.calls.ts";
import { maskedCalls } from "./masked.calls.ts";

const backend = entry.getBackend();
afterEach(() => {
  entry.setBackend(backend);
  entry.warnAtBytes(2 ** 30);
});

walk(entry, calls);
walk(entry.linalg, linalgCalls, "linalg.");
walk(entry.windows, windowCalls, "windows.");
walk(entry.masked, maskedCalls, "masked.");

test.each(Object.keys(methods))("x.%s refuses one argument more than it takes", (name) => {
  const [first, ...rest] = givenTo(calls[name as keyof typeof methods]);
  const method: unknown = Reflect.get(Tensor.prototype, name);
  if (typeof method !== "function") throw new Error(`${name} is not a method`);
  expect(() => Reflect.apply(method, first, [...rest, 1])).toThrow(`${name}: it takes `);
});

test("map may call a function of one tensor", () => {
  expect([entry.tensor(-1), entry.tensor(2)].map(entry.relu).map((x) => x.item())).toEqual([0, 2]);
});
