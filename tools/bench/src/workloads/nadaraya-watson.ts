import { leaveOneOut, NadarayaWatson } from "@saccade/attention";
import { mseLoss, SGD } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { floats } from "../inputs.ts";
import { jaxOps, type Ops, tfOps } from "../models/ops.ts";
import { jaxDescent, tfDescent } from "../models/sgd.ts";
import type { Block, Inputs } from "../program.ts";
import type { Workload } from "../workload.ts";

const n = 50;
const lr = 0.5;

// x sorted in [0, 5), y = 2 sin x + x^0.8 and noise.
function inputs(): Inputs {
  const noise = floats([n], 2, 0.8).data;
  const x = floats([n], 1).data.map((u) => 2.5 * (u + 1)) as Float32Array;
  x.sort();
  const y = Float32Array.from(x, (value, i) => 2 * Math.sin(value) + value ** 0.8 + noise[i]!);
  return {
    w: { shape: [1], data: Float32Array.of(0.4) },
    x: { shape: [n], data: x },
    y: { shape: [n], data: y },
    keys: others(x),
    values: others(y),
  };
}

function others(data: Float32Array): Block {
  const rows = Array.from({ length: n }, (_, i) => [...data.filter((__, j) => j !== i)]);
  return { shape: [n, n - 1], data: Float32Array.from(rows.flat()) };
}

function lossOf<T>(ops: Ops<T>, w: T, given: readonly T[]): T {
  const [x, y, keys, values] = given as [T, T, T, T];
  const distance = ops.mul(ops.sub(ops.reshape(x, [n, 1]), keys), w);
  const weights = ops.softmax(ops.scale(ops.mul(distance, distance), -0.5));
  const error = ops.sub(ops.sum(ops.mul(weights, values), -1), y);
  return ops.scale(ops.sum(ops.mul(error, error)), 0.5);
}

const data = ["x", "y", "keys", "values"] as const;

/** Kernel regression with a learned width, as the seeds train it: one epoch is one step. */
export const nadarayaWatson: Workload = {
  title: "parametric Nadaraya-Watson, one epoch",
  cases: [
    {
      name: "50 points, SGD",
      inputs,
      compilable: true,
      programs: {
        saccade: (s, io) => {
          const net = new NadarayaWatson();
          net.loadStateDict({ w: s.tensor(io, "w") });
          const optimizer = new SGD(net, { lr });
          const [x, y] = [s.tensor(io, "x"), s.tensor(io, "y")];
          const { keys, values } = leaveOneOut(x, y);
          const step = s.compile((queries: Tensor, truth: Tensor, k: Tensor, v: Tensor) =>
            optimizer.step(() =>
              mseLoss(net.forward(queries, k, v).output, truth, { reduction: "sum" }).div(2),
            ),
          );
          return s.training(() => step(x, y, keys, values));
        },
        tfjs: (t, io) => {
          const w = t.tf.variable(t.tensor(io, "w"));
          const given = data.map((name) => t.tensor(io, name));
          return tfDescent(t, lr, () => lossOf(tfOps(t.tf), w, given));
        },
        jax: (j, io) => {
          const ops = jaxOps(j.jax);
          return jaxDescent(j, io, lr, ["w"], data, ([w], given) => lossOf(ops, w!, given));
        },
      },
      torch: { program: "nadaraya_watson", options: { lr } },
      goals: [
        { player: "wasm", over: "torch", factor: 5 },
        { player: "wasm-compiled", over: "torch", factor: 5 },
      ],
    },
  ],
};
