import { type Backend, ones, profile, referenceBackend, type Tensor, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import * as attention from "../../src/index.ts";
import { noise } from "../helpers.ts";

// Calls that the compiler refuses, as a program in JavaScript makes them.

export type Loose = (...args: unknown[]) => unknown;
type LooseClass = new (...args: unknown[]) => { forward: Loose; initState: Loose };

/** The call as text: the call, and what its error must say. */
export type WrongCalls = Readonly<Record<string, readonly [Loose, RegExp]>>;

const work = [
  "matmul",
  "linear",
  "cat",
  "pad",
  "exp",
  "softmax",
  "softmaxWhere",
  "scoresWhere",
  "additiveScores",
  "scaledDotProduct",
];

/** A test for each call: it throws an error that says so, and nothing has been computed before it. */
export function testRefused(calls: WrongCalls): void {
  test.each(Object.entries(calls))("%s", (_, [call, message]) => {
    let error: unknown;
    const { kernels } = profile(() => {
      try {
        call();
      } catch (thrown) {
        error = thrown;
      }
    });
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toMatch(message);
    for (const kernel of work) expect([...kernels.keys()]).not.toContain(kernel);
  });
}

/** The exports of some entries by name, without their types. */
export interface Callable {
  readonly loose: (name: string) => Loose;
  readonly make: (name: string, ...args: unknown[]) => InstanceType<LooseClass>;
  readonly forward: (name: string, args: readonly unknown[], ...inputs: unknown[]) => Loose;
}

export function callable(...entries: readonly object[]): Callable {
  const find = <T>(name: string): T => Reflect.get(entries.find((entry) => name in entry)!, name);
  const make: Callable["make"] = (name, ...args) => new (find<LooseClass>(name))(...args);
  const forward: Callable["forward"] = (name, args, ...inputs) => {
    const module = make(name, ...args);
    return () => module.forward(...inputs);
  };
  return { loose: find, make, forward };
}

const calls = callable(attention);
export const loose: Callable["loose"] = calls.loose;
export const make: Callable["make"] = calls.make;
export const forward: Callable["forward"] = calls.forward;

export const x: Tensor = noise([2, 3, 4]);
export const heads: Tensor = noise([2, 2, 3, 4]);
export const bools: Tensor = ones([3, 3], { dtype: "bool" });
export const padding: Tensor = ones([2, 3], { dtype: "bool" });
export const lens: Tensor = tensor([1, 3], { dtype: "int32" });
export const tokens: Tensor = ones([2, 3], { dtype: "int32" });
export const elsewhere: Backend = Object.create(referenceBackend());

export const sdpa: Loose = loose("scaledDotProductAttention");
