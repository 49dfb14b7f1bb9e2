import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arange, cat, DTypeError, ShapeError, type Tensor, tensor, zeros } from "../src/index.ts";

const cube = (): Tensor => arange(24).reshape([2, 3, 4]);
const row = (): Tensor => tensor([1, 2, 3]);
const margin = fc.integer({ min: -1, max: 2 });

describe("pad", () => {
  it("agrees with a formula in every mode", () => {
    const source: Record<"constant" | "reflect" | "replicate", (i: number) => number> = {
      constant: (i) => (i < 0 || i > 3 ? 9 : i),
      reflect: (i) => (i < 0 ? -i : i > 3 ? 6 - i : i),
      replicate: (i) => Math.min(3, Math.max(0, i)),
    };
    fc.assert(
      fc.property(
        fc.constantFrom("constant", "reflect", "replicate"),
        margin,
        margin,
        (mode, left, right) => {
          const expected = Array.from({ length: 4 + left + right }, (_, i) => source[mode](i - left));
          expect(arange(4).pad([left, right], { mode, value: 9 }).toArray()).toEqual(expected);
          const columns = arange(4).unsqueeze(1).expand([4, 2]);
          expect(columns.pad([0, 0, left, right], { mode, value: 9 }).select(1, 1).toArray()).toEqual(
            expected,
          );
        },
      ),
    );
  });

  it("refuses odd counts, too many, too much", () => {
    expect(() => row().pad([1])).toThrow(ShapeError);
    expect(() => row().pad([1, 1, 1, 1])).toThrow(/at most the 1 dims/);
    expect(() => row().pad([-2, -2])).toThrow(/crop less/);
    expect(() => row().pad([3, 0], { mode: "reflect" })).toThrow(/less than the size/);
    expect(() => zeros([0]).pad([1, 0], { mode: "replicate" })).toThrow(ShapeError);
  });
});

describe("repeat, tile and repeatInterleave", () => {
  it("are cat of copies and indexSelect of repeats", () => {
    fc.assert(
      fc.property(fc.nat(2), fc.nat(3), (dim, n) => {
        const repeats = [1, 1, 1].map((one, i) => (i === dim ? n : one));
        const x = cube().permute([2, 0, 1]);
        if (n > 0) {
          expect(x.repeat(repeats).toArray()).toEqual(cat(new Array<Tensor>(n).fill(x), dim).toArray());
        }
        const each = arange(x.size(dim)).to("int32").repeatInterleave(n);
        expect(x.repeatInterleave(n, dim).toArray()).toEqual(x.indexSelect(dim, each).toArray());
      }),
    );
  });

  it("take a count for each element", () => {
    const counts = tensor([2, 0, 1], { dtype: "int32" });
    expect(row().repeatInterleave(counts).toArray()).toEqual([1, 1, 3]);
    expect(cube().repeatInterleave(counts, -2).shape).toEqual([2, 3, 4]);
    expect(
      row()
        .repeatInterleave(tensor([2], { dtype: "int32" }))
        .toArray(),
    ).toEqual([1, 1, 2, 2, 3, 3]);
    expect(() => row().repeatInterleave(counts.slice(0, { stop: 2 }))).toThrow(ShapeError);
    expect(() => row().repeatInterleave(tensor([1, 2, 3]))).toThrow(DTypeError);
    expect(() => row().repeatInterleave(-1)).toThrow(ShapeError);
    expect(() => cube().repeat([2, 2])).toThrow(/tile\(\) takes fewer/);
  });
});

describe("flip and roll", () => {
  it("refuse dims that do not fit", () => {
    expect(() => row().flip([0, -1])).toThrow(ShapeError);
    expect(() => row().roll([1, 2], 0)).toThrow(ShapeError);
    expect(() => row().roll(1, 1)).toThrow(/dim 1/);
  });
});

describe("tril, triu and diagEmbed", () => {
  it("agree with their formulas, and keep NaN out of the zeros", () => {
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 5 }), (d) => {
        const x = cube().add(1).transpose(1, 2);
        const kept = (keep: (i: number, j: number) => boolean): unknown =>
          (x.toArray() as number[][][]).map((m) => m.map((r, i) => r.map((v, j) => (keep(i, j) ? v : 0))));
        expect(x.tril(d).toArray()).toEqual(kept((i, j) => j - i <= d));
        expect(x.triu(d).toArray()).toEqual(kept((i, j) => j - i >= d));
      }),
    );
    expect(zeros([2, 2]).add(Number.NaN).triu(1).toArray()).toEqual([
      [0, Number.NaN],
      [0, 0],
    ]);
    expect(() => row().tril()).toThrow(ShapeError);
    expect(zeros([2, 0]).tril().shape).toEqual([2, 0]);
  });

  it("diagEmbed is undone by diagonal, wherever it puts the dims", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -2, max: 2 }),
        fc.uniqueArray(fc.nat(3), { minLength: 2, maxLength: 2 }),
        (offset, dims) => {
          const [dim1, dim2] = [dims[0]!, dims[1]!];
          const made = cube().diagEmbed({ offset, dim1, dim2 });
          expect(made.diagonal({ offset, dim1, dim2 }).toArray()).toEqual(cube().toArray());
          expect(made.ne(0).sum().item()).toBe(23);
        },
      ),
    );
    expect(() => tensor(1).diagEmbed()).toThrow(ShapeError);
    expect(() => row().diagEmbed({ dim1: 0, dim2: -2 })).toThrow(ShapeError);
  });
});
