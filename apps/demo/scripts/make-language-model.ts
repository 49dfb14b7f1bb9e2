// Writes the tales of the language model's page, trains the model that the page opens with, and writes its weights and what
// is shown first into the page's folder. Run after a change of what they are made of:
// pnpm --filter @saccade/demo make-language-model
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { wasmBackend } from "@saccade/kernels-wasm";
import { encodeSafetensors, halfBits, type SafetensorsInput } from "@saccade/nn";
import { setBackend } from "@saccade/tensor";
import type { CurvePoint, Start } from "../src/pages/language-model/calls.ts";
import { makeJob } from "../src/pages/language-model/job.ts";
import { firstPrompt, firstSampling, shownChoices } from "../src/pages/language-model/settings.ts";
import { isSampled, sampleLength, stepsOfEpoch } from "../src/pages/language-model/sizes.ts";
import { makeTales } from "./train/tales.ts";

const seed = 0;
const steps = 1500;

setBackend(await wasmBackend({ threads: 1 }));
const folder = fileURLToPath(new URL("../src/pages/language-model/", import.meta.url));
const tales = makeTales(240, 7);
const { start, weights } = await makeStart(tales);

// Four digits are more than the page shows.
const text = JSON.stringify(start, (_, value: unknown) =>
  typeof value === "number" ? Number(value.toPrecision(4)) : value,
);
writeFileSync(`${folder}tales.en.txt`, tales);
writeFileSync(`${folder}tales.safetensors`, weights);
writeFileSync(
  `${folder}start.gen.ts`,
  `// Written by scripts/make-language-model.ts.\nimport type { Start } from "./calls.ts";\n\nexport const start: Start = ${text};\n`,
);
const { loss, heldOut } = start.curve.at(-1)!;
console.log(
  `loss ${loss.toFixed(3)}, of held-out tales ${heldOut?.toFixed(3)}; ${start.samples.at(-1)?.text}`,
);
console.log(`wrote start.gen.ts, the tales and tales.safetensors (${weights.length} bytes) into ${folder}`);

/** Trains the weights that come with the page, as a reader would: what is shown first, and the weights in 16 bits. */
async function makeStart(text: string): Promise<{ start: Start; weights: Uint8Array }> {
  const { trainer, queries, gpt } = makeJob({ seed, text, weights: null }, null);
  const curve: CurvePoint[] = [];
  let recent: number[] = [];
  trainer.on("step", ({ loss }) => recent.push(loss));
  trainer.on("validation", ({ step, metrics }) => {
    const loss = recent.reduce((a, b) => a + b, 0) / recent.length;
    curve.push({ step, loss, heldOut: metrics["loss"] ?? null });
    recent = [];
  });
  const samples = [];
  for (let step = 1; step <= steps; step++) {
    if (!isSampled(step)) continue;
    await trainer.fit({ maxSteps: step });
    samples.push(await trainer.betweenSteps(() => queries.sample(sampleLength)));
  }
  if (curve.length !== steps / stepsOfEpoch) throw new Error(`${curve.length} validations of ${steps} steps`);
  const weights = halved(gpt.stateDict());
  // What is shown is what the page computes from the weights it loads.
  const loaded = makeJob({ seed, text, weights }, null).queries;
  const ask = { draft: { prompt: firstPrompt, added: [] }, sampling: firstSampling, count: shownChoices };
  const { ms: _, ...reading } = loaded.read(ask);
  return {
    start: {
      seed,
      steps,
      reading: { ...reading, ms: 0 },
      cached: loaded.cached({ layer: 0, head: 0 }),
      facts: loaded.facts(),
      curve,
      samples,
    },
    weights,
  };
}

function halved(state: ReturnType<ReturnType<typeof makeJob>["gpt"]["stateDict"]>): Uint8Array {
  const entries = Object.entries(state).map(([name, tensor]): [string, SafetensorsInput] => [
    name,
    { dtype: "F16", shape: tensor.shape, data: halfBits(tensor.dataSync(), "float16") },
  ]);
  return encodeSafetensors(entries);
}
