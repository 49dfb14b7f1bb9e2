import * as T from "@saccade/tensor";
import { arange, memory, ones, type Shape, type Tensor, tensor, zeros } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { vjp } from "../../src/index.ts";

const size = fc.integer({ min: 0, max: 4 });
const filledSize = fc.integer({ min: 1, max: 4 });
const numbered = (...shape: number[]): Tensor => arange(shape.reduce((a, b) => a * b, 1)).reshape(shape);

describe("stacks are cat along their dim, of tensors with the dims that they need", () => {
  test.each<[(xs: Tensor[]) => Tensor, Shape, Shape, number]>([
    [T.hstack, [3], [3], 0],
    [T.hstack, [2, 3], [2, 3], 1],
    [T.vstack, [3], [1, 3], 0],
    [T.dstack, [3], [1, 3, 1], 2],
    [T.dstack, [2, 3], [2, 3, 1], 2],
    [T.columnStack, [3], [3, 1], 1],
  ])("%o of %j", (f, shape, as, dim) => {
    const xs = [numbered(...shape), ones(shape)];
    const parts = xs.map((x) => x.reshape(as));
    expect(f(xs).toArray()).toEqual(T.cat(parts, dim).toArray());
  });

  test("atleast2d and atleast3d put the dims where PyTorch has them", () => {
    const shapes = [[], [3], [2, 3], [1, 2, 3]].map((shape) => zeros(shape));
    expect(shapes.map((x) => T.atleast2d(x).shape)).toEqual([[1, 1], [1, 3], [2, 3], [1, 2, 3]]); // biome-ignore format: one line
    expect(shapes.map((x) => T.atleast3d(x).shape)).toEqual([[1, 1, 1], [1, 3, 1], [2, 3, 1], [1, 2, 3]]); // biome-ignore format: one line
  });

  test("they name themselves where sizes differ", () => {
    expect(() => T.vstack([ones([2]), ones([3])])).toThrow(
      "vstack: tensor 1 [1, 3] does not join [1, 2] along dim 0",
    );
    expect(() => T.hstack([])).toThrow("hstack: the list of tensors is empty");
  });
});

describe("sections", () => {
  test("of a number have nearly equal sizes, the larger ones first, and join to the whole", () => {
    fc.assert(
      fc.property(size, fc.integer({ min: 1, max: 6 }), (n, sections) => {
        const x = numbered(2, n);
        const parts = T.tensorSplit(x, sections, 1);
        const sizes = parts.map((part) => part.size(1));
        expect(parts).toHaveLength(sections);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        expect([...sizes].sort((a, b) => b - a)).toEqual(sizes);
        expect(T.cat(parts, 1).toArray()).toEqual(x.toArray());
      }),
    );
  });

  test("of indices are slices between them, also for indices in a tensor", () => {
    const x = arange(6);
    const parts = (sections: number[] | Tensor) => T.tensorSplit(x, sections).map((part) => part.toArray());
    expect(parts([2, -1, 9])).toEqual([[0, 1], [2, 3, 4], [5], []]);
    expect(parts([4, 1])).toEqual([[0, 1, 2, 3], [], [1, 2, 3, 4, 5]]);
    expect(parts(tensor([2, -1], { dtype: "int32" }))).toEqual([[0, 1], [2, 3, 4], [5]]);
  });

  test("run along the columns, rows and third dim, and refuse numbers that do not divide", () => {
    const x = numbered(2, 4, 2);
    expect(T.hsplit(x, 2)[1]?.toArray()).toEqual(x.narrow(1, 2, 2).toArray());
    expect(T.vsplit(x, 2)[1]?.toArray()).toEqual(x.narrow(0, 1, 1).toArray());
    expect(T.dsplit(x, [1])[1]?.toArray()).toEqual(x.narrow(2, 1, 1).toArray());
    expect(T.hsplit(arange(4), 2)[0]?.toArray()).toEqual([0, 1]);
    expect(() => T.hsplit(x, 3)).toThrow("hsplit: sections 3 must divide 4");
    expect(() => T.vsplit(arange(4), 2)).toThrow("vsplit: float32[4] must have at least 2 dims");
  });
});

