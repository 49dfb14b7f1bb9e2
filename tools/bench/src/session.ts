import type { PeakLoops } from "./gpu/peak.ts";
import type { Facts, Inputs, Outputs, Program } from "./program.ts";
import type { Reply, Timing } from "./protocol.ts";
import type { Case, Libraries } from "./workload.ts";

/** Makes a case's program on a library; null where the case has none for it. */
export type Make = (test: Case, inputs: Inputs, folder: string) => Program | Promise<Program> | null;

export function makeOn<L extends keyof Libraries>(name: L, library: Libraries[L]): Make {
  return (test, inputs, folder) => {
    const program = test.programs[name];
    return program === undefined ? null : program(library, inputs, folder);
  };
}

/** One case on one library: prepared, warmed up, timed. */
export class Session {
  readonly #make: Make;
  readonly #peak: PeakLoops | null;
  #program: Program | null = null;

  /** @param peak of a player on WebGPU */
  constructor(make: Make, peak: PeakLoops | null = null) {
    this.#make = make;
    this.#peak = peak;
  }

  /** The program's result; null where the library has no program for the case. */
  async prepare(test: Case, inputs: Inputs, folder: string): Promise<Outputs | null> {
    this.#program = await this.#make(test, inputs, folder);
    return this.#program === null ? null : this.#program.outputs();
  }

  /** Answers a request to the prepared program. */
  async answer(request: Timing): Promise<Pick<Reply, "seconds" | "flops">> {
    switch (request.do) {
      case "warm":
        return { seconds: await this.warm(request.seconds) };
      case "sample":
        return { seconds: await this.sample(request.iterations) };
      case "peak":
        return this.#peak === null ? {} : { flops: await this.#peak.measure(request.seconds) };
    }
  }

  async facts(): Promise<Facts> {
    return (await this.#prepared().facts?.()) ?? {};
  }

  /** Runs for at least `seconds`, twice or more unless once takes much longer; gives the last seconds per iteration. */
  async warm(seconds: number): Promise<number> {
    let spent = await this.sample(1);
    let each = spent;
    if (each >= Math.min(1, 4 * seconds)) return each;
    for (let iterations = 1; spent < seconds || iterations === 1; iterations *= 2) {
      const elapsed = await this.sample(iterations);
      each = elapsed / iterations;
      spent += elapsed;
    }
    return each;
  }

  /** The seconds of this number of iterations. */
  async sample(iterations: number): Promise<number> {
    const program = this.#prepared();
    const begin = performance.now();
    for (let i = 0; i < iterations; i++) {
      const running = program.run();
      if (running instanceof Promise) await running;
    }
    await program.settle?.();
    return (performance.now() - begin) / 1000;
  }

  #prepared(): Program {
    if (this.#program === null) throw new Error("nothing is prepared");
    return this.#program;
  }
}
