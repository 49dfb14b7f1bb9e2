import { valueAndGrad } from "@saccade/autograd";
import { ones, tensor } from "@saccade/tensor";
import { describe, expect, it } from "vitest";
import { Embedding } from "../../src/index.ts";

const rows = [
  [0, 1],
  [2, 3],
  [4, 5],
];

function layer(paddingIdx: number | null = null): Embedding {
  const made = new Embedding(3, 2, { paddingIdx });
  made.loadStateDict({ weight: tensor(rows) });
  return made;
}

describe("Embedding", () => {
  it("looks rows up, for indices of any shape", () => {
    const ids = tensor(
      [
        [2, 0],
        [2, 1],
      ],
      { dtype: "int32" },
    );
    expect(layer().forward(ids).toArray()).toEqual([
      [rows[2], rows[0]],
      [rows[2], rows[1]],
    ]);
    expect(
      layer()
        .forward(tensor(1, { dtype: "int32" }))
        .toArray(),
    ).toEqual(rows[1]);
  });

  it("adds the gradients of repeated rows, and gives the padding row none", () => {
    const ids = tensor([2, 0, 2], { dtype: "int32" });
    const gradient = (e: Embedding): unknown =>
      valueAndGrad(
        () =>
          e
            .forward(ids)
            .mul(ones([3, 2]))
            .sum(),
        e.parameters(),
      ).grads[0]!.toArray();
    expect(gradient(layer())).toEqual([
      [1, 1],
      [0, 0],
      [2, 2],
    ]);
    expect(gradient(layer(2))).toEqual([
      [1, 1],
      [0, 0],
      [0, 0],
    ]);
    expect(gradient(layer(-1))).toEqual([
      [1, 1],
      [0, 0],
      [0, 0],
    ]);
    expect(layer(2).forward(ids).toArray()).toEqual([rows[2], rows[0], rows[2]]);
  });

  it("refuses indices that are no rows", () => {
    expect(() => layer().forward(tensor([3], { dtype: "int32" }))).toThrow(/3/);
    expect(() => new Embedding(3, 2, { paddingIdx: 3 })).toThrow(/paddingIdx must be .* got 3/);
  });
});
