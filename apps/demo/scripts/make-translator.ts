// Trains the translator that the page opens with, and writes its checkpoint and what is shown first into the page's
// folder; takes some minutes. Run after a change of what it is made of: pnpm --filter @saccade/demo make-translator
import { writeFileSync } from "node:fs";
import { wasmBackend } from "@saccade/kernels-wasm";
import { setBackend } from "@saccade/tensor";
import { makeJob } from "../src/pages/translator/network/job.ts";
import { epochsOfGrammar, firstSentence } from "../src/pages/translator/settings.ts";
import type { Start } from "../src/pages/translator/shipped/start.ts";
import { writeStart } from "./write-start.ts";

const backend = await wasmBackend();
setBackend(backend);

// As a reader would.
const settings = { seed: 0, lr: 0.005 } as const;
const { trainer, queries } = makeJob({ ...settings, pairs: null, name: "" }, null);
const { step, losses } = await trainer.fit({ maxEpochs: Number(epochsOfGrammar) });
const [translation, film] = await trainer.betweenSteps(() => [
  queries.translate({ sentence: firstSentence, prefix: [] }),
  queries.film({ sentence: firstSentence, after: -1 }),
]);
const kernels = backend.variant;
// The words come with the run: they are much to load, and few readers look at them.
const facts = { ...queries.facts(), words: [] };
const start: Start = { kernels, settings, translation, film, facts, step, losses };
const checkpoint = await trainer.checkpoint();

const file = new URL("../src/pages/translator/shipped/translator.safetensors", import.meta.url);
writeFileSync(file, checkpoint);
writeStart("translator/shipped", start, 4);
console.log(
  `loss ${start.losses.at(-1)}; "${start.film.sentence}" → "${start.translation.tokens.join(" ")}"`,
);
