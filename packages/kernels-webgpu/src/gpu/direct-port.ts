import type { BlockId, Command, DeviceFacts, GpuCounts, HostDriver, Port, Words } from "./commands.ts";
import { DeviceError } from "./device-error.ts";
import { Driver } from "./driver.ts";

/** A driver in this thread. */
export class DirectPort implements Port {
  readonly facts: DeviceFacts;
  readonly #driver: Driver;
  /** Commands that wait for host work; null without any. */
  #waiting: (() => void)[] | null = null;
  #done: Promise<void> = Promise.resolve();
  #failed: { readonly error: unknown } | null = null;

  constructor(device: GPUDevice, facts: DeviceFacts) {
    this.facts = facts;
    this.#driver = new Driver(device);
  }

  checkOpen(): void {
    try {
      this.#driver.check();
    } catch (error) {
      throw new DeviceError((error as Error).message);
    }
  }

  post(command: Command): void {
    if (this.#waiting === null) this.#driver.do(command);
    else this.#waiting.push(() => this.#driver.do(command));
  }

  read(block: BlockId, words: number): Promise<Words> {
    const start = async (): Promise<Words> => {
      if (this.#failed !== null) throw this.#failed.error;
      try {
        return await this.#driver.read(block, words);
      } catch (error) {
        throw new DeviceError((error as Error).message);
      }
    };
    // In its turn: what comes after may free the block.
    const queue = this.#waiting;
    return queue === null ? start() : new Promise((done) => queue.push(() => done(start())));
  }

  between(work: (driver: HostDriver) => Promise<void>): void {
    const before = this.#done;
    const queued: (() => void)[] = [];
    this.#waiting = queued;
    this.#done = (async () => {
      await before;
      try {
        await work(this.#driver);
      } catch (error) {
        this.#failed ??= { error };
      }
      for (const run of queued) run();
      if (this.#waiting === queued) this.#waiting = null;
    })();
  }

  counts(): Promise<GpuCounts> {
    return Promise.resolve({ ...this.#driver.counts });
  }

  close(): void {
    void this.#driver.close();
  }
}
