import { scaledDotProductAttention } from "@saccade/attention";
import { vjp } from "@saccade/autograd";
import { MultiHeadSublayer } from "@saccade/models/seeds";
import * as nn from "@saccade/nn";
import * as t from "@saccade/tensor";
import { apply, ops } from "@saccade/tensor/backend";
import * as fused from "@saccade/tensor/fused";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { wasmBackend } from "../src/index.ts";
import { hostFacts } from "../src/variant.ts";
import { calls, listsOf } from "./contract.ts";

// Results must not depend on the number of threads, to the last bit: every program here is large enough to be cut.

const variants = hostFacts().relaxedSimd ? [false, true] : [false];
const counts = [1, 2, 3];

type Program = (make: (...shape: number[]) => t.Tensor) => t.Tensor | readonly t.Tensor[];

async function expectEqualBits(): Promise<(program: Program) => void> {
  const backends = await Promise.all(
    variants.map((relaxed) => Promise.all(counts.map((threads) => wasmBackend({ relaxed, threads })))),
  );
  return (program) => {
    for (const alike of backends) {
      const results = alike.map((backend) =>
        t.scope(() => {
          t.setBackend(backend);
          const generator = new t.Generator(7);
          const make = (...shape: number[]): t.Tensor => t.randn(shape, { generator });
          return [program(make)].flat().map((y) => bitsOf((y as t.Tensor).dataSync()));
        }),
      );
      for (const [i, result] of results.entries()) {
        for (const [j, bits] of result.entries()) {
          const first = results[0]![j]!;
          const same = bits.length === first.length && bits.every((byte, k) => byte === first[k]);
          if (!same) expect.fail(`result ${j} differs on ${counts[i]} threads`);
        }
      }
    }
  };
}

function bitsOf({ buffer, byteOffset, byteLength }: t.TypedArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

afterEach(() => t.setBackend(t.referenceBackend()));

const check = await expectEqualBits();

/** Sizes whose product is about `count`, in any proportion. */
const shapeOf = (count: number, dims: number): fc.Arbitrary<number[]> =>
  fc
    .array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: dims, maxLength: dims })
    .map((parts) => {
      const sum = parts.reduce((a, b) => a + b);
      return parts.map((part) => Math.max(1, Math.round(count ** (part / sum))));
    });

/** Checks the programs of some random draws. */
function checkDrawn<Drawn extends unknown[]>(
  draws: fc.Arbitrary<Drawn>,
  program: (...drawn: Drawn) => Program,
): void {
  fc.assert(
    fc.property(draws, (drawn) => check(program(...drawn))),
    { numRuns: 8 },
  );
}

