import * as nn from "@saccade/nn";
import * as tensors from "@saccade/tensor";
import {
  type Backend,
  Generator,
  manualSeed,
  referenceBackend,
  scope,
  Tensor,
  tensor,
} from "@saccade/tensor";
import { isFloat } from "@saccade/tensor/backend";
import { expect, test } from "vitest";
import { functions } from "../../nn/test/wrong-calls/functional.calls.ts";
import { calls } from "../../tensor/test/arguments/calls.ts";
import { linalgCalls, windowCalls } from "../../tensor/test/arguments/linalg.calls.ts";
import { maskedCalls } from "../../tensor/test/arguments/masked.calls.ts";
import { type Call, callMethod, givenTo } from "../../tensor/test/walk.ts";
import { type Closeness, expectClose } from "./contract.ts";

/** How the tensors of a call are given. */
const kinds = { "as they are": null, "as int32": "int32", "as bool": "bool" } as const;

const near: Closeness = { relative: 1e-4, absolute: 1e-5 };

const x = tensor([[0.3, 0.6], [0.9, 0.1]]); // biome-ignore format: a row each
/** Special functions of one tensor or of two. */
export const specialCalls = (...takes: readonly unknown[]): Readonly<Record<string, Call>> =>
  Object.fromEntries(Object.keys(tensors.special).map((name) => [name, { takes }]));
/** Functions of the backend itself, and what has no values. */
export const leftOut = [
  "setBackend",
  "getBackend",
  "memory",
  "profile",
  "keep",
  "dispose",
  "empty",
  "emptyLike",
  "newEmpty",
];

/**
 * Tests every public function of tensors, by a call of it that works, on a backend against the reference: its float tensors
 * as they are, as int32, and as bool. Both give the same, or refuse the call with the same class of error. The tables have
 * each function, or they do not compile.
 */
export function holdEveryFunction(backend: () => Backend): void {
  holdFunctions(backend, tensors, calls);
  holdFunctions(backend, tensors.linalg, linalgCalls);
  holdFunctions(backend, tensors.windows, windowCalls);
  holdFunctions(backend, tensors.masked, maskedCalls);
  holdFunctions(backend, tensors.special, specialCalls(x));
  holdFunctions(backend, tensors.special, specialCalls(x, x));
  holdFunctions(backend, nn.functional, functions);
}

function holdFunctions(backend: () => Backend, entry: object, calls: Readonly<Record<string, Call>>): void {
  test.each(Object.entries(calls).filter(([name]) => !leftOut.includes(name)))("%s", (name, one) => {
    for (const [kind, dtype] of Object.entries(kinds)) {
      const run = (on: Backend, args: readonly unknown[]): unknown => {
        manualSeed(0);
        const given = args.map((value) => moved(value, on, dtype));
        try {
          return one.run ? Reflect.apply(one.run, undefined, given) : callMethod(entry, name, ...given);
        } catch (error) {
          return error;
        }
      };
      const args = givenTo(one);
      const needed = Object.keys(one.options ?? {}).some((key) => key.endsWith("!"));
      for (const these of one.options && !needed ? [args, args.slice(0, -1)] : [args])
        scope(() =>
          expectSame(
            run(backend(), these),
            run(referenceBackend(), these),
            `${name}, ${kind}, ${these.length}`,
          ),
        );
    }
  });
}

/** An argument for a backend: float64, which not all have, becomes float32. */
function moved(value: unknown, on: Backend, dtype: "int32" | "bool" | null): unknown {
  if (value instanceof Tensor) {
    const single = value.dtype === "float64" ? value.to("float32") : value;
    const inKind = (): Tensor => (dtype === "bool" ? single.remainder(2) : single).to(dtype ?? single.dtype);
    return (isFloat(value.dtype) ? inKind() : value).to(on).clone();
  }
  if (value instanceof Generator) return new Generator(1);
  if (value === "float64") return "float32";
  if (Array.isArray(value)) return value.map((item) => moved(item, on, dtype));
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  if ("allocate" in value) return on;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, moved(part, on, dtype)]));
}

function expectSame(got: unknown, want: unknown, what: string): void {
  if (got instanceof Tensor && want instanceof Tensor) {
    // float64 is float32 on a backend without it.
    expectClose(got, want.dtype === "float64" ? want.to("float32") : want, what, near);
    return;
  }
  if (want instanceof Error || got instanceof Error) {
    const name = (result: unknown): string => (result instanceof Error ? result.name : "no error");
    expect(name(got), `${what}: ${String(got)}, the reference: ${String(want)}`).toBe(name(want));
    return;
  }
  if (typeof want === "object" && want !== null) {
    const keys = Object.keys(want);
    expect(Object.keys(Object(got)), what).toEqual(keys);
    for (const key of keys)
      expectSame(Reflect.get(Object(got), key), Reflect.get(want, key), `${what}.${key}`);
    return;
  }
  if (typeof want === "number") expect(got, what).toBeCloseTo(want, 4);
  else if (typeof want !== "function") expect(got, what).toBe(want);
}
