import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSafetensors, saveSafetensors } from "@saccade/nn/node";
import { oneOf, wholeNumber } from "../command-line.ts";
import type { Outcome, Program, RunOptions } from "../program.ts";
import { findPython, runPython } from "./python.ts";
import { newRun, type Run, type ShapeName, shapes } from "./run.ts";

export const interop: Program = {
  name: "interop",
  about:
    "Trains a GPT, continues it in PyTorch with DistributedDataParallel, and continues in Saccade: one loss curve.",
  options: [
    { flag: "--shape <name>", about: `One of ${Object.keys(shapes).join(", ")} (default: gpt-2)` },
    { flag: "--steps <n>", about: "Steps of each of the three stretches (default: 40, or 8 with --quick)" },
    { flag: "--processes <n>", about: "Processes of PyTorch, which share each batch (default: 2)" },
    {
      flag: "--python <command>",
      about: "A Python with PyTorch (default: $SACCADE_PYTHON, or python3, or /usr/bin/python3)",
    },
  ],
  async run(options: RunOptions): Promise<Outcome> {
    const { quick, seed, out, own, print } = options;
    const shape = oneOf("shape", own["shape"] ?? "gpt-2", Object.keys(shapes) as ShapeName[]);
    const steps = wholeNumber("steps", own["steps"] ?? (quick ? 8 : 40), 1);
    const processes = wholeNumber("processes", own["processes"] ?? 2, 1);
    const found = findPython(own["python"] ?? null);
    if ("missing" in found) return { figures: [], losses: {}, skipped: found.missing };
    const { python } = found;
    const make = (): Run => newRun(shape, quick, seed);
    const folder = out ?? (await mkdtemp(join(tmpdir(), "saccade-interop-")));
    try {
      const logits = await compareLogits(make(), python, folder);
      const carried = await continueTwice(make, { python, folder, steps, processes, print });
      const alone = make();
      alone.train(3 * steps);
      printCurve(carried.losses, alone.losses, steps, print);
      const far = (from: number, to: number): number =>
        distance(carried.losses.slice(from, to), alone.losses.slice(from, to));
      return {
        figures: [
          { name: "logits, PyTorch beside Saccade: largest difference", value: logits, atMost: 1e-5 },
          {
            name: "curve in PyTorch: largest relative difference",
            value: far(steps, 2 * steps),
            atMost: 1e-4,
          },
          {
            name: "curve after PyTorch: largest relative difference",
            value: far(2 * steps, 3 * steps),
            atMost: 1e-4,
          },
          {
            name: "the same without the optimizer's state",
            value: await withoutState(make(), join(folder, "second.safetensors"), steps, alone.losses),
            atLeast: 1e-3,
          },
        ],
        losses: { curve: carried.losses },
      };
    } finally {
      if (out === null) await rm(folder, { recursive: true, force: true });
    }
  },
};

interface Stretches {
  readonly python: string;
  readonly folder: string;
  readonly steps: number;
  readonly processes: number;
  readonly print: (line: string) => void;
}

/** Saccade, PyTorch, Saccade: each goes on from the other's file. Returns the last run, with the whole curve. */
export async function continueTwice(make: () => Run, stretches: Stretches): Promise<Run> {
  const { python, folder, steps, processes, print } = stretches;
  const [before, after] = ["first", "second"].map((name) => join(folder, `${name}.safetensors`)) as [
    string,
    string,
  ];
  const first = make();
  const began = first.train(steps);
  await first.save(before);
  print(`Saccade: loss ${began[0]!.toFixed(4)} → ${began.at(-1)!.toFixed(4)}`);
  const share = ["--steps", String(steps), "--processes", String(processes)];
  print(await runPython(python, "train.py", [before, "--out", after, ...share]));
  const last = make();
  await last.load(after);
  const ended = last.train(steps);
  print(`Saccade: loss ${ended[0]!.toFixed(4)} → ${ended.at(-1)!.toFixed(4)}`);
  return last;
}

/** Weights alone, by name and back: the largest difference of the logits. @throws Error if a weight changed. */
export async function compareLogits(run: Run, python: string, folder: string): Promise<number> {
  const file = (name: string): string => join(folder, `${name}.safetensors`);
  const [there, back, scores] = [file("weights"), file("from-pytorch"), file("logits")];
  const { gpt, data } = run;
  await saveSafetensors(there, gpt, { gpt: JSON.stringify(gpt.settings), data: JSON.stringify(data) });
  await runPython(python, "weights.py", [there, "--out", back, "--logits", scores]);
  const weights = await loadSafetensors(back);
  for (const [name, weight] of Object.entries(gpt.stateDict())) {
    const returned = weights[name]?.toArray();
    if (String(returned) !== String(weight.toArray()))
      throw new Error(`${name} came back with other values.`);
  }
  gpt.loadStateDict(weights);
  const { logits } = await loadSafetensors(scores);
  return run.logits(0).sub(logits!).abs().max().item();
}

/** How far the last stretch is from the curve if only the weights are carried over. */
export async function withoutState(
  run: Run,
  path: string,
  steps: number,
  alone: readonly number[],
): Promise<number> {
  const restored = new Map(Object.entries(await loadSafetensors(path)));
  const weights = Object.keys(run.gpt.stateDict()).map(
    (name) => [name, restored.get(`model.${name}`)!] as const,
  );
  run.gpt.loadStateDict(Object.fromEntries(weights));
  run.losses = alone.slice(0, 2 * steps);
  return distance(run.train(steps), alone.slice(2 * steps));
}

/** The largest |a − b| / b. */
export function distance(losses: readonly number[], wanted: readonly number[]): number {
  return Math.max(...losses.map((loss, i) => Math.abs(loss - wanted[i]!) / wanted[i]!));
}

function printCurve(
  losses: readonly number[],
  alone: readonly number[],
  steps: number,
  print: (line: string) => void,
): void {
  const who = ["Saccade", "PyTorch", "Saccade"];
  const every = Math.ceil(steps / 5);
  print("\n step  by        loss    Saccade alone  relative difference");
  losses.forEach((loss, i) => {
    const within = i % steps;
    if (within % every !== 0 && within !== steps - 1) return;
    const there = distance([loss], [alone[i]!]);
    const name = who[Math.floor(i / steps)]!;
    print(
      `${String(i + 1).padStart(5)}  ${name}  ${loss.toFixed(5)}  ${alone[i]!.toFixed(5).padStart(13)}  ${there.toExponential(1).padStart(19)}`,
    );
  });
  print("");
}