describe("threads do not change a bit of", () => {
  test("matrix products", () =>
    checkDrawn(
      fc.tuple(shapeOf(1_500_000, 4), fc.boolean(), fc.boolean()),
      ([batch, n, k, m], left, right) =>
        (make) => {
          const a = left ? make(batch!, k!, n!).transpose(1, 2) : make(batch!, n!, k!);
          const b = right ? make(batch!, m!, k!).transpose(1, 2) : make(batch!, k!, m!);
          return [a.matmul(b), a.matmul(b.select(0, 0)), a.select(0, 0).matmul(b.select(0, 0))];
        },
    ));

  test("large and skinny matrix products", () => {
    for (const [n, k, m] of listsOf("300 300 300, 640 32 200, 64 32 96, 5000 40 1, 3 700 500, 500 700 2")) {
      check((make) => [make(n!, k!).matmul(make(k!, m!)), make(k!, n!).t().matmul(make(m!, k!).t())]);
    }
  });

  test("elementwise operations, broadcast and strided", () =>
    checkDrawn(
      fc.tuple(
        shapeOf(50_000, 3),
        fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
        fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
      ),
      (shape, ones, order) => (make) => {
        const inverse = order.map((_, d) => order.indexOf(d));
        const a = make(...shape);
        const b = make(...shape.map((size, d) => (ones[d] ? 1 : size)));
        const turned = make(...order.map((d) => shape[d]!)).permute(inverse);
        const mixed = [b.mul(turned), turned.sub(a), turned.le(b), a.div(turned)];
        return [a.add(b), a.gt(b), t.where(a.gt(b), b, turned), ...mixed];
      },
    ));

  test("functions", () =>
    checkDrawn(fc.tuple(fc.integer({ min: 6000, max: 60_000 })), (n) => (make) => {
      const x = make(n);
      return [
        ...[...calls(x, "exp tanh sigmoid gelu neg relu square softplus"), ...calls(x.abs(), "log sqrt")],
        ...[x.clamp({ min: -1, max: 0.5 }), x.pow(3)],
      ];
    }));

  test("copies in another order, and concatenations", () =>
    checkDrawn(
      fc.tuple(shapeOf(60_000, 4), fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), fc.nat(3)),
      (shape, order, dim) => (make) => {
        const x = make(...shape);
        const copies = [x.permute(order).contiguous(), x.gt(0).permute(order).contiguous()];
        return [...copies, t.cat([x, x], dim), x.pad([1, 2, 0, 1], { value: 3 })];
      },
    ));

  test("softmax, sums and extremes along every dim", () =>
    checkDrawn(fc.tuple(shapeOf(60_000, 3), fc.nat(2)), (shape, dim) => (make) => {
      const x = make(...shape);
      const narrow = make(4001, 20);
      return [
        ...calls(x, "softmax logSoftmax logsumexp sum amax amin", dim),
        ...[x.gt(0).sum(dim), x.to("int32").sum(dim), x.sum()],
        ...[x.sum([0, 2]), x.amax([0, 2]), narrow.sum(0), narrow.sum(1), narrow.amin(0)],
      ];
    }));

  test("softmax under a mask, and the gradients of every softmax", () =>
    checkDrawn(
      fc.tuple(shapeOf(60_000, 3), fc.nat(2), fc.constantFrom(-Infinity, -1)),
      (shape, dim, fill) => (make) => {
        const [x, g] = [make(...shape), make(...shape)];
        const allowed = make(shape.at(-1)!).gt(0);
        const masked = fused.softmaxWhere(x, allowed, fill);
        return [
          masked,
          apply(ops.softmaxWhereBackward, [g, masked, allowed], { fill })[0],
          apply(ops.softmaxBackward, [g, x.softmax(dim)], { dim })[0],
          apply(ops.logSoftmaxBackward, [g, x.logSoftmax(dim)], { dim })[0],
        ];
      },
    ));

  test("attention with dropout, and its gradients", () => {
    const attrs = { scale: 0.3, causal: true, masked: false, biased: false, dropout: 0.2 };
    check((make) => {
      const [q, k, v] = [make(2, 3, 150, 20), make(2, 3, 150, 20), make(2, 3, 150, 20)];
      const state = { seed: [1, 2] as const, offset: 3 };
      const run = (a: t.Tensor, b: t.Tensor, c: t.Tensor): t.Tensor =>
        apply(ops.scaledDotProduct, [a, b, c], { ...attrs, state })[0];
      const { value, pullBack } = vjp(run, [q, k, v]);
      return [value, ...pullBack(make(2, 3, 150, 20))];
    });
  });

  test("what attention tells of its weights, of one head and of many", () => {
    const plain = { scale: 0.3, masked: false, biased: false, dropout: 0, state: null };
    for (const heads of [1, 3, 9]) {
      check((make) => {
        const [q, k, v] = [make(heads, 150, 20), make(heads, 170, 20), make(heads, 170, 20)];
        const all = apply(ops.attentionTells, [q, k, v], { ...plain, causal: heads === 3, top: 4 });
        const run = (...xs: t.Tensor[]): readonly t.Tensor[] => {
          const told = fused.attentionTells(xs[0]!, xs[1]!, xs[2]!, 1);
          return [told.entropy, told.columnSums];
        };
        const { pullBack } = vjp(run, [q, k, v]);
        return [...all, ...pullBack([make(heads, 150), make(heads, 170)])];
      });
    }
  });

  test("random numbers", () => {
    check((make) => [make(50_001), t.rand([9001], { generator: new t.Generator(3) })]);
  });

  test("optimizer steps", () => {
    const optimizers = [
      (net: nn.Linear) => new nn.SGD(net, { lr: 0.1, momentum: 0.9, nesterov: true }),
      (net: nn.Linear) => new nn.AdamW(net, { lr: 0.1, amsgrad: true }),
      (net: nn.Linear) => new nn.RMSprop(net, { lr: 0.1, centered: true, momentum: 0.5 }),
      (net: nn.Linear) => new nn.Adagrad(net, { lr: 0.1 }),
    ];
    for (const make of optimizers) {
      check((x) => {
        t.manualSeed(5);
        const net = new nn.Linear(100, 301);
        const optimizer = make(net);
        for (let i = 0; i < 3; i++) optimizer.step(() => net.forward(x(7, 100)).square().sum());
        return Object.values(net.stateDict());
      });
    }
  });

  test("training steps of recurrent layers, attention, layer norm, dropout and cross-entropy", () => {
    class Net extends nn.Module {
      readonly embedding = new nn.Embedding(50, 64);
      readonly gru: nn.GRU;
      readonly lstm: nn.LSTM;
      readonly attention = new MultiHeadSublayer(4, 64, 16, 16, { dropout: 0.1 });
      readonly norm = new nn.LayerNorm(64);
      readonly dropout = new nn.Dropout(0.2);
      readonly out = new nn.Linear(64, 50);

      constructor(layers: number) {
        super();
        this.gru = new nn.GRU(64, 64, { numLayers: layers, bidirectional: false });
        this.lstm = new nn.LSTM(64, 64);
      }

      forward(tokens: t.Tensor): t.Tensor {
        const x = this.lstm.forward(this.gru.forward(this.embedding.forward(tokens)).output).output;
        const y = x.transpose(0, 1);
        const fused = scaledDotProductAttention(y, y, y, { causal: true, needWeights: false }).output;
        const { output } = this.attention.forward(y, fused, y);
        return this.out.forward(this.dropout.forward(this.norm.forward(y.add(output))));
      }
    }
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 20 }), fc.integer({ min: 17, max: 70 }), (steps, batch) => {
        check(() => {
          t.manualSeed(5);
          const net = new Net(2);
          const optimizer = new nn.Adam(net, { lr: 0.01 });
          const tokens = t.randint(0, 50, [steps, batch]);
          const losses = [0, 1].map(() =>
            optimizer.step(() =>
              nn.crossEntropy(net.forward(tokens).reshape([-1, 50]), tokens.t().reshape([-1])),
            ),
          );
          return [...losses, ...Object.values(net.stateDict())];
        });
      }),
      { numRuns: 3 },
    );
  });
});
