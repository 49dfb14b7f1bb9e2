import { vjp } from "@saccade/autograd";
import { cat, Generator, multinomial, randn, type Tensor, tensor } from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";
import { describe, expect, test } from "vitest";
import { holdAgainstReference, type Program } from "../../kernels-wasm/test/contract.ts";
import { backend, dispatchesOf, gpu } from "./gpu.ts";

const any = (...shape: number[]): Tensor => randn(shape, { generator: new Generator(shape.length) });

/** Holds a program against the reference; returns the dispatches that it takes. */
async function held(program: Program, inputs: readonly Tensor[]): Promise<number> {
  holdAgainstReference(backend(), program, inputs, { gradients: false });
  const there = inputs.map((x) => x.to(backend()));
  return dispatchesOf(() => program(...there));
}

describe.skipIf(typeof gpu === "string")("rows on the GPU", () => {
  describe("folds of long rows are cut, and their parts joined", () => {
    const folds: Readonly<Record<string, (x: Tensor) => Tensor | readonly Tensor[]>> = {
      "sum over all": (x) => x.square().sum(),
      "sum over the batch": (x) => x.square().sum(0),
      "variance over the batch": (x) => x.var(0),
      "logsumexp over the batch": (x) => x.logsumexp(0),
      "max over all": (x) => [x.max(), x.argmax()],
      "max over the batch": (x) => Object.values(x.max(0)),
      "max over the batch, transposed": (x) => Object.values(x.t().max(1)),
    };
    test.each(Object.entries(folds))("%s", async (_name, fold) => {
      // Two parts for each column, and many for the whole.
      await held((x) => fold(x!), [any(2100, 19)]);
    });

    test("a bias's gradient takes one dispatch, and two where the batch is large", async () => {
      expect(await held((x) => x!.sum([0, 1]), [any(4, 32, 24)])).toBe(1);
      expect(await held((x) => x!.sum([0, 1]), [any(4, 600, 24)])).toBe(2);
    });
  });

  describe("losses of classes", () => {
    const targets = (...shape: number[]): Tensor =>
      any(...shape)
        .mul(1000)
        .abs()
        .to("int32")
        .remainder(40);
    const options = { dim: 1, ignoreIndex: 7 };
    const masked = (x: Tensor, t: Tensor): Tensor => x.maskedFill(t.eq(7).unsqueeze(1), Number.NaN);

    test.each([0, 0.1])(
      "long rows, weights, targets that are ignored: smoothing %s",
      { tags: "all" },
      (labelSmoothing) => {
        const inputs = [any(2, 40, 17), targets(2, 17), any(40).mul(9).abs().to("int32")];
        for (const turned of [false, true]) {
          holdAgainstReference(
            backend(),
            (x, t, numbers) => {
              // Of whole numbers: no gradient is asked of them.
              const weight = numbers!.to("float32");
              const logits = masked(turned ? x!.transpose(1, 2).contiguous().transpose(1, 2) : x!, t!);
              const some = { ...options, labelSmoothing };
              return [
                fused.crossEntropy(logits, t!, { ...some, weight }),
                fused.crossEntropy(logits, t!, some),
                fused.nllLoss(logits, t!, { ...options, weight }),
                fused.nllLoss(logits, t!, options),
              ];
            },
            inputs,
          );
        }
      },
    );

    test("an infinite logit", () => {
      const inf = Number.POSITIVE_INFINITY;
      const x = tensor([[1, -inf, 2], [inf, 0, 2], [-inf, -inf, 3]]); // biome-ignore format: one line
      const t = tensor([0, 2, 0], { dtype: "int32" });
      holdAgainstReference(backend(), (x, t) => fused.crossEntropy(x!, t!), [x, t], { gradients: false });
      const wide = x.pad([0, 40], { value: -1 });
      holdAgainstReference(backend(), (x, t) => fused.crossEntropy(x!, t!), [wide, t], { gradients: false });
    });
  });

  test.each(["layerNorm", "rmsNorm"] as const)(
    "%s: back through long rows it takes one dispatch, and one for the weights",
    async (name) => {
      const attrs = { dims: 1, eps: 1e-5 };
      const norm = (x: Tensor, ...weights: Tensor[]): Tensor =>
        name === "layerNorm"
          ? fused.layerNorm(x, weights, attrs)
          : fused.rmsNorm(x, weights[0] ?? null, attrs);
      const both: Program = (g, ...given) => {
        const { value, pullBack } = vjp(norm, given as [Tensor, ...Tensor[]]);
        return [value, ...pullBack(g!)];
      };
      const [g, x, weight, bias] = [any(5, 16, 40), any(5, 16, 40).add(3), any(40), any(40)];
      expect(await held(both, [g, x])).toBe(2);
      expect(await held(both, [g, x, weight, ...(name === "layerNorm" ? [bias] : [])])).toBe(3);
    },
  );

  test.each([1, 2, 3, Number.POSITIVE_INFINITY])(
    "the %s-norm of many tensors takes few dispatches",
    { tags: "all" },
    async (p) => {
      const sizes = [1, 7, 5000, 30, 0, 9000, 12, 256, 4097, 3];
      const tensors = [...sizes.map((size) => any(size)), any(6, 10, 8)];
      const norm: Program = (...xs) => {
        const odd = xs.at(-1)!;
        return fused.totalNorm(
          [...xs, odd.permute([2, 0, 1]), odd.slice(1, { step: 3 }), odd.mean().expand([4, 5])],
          p,
        );
      };
      // Thirteen tensors with elements in two dispatches, the mean, and the parts.
      expect(await held(norm, tensors)).toBeLessThanOrEqual(5);
    },
  );

  describe("results that are put together", () => {
    test("nine tensors are joined in two dispatches", async () => {
      const parts = [1, 2, 1, 5, 0, 3, 1, 1, 4, 2].map((size) => any(3, size, 2));
      expect(await held((...xs) => cat(xs, 1), parts)).toBe(2);
      expect(await held((...xs) => cat([...xs.slice(0, 3), xs[3]!.to("int32")], 1), parts)).toBe(2);
    });

    test("padding, running sums and gradients of windows take one dispatch each", async () => {
      const x = any(4, 6);
      expect(await held((x) => x!.pad([1, 2, -1, 3], { value: 7 }), [x])).toBe(1);
      const back =
        (view: (x: Tensor) => Tensor): Program =>
        (x) =>
          vjp(view, [x!]).pullBack(view(x!));
      const windows: readonly ((x: Tensor) => Tensor)[] = [
        (x) => x.slice(1, { start: 1, step: 2 }),
        (x) => x.select(0, 2),
        (x) => x.diagonal({ offset: 1 }),
        (x) => x.t().narrow(0, 2, 3),
      ];
      for (const window of windows) expect(await held(back(window), [x])).toBe(1);
    });

    test("an embedding's gradient, of cotangents and indices of any strides", async () => {
      const ids = any(40, 30).mul(100).abs().to("int32").remainder(9);
      const back: Program = (weight, ids, g) => {
        const { pullBack } = vjp((w) => w.embedding(ids!.t(), { paddingIdx: 3 }), [weight!]);
        return pullBack(g!.permute([2, 1, 0]));
      };
      const before = backend().onHost.get("embeddingGradient");
      // One dispatch there, one back.
      expect(await held(back, [any(9, 70), ids, any(70, 40, 30)])).toBe(2);
      expect(backend().onHost.get("embeddingGradient")).toBe(before);
    });
  });

  describe("ranks and draws", () => {
    // Few different numbers, so that many are equal; −0, infinities and NaN among them.
    const ties = (...shape: number[]): Tensor => {
      const x = any(...shape)
        .mul(3)
        .round();
      return x.div(x.eq(2).logicalOr(x.eq(3)).logicalNot().to("float32"));
    };

    test.each([700, 1500])(
      "the first of %s elements, by value, and equal ones by place",
      { tags: "all" },
      async (n) => {
        const x = ties(2, n, 2);
        for (const largest of [true, false])
          expect(await held((x) => Object.values(x!.topk(9, 1, { largest })), [x])).toBe(1);
        expect(await held((x) => Object.values(x!.to("int32").topk(3, 1)), [any(2, n, 2).mul(3)])).toBe(2);
      },
    );

    test("sorted rows", async () => {
      const x = ties(3, 300);
      for (const descending of [true, false])
        expect(await held((x) => Object.values(x!.t().sort(0, { descending })), [x])).toBe(1);
    });

    test.each([true, false])("draws from long rows (replacement: %s)", async (replacement) => {
      const draw: Program = (x) => multinomial(x!, 40, { replacement, generator: new Generator(5) });
      // Whole numbers, whose sums are exact in float32 too.
      const weights = any(3, 1000).mul(5).round().clamp({ min: 0 });
      expect(await held(draw, [weights])).toBe(1);
    });
  });
});
