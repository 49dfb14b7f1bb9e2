/** Error scopes of a device. Errors are reported asynchronously: nothing waits for them. */
export class Scopes {
  readonly #device: GPUDevice;
  readonly #open: Set<Promise<void>> = new Set();

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  /** Runs `work`; `failed` is called with an error of that kind. */
  watch<T>(kind: GPUErrorFilter, work: () => T, failed: (why: string) => void): T {
    this.#device.pushErrorScope(kind);
    const made = work();
    const reported = this.#device.popErrorScope().then(
      (error) => {
        if (error !== null) failed(error.message);
      },
      () => {}, // The device is lost, which is reported separately.
    );
    this.#open.add(reported);
    void reported.then(() => this.#open.delete(reported));
    return made;
  }

  /** Resolves when all errors have been reported. */
  async settled(): Promise<void> {
    await Promise.all(this.#open);
  }
}
