import { compile, noGrad, valueAndGrad } from "@saccade/autograd";
import { arange, randn, type Tensor, tensor, zeros } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as nn from "../../src/index.ts";
import { near } from "../helpers.ts";
import { gradCheckModule } from "../module/grad-check-module.ts";

const x = tensor([1, 2, 3, 5, 4, 0, 2, -2]).reshape([2, 2, 2]);

// All numbers are PyTorch's.
describe("batch norm", () => {
  const make = (momentum: number | null): nn.BatchNorm1d => {
    const norm = new nn.BatchNorm1d(2, { momentum });
    norm.loadStateDict({ weight: tensor([2, -1]), bias: tensor([0.5, 1]) }, { strict: false });
    return norm;
  };
  test("has PyTorch's outputs, gradients and state, in training and in eval mode", () => {
    const norm = make(0.25);
    const weights = arange(8).reshape([2, 2, 2]);
    const { weight, bias } = norm;
    const { value, grads } = valueAndGrad(() => {
      const y = norm.forward(x);
      return { loss: y.mul(weights).sum(), y };
    }, [x, weight!, bias!]);
    near(value.y, [-0.5141828, 0.8380609, 0.6077679, -0.176696, 3.5425482, -1.8664264, 1, 2.5689278]);
    near(
      grads[0]!,
      [-3.3226562, -2.0476832, 0.724121, -0.1810289, 1.8545065, 3.5158327, -0.588348, 0.0452559],
    );
    near(grads[1]!, [0.3380609, -6.6679435]);
    near(grads[2]!, [10, 18]);
    near(norm.running_mean!, [0.4375, 0.5]);
    near(norm.running_var!, [1.4791667, 2.9166667]);
    expect(norm.num_batches_tracked!.item()).toBe(1);
    near(
      norm.eval().forward(x),
      [1.4250016, 3.0694489, -0.4638476, -1.6349256, 6.3583436, -0.2194457, 0.1216915, 2.4638477],
    );
  });

  test("averages the statistics of all batches with momentum null", () => {
    const norm = make(null);
    norm.forward(x);
    norm.forward(x.mul(2));
    near(norm.running_mean!, [2.625, 3]);
    near(norm.running_var!, [7.291667, 21.666668]);
  });

  test("is saved under PyTorch's names, and read back", () => {
    const norm = make(0.25);
    norm.forward(x);
    const names = ["weight", "bias", "running_mean", "running_var", "num_batches_tracked"];
    expect(Object.keys(norm.stateDict())).toEqual(names);
    const other = new nn.BatchNorm1d(2).eval();
    other.loadStateDict(nn.fromSafetensors(nn.toSafetensors(norm)).tensors);
    expect(other.forward(x).toArray()).toEqual(norm.eval().forward(x).toArray());
  });

  test("may run in both modes in one step, whose gradients see the statistics of their time", () => {
    const norm = make(0.25);
    const { grads } = valueAndGrad(() => {
      const before = norm.eval().forward(x);
      return before.add(norm.train().forward(x)).sum();
    }, [norm.weight!]);
    // Of the sums of x by channel, divided by √(1 + eps), and 0.
    near(grads[0]!.mul(Math.sqrt(1.00001)), [7, 8]);
    expect(norm.num_batches_tracked!.item()).toBe(1);
  });

  test("a captured step updates the statistics at each replay, bit for bit", () => {
    const run = (wrap: <F extends (x: Tensor) => Tensor>(step: F) => (x: Tensor) => Tensor) => {
      const net = new nn.Sequential(
        new nn.Linear(3, 4),
        new nn.BatchNorm1d(4, { momentum: null }),
        new nn.Linear(4, 1),
      );
      const ones = Object.entries(net.stateDict()).map(([name, value]) => [name, value.mul(0).add(1)]);
      net.loadStateDict(Object.fromEntries(ones));
      net.loadStateDict({ "0.weight": arange(12).reshape([4, 3]) }, { strict: false });
      const optimizer = new nn.SGD(net, { lr: 0.1 });
      const step = wrap((batch: Tensor) => optimizer.step(() => net.forward(batch).square().mean()));
      for (let i = 0; i < 5; i++) step(arange(15).reshape([5, 3]).mul(i).sin());
      return Object.values(net.stateDict()).map((value) => value.toArray());
    };
    expect(run(compile)).toEqual(run((step) => step));
  });

  test("without running statistics has no buffers, and normalizes by the input's in eval mode too", () => {
    const norm = new nn.BatchNorm1d(2, { trackRunningStats: false });
    expect(Object.keys(norm.stateDict())).toEqual(["weight", "bias"]);
    near(norm.eval().forward(x), new nn.BatchNorm1d(2).forward(x));
  });

  test("has the gradients of its definition", () => {
    const [volumes, rows] = [new nn.BatchNorm3d(2), new nn.BatchNorm1d(2, { affine: false })];
    const draw = (...shape: number[]): Tensor => randn(shape, { dtype: "float64" });
    gradCheckModule(volumes.to("float64"), (x) => volumes.forward(x), [draw(3, 2, 1, 2, 1)], { order: 2 });
    gradCheckModule(rows.to("float64").eval(), (x) => rows.forward(x), [draw(4, 2)]);
  });

  test("refuses one value per channel, other sizes, and missing statistics", () => {
    expect(() => new nn.BatchNorm1d(2).forward(zeros([1, 2]))).toThrow(/one value per channel.*eval\(\)/);
    expect(() => new nn.BatchNorm2d(2).forward(zeros([2, 3, 1, 1]))).toThrow(/numFeatures/);
    expect(() => nn.functional.batchNorm(zeros([2, 3]))).toThrow(/there are no running statistics/);
    expect(() => nn.functional.batchNorm(zeros([2, 3]), zeros([3]))).toThrow(/without the other/);
    expect(() => nn.functional.batchNorm(zeros([2, 3]), zeros([2]), zeros([2]))).toThrow(
      "batchNorm: runningMean is [2], expected [3]: one for each channel of input [2, 3].",
    );
    const net = new nn.BatchNorm1d(2).to("float64");
    expect(() => net.forward(zeros([2, 2]))).toThrow(/float64/);
  });
});

