import * as nn from "@saccade/nn";
import * as tensors from "@saccade/tensor";

import { isFloat } from "@saccade/tensor/backend";
import { expect, test } from "vitest";
import { functions } from "../../nn/test/wrong-calls/functional.calls.ts";
import { calls } from "../../tensor/test/arguments/calls.ts";
import { linalgCalls, windowCalls } from "../../tensor/test/arguments/linalg.calls.ts";
import { maskedCalls } from "../../tensor/test/arguments/masked.calls.ts";
import { type Call, callMethod, givenTo } from "../../tensor/test/walk.ts";
import { type Closeness, expectClose, strided } from "./contract.ts";

const odd = [Number.NaN, 1, -2.5, Number.POSITIVE_INFINITY, -0, 0, Number.NEGATIVE_INFINITY, 7];
/** How the float tensors of a call are given; tensors behind strides have two dims or more. */
const kinds: Readonly<Record<string, (x: tensors.Tensor) => tensors.Tensor>> = {
  "as they are": (x) => x.clone(),
  "as int32": (x) => x.to("int32"),
  "as bool": (x) => x.remainder(2).to("bool"),
  "of both signs, behind strides": (x) => x.mul(-1.5).add(4),
  "as int32 of both signs, behind strides": (x) => x.mul(-3).add(7).to("int32"),
  "NaN, infinities and zeros": (x) =>
    tensors.tensor(Array.from({ length: x.numel }, (_, i) => odd[(3 * i) % 8]!)).reshape(x.shape),
};

const near: Closeness = { relative: 1e-4, absolute: 1e-5 };

const x = tensors.tensor([[0.3, 0.6], [0.9, 0.1]]); // biome-ignore format: a row each
/** Special functions of one tensor or of two. */
export const specialCalls = (...takes: readonly unknown[]): Readonly<Record<string, Call>> =>
  Object.fromEntries(Object.keys(tensors.special).map((name) => [name, { takes }]));
/** Functions of the backend itself, and what has no values. */
export const leftOut: readonly string[] =
  "setBackend getBackend memory profile keep dispose empty emptyLike newEmpty".split(" ");

/** What reads elements that the host may refuse. On a GPU it computes something from them: they are not read there. */
const unread: readonly string[] =
  `to multinomial searchsorted bucketize cov pinverse pinv cholesky choleskyEx eigh eigvalsh lstsq ldlFactor ldlFactorEx
matrixRank svd svdvals`.split(/\s/);

/**
 * Tests every public function of tensors, by a call of it that works, on a backend against the reference: its float tensors
 * as they are, as int32, and as bool. Both give the same, or refuse the call with the same class of error. The tables have
 * each function, or they do not compile.
 */
export function holdEveryFunction(backend: () => tensors.Backend, isGPU: boolean = false): void {
  const hold = (entry: object, calls: Readonly<Record<string, Call>>): void =>
    holdFunctions(backend, isGPU, entry, calls);
  hold(tensors, calls);
  hold(tensors.linalg, linalgCalls);
  hold(tensors.windows, windowCalls);
  hold(tensors.masked, maskedCalls);
  hold(tensors.special, specialCalls(x));
  hold(tensors.special, specialCalls(x, x));
  hold(nn.functional, functions);
}

function holdFunctions(
  backend: () => tensors.Backend,
  isGPU: boolean,
  entry: object,
  calls: Readonly<Record<string, Call>>,
): void {
  test.each(Object.entries(calls).filter(([name]) => !leftOut.includes(name)))("%s", (name, one) => {
    for (const kind of Object.keys(kinds)) {
      const run = (on: tensors.Backend, args: readonly unknown[]): unknown => {
        tensors.manualSeed(0);
        const given = args.map((value) => moved(value, on, kind));
        try {
          return one.run ? Reflect.apply(one.run, undefined, given) : callMethod(entry, name, ...given);
        } catch (error) {
          return error;
        }
      };
      const args = givenTo(one);
      const needed = Object.keys(one.options ?? {}).some((key) => key.endsWith("!"));
      for (const these of one.options && !needed ? [args, args.slice(0, -1)] : [args])
        tensors.scope(() => {
          const [got, want] = [run(backend(), these), run(tensors.referenceBackend(), these)];
          const isTaken = isGPU && unread.includes(name) && want instanceof Error && !(got instanceof Error);
          if (!isTaken) expectSame(got, want, `${name}, ${kind}, ${these.length}`);
        });
    }
  });
}

/** An argument for a backend: float64, which not all have, becomes float32. */
function moved(value: unknown, on: tensors.Backend, kind: string): unknown {
  if (value instanceof tensors.Tensor) {
    if (!isFloat(value.dtype)) return value.to(on).clone();
    const there = kinds[kind]!(value.to("float32")).to(on);
    return kind.endsWith("strides") ? strided(there) : there;
  }
  if (value instanceof tensors.Generator) return new tensors.Generator(1);
  if (value === "float64") return "float32";
  if (Array.isArray(value)) return value.map((item) => moved(item, on, kind));
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  if ("allocate" in value) return on;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, moved(part, on, kind)]));
}

function expectSame(got: unknown, want: unknown, what: string): void {
  if (got instanceof tensors.Tensor && want instanceof tensors.Tensor) {
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
