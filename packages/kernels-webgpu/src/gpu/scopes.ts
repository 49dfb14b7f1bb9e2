/** Error scopes of a device. What they catch is told later: nothing waits for it. */
export class Scopes {
  readonly #device: GPUDevice;
  readonly #open: Set<Promise<void>> = new Set();

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  /** Does something; `failed` hears of an error of that kind. */
  watch<T>(kind: GPUErrorFilter, work: () => T, failed: (why: string) => void): T {
    this.#device.pushErrorScope(kind);
    const made = work();
    const told = this.#device.popErrorScope().then(
      (error) => {
        if (error !== null) failed(error.message);
      },
      () => {}, // The device is lost, which is told by itself.
    );
    this.#open.add(told);
    void told.then(() => this.#open.delete(told));
    return made;
  }

  /** Resolves when all has been told. */
  async settled(): Promise<void> {
    await Promise.all(this.#open);
  }
}
