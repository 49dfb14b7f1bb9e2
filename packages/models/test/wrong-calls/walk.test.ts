import { Dropout, Linear, Module, Parameter } from "@saccade/nn";
import { isPlainObject } from "@saccade/tensor/backend";
import { describe, expect, test } from "vitest";
import { faultsWithoutMemory } from "../../../nn/test/without-memory.ts";
import { call, callMethod, expectRefused } from "../../../nn/test/wrong-calls/helpers.ts";
import { type Call, givenTo, walk } from "../../../nn/test/wrong-calls/walk.ts";
import * as models from "../../src/index.ts";
import * as seeds from "../../src/seeds/index.ts";
import { calls } from "./models.calls.ts";
import { seedCalls } from "./seeds.calls.ts";

type Entry = typeof models;
type Callable = {
  [Name in keyof Entry]: Entry[Name] extends
    | ((...given: never[]) => unknown)
    | (abstract new (
        ...given: never[]
      ) => unknown)
    ? Name
    : never;
}[keyof Entry];
/** Abstract classes, and functions with a text or an argument that may be anything: see others.test.ts. */
type Others =
  | "Encoder"
  | "Decoder"
  | "AttentionDecoder"
  | "beamSearch"
  | "bleu"
  | "greedyDecode"
  | "predictSeq2Seq"
  | "trainSeq2Seq"
  | "seq2seqTrainer";

// A function or class without a call does not compile.
const all: Readonly<Record<Exclude<Callable, Others>, Call>> = calls;
const entries = [
  ...Object.entries<Call>(all).map((one) => [...one, models] as const),
  ...Object.entries(seedCalls).map((one) => [...one, seeds] as const),
];

describe("wrong calls are refused with a named error that names the function and the argument", () => {
  for (const [path, one, entry] of entries) walk(path, one, entry);
});

test.each(entries)(
  "%s: a result is a named tuple; memory that runs out leaves nothing behind; parts are checked",
  (name, of, entry) => {
    const run = (): unknown => call(Reflect.get(entry, name), ...givenTo(of));
    expectTuple(run());
    if (/^[A-Z]/.test(name)) expect(faultsWithoutMemory(run)).toEqual([]);
    for (const [method, one] of Object.entries(of.methods ?? {})) {
      const owner = Object(run());
      expectTuple(callMethod(owner, method, ...givenTo(one)));
      for (const [field, part] of Object.entries(owner).filter(([, value]) => isPart(value))) {
        for (const other of others) {
          Reflect.set(owner, field, other);
          expectNamed(() => callMethod(owner, method, ...givenTo(one)));
        }
        Reflect.set(owner, field, part);
      }
    }
  },
);

/** Results with an output: PyTorch's `const [output, weights] = …` gets their fields in order. */
function expectTuple(result: unknown): void {
  if (typeof result !== "object" || result === null || !isPlainObject(result) || !("output" in result))
    return;
  const items = Array.from(result as unknown as Iterable<unknown>);
  expect(items.every((item, i) => item === Object.values(result)[i])).toBe(true);
}

const others = [null, undefined, 3, "x", {}, [], () => 1, new Linear(3, 5), new Dropout(0), [3], [null]];

function isPart(value: unknown): boolean {
  return (
    value instanceof Module || value instanceof Parameter || (Array.isArray(value) && value.some(isPart))
  );
}

/** Something else in place of a part ends in a named error, unless that does as well. */
function expectNamed(f: () => unknown): void {
  try {
    f();
  } catch (error) {
    expectRefused(() => {
      throw error;
    }, "");
  }
}
