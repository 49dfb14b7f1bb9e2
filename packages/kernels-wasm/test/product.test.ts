import { fromData, randn, type Tensor } from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";
import { describe, expect, test } from "vitest";
import { bitsOf, expectClose, listsOf, strided } from "./contract.ts";
import { backends } from "./hosts.ts";

describe.each(await backends())("%s", (_way, backend) => {
  // Sizes around the tiles of 2 × 24, 2 × 16, 2 × 12 and 4 × 8, the columns of their own, and the blocks of 256, 96
  // and 512.
  const sizes =
    "1 1 1, 3 5 7, 2 3 2, 70 9 3, 3 70 40, 1 300 37, 4 9 8, 5 3 9, 7 300 4, 5 513 21, 8 3 256, 9 1 257, 31 64 300, " +
    "100 0 256, 64 129 263, 97 260 530, 26 7 1029";
  test.each(listsOf(sizes))(
    "(%i, %i) · (%i columns) is the reference's product, transposed or not",
    (n, k, m) => {
      const [a, b] = [randn([n!, k!]), randn([k!, m!])];
      const [x, y] = [a.to(backend), b.to(backend)];
      const close = { relative: 0, absolute: 1e-6 * (k! + 1) + 1e-6 };
      for (const [p, q] of [
        [x, y],
        [strided(x), y],
        [x, strided(y)],
        [strided(x), strided(y)],
      ]) {
        expectClose(p!.matmul(q!), a.matmul(b), "the product", close);
      }
    },
  );

  test("a row, a column or a batch computed by itself has the bits that it has in the whole", () => {
    const [a, b] = [randn([3, 37, 300]).to(backend), randn([3, 300, 45]).to(backend)];
    const whole = a.matmul(b);
    expect(bitsOf(a.select(0, 1).matmul(b.select(0, 1)))).toEqual(bitsOf(whole.select(0, 1)));
    expect(bitsOf(a.narrow(1, 5, 20).matmul(b))).toEqual(bitsOf(whole.narrow(1, 5, 20)));
    expect(bitsOf(a.matmul(b.narrow(2, 3, 30)))).toEqual(bitsOf(whole.narrow(2, 3, 30)));
  });

  test("a few rows have the bits that they have among many, though their matrix is not packed", () => {
    const [a, b] = [randn([40, 523]).to(backend), randn([523, 70]).to(backend)];
    const turned = b.t().clone().t(); // dense columns, as a linear layer's weight
    for (const matrix of [b, b.narrow(1, 0, 67), turned, turned.narrow(1, 0, 67)]) {
      const whole = a.matmul(matrix);
      for (const rows of [4, 5, 11, 23]) {
        expect(bitsOf(a.narrow(0, 2, rows).matmul(matrix))).toEqual(bitsOf(whole.narrow(0, 2, rows)));
      }
    }
    for (const depth of [9, 16, 263, 523]) {
      const [x, y] = [a.narrow(1, 0, depth), b.narrow(0, 0, depth)];
      expect(bitsOf(x.narrow(0, 5, 1).matmul(y))).toEqual(bitsOf(x.matmul(y).narrow(0, 5, 1)));
    }
  });

  test("a linear layer's bias is what an addition behind the product gives, bit for bit", () => {
    for (const [n, k, m] of listsOf("1 300 40, 2 20 9, 5 30 11, 9 0 5, 30 20 7, 100 300 530, 200 128 130")) {
      const [x, w, b] = [[n!, k!], [m!, k!], [m!]].map((shape) => randn(shape).to(backend)) as [
        Tensor,
        Tensor,
        Tensor,
      ];
      const dense = w.t().clone().t(); // dense columns: as a weight (in, out) seen from the other side
      for (const weight of [w, dense]) {
        expect(bitsOf(fused.linear(x, weight, b))).toEqual(bitsOf(fused.linear(x, weight).add(b)));
      }
    }
  });

  test.each(listsOf("3 5 2, 2 6 7, 1 4 9, 5 4 3, 11 8 10"))(
    "batches of (%i, %i) · (%i columns), in any layout and stretched",
    (n, k, m) => {
      const heads = (t: Tensor): Tensor => t.transpose(1, 2).clone().transpose(1, 2);
      const turned = (t: Tensor): Tensor => t.transpose(-1, -2).clone().transpose(-1, -2);
      const [a, b] = [randn([2, 3, n!, k!]), randn([2, 3, k!, m!])];
      const one = (t: Tensor): Tensor => t.select(1, 0).unsqueeze(1);
      const [x, y] = [a.to(backend), b.to(backend)];
      const close = { relative: 0, absolute: 1e-5 };
      for (const got of [x.matmul(y), heads(x).matmul(heads(y)), turned(x).matmul(turned(y))]) {
        expectClose(got, a.matmul(b), "the product", close);
      }
      for (const got of [x.matmul(one(y)), turned(x).matmul(one(turned(y)))]) {
        expectClose(got, a.matmul(one(b)), "the product with one matrix for all", close);
      }
      expectClose(x.select(0, 0).matmul(turned(y)), a.select(0, 0).matmul(b), "a batch for two", close);
    },
  );

  test.each([[[1, 50]], [[1, 1]], [[40, 1]]])("a right operand of %j, stretched", (shape) => {
    const [a, b] = [randn([30, 40]), randn(shape)];
    const got = a.to(backend).matmul(b.to(backend).expand([40, 50]));
    expectClose(got, a.matmul(b.expand([40, 50])), "the product", { relative: 0, absolute: 1e-4 });
  });

  test("nothing is written beside the output", () => {
    const before = fromData(new Float32Array(64).fill(7), [64], { backend });
    randn([5, 6])
      .to(backend)
      .matmul(randn([6, 9]).to(backend));
    expect(new Set(before.dataSync())).toEqual(new Set([7]));
  });
});
