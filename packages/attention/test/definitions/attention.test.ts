import { grad } from "@saccade/autograd";
import { type Tensor, tensor, where, zeros } from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import * as defined from "../../src/definitions/index.ts";
import {
  AdditiveAttention,
  AttentionPooling,
  attend,
  linearAttention,
  maskedSoftmax,
  scaledDotProductAttention,
  slidingWindowAttention,
} from "../../src/index.ts";
import { backends, both, hold, inputsOf, maskOf, seeds, size } from "./hold.ts";
import * as plain from "./plain.ts";

const sizes = { b: size(2), h: size(2), lq: size(5), lk: size(6), d: size(5), dv: size(4), seed: seeds };
const call = fc.record({
  ...sizes,
  masked: fc.constantFrom("none", "pairs", "keys"),
  biased: fc.boolean(),
  causal: fc.boolean(),
  needWeights: fc.boolean(),
  scale: fc.option(fc.double({ min: 0.1, max: 2, noNaN: true }), { nil: undefined }),
});

/** The mask and the bias among further inputs. */
const more = (rest: readonly (Tensor | undefined)[], masked: string, biased: boolean) =>
  ({ mask: masked === "none" ? undefined : rest[0], bias: biased ? rest.at(-1) : undefined }) as const;

/** q, k and v (b, h, n, …), with NaN in keys and values that the mask (b, n) hides, and the mask. */
function wildBehind([q, k, v]: readonly Tensor[], keyMask: Tensor): Tensor[] {
  const here = keyMask.unsqueeze(1).unsqueeze(-1);
  return [q!, where(here, k!, Number.NaN), where(here, v!, Number.NaN), keyMask];
}

