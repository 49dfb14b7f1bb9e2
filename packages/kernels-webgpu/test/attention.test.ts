import { arange, bernoulli, Generator, ones, randn, type Tensor, where } from "@saccade/tensor";
import { apply, ops, type ScaledDotProductAttrs } from "@saccade/tensor/backend";
import * as fused from "@saccade/tensor/fused";
import { describe, expect, test } from "vitest";
import { holdAgainstReference } from "../../kernels-wasm/test/contract.ts";
import { devices, dispatchesOf, gpu } from "./gpu.ts";

// The contract's cases have few queries, which have a kernel of their own: these have tiles, and more than one.

const plain = { scale: 0.3, causal: false, masked: false, biased: false, dropout: 0, state: null };
const state = { seed: [5, 7], offset: 3 } as const;
const close = { relative: 1e-4, absolute: 1e-5 };
const generator = new Generator(4);
const any = (...shape: number[]): Tensor => randn(shape, { generator });
const mask = (...shape: number[]): Tensor => bernoulli(0.6, shape, { generator });

/** Attention's output and, where each row has a finite one, ln Σ exp. */
function attention(options: Partial<ScaledDotProductAttrs>): (...xs: Tensor[]) => readonly Tensor[] {
  const attrs = { ...plain, ...options };
  return (q, k, v, ...more) => {
    const both = apply(ops.scaledDotProduct, [q!, k!, v!, ...more], attrs);
    return attrs.masked ? [both[0]] : both;
  };
}

/** Heads of a packed projection, (b, l, h, d), as (b, h, l, d). */
const heads = (x: Tensor): Tensor => x.transpose(1, 2);

