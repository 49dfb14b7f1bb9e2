import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ArgumentError, arange, ShapeError, type Tensor, zeros } from "../src/index.ts";

const cube = (): Tensor => arange(24).reshape([2, 3, 4]);

/** Dims of a tensor as groups of elementary sizes, and the order in which a pattern moves them. */
const moves = fc
  .array(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 0, maxLength: 3 }), {
    minLength: 1,
    maxLength: 3,
  })
  .chain((groups) => {
    const order = groups.flat().map((_, i) => i);
    const cuts = fc.array(fc.nat(order.length), { maxLength: 3 });
    return fc.record({
      groups: fc.constant(groups),
      order: fc.shuffledSubarray(order, { minLength: order.length }),
      cuts,
    });
  });

function bracketed(names: readonly (readonly string[])[]): string {
  return names.map((group) => (group.length === 1 ? group[0] : `(${group.join(" ")})`)).join(" ");
}

describe("sizes", () => {
  it("holds equal names to equal sizes, and numbers to theirs", () => {
    expect(zeros([3, 3, 1, 5]).sizes("n n 1 _")).toEqual({ n: 3 });
    expect(() => cube().sizes("n n d")).toThrow(
      new ShapeError('sizes: float32[2, 3, 4] does not fit "n n d": dim 1 is 3, and n is 2.'),
    );
    expect(() => cube().sizes("b 5 d")).toThrow("dim 1 is 3, and 5 is 5.");
  });

  it("names the shape when the number of dims differs", () => {
    expect(() => cube().sizes("b l")).toThrow(
      new ShapeError('sizes: float32[2, 3, 4] does not fit "b l": it has 3 dims, and there are 2 names.'),
    );
    expect(() => cube().sizes("b, l, d")).toThrow(ArgumentError);
  });

  it("has a property for each name and no other", () => {
    const { b, d } = cube().sizes("b _ d");
    expect([b, d]).toEqual([2, 4]);
    // @ts-expect-error the pattern names no l
    expect(cube().sizes("b _ d").l).toBeUndefined();
  });
});

it("a size may have any name, of JavaScript's objects too", () => {
  const found: Readonly<Record<string, number>> = zeros([3, 4]).sizes("constructor toString");
  expect(Object.entries(found)).toEqual([
    ["constructor", 3],
    ["toString", 4],
  ]);
  expect(() => zeros([3, 4]).sizes("constructor constructor")).toThrow("dim 1 is 4, and constructor is 3");
});

describe("rearrange", () => {
  it("moves each element to the place that its indices by name have", () => {
    fc.assert(
      fc.property(moves, ({ groups, order, cuts }) => {
        const sizes = groups.flat();
        let next = 0;
        const from = groups.map((group) => group.map(() => `n${next++}`));
        const bounds = [0, ...cuts.toSorted((a, b) => a - b), order.length];
        const moved = order.map((i) => `n${i}`);
        const to = bounds.slice(1).map((end, i) => moved.slice(bounds[i], end));
        const shape = groups.map((group) => group.reduce((product, size) => product * size, 1));
        const given = Object.fromEntries(sizes.map((size, i) => [`n${i}`, size]));
        const total = shape.reduce((product, size) => product * size, 1);
        const x = arange(total).reshape(shape);
        const wanted = x.reshape(sizes).permute(order).reshape([-1]);
        const result = x.rearrange(`${bracketed(from)} -> ${bracketed(to)}`, given);
        expect(result.reshape([-1]).toArray()).toEqual(wanted.toArray());
        expect(result.shape).toEqual(
          to.map((group) => group.reduce((product, name) => product * given[name]!, 1)),
        );
        const back = result.rearrange(`${bracketed(to)} -> ${bracketed(from)}`, given);
        expect(back.toArray()).toEqual(x.toArray());
      }),
    );
  });

  it("finds one size of each bracket, keeps what … stands for, and adds and drops dims of size 1", () => {
    expect(zeros([2, 5, 12]).rearrange("b l (h d) -> b h l d", { h: 4 }).shape).toEqual([2, 4, 5, 3]);
    expect(zeros([7, 2, 5, 12]).rearrange("... l (h d) -> h ... l d", { d: 3 }).shape).toEqual([
      4, 7, 2, 5, 3,
    ]);
    expect(zeros([5]).rearrange("… l -> l …").shape).toEqual([5]);
    expect(zeros([2, 1, 3]).rearrange("a 1 b -> 1 (b a) ()").shape).toEqual([1, 6, 1]);
    expect(zeros([]).rearrange(" -> 1").shape).toEqual([1]);
  });

  it("refuses what does not fit, by name", () => {
    const refused = (pattern: string, sizes: Record<string, number> = {}): string => {
      try {
        cube().rearrange(pattern, sizes);
      } catch (error) {
        return String(error);
      }
      return "nothing";
    };
    expect(refused("a b -> b a")).toBe(
      'ShapeError: rearrange: float32[2, 3, 4] does not fit "a b -> b a": it has 3 dims, and the pattern 2.',
    );
    expect(refused("a b (c d) -> a b c d", { c: 3 })).toContain("dim 2 is 4, which is not 3 · d.");
    expect(refused("a b (c d) -> a b c d")).toContain("give the size of c or d.");
    expect(refused("a b c -> a b")).toContain(
      'each name must occur once on each side of "a b c -> a b", but c does not.',
    );
    expect(refused("a b c -> a b c c")).toContain("but c does not.");
    expect(refused("a b c -> c b a", { e: 3 })).toContain(
      '"a b c -> c b a" has no e; its names are a, b, c.',
    );
    expect(refused("a b c -> c b a", { a: 1.5 })).toContain("sizes.a must be a whole number ≥ 1");
    expect(refused("a b c -> c b a", { a: 3 })).toContain("dim 0 is 2, which is not 3.");
    for (const pattern of [
      "a b c",
      "a b c -> a b c -> c",
      "a (b c -> a b c",
      "a+b c -> c",
      "a ((b) c) -> a b c",
      "2 b c -> b c 2",
      "a 1b c -> a b c",
      "a (1 b) c -> a b c",
      "a (…) -> a …",
      // A pattern that is nearly right, and long.
      `b (${"n".repeat(60)}… -> b`,
      `${"a ".repeat(5000)}-> (`,
    ])
      expect(refused(pattern)).toMatch(/^ArgumentError: rearrange: pattern must be/);
    const long = refused(`${"x".repeat(1e6)} b c -> c b a`);
    expect(long).toContain("each name must occur once on each side");
    expect(long.length).toBeLessThan(300);
  });

  it("is a view where memory allows it", () => {
    const x = cube();
    expect(x.rearrange("a b c -> c a b").storage).toBe(x.storage);
  });
});
