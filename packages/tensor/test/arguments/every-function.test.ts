import { describe, expect, test } from "vitest";
import * as entry from "../../src/index.ts";
import { ones, referenceBackend, Tensor } from "../../src/index.ts";
import * as methods from "../../src/ops/methods.ts";
import { calls } from "./calls.ts";
import type { Call, Garbage } from "./places.ts";

// Every function of the main entry with each kind of garbage in each place: it returns where that argument may be so, or
// throws an error of the library that starts with the function's name.

const garbage: Record<Garbage, unknown> = {
  undefined,
  null: null,
  '"x"': "x",
  NaN: Number.NaN,
  "{}": {},
  "[]": [],
  "() => 1": () => 1,
  "Symbol()": Symbol("s"),
};
/** Values that may be right in places: whatever they do, they end in no raw error. */
const odd = (): readonly unknown[] => [
  -1,
  1.5,
  2 ** 40,
  true,
  3n,
  "3",
  [1],
  ["a"],
  [[]],
  [Symbol("s")],
  ones([2]),
  new Map(),
  Infinity,
];

/** What may stand as the value of an option: any number to pad with, no dims for all of them. */
const may: Readonly<Record<string, Garbage>> = { dim: "[]", value: "NaN" };

const classes = [
  entry.ArgumentError,
  entry.ShapeError,
  entry.DTypeError,
  entry.IndexError,
  entry.BackendError,
  entry.OverflowError,
  entry.ZeroDivisionError,
];

function attempt(name: string, args: readonly unknown[]): "returned" | "refused" {
  const f: unknown = Reflect.get(entry, name);
  if (typeof f !== "function") throw new Error(`${name} is not a function`);
  const before = entry.getBackend();
  try {
    entry.scope(() => Reflect.apply(f, undefined, args));
    return "returned";
  } catch (error) {
    const what = name === "variance" ? "var" : name;
    const described = `${name}(${args.map((arg) => (arg instanceof Tensor ? arg.describe() : typeof arg)).join(", ")})`;
    expect(error, described).toSatisfy((e) => classes.some((C) => e instanceof C), String(error));
    expect(String(error), described).toMatch(new RegExp(`^\\w+Error: ${what}: `));
    return "refused";
  } finally {
    entry.setBackend(before);
    entry.warnAtBytes(2 ** 30);
  }
}

describe.each(Object.entries<Call>(calls))("%s", (name, call) => {
  test("takes what it is declared to take", () => {
    expect(
      attempt(
        name,
        call().map(({ value }) => value),
      ),
    ).toBe("returned");
  });

  test("refuses garbage in each place by name", () => {
    for (const [i, { allowed }] of call().entries()) {
      for (const [label, value] of Object.entries(garbage)) {
        const args = call().map((one) => one.value);
        args[i] = value;
        const expected = allowed.some((one) => one === label) ? "returned" : "refused";
        expect(attempt(name, args), `${label} in place ${i}`).toBe(expected);
      }
      for (const value of odd()) {
        const args = call().map((one) => one.value);
        args[i] = value;
        attempt(name, args);
      }
    }
  });

  test("refuses garbage in each option by name", () => {
    for (const [i, { value: options, isOptions }] of call().entries()) {
      if (!isOptions) continue;
      for (const option of Object.keys(options as object)) {
        for (const [label, value] of Object.entries(garbage)) {
          const args = call().map((one) => one.value);
          args[i] = { ...(options as object), [option]: value };
          if (label === "undefined" || may[option] === label) continue;
          expect(attempt(name, args), `${label} as ${option}`).toBe("refused");
        }
      }
      const args = call().map((one) => one.value);
      args[i] = { unknownOption: 1 };
      expect(attempt(name, args)).toBe("refused");
      args[i] = 1;
      expect(attempt(name, args)).toBe("refused");
    }
  });
});

describe.each(Object.keys(methods))("x.%s", (name) => {
  test("refuses one argument more than it takes", () => {
    const args = calls[name as keyof typeof methods]().map(({ value }) => value);
    const [first, ...rest] = args;
    const method: unknown = Reflect.get(Tensor.prototype, name);
    if (typeof method !== "function") throw new Error(`${name} is not a method`);
    expect(() => Reflect.apply(method, first, [...rest, 1])).toThrow(`${name}: it takes `);
  });
});

const other: entry.Backend = { ...referenceBackend(), name: "other" };

/** The places in which tensors stand, alone or in a list, and what puts another tensor there. */
function tensorPlaces(call: Call): { readonly swap: (change: (x: Tensor) => Tensor) => unknown[] }[] {
  return call().flatMap(({ value }, i) => {
    const swap = (change: (x: Tensor) => Tensor): unknown[] =>
      call().map((one, j) => {
        if (i !== j) return one.value;
        if (one.value instanceof Tensor) return change(one.value);
        return (one.value as readonly Tensor[]).map((x, k) => (k === 0 ? change(x) : x));
      });
    const holds = value instanceof Tensor || (Array.isArray(value) && value[0] instanceof Tensor);
    return holds ? [{ swap }] : [];
  });
}

const freed = (x: Tensor): Tensor => {
  x.dispose();
  return x;
};
const onOther = (x: Tensor): Tensor => x.to(other);
const withoutUse = new Set(["keep", "dispose"]);

describe.each(Object.entries<Call>(calls).filter(([name]) => !withoutUse.has(name)))("%s", (name, call) => {
  const f = Reflect.get(entry, name) as (...args: unknown[]) => unknown;
  const what = name === "variance" ? "var" : name;
  const places = tensorPlaces(call);

  test.runIf(places.length > 0)("names itself where a tensor was freed", () => {
    for (const { swap } of places) {
      const args = swap(freed);
      expect(() => f(...args)).toThrow(entry.FreedTensorError);
      expect(() => f(...args)).toThrow(new RegExp(`^${what}: `));
    }
  });

  test.runIf(places.length > 1 && name !== "expandAs")(
    "names itself where tensors of two backends meet",
    () => {
      for (const { swap } of places) {
        const args = swap(onOther);
        expect(() => f(...args)).toThrow(entry.BackendError);
        expect(() => f(...args)).toThrow(new RegExp(`^${what}: `));
      }
    },
  );
});
