import { encodeSafetensors, halfBits, type SafetensorsInput } from "@saccade/nn";
import { makeJob } from "./job.ts";
import { stepsOfEpoch } from "./network-sizes.ts";
import { sampleLength, samplesAt } from "./sampling-steps.ts";
import { firstPrompt, firstSampling } from "./settings.ts";
import { shownChoices } from "./shown-choices.ts";
import type { CurvePoint, Start } from "./start.ts";

const seed = 0;
const steps = 1500;

/** Trains the weights that come with the page, as a reader would: what is shown first, and the weights in 16 bits. */
export async function makeStart(text: string): Promise<{ start: Start; weights: Uint8Array }> {
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
  for (const step of [...samplesAt(steps), steps]) {
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
      prompt: firstPrompt,
      sampling: firstSampling,
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
