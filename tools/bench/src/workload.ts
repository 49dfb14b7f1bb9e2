import type { Jax } from "./libraries/jax.ts";
import type { Ort } from "./libraries/ort.ts";
import type { Saccade } from "./libraries/saccade.ts";
import type { Tfjs } from "./libraries/tfjs.ts";
import type { PlayerName } from "./players.ts";
import type { Inputs, Program } from "./program.ts";

/** The libraries that run in Node. */
export interface Libraries {
  readonly saccade: Saccade;
  readonly tfjs: Tfjs;
  readonly jax: Jax;
  readonly ort: Ort;
}

export type Programs = {
  readonly [L in keyof Libraries]?: (
    library: Libraries[L],
    inputs: Inputs,
    folder: string,
  ) => Program | Promise<Program>;
};

/** The function of python/programs.py that is the case on PyTorch, and its keyword arguments. */
export interface TorchProgram {
  readonly program: string;
  readonly options?: Readonly<Record<string, number | boolean | string>>;
}

/** A number that must be reached, by one of our players. */
export interface Goal {
  readonly player: PlayerName;
  /** At least this part of the ceiling; on WebGPU, of the peak of its device. */
  readonly ceiling?: number;
  /** At least `factor` times as fast as another player, or as `player` in another case of the workload. */
  readonly over?: PlayerName;
  readonly overCase?: string;
  readonly factor?: number;
  /** Instead of `factor` where the kernels run without relaxed SIMD. */
  readonly plainFactor?: number;
  /** At most this multiple of the sum of the step's kernels, as the plain wasm player runs them. */
  readonly overKernels?: number;
  /** At most this number of seconds. */
  readonly seconds?: number;
  /** A fact of the program is at most so much. */
  readonly fact?: { readonly name: string; readonly most: number };
  /** A fact of the program is at least so much. */
  readonly leastFact?: { readonly name: string; readonly least: number };
  /** The best samples are compared, not the medians. */
  readonly quietest?: boolean;
  /** Where the goal counts, for a player on WebGPU: on GPUs, or on software adapters. Default both. */
  readonly adapter?: "hardware" | "software";
}

export interface Case {
  readonly name: string;
  /** Float operations of one iteration that count for the ceiling: those of its matmuls. 0 where none are counted. */
  readonly flops?: number;
  /** How many of the things that are timed one iteration does. Default 1. */
  readonly units?: number;
  readonly inputs: () => Inputs;
  /** The largest difference to our results, as a part of the largest magnitude. Default 1e-4. */
  readonly tolerance?: number;
  /**
   * Writes files that programs read, into a folder; they are given its path, in a tab its URL. The memory that a player
   * takes from then on is measured, as `memoryOverFiles`.
   */
  readonly files?: (folder: string) => void | Promise<void>;
  /** Whether it is measured in a tab, too. Default false. */
  readonly tab?: boolean;
  /** On which adapters of WebGPU it is measured; on none unless given. Some cases are too large for software adapters. */
  readonly webgpu?: "everywhere" | "hardware" | "software";
  /** Whether only players on WebGPU take part. Default false. */
  readonly onlyWebGPU?: boolean;
  /** Whether it is a step that `compile` is for. Default false. */
  readonly compilable?: boolean;
  readonly programs: Programs;
  readonly torch?: TorchProgram;
  readonly goals?: readonly Goal[];
}

export interface Workload {
  readonly title: string;
  readonly cases: readonly Case[];
  /** Whether a sample is a whole process, from src/startup. Default false. */
  readonly processes?: boolean;
}
