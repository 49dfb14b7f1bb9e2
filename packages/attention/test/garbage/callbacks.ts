import { zeros } from "@saccade/tensor";
import { expect, test } from "vitest";
import { fault } from "./walk.ts";

type Named<T> = Readonly<Record<string, T>>;

const nonsense: readonly unknown[] = [
  undefined,
  null,
  3,
  Number.NaN,
  "x",
  [1],
  {},
  Promise.resolve(1),
  zeros([1], { dtype: "bool" }),
  zeros([7]),
];

/**
 * Tests what a function that the caller hands in returns: nonsense ends in a named error, if it does not work.
 *
 * @param works what works among it, by call
 */
export function testCallbacks(
  calls: Named<(given: never) => unknown>,
  works: Named<readonly unknown[]>,
): void {
  test.each(Object.entries(calls))("%s", (name, call) => {
    for (const value of nonsense) {
      if (works[name]?.includes(value)) continue;
      let error: unknown = null;
      try {
        call(value as never);
      } catch (thrown) {
        error = thrown;
      }
      if (error !== null) expect(fault(error, null), String(value)).toBe(null);
      // A tensor, or a list, may be what is asked for.
      else expect(typeof value, `${String(value)} was accepted`).toBe("object");
    }
  });
}
