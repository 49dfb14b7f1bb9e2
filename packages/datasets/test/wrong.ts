import { ArgumentError } from "@saccade/tensor";
import { expect, test } from "vitest";

/** A call with arguments that the compiler would refuse, what its message begins with, and what is in it. */
export type Wrong = readonly [name: string, call: () => unknown, begins: string, holds: RegExp];

/** Hands a value over as whatever type is asked for. */
export function wrong<T>(value: unknown): T {
  return value as T;
}

/** Wrong options of one function. */
export function optionCases(
  begins: string,
  call: (options: never) => unknown,
  cases: readonly [unknown, RegExp][],
): Wrong[] {
  return cases.map(([options, holds], i) => [
    `${begins} ${i}: ${holds}`,
    () => call(wrong(options)),
    begins,
    holds,
  ]);
}

/** One test a call. */
export function refuses(cases: readonly Wrong[]): void {
  test.each(cases)("%s", (_, call, begins, holds) => {
    let error: unknown = null;
    try {
      call();
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(ArgumentError);
    expect(String(error)).toContain(`ArgumentError: ${begins}`);
    expect(String(error)).toMatch(holds);
  });
}
