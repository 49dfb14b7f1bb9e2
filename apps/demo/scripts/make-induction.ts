// Trains the network whose heads' film the page of repeated tokens opens with, and writes the film; takes about a minute. Run
// after a change of what it is made of: pnpm --filter @saccade/demo make-induction
import { writeFileSync } from "node:fs";
import { wasmBackend } from "@saccade/kernels-wasm";
import { setBackend } from "@saccade/tensor";
import { lastStep } from "../src/pages/language-model/induction/calls.ts";
import { Film } from "../src/pages/language-model/induction/film.ts";
import { filmBytes } from "./train/film.ts";

/** Dense where the heads form: weights are most of the file. */
const steps = [0, 40, 60, 80, 100, 140, 200, 400, 520, 560, 600, 640, 700, 820, lastStep];

setBackend(await wasmBackend());
const film = new Film({ seed: 0, layers: 2 });
film.train(Number.POSITIVE_INFINITY);
const chosen = steps.map((step) => film.frames.findIndex((frame) => frame.step === step));
const bytes = filmBytes(film, chosen);
writeFileSync(new URL("../src/pages/language-model/induction/film.safetensors", import.meta.url), bytes);
console.log(`wrote film.safetensors: ${steps.length} frames, ${bytes.length} bytes`);