// Software has a tile a thread, hardware one a workgroup.
for (const { place, backend, tags } of devices) {
  describe.skipIf(typeof gpu === "string")(place, { tags }, () => {
    // biome-ignore format: a row a line
    const cases: [string, Partial<ScaledDotProductAttrs>, () => Tensor[]][] = [
      ["several tiles, causal", { causal: true }, () => [any(2, 40, 20), any(2, 70, 20), any(2, 70, 9)]],
      ["heads in groups, and lengths", { masked: true }, () => [heads(any(2, 37, 4, 8)).reshape([2, 2, 2, 37, 8]), any(2, 2, 1, 45, 8), any(2, 2, 1, 45, 8), mask(2, 1, 1, 1, 45)]],
      ["short sequences, a mask of pairs, a bias and dropout", { masked: true, biased: true, causal: true, dropout: 0.3, state }, () => [any(2, 13, 6), any(13, 6), any(2, 13, 6), mask(13, 13), any(13)]],
      ["wide heads", {}, () => [any(12, 70), any(14, 70), any(14, 140)]],
    ];
    for (const [name, options, inputs] of cases) {
      // The short suite has the case with all options.
      const isFirst = options.masked && options.biased;
      test(
        `attention of ${name}: values and gradients are the reference's`,
        { tags: isFirst ? [] : "all" },
        () => holdAgainstReference(backend(), attention(options), inputs(), { close }),
      );
    }

    const programmed =
      "programs of scores and masks become WGSL; those with more operands, and learned ones, are composed";
    test(programmed, { tags: "all" }, async () => {
      const positions = (n: number): Tensor => arange(0, n, 1, { dtype: "int32" });
      const steps: fused.ScoreStep[] = [
        { op: "score" },
        { op: "operand", operand: 0 },
        { op: "operand", operand: 1 },
        { op: "sub", a: 2, b: 1 },
        { op: "constant", value: -0.1 },
        { op: "mul", a: 3, b: 4 },
        { op: "add", a: 0, b: 5 },
        { op: "tanh", a: 6 },
        { op: "constant", value: 9 },
        { op: "lt", a: 3, b: 8 },
        { op: "constant", value: Number.NEGATIVE_INFINITY },
        { op: "eq", a: 3, b: 4 },
        { op: "where", condition: 9, a: 7, b: 10 },
        { op: "ge", a: 1, b: 2 },
      ];
      const program = new fused.ScoreProgram({ steps, score: 12, mask: 13, tables: [false, false] });
      const places = [positions(40).reshape([40, 1]), positions(70)];
      const inputs = [any(2, 40, 20), any(2, 70, 20), any(2, 70, 9), ...places];
      const f = (...xs: Tensor[]): Tensor => attention({ program })(...xs)[0]!;
      holdAgainstReference(backend(), f, inputs, { close });
      const [q, k, v, ...rest] = inputs.map((x) => x.to(backend()));
      const attrs = { ...plain, program };
      expect(
        await dispatchesOf(() => apply(ops.scaledDotProduct, [q!, k!, v!, ...rest], attrs), backend()),
      ).toBe(1);

      const gathers: fused.ScoreStep[] = [
        ...steps.slice(0, 4),
        { op: "constant", value: 39 },
        { op: "add", a: 3, b: 4 },
        { op: "gather", operand: 2, index: 5 },
        { op: "add", a: 0, b: 6 },
      ];
      const tables = [false, false, true];
      const gathering = new fused.ScoreProgram({ steps: gathers, score: 7, mask: null, tables });
      const g = (...xs: Tensor[]): Tensor => attention({ program: gathering, learned: 1 })(...xs)[0]!;
      holdAgainstReference(backend(), g, [...inputs, any(2, 1, 110)], { close });
    });

    test("a query to be decoded among many keys has the reference's values", () => {
      const inputs = [any(2, 3, 1, 24), any(2, 3, 300, 24), any(2, 3, 300, 40)];
      holdAgainstReference(backend(), attention({}), inputs, { close, gradients: false });
    });

    const scored =
      "masked products and additive scores of more than a tile: values and gradients are the reference's";
    test(scored, { tags: "all" }, () => {
      const allowed = mask(3, 40, 50);
      const scores = (a: Tensor, b: Tensor): Tensor => fused.scoresWhere(a, b, allowed.to(a.backend));
      const sums = (a: Tensor, b: Tensor): Tensor => {
        const own = allowed.to(a.backend);
        return fused.matmulWhere(where(own, a, 0), b, own);
      };
      const odd = where(allowed.any([0, 1]).unsqueeze(1), 0, Number.NaN);
      holdAgainstReference(backend(), (a, b) => scores(a!, b!), [any(3, 40, 20), any(3, 50, 20).add(odd)], {
        close,
      });
      holdAgainstReference(backend(), (a, b) => sums(a!, b!), [any(3, 40, 50), any(3, 50, 70).add(odd)], {
        close,
      });
      const additive = [any(3, 11, 24), any(3, 13, 24), any(24)];
      holdAgainstReference(backend(), (q, k, v) => fused.additiveScores(q!, k!, v!), additive, { close });
    });

    test("attention and its gradients take one and three kernels", async () => {
      const inputs = [any(2, 12, 8), any(2, 12, 8), any(2, 12, 8)].map((x) => x.to(backend()));
      const [q, k, v] = inputs as [Tensor, Tensor, Tensor];
      const attrs = { ...plain, causal: true };
      const attend = () => apply(ops.scaledDotProduct, [q, k, v], attrs);
      expect(await dispatchesOf(attend, backend())).toBe(1);
      const [output, sums] = attend();
      const back = () => apply(ops.scaledDotProductBackward, [output, sums, output, sums, q, k, v], attrs);
      expect(await dispatchesOf(back, backend())).toBe(3);
    });

    const excluded =
      "keys and values that a mask excludes have no effect, even if they are NaN; queries without a key give zeros";
    test(excluded, { tags: "all" }, () => {
      const [q, k, v] = [any(15, 6), any(15, 6), any(15, 6)];
      const allowed = mask(15, 15)
        .logicalAnd(ones([15, 15]).tril().gt(0))
        .logicalAnd(any(15, 1).gt(-0.5));
      const odd = where(allowed.any(0).unsqueeze(1), 0, Number.NaN);
      const f = attention({ masked: true });
      holdAgainstReference(backend(), f, [q, k.add(odd), v.add(odd), allowed], { close });
      // A NaN among the allowed keys shows in the rows that see it, and in no other.
      const some = k.add(where(any(15, 1).gt(1), Number.NaN, 0));
      holdAgainstReference(backend(), f, [q, some, v, allowed], { close });
      const own = where(allowed, some.matmul(q.transpose(0, 1)), 0);
      holdAgainstReference(backend(), (a, b, m) => fused.matmulWhere(a!, b!, m!), [own, v, allowed], {
        close,
      });
    });

    const biased =
      "biases that are far too large for float32 sums, in whole rows, leave weights and gradients as they are";
    test(biased, { tags: "all" }, () => {
      const bias = any(15, 1).gt(0).to("float32").mul(-1e9).expand([15, 16]);
      const inputs = [any(15, 6), any(16, 6), any(16, 6)].map((x) => x.mul(1e-3));
      const f = attention({ biased: true });
      holdAgainstReference(backend(), (...xs) => f(...xs, bias.to(xs[0]!.backend))[0]!, inputs, { close });
    });
  });
}
