import { liveCurve } from "@saccade/plot/live";
import { alignment } from "@saccade/plot/page";
import { TrainerClient } from "@saccade/train";
import "uplot/dist/uPlot.min.css";
import "./style.css";
import { element } from "./element.ts";
import { wordLength } from "./words.ts";
import type { create } from "./worker.ts";

type State = "starting" | "ready" | "training" | "stopped" | "done" | "failed";

const settings = { seed: 0, epochs: 16 };

const trainButton = element("train", HTMLButtonElement);
const stopButton = element("stop", HTMLButtonElement);
const statusText = element("status", HTMLElement);
const errorText = element("error", HTMLElement);
const wordInput = element("word", HTMLInputElement);
const sortedText = element("sorted", HTMLElement);
const attentionFigure = element("attention", HTMLElement);
const curve = liveCurve(element("loss", HTMLElement), {
  names: ["loss"],
  xlabel: "step",
  height: 280,
  logarithmic: true,
});

const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
const client = new TrainerClient<typeof create>(worker);

let state: State = "starting";
let steps: number[] = [];
let losses: number[] = [];
let threads = 1;
let exact = 0; // the share of new words sorted without a mistake

function enter(next: State): void {
  state = next;
  trainButton.disabled = state !== "ready" && state !== "stopped" && state !== "done";
  trainButton.textContent = state === "stopped" ? "Continue" : state === "done" ? "Train again" : "Train";
  stopButton.disabled = state !== "training";
  showStatus();
}

function showStatus(): void {
  const texts: Record<State, string> = {
    starting: "Starting…",
    ready: `Not trained yet · ${threads} thread${threads === 1 ? "" : "s"}`,
    training: "Training",
    stopped: "Stopped",
    done: "Trained",
    failed: "Failed",
  };
  const done = steps.at(-1) ?? 0;
  const progress = done > 0 ? ` · step ${done} · sorts ${(100 * exact).toFixed(0)} % of new words` : "";
  statusText.textContent = texts[state] + progress;
}

function fail(error: unknown): void {
  errorText.textContent = error instanceof Error ? error.message : String(error);
  errorText.hidden = false;
  enter("failed");
}

/** Asks the worker for the attention on the word, and draws it. The worker answers between two training steps. */
async function drawAttention(): Promise<void> {
  const word = wordInput.value.toLowerCase();
  const fits = /^[a-z]+$/.test(word) && word.length === wordLength;
  wordInput.setAttribute("aria-invalid", String(!fits));
  if (!fits) {
    sortedText.textContent = `Please enter ${wordLength} letters from a to z.`;
    return;
  }
  const { sorted, weights } = await client.query("sortWord", word);
  if (wordInput.value.toLowerCase() !== word) return; // the reader typed on
  sortedText.textContent = `${word} → ${sorted}`;
  attentionFigure.replaceChildren(
    alignment(weights, { source: [...word], target: [...sorted], cellSize: 34 }),
  );
}

client.on("step", ({ step, loss }) => {
  steps.push(step);
  losses.push(loss);
  curve.set(steps, [losses]);
  showStatus();
});
client.on("epoch", ({ validation }) => {
  exact = validation?.["exact"] ?? 0;
  drawAttention().catch(fail);
});
client.on("stop", () => enter("stopped"));
client.on("done", () => enter("done"));
client.on("diverged", ({ message }) => fail(message));
client.on("error", ({ message }) => fail(message)); // also when the worker itself crashes

async function train(): Promise<void> {
  const again = state === "done";
  enter("training");
  if (again) {
    await client.create(settings);
    [steps, losses, exact] = [[], [], 0];
  }
  await client.fit();
}

trainButton.addEventListener("click", () => void train().catch(fail));
stopButton.addEventListener("click", () => void client.stop().catch(fail));
wordInput.addEventListener("input", () => void drawAttention().catch(fail));
// The curve's axes take the colours of the page.
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => curve.redraw());

try {
  await client.create(settings);
  threads = await client.query("threads");
  await drawAttention();
  enter("ready");
} catch (error) {
  fail(error);
}
