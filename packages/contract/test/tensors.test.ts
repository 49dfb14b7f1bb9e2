import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import * as contract from "../src/index.ts";
import { type Grid, grids, zeros } from "./grid.ts";

function tensors<const S extends string>(what: string, text: S): contract.Tensors<S> {
  return contract.tensorsOf(grids, what, text);
}

const attention = tensors(
  "attention",
  "q (…, lq, d)  k (…, lk, d)  v (…, lk, dv)  mask? bool (lq, lk) | (b, 1|h, lq, lk)",
);

function messageOf(call: () => unknown, kind: new (message: string) => Error): string {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(kind);
    return error instanceof Error ? error.message : "";
  }
  return "nothing was thrown";
}

/** Shapes of q, k and v that fit, with leading dims that broadcast. */
const fitting = fc
  .record({
    lead: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
    ones: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    sizes: fc.record({ lq: fc.nat(4), lk: fc.nat(4), d: fc.nat(4), dv: fc.nat(4) }),
  })
  .map(({ lead, ones, sizes }) => {
    const { lq, lk, d, dv } = sizes;
    const inFront = (at: number): number[] => lead.map((size, i) => (ones[at * 2 + i] ? 1 : size));
    const shapes = [
      [...inFront(0), lq, d],
      [...inFront(1), lk, d],
      [...inFront(2), lk, dv],
    ] as const;
    return { shapes, sizes };
  });

