import { Dropout, Linear, Module, Parameter } from "@saccade/nn";
import { isPlainObject } from "@saccade/tensor/backend";
import { describe, expect, test } from "vitest";
import { faultsWithoutMemory } from "../../../nn/test/without-memory.ts";
import { call, callMethod, expectRefused } from "../../../nn/test/wrong-calls/helpers.ts";
import { type Call, givenTo, walk } from "../../../nn/test/wrong-calls/walk.ts";
import * as attention from "../../src/index.ts";
import { calls } from "./attention.calls.ts";

type Callable<N> = {
  [Name in keyof N]: N[Name] extends
    | ((...given: never[]) => unknown)
    | (abstract new (
        ...given: never[]
      ) => unknown)
    ? Name
    : never;
}[keyof N];

// A function or class without a call does not compile.
const all: Readonly<Record<Exclude<Callable<typeof attention>, "Scoring">, Call>> = calls;
const entries = Object.entries<Call>(all);

describe("wrong calls are refused with a named error that names the function, the argument and the value", () => {
  for (const [path, one] of entries) walk(path, one, attention);
  for (const name of Object.keys(attention.poolingKernels))
    walk(`poolingKernels.${name}`, { takes: { u: givenTo(calls.averagePooling)[0] } }, attention);
});

test.each(entries)(
  "%s: a result is a named tuple, and memory that runs out leaves nothing behind",
  (name, of) => {
    const run = (): unknown => call(Reflect.get(attention, name), ...givenTo(of));
    expectTuple(run());
    if (of.methods) expect(faultsWithoutMemory(run)).toEqual([]);
    for (const [method, one] of Object.entries(of.methods ?? {}))
      expectTuple(callMethod(Object(run()), method, ...givenTo(one)));
  },
);

/** Results with an output: PyTorch's `const [output, weights] = …` gets their fields in order. */
function expectTuple(result: unknown): void {
  if (typeof result !== "object" || result === null || !isPlainObject(result) || !("output" in result))
    return;
  const items = Array.from<unknown>(Object(result));
  expect(Object.values(result).every((value, i) => value === items[i])).toBe(true);
}

const others = [null, undefined, 3, "x", {}, [], () => 1, new Linear(3, 5), new Dropout(0), [3], [null]];

/** A part that is replaced by something else ends in a named error, unless that does as well. */
test.each(entries.filter(([, { methods }]) => methods))(
  "%s: parts that are replaced are checked",
  (name, of) => {
    const make = (): object => Object(call(Reflect.get(attention, name), ...givenTo(of)));
    const parts = Object.entries(make()).filter(([, x]) => x instanceof Module || x instanceof Parameter);
    for (const [field] of parts)
      for (const other of others)
        for (const [method, one] of Object.entries(of.methods ?? {})) {
          const owner = make();
          Reflect.set(owner, field, other);
          try {
            callMethod(owner, method, ...givenTo(one));
          } catch (error) {
            expectRefused(() => {
              throw error;
            }, "");
          }
        }
  },
);