test("instance norm has PyTorch's outputs and statistics", () => {
  const norm = new nn.InstanceNorm1d(2, { affine: true, trackRunningStats: true });
  near(
    norm.forward(x),
    [-0.99998, 0.99998, -0.999995, 0.999995, 0.9999987, -0.9999987, 0.9999987, -0.9999987],
  );
  near(norm.running_mean!, [0.175, 0.2]);
  near(norm.running_var!, [1.325, 1.4]);
});

test("group norm of one group is layer norm over the channels, of c groups instance norm", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 4 }), (n, half) => {
      const batch = randn([n, 2 * half, 3]);
      const of = (groups: number): Tensor => nn.functional.groupNorm(batch, groups);
      near(of(1), nn.functional.layerNorm(batch, [2 * half, 3]));
      near(of(2 * half), nn.functional.instanceNorm(batch));
    }),
    { numRuns: 20 },
  );
  const [weight, bias] = [tensor([1, 2]), tensor([0, 1])];
  const grouped = nn.functional.groupNorm(x, 2, weight, bias);
  near(grouped, [-0.99998, 0.99998, -0.99999, 2.99999, 0.9999987, -0.9999987, 2.9999976, -0.9999975]);
  expect(() => new nn.GroupNorm(3, 4)).toThrow("GroupNorm: 3 numGroups do not divide 4 numChannels.");
});

test("local response norm has PyTorch's outputs", () => {
  const norm = new nn.LocalResponseNorm(2, { alpha: 0.5, beta: 0.5, k: 2 });
  near(norm.forward(x), [0.6666667, 1.1547005, Math.SQRT2, 1.6439899, 1.6329931, 0, 0.755929, -1.1547005]);
});

test("eval mode writes nothing", () => {
  const norm = new nn.BatchNorm1d(2).eval();
  const before = norm.stateDict();
  noGrad(() => norm.forward(zeros([3, 2])));
  for (const [name, value] of Object.entries(norm.stateDict()))
    expect(value.toArray()).toEqual(before[name]!.toArray());
});
