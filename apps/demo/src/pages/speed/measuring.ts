import { scaledDotProductAttention } from "@saccade/attention";
import { compile, noGrad } from "@saccade/autograd";
import { wasmBackend } from "@saccade/kernels-wasm";
import type { WebGPUBackend } from "@saccade/kernels-webgpu";
import {
  EncoderDecoder,
  initSeq2Seq,
  Seq2SeqAttentionDecoder,
  Seq2SeqEncoder,
  seq2seqOptimizer,
  seq2seqStep,
} from "@saccade/models";
import {
  type Backend,
  manualSeed,
  randint,
  randn,
  referenceBackend,
  setBackend,
  type Tensor,
  zeros,
} from "@saccade/tensor";
import { whyNoKernels } from "../../work/backend.ts";
import { type Host, type PlayerName, type SampleAsk, type WorkloadName, workloads } from "./calls.ts";

/** The approximate duration of a sample, in seconds. */
const sampleSeconds = 0.06;

/** How threads are started; the host's own way unless given. */
type StartThread = NonNullable<Parameters<typeof wasmBackend>[0]>["worker"];

/** Runs a workload once, on the backend that was current when it was made. */
type Program = () => void;

interface Measured {
  readonly run: Program;
  /** How many runs fill a sample. */
  iterations: number;
}

/** Backends and programs of one worker. */
export class Measuring {
  /** Without the GPU. */
  readonly host: Host;
  readonly #backends: Partial<Record<PlayerName, Backend>>;
  readonly #programs: Map<string, Measured> = new Map();
  #gpu: WebGPUBackend | null = null;

  private constructor(host: Host, backends: Partial<Record<PlayerName, Backend>>) {
    this.host = host;
    this.#backends = backends;
  }

  /** On at most so many threads. */
  static async start(
    most: number,
    cores: number,
    isolated: boolean,
    worker?: StartThread,
  ): Promise<Measuring> {
    const reference = referenceBackend();
    const host = { threads: 1, cores, isolated, simd: false, relaxedSimd: false, gpu: null };
    try {
      const one = await wasmBackend({ threads: 1 });
      const threads = Math.max(2, Math.min(most, cores));
      const many = await wasmBackend({ threads, ...(worker !== undefined && { worker }) });
      const hasThreads = many.threads > 1;
      const backends = { reference, wasm: one, compiled: one, ...(hasThreads && { threads: many }) };
      const absent = hasThreads ? {} : { threads: many.threadsNote };
      const relaxedSimd = one.build === "relaxed";
      return new Measuring({ ...host, threads: many.threads, simd: true, relaxedSimd, absent }, backends);
    } catch (error) {
      const why = whyNoKernels(error);
      return new Measuring({ ...host, absent: { wasm: why, threads: why, compiled: why } }, { reference });
    }
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
      warmUp(program);
    }
    try {
      return time(program);
    } catch (error) {
      if (player === "gpu") this.#dropGPU();
      throw error;
    }
  }

  // A GPU that fails, with everything on it, is restarted at the next measurement.
  #dropGPU(): void {
    this.#gpu = null;
    delete this.#backends.gpu;
    for (const workload of workloads) this.#programs.delete(`${workload} gpu`);
  }
}

// Until the host has compiled it and it is known how many runs fill a sample.
function warmUp(program: Measured): void {
  const began = performance.now();
  do program.iterations = Math.max(1, Math.round(sampleSeconds / time(program)));
  while (performance.now() - began < 4000 * sampleSeconds);
}

function time({ run, iterations }: Measured): number {
  const began = performance.now();
  for (let i = 0; i < iterations; i++) run();
  zeros([1]).item(); // A GPU is done with what came before when a read returns.
  return (performance.now() - began) / 1000 / iterations;
}

/** The words of the first 600 pairs of Tatoeba. A step takes as long whichever of them a sentence has, so they are drawn. */
const words = { english: 127, french: 201 } as const;

/** How each workload's program is made. */
const programs: Readonly<Record<WorkloadName, (compiled: boolean) => Program>> = {
  matmul() {
    manualSeed(1);
    const a = randn([256, 256]);
    const b = randn([256, 256]);
    return () => noGrad(() => void a.matmul(b));
  },
  attention() {
    manualSeed(1);
    const [q, k, v] = [randn([1, 4, 256, 64]), randn([1, 4, 256, 64]), randn([1, 4, 256, 64])];
    return () => noGrad(() => void scaledDotProductAttention(q, k, v, { needWeights: false }));
  },
  translator(compiled) {
    manualSeed(0);
    const net = new EncoderDecoder(
      new Seq2SeqEncoder(words.english, 32, 32, 2, { dropout: 0.1 }),
      new Seq2SeqAttentionDecoder(words.french, 32, 32, 2, { dropout: 0.1 }),
    );
    initSeq2Seq(net);
    const optimizer = seq2seqOptimizer(net);
    const batch = [
      randint(0, words.english, [64, 10]),
      randint(3, 6, [64]),
      randint(0, words.french, [64, 10]),
      randint(3, 6, [64]),
    ] as const;
    const plain = (x: Tensor, xLen: Tensor, y: Tensor, yLen: Tensor): Tensor =>
      seq2seqStep(net, optimizer, { X: x, XValidLen: xLen, Y: y, YValidLen: yLen }, 1).loss;
    const step = compiled ? compile(plain) : plain;
    return () => void step(...batch);
  },
};
