import type { PlayerName } from "../players.ts";
import type { Goal } from "../workload.ts";

interface Versus {
  readonly mine: PlayerName;
  readonly jax: PlayerName;
  readonly tfjs: PlayerName;
}

function pairs(compiled: boolean): readonly Versus[] {
  return [
    { mine: compiled ? "webgpu-compiled" : "webgpu", jax: "jax-webgpu", tfjs: "tfjs-webgpu" },
    {
      mine: compiled ? "tab-webgpu-compiled" : "tab-webgpu",
      jax: "jax-webgpu-tab",
      tfjs: "tfjs-webgpu-tab",
    },
  ];
}

/** Goals of rows on WebGPU, in Node and in a tab. */
export interface WebGPURow {
  /** Whether the row is a step that `compile` is for. */
  readonly compiled?: boolean;
  /** On GPUs: at least this many times as fast as the better of the libraries. */
  readonly onGPU?: number;
}

/** Without a GPU every row is as fast as jax-js at least, and twice as fast as TensorFlow.js. */
export function webgpuGoals({ compiled = false, onGPU }: WebGPURow = {}): Goal[] {
  return pairs(compiled).flatMap(({ mine: player, jax, tfjs }): Goal[] => [
    { player, over: jax, factor: 1, adapter: "software" },
    { player, over: tfjs, factor: 2, adapter: "software" },
    ...(onGPU === undefined
      ? []
      : [jax, tfjs].map((over): Goal => ({ player, over, factor: onGPU, adapter: "hardware" }))),
  ]);
}
