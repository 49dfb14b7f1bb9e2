import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../vitest.level.ts";
import { numelOf } from "../src/backend.ts";
import { arange, einsum, ones, ShapeError, type Tensor, zeros } from "../src/index.ts";

const sizes: Record<string, number> = { a: 2, b: 3, c: 2, D: 4 };
const letters = Object.keys(sizes);

interface Operand {
  readonly labels: readonly string[];
  readonly x: Tensor;
}

const operand: fc.Arbitrary<Operand> = fc
  .tuple(fc.array(fc.constantFrom(...letters), { maxLength: 4 }), fc.subarray(letters), fc.boolean())
  .map(([labels, narrow, turned]) => {
    const shape = labels.map((label) => (narrow.includes(label) ? 1 : sizes[label]!));
    const filled = arange(numelOf(shape)).mul(0.7).sin().add(0.3).to("float64");
    const back = shape.map((_, i) => shape.length - 1 - i);
    const x = turned ? filled.reshape(back.map((i) => shape[i]!)).permute(back) : filled.reshape(shape);
    return { labels, x };
  });

/** The sum over all values of all letters, one product at a time. */
function bySums(operands: readonly Operand[], output: readonly string[]): number[] {
  const extent = (label: string): number =>
    Math.max(1, ...operands.flatMap(({ labels, x }) => labels.map((l, i) => (l === label ? x.size(i) : 1))));
  const used = [...output, ...letters.filter((label) => !output.includes(label))];
  const out = new Array<number>(numelOf(output.map(extent))).fill(0);
  const data = operands.map(({ x }) => x.dataSync());
  const walk = (depth: number, values: Record<string, number>): void => {
    if (depth < used.length) {
      const label = used[depth]!;
      for (let i = 0; i < extent(label); i++) walk(depth + 1, { ...values, [label]: i });
      return;
    }
    const place = (labels: readonly string[], shape: readonly number[]): number =>
      labels.reduce((at, label, i) => at * shape[i]! + Math.min(values[label]!, shape[i]! - 1), 0);
    let product = 1;
    operands.forEach(({ labels, x }, i) => {
      product *= data[i]![place(labels, x.shape)]!;
    });
    const at = place(output, output.map(extent));
    out[at] = out[at]! + product;
  };
  walk(0, {});
  return out;
}

describe("einsum", () => {
  it("is the sum of the products, for any equation", () => {
    fc.assert(
      fc.property(
        fc.array(operand, { minLength: 1, maxLength: 3 }),
        fc.shuffledSubarray(letters),
        fc.boolean(),
        (operands, wanted, implied) => {
          const all = operands.flatMap(({ labels }) => labels);
          const output = implied
            ? all.filter((label) => all.indexOf(label) === all.lastIndexOf(label)).sort()
            : wanted.filter((label) => all.includes(label));
          const terms = operands.map(({ labels }) => labels.join("")).join(" , ");
          const equation = implied ? terms : `${terms} -> ${output.join(" ")}`;
          const out = einsum(equation, ...operands.map(({ x }) => x));
          const expected = bySums(operands, output);
          expect(out.numel).toBe(expected.length);
          out.dataSync().forEach((value, i) => {
            expect(value).toBeCloseTo(expected[i]!, 9);
          });
        },
      ),
      runs(300),
    );
  });

  it("broadcasts the dims under ellipses, and sums what an output leaves out", () => {
    const x = arange(24).reshape([2, 3, 4]);
    expect(einsum("...ij->...ji", x).shape).toEqual([2, 4, 3]);
    expect(einsum("...i,...i", x, arange(4)).toArray()).toEqual(x.matmul(arange(4)).toArray());
    expect(einsum("i...,...->...i", x, ones([4])).shape).toEqual([3, 4, 2]);
    expect(einsum("...i->i", x).toArray()).toEqual(x.sum([0, 1]).toArray());
    expect(einsum("...ii", zeros([3, 2, 2])).shape).toEqual([3]);
  });

  it("says what is wrong with an equation", () => {
    const x = zeros([2, 3]);
    const wrong =
      (equation: string, ...xs: Tensor[]): (() => Tensor) =>
      () =>
        einsum(equation, ...xs);
    expect(wrong("ij,jk->ik", x, zeros([4, 4]))).toThrow(
      /gives "j" size 4 in operand 1 \[4, 4\], but 3 before/,
    );
    expect(wrong("ij->ik", x)).toThrow(/has "k" in its output/);
    expect(wrong("ij->ii", x)).toThrow(/twice in its output/);
    expect(wrong("ii", x)).toThrow(/repeats "i" in operand 0 with sizes 2 and 3/);
    expect(wrong("i", x)).toThrow(/names 1 dims of operand 0, which has 2/);
    expect(wrong("ijk", x)).toThrow(/names 3 dims/);
    expect(wrong("i1", x)).toThrow(/has "1"/);
    expect(wrong("i.j", x)).toThrow(/neither a letter/);
    expect(wrong("......ij", x)).toThrow(/twice in/);
    expect(wrong("ij->i->j", x)).toThrow(/more than one "->"/);
    expect(wrong("ij")).toThrow(ShapeError);
  });
});
