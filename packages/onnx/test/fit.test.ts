import { describe, expect, it } from "vitest";
import { candidatesOf } from "../src/inputs.ts";
import { fitSize } from "../src/sizes/fit.ts";
import { formatSize } from "../src/sizes/size.ts";

describe("fitSize", () => {
  const samples = candidatesOf({ b: 2, n: 5, p: 3 }).slice(0, 7);
  const fitted = (f: (b: number, n: number, p: number) => number): string | null => {
    const size = fitSize(
      samples,
      samples.map(({ b, n, p }) => f(b!, n!, p!)),
    );
    return size === null ? null : formatSize(size);
  };

  it("finds sums, products and rounded quotients", () => {
    expect(fitted(() => 7)).toBe("7");
    expect(fitted((b) => b)).toBe("b");
    expect(fitted((b, n) => 4 * b * n)).toBe("b*n*4");
    expect(fitted((_b, n, p) => n + p - 1)).toBe("n+p-1");
    expect(fitted((b, n) => b * n * n)).toBe("b*n*n");
    expect(fitted((_b, n) => Math.ceil(n / 4) * 4)).toBe("floor((n+3)/4)*4");
    expect(fitted((_b, n) => Math.ceil(n / 4) * 4 - n)).toBe("floor((n+3)/4)*4+n*-1");
    expect(fitted((_b, n) => Math.floor((n - 3) / 2) + 1)).toBe("floor((n+1)/2)-1");
  });

  it("finds nothing where there is none of these", () => {
    expect(fitted((_b, n) => Math.round(Math.sin(n) * 100))).toBe(null);
    expect(fitted((_b, n) => n / 2)).toBe(null);
  });
});
