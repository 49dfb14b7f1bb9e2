/** The measured operations. */
export const workloads = ["matmul", "attention", "translator"] as const;
export type WorkloadName = (typeof workloads)[number];

/** Who computes. */
export const players = ["reference", "wasm", "threads", "compiled", "gpu"] as const;
export type PlayerName = (typeof players)[number];

/** Which player has which workload: recording a step is for training steps, and the GPU replays them recorded. */
export const played: Readonly<Record<WorkloadName, readonly PlayerName[]>> = {
  matmul: ["reference", "wasm", "threads", "gpu"],
  attention: ["reference", "wasm", "threads", "gpu"],
  translator: ["reference", "wasm", "threads", "compiled", "gpu"],
};

/** Floating-point operations of one run, if speed is shown as a rate; null if it is shown as runs per second. */
export const flops: Readonly<Record<WorkloadName, number | null>> = {
  matmul: 2 * 256 ** 3,
  attention: 2 * 2 * 4 * 256 * 256 * 64, // q kᵀ and weights · v, for 4 heads of 256 × 64
  translator: null,
};

/** The backends that this browser can run. */
export interface Host {
  readonly threads: number;
  readonly cores: number;
  readonly isolated: boolean;
  readonly simd: boolean;
  readonly relaxedSimd: boolean;
  /** The GPU's description of itself; null without one, or if it was not requested. */
  readonly gpu: { readonly adapter: string; readonly isSoftware: boolean } | null;
  /** Why a player cannot take part, by player; in English, from the backend. */
  readonly absent: Readonly<Partial<Record<PlayerName, string>>>;
}

export interface SampleAsk {
  readonly workload: WorkloadName;
  readonly player: PlayerName;
}

/** Seconds that one run takes, for each that has been measured. */
export type Times = Readonly<Partial<Record<`${WorkloadName} ${PlayerName}`, readonly number[]>>>;
