import { type WorkerLike, wasmBackend } from "@saccade/kernels-wasm";
import { Linear, mseLoss, SGD } from "@saccade/nn";
import { manualSeed, randn, setBackend } from "@saccade/tensor";

/** What a program found out about its host. */
export interface Outcome {
  readonly threads: number;
  readonly threadsNote: string;
  readonly losses: readonly number[];
}

/** Trains a linear layer that is large enough for two threads. */
export async function train(worker?: () => WorkerLike): Promise<Outcome> {
  const backend = await wasmBackend({ threads: 2, ...(worker && { worker }) });
  setBackend(backend);
  manualSeed(0);
  const [x, y] = [randn([256, 64]), randn([256, 96])];
  const layer = new Linear(64, 96);
  const optimizer = new SGD(layer, { lr: 0.5 });
  const step = (): number => optimizer.step(() => mseLoss(layer.forward(x), y)).item();
  const losses = Array.from({ length: 20 }, step);
  return { threads: backend.threads, threadsNote: backend.threadsNote, losses };
}
