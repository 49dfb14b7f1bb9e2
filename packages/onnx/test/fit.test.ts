import { describe, expect, it } from "vitest";
import { Fitter } from "../src/sizes/fit.ts";
import { basesOf, formatSize, type Sizes, sizesAlone, sizesTogether } from "../src/sizes/size.ts";

const example: Sizes = { b: 2, n: 5, p: 3 };
const base: Sizes = Object.fromEntries(Object.keys(example).map((name, i) => [name, basesOf(i)[0]!]));

function samples(): Sizes[] {
  const alone = Object.keys(example).flatMap((name) =>
    sizesAlone(example[name]!).map((size) => ({ ...base, [name]: size })),
  );
  return [example, ...alone, ...sizesTogether(base, example)];
}

type Size = (b: number, n: number, p: number) => number;

function fitted(...all: readonly Size[]): string | null {
  const at = samples();
  const fitter = new Fitter(at);
  const sizes = all.map((f) => fitter.fit(at.map(({ b, n, p }) => f(b!, n!, p!))));
  const last = sizes.at(-1) ?? null;
  return last === null ? null : formatSize(last);
}

describe("Fitter", () => {
  it("finds sums, products and rounded quotients", () => {
    expect(fitted(() => 7)).toBe("7");
    expect(fitted((b) => b)).toBe("b");
    expect(fitted((b, n) => 4 * b * n)).toBe("b*n*4");
    expect(fitted((_b, n, p) => n + p - 1)).toBe("n+p-1");
    expect(fitted((b, n) => b * n * n)).toBe("b*n*n");
    expect(fitted((_b, n) => Math.ceil(n / 4) * 4)).toBe("floor((n+3)/4)*4");
    expect(fitted((_b, n) => Math.ceil(n / 4) * 4 - n)).toBe("floor((n+3)/4)*4+n*-1");
    expect(fitted((_b, n) => Math.floor((n - 3) / 2) + 1)).toBe("floor((n+1)/2)-1");
    expect(fitted((_b, n) => Math.ceil(n / 64))).toBe("floor((n+63)/64)");
  });

  it("finds limits, and products with sizes that were found before", () => {
    expect(fitted((_b, n) => Math.min(n, 3))).toBe("min(n,3)");
    expect(fitted((_b, n) => Math.max(0, n - 3))).toBe("max(n-3,0)");
    expect(fitted((_b, n, p) => Math.min(n, p + 1))).toBe("min(p+1,n)");
    expect(fitted((_b, n) => Math.min(2 * n + 1, 20))).toBe("min(n*2+1,20)");
    expect(fitted((_b, n) => Math.max(0, Math.floor((n - 8) / 3) + 1))).toBe("max(floor((n+1)/3)-2,0)");
    expect(fitted((_b, n) => (n > 17 ? 5 : 2))).toBe("min(max(n-17,0),1)*3+2");
    const windows: Size = (_b, n) => Math.floor((n + 1) / 3);
    expect(fitted(windows, (b, n, p) => b * 8 * windows(b, n, p))).toBe("floor((n+1)/3)*b*8");
    expect(fitted(windows, (b, n, p) => Math.floor((windows(b, n, p) + 2) / 4))).toBe("floor((n+7)/12)");
  });

  it("finds nothing where there is none of these", () => {
    expect(fitted((_b, n) => Math.round(Math.sin(n) * 100))).toBe(null);
    expect(fitted((_b, n) => n / 2)).toBe(null);
    expect(fitted((_b, n) => Math.round(n / 2))).toBe("floor((n+1)/2)");
    expect(fitted((_b, n) => Math.floor(Math.log2(n)))).toBe(null);
    expect(fitted((_b, n) => n % 7)).toBe("floor(n/7)*-7+n");
    expect(fitted((_b, n) => (n % 3 === 0 ? 1 : 2))).toBe(null);
  });
});
