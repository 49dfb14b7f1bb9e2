// Trains a small model that sorts letters, draws its attention, saves a checkpoint and loads it again.
// npm start, or npm start -- WORD for a word of your own.
import { wasmBackend } from "@saccade/kernels-wasm";
import { readFileBytes, writeFileAtomic } from "@saccade/nn/node";
import { sparkline, terminalHeatmap } from "@saccade/plot";
import { setBackend } from "@saccade/tensor";
import { makeTraining } from "./training.ts";
import { toTensor } from "./words.ts";

const word = process.argv[2] ?? "gradient";
const file = "sorter.safetensors";
const settings = { seed: 0, epochs: 16 };

toTensor(word); // a word that the model cannot sort fails here, not after the training

const backend = await wasmBackend({ threads: "auto" });
setBackend(backend); // tensors made from now on live in WebAssembly memory
console.log(`WebAssembly, ${backend.build} SIMD, ${backend.threads} thread(s)\n`);

const { trainer, sortWord } = makeTraining(settings);
trainer.on("epoch", ({ epoch, loss, validation }) => {
  const exact = (100 * (validation?.["exact"] ?? 0)).toFixed(1);
  console.log(`epoch ${String(epoch).padStart(2)}  loss ${loss.toFixed(4)}  new words sorted ${exact} %`);
});
const { losses, step } = await trainer.fit();
console.log(`\nloss ${sparkline(losses)} after ${step} steps\n`);

const { sorted, weights } = sortWord(word);
console.log(`${word} → ${sorted}. Each row is a letter of the result and shows where it attends:\n`);
console.log(terminalHeatmap(weights, { rows: [...sorted], cols: [...word] }));

// A checkpoint has the weights, the optimizer, the random state and the place in the data.
await writeFileAtomic(file, await trainer.checkpoint());
const copy = makeTraining(settings);
await copy.trainer.load(await readFileBytes(file));
console.log(`\n${file} loads: ${word} → ${copy.sortWord(word).sorted}`);
