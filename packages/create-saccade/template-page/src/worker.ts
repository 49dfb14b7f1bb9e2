// Trains in a separate thread, so that the page stays responsive. TrainerClient in main.ts drives it.
import { wasmBackend } from "@saccade/kernels-wasm";
import { setBackend } from "@saccade/tensor";
import { serveTrainer } from "@saccade/train";
import { makeTraining, type SortedWord } from "./training.ts";

const kernels = wasmBackend({ threads: "auto" });

/** Makes a new, untrained model. The page calls the queries by name. */
export async function create(settings: { seed: number; epochs: number }) {
  const backend = await kernels;
  setBackend(backend); // tensors made from now on live in WebAssembly memory
  const { trainer, sortWord } = makeTraining(settings);
  const queries = {
    sortWord: (word: string): SortedWord => sortWord(word),
    threads: (): number => backend.threads,
  };
  return { trainer, queries };
}

serveTrainer(self, { create });
