import { describe, expect, test } from "vitest";
import { ones, type Tensor } from "../../src/index.ts";

/** A wrong call as it is written in JavaScript, and what its error says. */
export type Wrong = readonly [written: string, call: () => unknown, message: string | RegExp];

/** A value where the types want another. */
export function any(value: unknown): never {
  return value as never;
}

/** A method without its types. */
export function method(x: Tensor, name: string): (...args: unknown[]) => unknown {
  return (...args) => Reflect.apply(Reflect.get(x, name), x, args);
}

/** `x.name(...args)` of a (2, 3) matrix of floats. */
export function on(written: string, name: string, args: readonly unknown[], message: string | RegExp): Wrong {
  return [written, () => method(ones([2, 3]), name)(...args), message];
}

/** Each call must throw its message. */
export function refuses(family: string, calls: readonly Wrong[]): void {
  describe(family, () => {
    test.each(calls)("%s is refused", (_written, call, message) => {
      expect(call).toThrow(message);
    });
  });
}
