import { expect } from "vitest";

/** A call that TypeScript would refuse: what is given, what the message must hold, and the call. */
export type WrongCall = readonly [given: string, message: string | RegExp, call: () => unknown];

/**
 * Calls a function or constructor with arguments of any type, as JavaScript does.
 *
 * @example call(Linear, 3, 2, false)
 */
export function call(f: unknown, ...args: readonly unknown[]): unknown {
  if (typeof f !== "function") throw new Error("call: not a function");
  const isClass = /^class\b/.test(Function.prototype.toString.call(f));
  return isClass ? Reflect.construct(f, args) : Reflect.apply(f, undefined, args);
}

/** Calls a method with arguments of any type. */
export function callMethod(owner: object, name: string, ...args: readonly unknown[]): unknown {
  const method: unknown = Reflect.get(owner, name);
  if (typeof method !== "function") throw new Error(`callMethod: no method ${name}`);
  return Reflect.apply(method, owner, args);
}

/** What `f` throws. */
export function errorOf(f: () => unknown): Error {
  try {
    f();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("nothing was thrown");
}

/** Engine errors that no call may end in. */
const raw =
  /is not a function|is not iterable|Cannot (read|set|convert|destructure)|of undefined|of null|Invalid (array|typed)|object is not|not extensible|not defined/;

/** Fails unless `f` throws a named error of the library with the message; returns the error. */
export function expectRefused(f: () => unknown, message: string | RegExp): Error {
  const error = errorOf(f);
  expect(error.message).not.toMatch(raw);
  expect(["Error", "TypeError", "RangeError"]).not.toContain(error.name);
  if (typeof message === "string") expect(error.message).toContain(message);
  else expect(error.message).toMatch(message);
  return error;
}
