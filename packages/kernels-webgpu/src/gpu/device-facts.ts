/** What a program may want to know of a device, and what kernels depend on. */
export interface DeviceFacts {
  /** The adapter, in its own words. */
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
