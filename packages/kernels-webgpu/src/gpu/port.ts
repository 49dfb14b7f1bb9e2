import type { BlockId, Command, GpuCounts } from "./commands.ts";
import type { DeviceFacts } from "./device-facts.ts";

/** The way to the driver: in this thread, or in a worker, whose answers this thread can wait for. */
export interface Port {
  readonly facts: DeviceFacts;
  /** @throws BackendError once it was closed, or its device failed. */
  checkOpen(): void;
  post(command: Command): void;
  read(block: BlockId, words: number): Promise<Words>;
  /** Where this thread can wait for the driver. */
  readSync?(block: BlockId, words: number): Words;
  /** Otherwise: host work between commands. Commands posted meanwhile run after it. */
  between?(work: (driver: HostDriver) => Promise<void>): void;
  counts(): Promise<GpuCounts>;
  close(): void;
}

export type Words = Uint32Array<ArrayBuffer>;

/** The part of a driver that work of the host needs. */
export interface HostDriver {
  do(command: Command): void;
  read(block: BlockId, words: number): Promise<Words>;
}