describe("grids and broadcasts", () => {
  test("meshgrid repeats each vector along the other dims, the first two swapped for xy", () => {
    const [x, y] = [tensor([1, 2]), tensor([3, 4, 5])];
    const [a, b] = T.meshgrid([x, y]);
    expect([a?.toArray(), b?.toArray()]).toEqual([
      [[1, 1, 1], [2, 2, 2]],
      [[3, 4, 5], [3, 4, 5]],
    ]); // biome-ignore format: one line each
    const [c, d] = T.meshgrid([x, y], { indexing: "xy" });
    expect([c?.toArray(), d?.toArray()]).toEqual([a?.t().toArray(), b?.t().toArray()]);
  });

  test("broadcastTensors expands to broadcastShapes of the shapes, and gradients sum", () => {
    const [a, b] = [ones([2, 1]), ones([3])];
    const shape = T.broadcastShapes([2, 1], [3]);
    expect(T.broadcastTensors(a, b).map((x) => x.shape)).toEqual([shape, shape]);
    const { pullBack } = vjp(() => T.broadcastTensors(a, b)[0]!, [a]);
    expect(pullBack(ones([2, 3]))[0]?.toArray()).toEqual([[3], [3]]);
    expect(() => T.broadcastTensors(ones([2]), ones([3]))).toThrow(
      "broadcastTensors: [2] and [3] do not broadcast",
    );
  });
});

describe("turns and shapes", () => {
  test("rot90 turns as PyTorch does, four turns are none, and k turns are one k times", () => {
    const x = numbered(2, 3, 2);
    expect(T.rot90(tensor([[1, 2], [3, 4]])).toArray()).toEqual([[2, 4], [1, 3]]); // biome-ignore format: one line
    expect(T.rot90(x, { k: 4 }).toArray()).toEqual(x.toArray());
    for (const k of [2, 3, -1]) {
      let turned = x;
      for (let i = 0; i < (k + 4) % 4; i++) turned = T.rot90(turned, { dims: [2, 0] });
      expect(T.rot90(x, { k, dims: [2, 0] }).toArray()).toEqual(turned.toArray());
    }
  });

  test("unflatten undoes flatten", () => {
    fc.assert(
      fc.property(filledSize, filledSize, filledSize, (a, b, c) => {
        const x = numbered(a, b, c);
        expect(T.unflatten(x.flatten(1), -1, [b, -1]).toArray()).toEqual(x.toArray());
        expect(T.unflatten(x.flatten(0, 1), 0, [a, b]).toArray()).toEqual(x.toArray());
      }),
    );
    expect(() => T.unflatten(zeros([2, 6]), 1, [2, 2])).toThrow(
      "unflatten: sizes [2, 2] multiply to 4, not 6",
    );
  });

  test("movedim with lists is the permutation that undoes itself with the lists swapped", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3]), fc.shuffledSubarray([0, 1, 2, 3]), (from, all) => {
        const to = [...all, ...[0, 1, 2, 3].filter((i) => !all.includes(i))].slice(0, from.length);
        const x = zeros([2, 3, 4, 5]);
        const moved = T.movedim(x, from, to);
        expect(to.map((dim) => moved.size(dim))).toEqual(from.map((dim) => x.size(dim)));
        expect(T.movedim(moved, to, from).shape).toEqual(x.shape);
      }),
    );
    expect(() => T.movedim(zeros([2, 3]), [0, 0], [0, 1])).toThrow(
      "movedim: source [0, 0] and destination [0, 1]",
    );
  });
});