describe("tensors", () => {
  it("gives the sizes of every call that fits, by name", () => {
    fc.assert(
      fc.property(fitting, ({ shapes, sizes }) => {
        expect(attention(shapes.map((shape) => zeros(shape)))).toEqual(sizes);
      }),
    );
  });

  it("refuses a call in which one size is another, and names it", () => {
    fc.assert(
      fc.property(
        fitting,
        fc.nat(2),
        fc.nat(1),
        fc.integer({ min: 1, max: 3 }),
        ({ shapes }, which, back, more) => {
          const changed = shapes.map((shape) => [...shape]);
          const dims = changed[which]!;
          dims[dims.length - 1 - back]! += more;
          const alone = (which === 0 && back === 1) || (which === 2 && back === 0);
          const call = (): unknown => attention(changed.map((shape) => zeros(shape)));
          if (alone) return void call();
          const name = back === 0 ? "d" : "lk";
          expect(messageOf(call, contract.ShapeError)).toMatch(
            new RegExp(`^attention: ${name} is \\d+ in [qk] float32\\[.*\\], but \\d+ in [kv] `),
          );
        },
      ),
    );
  });

  it("types sizes by name, and those of optional tensors as perhaps undefined", () => {
    const q = zeros([2, 3, 4, 5]);
    const { lq, lk, d, dv, b, h } = attention([q, q, q]);
    expect([lq, lk, d, dv, b, h]).toEqual([4, 4, 5, 5, undefined, undefined]);
    expectTypeOf(lq).toEqualTypeOf<number>();
    expectTypeOf(b).toEqualTypeOf<number | undefined>();
    // @ts-expect-error no tensor has such a size
    expect(attention([q, q, q]).width).toBeUndefined();
  });

  it("names the size, both tensors and the fix", () => {
    const q = zeros([2, 3, 4]);
    const refused = (...given: unknown[]): string => messageOf(() => attention(given), contract.ShapeError);
    const text = attention.text;
    expect(refused(q, zeros([2, 5, 6]), q)).toBe(
      `attention: d is 4 in q float32[2, 3, 4], but 6 in k float32[2, 5, 6]; expected ${text}.`,
    );
    expect(refused(q, zeros([2, 4, 5]), q)).toBe(
      "attention: d is 4 in q float32[2, 3, 4], but 5 in k float32[2, 4, 5]; did you mean k.transpose(-2, -1)?",
    );
    expect(refused(zeros([3]), q, q)).toBe(
      `attention: q float32[3] must have 2 or more dims; expected ${text}.`,
    );
    expect(refused(q, q, q, zeros([3], "bool"))).toBe(
      `attention: mask bool[3] must have 2 or 4 dims; expected ${text}.`,
    );
    expect(refused(zeros([2, 3, 4]), zeros([1, 5, 4]), zeros([3, 5, 4]))).toBe(
      `attention: the sizes 2 and 3 in front in float32[2, 3, 4] and float32[3, 5, 4] do not broadcast: they must be equal, or one of them 1; expected ${text}.`,
    );
  });

  it("takes alternatives of dims and of a dim, numbers, any size and a name that stands twice", () => {
    const square = tensors("f", "x (n, n)  y (3, _)  z (b, 1|n)");
    expect(square([zeros([2, 2]), zeros([3, 9]), zeros([5, 2])])).toEqual({ n: 2, b: 5 });
    expect(square([zeros([2, 2]), zeros([3, 9]), zeros([5, 1])])).toEqual({ n: 2, b: 5 });
    const refused = (...shapes: number[][]): string =>
      messageOf(() => square(shapes.map((shape) => zeros(shape))), contract.ShapeError);
    expect(refused([2, 3], [3, 1], [1, 1])).toContain("n is 2, but 3 in x float32[2, 3]");
    expect(refused([2, 2], [4, 1], [1, 1])).toContain("dim -2 of y float32[4, 1] must be 3;");
    expect(refused([2, 2], [3, 1], [1, 3])).toContain("dim -1 of z float32[1, 3] must be 1 or n = 2;");
  });

  it("holds tensors to sizes that are known already", () => {
    const layer = tensors("Linear", "x (…, inFeatures)");
    expect(layer([zeros([2, 3])], { inFeatures: 3 })).toEqual({ inFeatures: 3 });
    expect(messageOf(() => layer([zeros([2, 3])], { inFeatures: 4 }), contract.ShapeError)).toBe(
      "Linear: inFeatures is 4, but 3 in x float32[2, 3]; expected x (…, inFeatures).",
    );
  });

  it("refuses dtypes, and says how to convert", () => {
    const indices = tensors("f", "x float (n)  index int32 (n)  mask? bool (n)");
    const [x, index] = [zeros([2]), zeros([2], "int32")];
    const refused = (...given: Grid[]): string => messageOf(() => indices(given), contract.DTypeError);
    expect(refused(index, index)).toBe('f: x must hold floats, got int32[2]; convert it with to("float32").');
    expect(refused(x, x)).toBe('f: index must be int32, got float32[2]; convert it with to("int32").');
    expect(refused(x, index, x)).toBe("f: mask must be bool, got float32[2]; compare it, as in mask.ne(0).");
  });

  it("takes multiples of a size, and the dtype of the first tensor", () => {
    const gates = tensors("gru", "x float (t, 3h)  h0 same (h)");
    const { t, h } = gates([zeros([2, 6]), zeros([2])]);
    expect([t, h]).toEqual([2, 2]);
    const refused = (size: number, width: number): string =>
      messageOf(() => gates([zeros([2, width]), zeros([size])]), contract.ShapeError);
    expect(refused(2, 7)).toContain("gru: dim -1 of x float32[2, 7] must be a multiple of 3;");
    expect(refused(3, 6)).toContain("gru: h is 2 in x float32[2, 6], but 3 in h0 float32[3];");
    expect(messageOf(() => gates([zeros([2, 6]), zeros([2], "float64")]), contract.DTypeError)).toBe(
      'gru: h0 must be float32, as the first tensor is, got float64[2]; convert it with to("float32").',
    );
    const after = tensors("gru", "h0 (h)  weight (3h, h)");
    expect(messageOf(() => after([zeros([2]), zeros([7, 2])]), contract.ShapeError)).toContain(
      "gru: dim -2 of weight float32[7, 2] must be 3h, where h is 2 in h0 float32[2];",
    );
  });

  it("refuses what is no tensor, and tensors of two backends", () => {
    const one = tensors("twoVectors", "x (n)  y? (n)");
    const x = zeros([2]);
    for (const garbage of [undefined, null, 3, "x", [1, 2], Promise.resolve(x), {}, () => x]) {
      expect(messageOf(() => one([garbage]), contract.ArgumentError)).toMatch(
        /^twoVectors: x must be a tensor, got /,
      );
      if (garbage !== undefined && garbage !== null)
        expect(messageOf(() => one([x, garbage]), contract.ArgumentError)).toMatch(
          /^twoVectors: y must be a tensor, got /,
        );
    }
    expect(one([x, null])).toEqual({ n: 2 });
    expect(messageOf(() => one([x, zeros([2], "float32", { name: "there" })]), contract.BackendError)).toBe(
      "twoVectors: y is on the backend there, and what it meets on here; move one with to(backend).",
    );
  });

  it("suggests the batch dim that is missing", () => {
    const one = tensors("f", "x (b, n)");
    expect(messageOf(() => one([zeros([3])]), contract.ShapeError)).toBe(
      "f: x float32[3] must have 2 dims; did you mean x.unsqueeze(0)?",
    );
  });
});
