import { layerNorm as norm } from "@saccade/nn";
import { floats } from "../inputs.ts";
import type { Case, Goal, Workload } from "../workload.ts";
import { calculation } from "./calculation.ts";
import { webgpuGoals } from "./webgpu-goals.ts";

const asFastAsTorch: readonly Goal[] = [{ player: "wasm", over: "torch", factor: 1 }, ...webgpuGoals()];

/** Softmax over the last axis. */
export const softmax: Workload = {
  title: "softmax over the last axis",
  cases: [
    {
      name: "64×128×128",
      inputs: () => ({ x: floats([64, 128, 128], 1, 4) }),
      programs: calculation(["x"], {
        saccade: () => (x) => x.softmax(-1),
        tfjs: (tf) => (x) => tf.softmax(x),
        jax: (jax) => (x) => jax.nn.softmax(x, -1),
        ort: true,
      }),
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
      programs: calculation(["x", "weight", "bias"], {
        saccade: () => (x, weight, bias) => norm(x, [512], weight, bias, eps),
        tfjs: (tf) => (x, weight, bias) => {
          const { mean, variance } = tf.moments(x, -1, true);
          return x.sub(mean).mul(variance.add(eps).rsqrt()).mul(weight).add(bias);
        },
        jax: (jax) => (x, weight, bias) => jax.nn.standardize(x, -1, { epsilon: eps }).mul(weight).add(bias),
        ort: true,
      }),
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
      programs: calculation(["a", "b"], {
        saccade: () => (a, b) => a.add(b).tanh(),
        tfjs: () => (a, b) => a.add(b).tanh(),
        jax: (jax) => (a, b) => jax.numpy.tanh(a.add(b)),
        ort: true,
      }),
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
    programs: calculation(["x"], {
      saccade: () => (x) => x.sum(axis),
      tfjs: () => (x) => x.sum(axis),
      jax: () => (x) => x.sum(axis),
    }),
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
      programs: calculation(["x"], {
        saccade: () => (x) => x.permute([0, 2, 1, 3]).contiguous(),
        tfjs: (tf) => (x) => tf.transpose(x, [0, 2, 1, 3]),
        // A transpose alone stays a view; adding 0 makes it one pass over memory.
        jax: (jax) => (x) => jax.numpy.transpose(x, [0, 2, 1, 3]).add(0),
        ort: true,
      }),
      torch: { program: "transpose" },
      webgpu: "everywhere",
      goals: asFastAsTorch,
    },
  ],
};
