import { matmul as product } from "@saccade/tensor";
import { floats } from "../inputs.ts";
import type { Case, Goal, Workload } from "../workload.ts";
import { calculation } from "./calculation.ts";
import { webgpuGoals } from "./webgpu-goals.ts";

const sizes = [32, 64, 128, 256, 512, 1024, 2048] as const;

/** WebGPU runs from this size on, and the largest only on GPUs. */
const leastOnWebGPU = 256;
const largest = 2048;

function goals(n: number): Goal[] {
  if (n === largest) {
    const players = ["webgpu", "tab-webgpu"] as const;
    return players.map((player) => ({ player, ceiling: 0.6, adapter: "hardware" }));
  }
  const ceiling = n >= 128 ? 0.9 : n >= 64 ? 0.85 : 0.8;
  return [
    { player: "wasm", ceiling },
    { player: "wasm", over: "tfjs", factor: 1.3, quietest: true },
    { player: "wasm", over: "jax", factor: 1.7 },
    ...(n >= leastOnWebGPU ? webgpuGoals() : []),
  ];
}

function square(n: number): Case {
  return {
    name: `${n}×${n}`,
    flops: 2 * n ** 3,
    inputs: () => ({ a: floats([n, n], 1), b: floats([n, n], 2) }),
    programs: calculation(["a", "b"], {
      saccade: () => (a, b) => product(a, b),
      tfjs: (tf) => (a, b) => tf.matMul(a, b),
      jax: (jax) => (a, b) => jax.numpy.matmul(a, b),
      ort: true,
    }),
    torch: { program: "matmul" },
    ...(n >= leastOnWebGPU && { webgpu: n === largest ? "hardware" : "everywhere" }),
    onlyWebGPU: n === largest,
    goals: goals(n),
  };
}

/** N×N times N×N. */
export const matmul: Workload = { title: "square matmul", cases: sizes.map(square) };
