/** Properties of a device that interest programs, or that kernels depend on. */
export interface DeviceFacts {
  /** The adapter's description of itself. */
  readonly adapter: string;
  /** Whether it is a program that runs on the CPU. Shared memory and barriers cost far more there than what they save. */
  readonly isSoftware: boolean;
  /** The most bytes of one tensor. */
  readonly mostBytes: number;
  /** The most workgroups in one dim of a dispatch. */
  readonly mostGroups: number;
  /** The most tensors that one kernel reads and writes. */
  readonly mostBlocks: number;
}