describe("diagonals, triangles and views written to", () => {
  test("diag makes a matrix of a vector and takes it back", () => {
    for (const k of [-2, 0, 1]) expect(T.diag(T.diag(arange(3), k), k).toArray()).toEqual([0, 1, 2]);
    expect(() => T.diag(ones([1, 1, 1]))).toThrow("diag: float32[1, 1, 1] must be a vector or a matrix");
  });

  test("trilIndices and triuIndices name the elements that tril and triu keep", () => {
    fc.assert(
      fc.property(size, size, fc.integer({ min: -4, max: 4 }), (rows, columns, offset) => {
        const all = ones([rows, columns]);
        expect(T.trilIndices(rows, columns, { offset }).t().toArray()).toEqual(
          all.tril(offset).nonzero().toArray(),
        );
        expect(T.triuIndices(rows, columns, { offset }).t().toArray()).toEqual(
          all.triu(offset).nonzero().toArray(),
        );
      }),
    );
  });

  test("what a view reads is replaced, and nothing else", () => {
    const x = numbered(3, 4, 2);
    // biome-ignore format: a row a line
    const cases: [(x: Tensor) => Tensor, (x: Tensor, src: Tensor) => Tensor][] = [
      [(t) => t.diagonal({ offset: 1, dim1: 1, dim2: 0 }), (t, src) => T.diagonalScatter(t, src, { offset: 1, dim1: 1, dim2: 0 })],
      [(t) => t.select(1, -2), (t, src) => T.selectScatter(t, src, 1, -2)],
      [(t) => t.slice(1, { start: 1, stop: 9, step: 2 }), (t, src) => T.sliceScatter(t, src, 1, { start: 1, stop: 9, step: 2 })],
      [(t) => T.asStrided(t, [2, 2], [1, 2], { storageOffset: 1 }), (t, src) => T.asStridedScatter(t, src, [2, 2], [1, 2], { storageOffset: 1 })],
    ];
    for (const [view, write] of cases) {
      const src = view(x).add(100);
      const out = write(x, src);
      expect(view(out).toArray()).toEqual(src.toArray());
      expect(out.sub(x).sum().item()).toBe(100 * src.numel);
      const { pullBack } = vjp(write, [x, src]);
      const [ofX, ofSrc] = pullBack(ones(x.shape)) as [Tensor, Tensor];
      expect([ofX.sum().item(), view(ofX).abs().sum().item()]).toEqual([x.numel - src.numel, 0]);
      expect(ofSrc.toArray()).toEqual(ones(src.shape).toArray());
    }
    // Numbers of torch.slice_scatter.
    expect(T.sliceScatter(numbered(2, 5), ones([2, 2]).neg(), 1, { stop: 4, step: 2 }).toArray()).toEqual([
      [-1, 1, -1, 3, 4],
      [-1, 6, -1, 8, 9],
    ]);
    expect(() => T.selectScatter(x, ones([2]), 0, 0)).toThrow(
      "selectScatter: src [2] must have the shape [4, 2]",
    );
  });

  test("unfold is a view of all windows, and an element's gradient is the sum over its windows", () => {
    const x = numbered(2, 5);
    const before = memory().bytes;
    const windows = T.unfold(x, 1, 3, 2);
    expect(memory().bytes).toBe(before);
    expect(windows.toArray()).toEqual(T.stack([x.narrow(1, 0, 3), x.narrow(1, 2, 3)], 1).toArray());
    const { pullBack } = vjp(() => T.unfold(x, 1, 3, 1), [x]);
    expect(pullBack(ones([2, 3, 3]))[0]?.toArray()).toEqual([[1, 2, 3, 2, 1], [1, 2, 3, 2, 1]]); // biome-ignore format: one line
    expect(() => T.unfold(x, 1, 6, 1)).toThrow("unfold: size 6 is larger than 5, the size of dim 1");
  });

  test("asStrided is a view that stays in x, and an element's gradient is the sum over its places", () => {
    const x = numbered(2, 3);
    const before = memory().bytes;
    expect(T.asStrided(x, [2, 3], [2, 1]).toArray()).toEqual([[0, 1, 2], [2, 3, 4]]); // biome-ignore format: one line
    expect(memory().bytes).toBe(before);
    const { pullBack } = vjp(() => T.asStrided(x, [2, 3], [2, 1]), [x]);
    expect(pullBack(ones([2, 3]))[0]?.toArray()).toEqual([[1, 1, 2], [1, 1, 0]]); // biome-ignore format: one line
    expect(() => T.asStrided(x, [2, 3], [2, 2])).toThrow("reach element 6 of float32[2, 3], which has 6");
    expect(() => T.asStrided(x, [2], [1, 1])).toThrow("size [2] and stride [1, 1] must be equally long");
  });
});
