// Decoding of one small GPT with each attention of "@saccade/attention/ladder", on one thread: tokens a second, by the fastest of 48, and
// bytes of the cache after so many tokens, as a Markdown table. In tools/bench: pnpm mixers [name …]
import { mixer, mixerNames } from "@saccade/attention/ladder";
import { noGrad } from "@saccade/autograd";
import { wasmBackend } from "@saccade/kernels-wasm";
import { GPT } from "@saccade/models";
import { manualSeed, randint, scope, setBackend } from "@saccade/tensor";

const lengths = [256, 1024, 4096];
const [timed, block, warm] = [48, 64, 512];
const sizes = { vocabSize: 256, maxLen: 4096 + timed, dModel: 256, numLayers: 4, numHeads: 4 };
const wanted = process.argv.slice(2);

setBackend(await wasmBackend({ threads: 1 }));
console.log(`| attention | ${lengths.map((n) => `${n} tokens | cache`).join(" | ")} |`);
console.log(`| --- |${" ---: | ---: |".repeat(lengths.length)}`);
for (const name of mixerNames) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  manualSeed(0);
  const gpt = new GPT({ ...sizes, attention: mixer(name) }).eval();
  const cache = gpt.newCache({ capacity: sizes.maxLen });
  const feed = (n: number, to = cache): void => {
    scope(() => {
      const ids = randint(0, sizes.vocabSize, [1, n]);
      noGrad(() => gpt.forward(ids, { cache: to, logitsToKeep: 1 }).argmax(-1).item());
    });
  };
  const spare = gpt.newCache({ capacity: warm });
  for (let i = 0; i < warm; i++) feed(1, spare); // the engine compiles what runs often
  spare.dispose();
  const cells = lengths.map((length) => {
    while (cache.length < length - timed) feed(Math.min(block, length - timed - cache.length));
    const times = Array.from({ length: timed }, () => {
      const start = performance.now();
      feed(1);
      return performance.now() - start;
    });
    const bytes = gpt.blocks.reduce((sum, { attention }) => sum + attention.cacheBytes(length), 0);
    return `${Math.round(1000 / Math.min(...times))} / s | ${Math.round(bytes / 1024).toLocaleString("en")} KiB`;
  });
  console.log(`| ${name} | ${cells.join(" | ")} |`);
  cache.dispose();
}