describe.each(backends)("on %s", (_name, backend) => {
  test("scaled dot-product attention is its definition, fused or with weights, to the second derivative", () => {
    const property = fc.property(call, ({ b, h, lq, lk, d, dv, seed, masked, biased, ...drawn }) => {
      const { causal, needWeights, scale } = drawn;
      const inputs = inputsOf(seed, [b, h, lq, d], [b, h, lk, d], [b, 1, lk, dv]);
      const mask = maskOf(seed, masked === "pairs" ? [b, h, lq, lk] : [b, 1, 1, lk]);
      hold(backend, {
        definition(q, k, v, ...rest) {
          const terms = more(rest, masked, biased);
          const past = causal ? plain.causalMask(lq, lk) : undefined;
          const allowed = past && terms.mask ? terms.mask.logicalAnd(past) : (terms.mask ?? past);
          const attended = plain.scaledDotProductAttention(q!, k!, v!, { ...terms, mask: allowed, scale });
          return needWeights ? both(attended) : attended.output;
        },
        library(q, k, v, ...rest) {
          const options = { ...more(rest, masked, biased), causal, scale };
          return needWeights
            ? both(scaledDotProductAttention(q!, k!, v!, options))
            : scaledDotProductAttention(q!, k!, v!, { ...options, needWeights: false }).output;
        },
        inputs: [
          ...inputs,
          ...(masked === "none" ? [] : [mask]),
          ...(biased ? inputsOf(seed + 5, [lq, lk]) : []),
        ],
        second: true,
      });
    });
    fc.assert(property, runs(60));
  });

  test("its products leave out what masked keys hold, as by definition", () => {
    const property = fc.property(call, ({ b, lq, lk, d, dv, seed, needWeights }) => {
      const mask = maskOf(seed, [b, lq, lk]);
      const [q, k, v] = inputsOf(seed, [b, lq, d], [b, lk, d], [b, lk, dv]) as [Tensor, Tensor, Tensor];
      const gone = mask.any(-2).logicalNot().unsqueeze(-1); // (b, lk, 1), keys that no query sees
      const wild = (x: Tensor): Tensor => where(gone, Number.NaN, x);
      const inputs = [q, wild(k), wild(v), mask];
      hold(backend, {
        definition: (x, y, z, m) => plain.scaledDotProductAttention(x!, y!, z!, { mask: m }).output,
        library: (x, y, z, m) =>
          scaledDotProductAttention(x!, y!, z!, needWeights ? { mask: m } : { mask: m, needWeights: false })
            .output,
        inputs,
        second: true,
      });
      hold(backend, {
        definition: (x, y, m) => plain.products(x!, y!, m),
        library: (x, y, m) => fused.scoresWhere(x!, y!, m!),
        inputs: [q, wild(k), mask],
        second: true,
      });
      const weights = where(mask, inputsOf(seed + 7, [b, lq, lk])[0]!, 0);
      hold(backend, {
        definition: (w, z, m) => plain.weightedSum(w!, z!, m),
        library: (w, z, m) => fused.matmulWhere(w!, z!, m!),
        inputs: [weights, wild(v), mask],
        second: true,
      });
    });
    fc.assert(property, runs(20));
  });

  test("masked softmax and attention of given scores are their definitions", () => {
    const property = fc.property(call, ({ b, lq, lk, dv, seed }) => {
      const [scores, values] = inputsOf(seed, [b, lq, lk], [b, lk, dv]) as [Tensor, Tensor];
      const mask = maskOf(seed, [b, lq, lk]);
      hold(backend, {
        definition: (x, m) => plain.maskedSoftmax(x!, m),
        library: (x, m) => fused.softmaxWhere(x!, m!, Number.NEGATIVE_INFINITY),
        inputs: [where(mask, scores, Number.NaN), mask],
        second: true,
      });
      hold(backend, {
        definition: (x, v, m) => both(plain.attend(x!, v!, m)),
        library: (x, v, m) => both(attend(x!, v!, { mask: m })),
        inputs: [scores, values, mask],
        second: true,
      });
      const lengths = tensor(
        Array.from({ length: b }, (_, i) => (seed + i) % (lk + 1)),
        { dtype: "int32" },
      );
      hold(backend, {
        definition: (x, n) => plain.maskedSoftmax(x!, plain.lengthsMask(n!, lk)),
        library: (x, n) => maskedSoftmax(x!, n),
        inputs: [scores, lengths],
        second: true,
      });
    });
    fc.assert(property, runs(20));
  });

  test("additive attention is its definition, to the second derivative", () => {
    const property = fc.property(call, ({ b, h, lq, lk, d, dv, seed, masked }) => {
      const attention = new AdditiveAttention(d, dv, 2 * h);
      hold(backend, {
        definition(q, k, v, mask) {
          const { W_q, W_k, w_v } = attention;
          const [x, y] = [q!.matmul(W_q.weight.t()), k!.matmul(W_k.weight.t())];
          return both(plain.attend(plain.additiveScores(x, y, w_v.weight.flatten()), v!, mask));
        },
        library: (q, k, v, mask) => both(attention.forward(q!, k!, v!, undefined, { mask })),
        inputs: [
          ...inputsOf(seed, [b, lq, dv], [b, lk, d], [b, lk, 3]),
          ...(masked === "none" ? [] : [maskOf(seed, [b, lq, lk])]),
        ],
        module: attention,
        second: true,
      });
    });
    fc.assert(property, runs(30));
  });

  test("sliding windows are attention under the mask of their definition", () => {
    const windows = fc.record({ n: size(17), window: size(7), dilation: size(4), blockSize: size(6) });
    const property = fc.property(call, windows, ({ b, h, d, dv, seed, masked, causal }, drawn) => {
      const { n, window, dilation, blockSize } = drawn;
      const given = { window, dilation, causal };
      const inputs = inputsOf(seed, [b, h, n, d], [b, h, n, d], [b, h, n, dv]);
      hold(backend, {
        definition: (q, k, v, keys) =>
          defined.slidingWindowAttention(q!, k!, v!, given, keys?.reshape([b, 1, 1, n])).output,
        library: (q, k, v, keyMask) => slidingWindowAttention(q!, k!, v!, { ...given, blockSize, keyMask }),
        inputs: masked === "none" ? inputs : wildBehind(inputs, maskOf(seed, [b, n])),
        second: true,
      });
    });
    fc.assert(property, runs(20));
  });

  test("linear attention has the weights of its definition", () => {
    const lengths = fc.constantFrom(1, 3, 65, 70);
    const property = fc.property(call, lengths, ({ b, h, lk, d, dv, seed, masked, causal }, n) => {
      const lq = causal ? n : lk;
      const inputs = inputsOf(seed, [b, h, lq, d], [b, h, n, d], [b, h, n, dv]);
      const keys = maskOf(seed, [b, n]);
      hold(backend, {
        definition(q, k, v, some) {
          const present = some?.reshape([b, 1, 1, n]);
          const past = causal ? plain.causalMask(lq, n) : undefined;
          const mask = present && past ? present.logicalAnd(past) : (present ?? past);
          // The gradient of φ at NaN is NaN.
          const clean = present ? where(present.transpose(-2, -1), k!, 0) : k!;
          return defined.linearAttention(q!, clean, v!, mask).output;
        },
        library: (q, k, v, keyMask) => linearAttention(q!, k!, v!, { causal, keyMask }),
        inputs: masked === "none" ? inputs : wildBehind(inputs, keys),
        second: true,
      });
    });
    fc.assert(property, runs(12));
  });

  test("attention pooling is its definition", () => {
    const property = fc.property(call, ({ b, lk, d, dv, seed, masked }) => {
      const pooling = new AttentionPooling(d, dv);
      hold(backend, {
        definition: (x, mask) => both(plain.attentionPooling(x!, pooling.proj, pooling.context, mask)),
        library: (x, keyMask) => both(pooling.forward(x!, { keyMask })),
        inputs: [...inputsOf(seed, [b, lk, d]), ...(masked === "none" ? [] : [maskOf(seed, [b, lk])])],
        module: pooling,
        second: true,
      });
    });
    fc.assert(property, runs(20));
  });
});

test("the feature map of linear attention has the slope 1 at 0, as PyTorch's elu", () => {
  const slope = grad((x: Tensor) => defined.eluPlusOne(x).sum());
  expect(slope(zeros([1])).item()).toBe(1);
});
