import { layerNorm as norm } from "@saccade/nn";
import { floats } from "../inputs.ts";
import type { Case, Goal, Workload } from "../workload.ts";
import { webgpuGoals } from "./webgpu-goals.ts";

const asFastAsTorch: readonly Goal[] = [{ player: "wasm", over: "torch", factor: 1 }, ...webgpuGoals()];

/** Softmax over the last axis. */
export const softmax: Workload = {
  title: "softmax over the last axis",
  cases: [
    {
      name: "64×128×128",
      inputs: () => ({ x: floats([64, 128, 128], 1, 4) }),
      programs: {
        saccade: (s, io) => s.calculation(io, ["x"], (x) => x.softmax(-1)),
        tfjs: (t, io) => t.calculation(io, ["x"], (x) => t.tf.softmax(x)),
        jax: (j, io) => j.calculation(io, ["x"], (x) => j.jax.nn.softmax(x, -1)),
        ort: (o, io) =>
          o.graph(io, ["x"], [{ op: "Softmax", inputs: ["x"], outputs: ["y"], attributes: { axis: -1 } }]),
      },
      torch: { program: "softmax" },
      webgpu: "everywhere",
      goals: [{ player: "wasm", over: "torch", factor: 1, plainFactor: 0.75 }, ...webgpuGoals()],
    },
  ],
};

const eps = 1e-5;

/** (x − mean) / √(variance + 1e-5) · weight + bias over rows. */
export const layerNorm: Workload = {
  title: "layer norm over rows, with weight and bias",
  cases: [
    {
      name: "4096×512",
      inputs: () => ({ x: floats([4096, 512], 1), weight: floats([512], 2), bias: floats([512], 3) }),
      programs: {
        saccade: (s, io) =>
          s.calculation(io, ["x", "weight", "bias"], (x, weight, bias) => norm(x, [512], weight, bias, eps)),
        tfjs: (t, io) =>
          t.calculation(io, ["x", "weight", "bias"], (x, weight, bias) => {
            const { mean, variance } = t.tf.moments(x, -1, true);
            return x.sub(mean).mul(variance.add(eps).rsqrt()).mul(weight).add(bias);
          }),
        jax: (j, io) =>
          j.calculation(io, ["x", "weight", "bias"], (x, weight, bias) =>
            j.jax.nn.standardize(x, -1, { epsilon: eps }).mul(weight).add(bias),
          ),
        ort: (o, io) =>
          o.graph(
            io,
            ["x", "weight", "bias"],
            [{ op: "LayerNormalization", inputs: ["x", "weight", "bias"], outputs: ["y"] }],
          ),
      },
      torch: { program: "layer_norm" },
      webgpu: "everywhere",
      goals: asFastAsTorch,
    },
  ],
};

/** Additive attention's inner loop. */
export const tanhAdd: Workload = {
  title: "tanh(a + b)",
  cases: [
    {
      name: "1 M elements",
      inputs: () => ({ a: floats([1024, 1024], 1, 2), b: floats([1024, 1024], 2, 2) }),
      programs: {
        saccade: (s, io) => s.calculation(io, ["a", "b"], (a, b) => a.add(b).tanh()),
        tfjs: (t, io) => t.calculation(io, ["a", "b"], (a, b) => a.add(b).tanh()),
        jax: (j, io) => j.calculation(io, ["a", "b"], (a, b) => j.jax.numpy.tanh(a.add(b))),
        ort: (o, io) =>
          o.graph(
            io,
            ["a", "b"],
            [
              { op: "Add", inputs: ["a", "b"], outputs: ["s"] },
              { op: "Tanh", inputs: ["s"], outputs: ["y"] },
            ],
          ),
      },
      torch: { program: "tanh_add" },
      webgpu: "everywhere",
      goals: [{ player: "wasm", over: "torch", factor: 3 }, ...webgpuGoals()],
    },
  ],
};

function sumOver(axis: number): Case {
  return {
    name: `64×128×128, axis ${axis}`,
    inputs: () => ({ x: floats([64, 128, 128], 1) }),
    programs: {
      saccade: (s, io) => s.calculation(io, ["x"], (x) => x.sum(axis)),
      tfjs: (t, io) => t.calculation(io, ["x"], (x) => x.sum(axis)),
      jax: (j, io) => j.calculation(io, ["x"], (x) => x.sum(axis)),
    },
    torch: { program: "sum", options: { axis } },
    webgpu: "everywhere",
    goals: asFastAsTorch,
  };
}

/** One case an axis. */
export const sums: Workload = { title: "sums over one axis", cases: [0, 1, 2].map(sumOver) };

/** The ops between the heads of an attention and its output projection. */
export const transpose: Workload = {
  title: "transpose(0, 2, 1, 3), made contiguous",
  cases: [
    {
      name: "16×8×128×64",
      inputs: () => ({ x: floats([16, 8, 128, 64], 1) }),
      programs: {
        saccade: (s, io) => s.calculation(io, ["x"], (x) => x.permute([0, 2, 1, 3]).contiguous()),
        tfjs: (t, io) => t.calculation(io, ["x"], (x) => t.tf.transpose(x, [0, 2, 1, 3])),
        // A transpose alone stays a view; adding 0 makes it one pass over memory.
        jax: (j, io) => j.calculation(io, ["x"], (x) => j.jax.numpy.transpose(x, [0, 2, 1, 3]).add(0)),
        ort: (o, io) =>
          o.graph(
            io,
            ["x"],
            [{ op: "Transpose", inputs: ["x"], outputs: ["y"], attributes: { perm: [0, 2, 1, 3] } }],
          ),
      },
      torch: { program: "transpose" },
      webgpu: "everywhere",
      goals: asFastAsTorch,
    },
  ],
};
