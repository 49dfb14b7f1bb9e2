import { type WasmBackend, wasmBackend } from "@saccade/kernels-wasm";
import { CeilingLoops } from "@saccade/kernels-wasm/ceiling";
import type { WebGPUBackend } from "@saccade/kernels-webgpu";
import { type Backend, referenceBackend, setBackend, zeros } from "@saccade/tensor";
import { whyNoKernels } from "../../work/backend.ts";
import { type Host, type PlayerName, type SampleAsk, workloads } from "./calls.ts";
import { type Program, programs } from "./programs.ts";

/** The approximate duration of a sample, in seconds. */
const sampleSeconds = 0.06;

/** How threads are started; the host's own way unless given. */
type StartThread = NonNullable<Parameters<typeof wasmBackend>[0]>["worker"];

/** Backends and programs of one worker. */
export class Measuring {
  /** Without the GPU. */
  readonly host: Host;
  readonly #backends: Partial<Record<PlayerName, Backend>>;
  readonly #programs: Map<string, { readonly run: Program; iterations: number }> = new Map();

  readonly #loops: CeilingLoops | null;
  #gpu: WebGPUBackend | null = null;

  private constructor(
    host: Host,
    backends: Partial<Record<PlayerName, Backend>>,
    loops: CeilingLoops | null,
  ) {
    this.host = host;
    this.#backends = backends;
    this.#loops = loops;
  }

  /** On at most so many threads. */
  static async start(
    most: number,
    cores: number,
    isolated: boolean,
    worker?: StartThread,
  ): Promise<Measuring> {
    const reference = referenceBackend();
    let one: WasmBackend;
    try {
      one = await wasmBackend({ threads: 1 });
    } catch (error) {
      const why = whyNoKernels(error);
      const absent = { wasm: why, threads: why, compiled: why };
      const host = {
        ceiling: null,
        threads: 1,
        cores,
        isolated,
        simd: false,
        relaxedSimd: false,
        gpu: null,
        absent,
      };
      return new Measuring(host, { reference }, null);
    }
    const wanted = Math.max(2, Math.min(most, cores));
    const many = await wasmBackend({ threads: wanted, ...(worker !== undefined && { worker }) });
    const threaded = many.threads > 1;
    const host = {
      ceiling: null,
      threads: many.threads,
      cores,
      isolated,
      simd: true,
      relaxedSimd: one.build === "relaxed",
      gpu: null,
      absent: threaded ? {} : { threads: many.threadsNote },
    };
    const backends = { reference, wasm: one, compiled: one, ...(threaded && { threads: many }) };
    return new Measuring(host, backends, new CeilingLoops());
  }

  /** The host, with or without the GPU; `absent` has the reason if it is missing. */
  async hostWith(gpu: boolean): Promise<Host> {
    if (!gpu) return { ...this.host, absent: { ...this.host.absent, gpu: "" } };
    const { startGPU, whyNoGPU } = await import("../../work/gpu.ts");
    try {
      this.#gpu ??= await startGPU();
      this.#backends.gpu = this.#gpu;
      const { adapter, isSoftware } = this.#gpu;
      return { ...this.host, gpu: { adapter, isSoftware } };
    } catch (error) {
      return { ...this.host, absent: { ...this.host.absent, gpu: whyNoGPU(error) } };
    }
  }

  /** GFLOP/s of multiply-adds in registers, of the instructions that the kernels have; null without SIMD. */
  ceiling(): number | null {
    if (this.#loops === null) return null;
    const { mulAdd, relaxed } = this.#loops.measure(sampleSeconds);
    return this.host.relaxedSimd && relaxed !== null ? Math.max(relaxed, mulAdd) : mulAdd;
  }

  /** Seconds that one run takes. */
  sample({ workload, player }: SampleAsk): number {
    const backend = this.#backends[player];
    if (backend === undefined) throw new Error(this.host.absent[player] ?? `${player} is not here`);
    setBackend(backend);
    const key = `${workload} ${player}`;
    let program = this.#programs.get(key);
    if (program === undefined) {
      program = { run: programs[workload](player === "compiled" || player === "gpu"), iterations: 1 };
      this.#programs.set(key, program);
      this.#warmUp(program);
    }
    return this.#timed(program, player);
  }

  // A GPU that fails, with everything on it, is restarted at the next measurement.
  #timed(program: { readonly run: Program; readonly iterations: number }, player: PlayerName): number {
    try {
      return time(program.run, program.iterations);
    } catch (error) {
      if (player === "gpu") this.#dropGPU();
      throw error;
    }
  }

  #dropGPU(): void {
    this.#gpu = null;
    delete this.#backends.gpu;
    for (const workload of workloads) this.#programs.delete(`${workload} gpu`);
  }

  // Until the host has compiled it and it is known how many runs fill a sample.
  #warmUp(program: { readonly run: Program; iterations: number }): void {
    const began = performance.now();
    do {
      const each = time(program.run, program.iterations);
      program.iterations = Math.max(1, Math.round(sampleSeconds / each));
    } while (performance.now() - began < 4000 * sampleSeconds);
  }
}

function time(run: Program, iterations: number): number {
  const began = performance.now();
  for (let i = 0; i < iterations; i++) run();
  zeros([1]).item(); // A GPU is done with what came before when a read returns.
  return (performance.now() - began) / 1000 / iterations;
}
