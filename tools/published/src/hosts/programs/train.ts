import { type WorkerLike, wasmBackend } from "@saccade/kernels-wasm";
import { Linear, mseLoss, SGD } from "@saccade/nn";
import { type Backend, manualSeed, randn, setBackend } from "@saccade/tensor";
import { lastStart, watchStarts, workersCompute } from "./workers.ts";

/** A program's findings about its host. */
export interface Outcome {
  readonly threads: number;
  readonly threadsNote: string;
  /** The threads of "auto", and the host's number of cores; null if it does not report it. */
  readonly auto: number;
  readonly cores: number | null;
  /** Whether the workers run tasks that the caller does not take; null without workers. */
  readonly workersCompute: boolean | null;
  readonly losses: readonly number[];
}

/** Trains on two threads, where the host lets it, and looks into them. */
export async function train(worker?: () => WorkerLike): Promise<Outcome> {
  const own = worker && { worker };
  const auto = await wasmBackend({ threads: "auto", ...own });
  watchStarts();
  const backend = await wasmBackend({ threads: 2, ...own });
  const losses = trainOn(backend);
  const start = backend.threads > 1 ? lastStart() : null;
  return {
    threads: backend.threads,
    threadsNote: backend.threadsNote,
    auto: auto.threads,
    cores: globalThis.navigator?.hardwareConcurrency ?? null,
    workersCompute: start && (await workersCompute(start)),
    losses,
  };
}

/** Losses of a linear layer that is large enough for two threads. */
export function trainOn(backend: Backend): number[] {
  setBackend(backend);
  manualSeed(0);
  const [x, y] = [randn([256, 64]), randn([256, 96])];
  const layer = new Linear(64, 96);
  const optimizer = new SGD(layer, { lr: 0.5 });
  const step = (): number => optimizer.step(() => mseLoss(layer.forward(x), y)).item();
  return Array.from({ length: 20 }, step);
}
