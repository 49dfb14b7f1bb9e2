// LoRA: a small GPT learns another style from a hundred lines, with all weights or with adapters of rank 8.

import { experiment, type Measured, type Phase, short, standard } from "./lora/experiment.ts";
import { type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";
import { printTable } from "./table.ts";

const titles: Readonly<Record<Phase, string>> = { base: "before", full: "all weights", lora: "LoRA" };

const lora: Program = {
  name: "lora",
  about:
    "Fine-tunes a small GPT on a hundred lines of another style: all of its weights, or adapters of rank 8.",
  run({ quick, print, seed }: RunOptions): Outcome {
    const losses: Record<Phase, number[]> = { base: [], full: [], lora: [] };
    const results = new Map<Phase, Measured>();
    let [mergedDifference, changedNumbers] = [Number.NaN, Number.NaN];
    for (const event of experiment({ seed, ...(quick ? short : standard) })) {
      if (event.kind === "step") losses[event.phase].push(event.loss);
      else if (event.kind === "measured") {
        results.set(event.phase, event.result);
        print(`${titles[event.phase]}: ${event.result.sample}`);
      } else ({ mergedDifference, changedNumbers } = event);
    }
    const rows = [...results].map(([phase, { trained, hundred, others }]) => [
      titles[phase],
      phase === "base" ? "" : String(trained),
      hundred.toFixed(4),
      others.toFixed(4),
    ]);
    printTable(print, ["", "trained numbers", "loss, the hundred lines", "loss, other lines"], rows);
    const [full, few] = [results.get("full")!, results.get("lora")!];
    return {
      figures: [
        {
          name: "LoRA's loss beside that of all weights, other lines",
          value: few.others / full.others,
          atMost: 1.1,
        },
        { name: "the same, the hundred lines", value: few.hundred / full.hundred, atMost: 1.1 },
        { name: "LoRA's trained numbers beside all", value: few.trained / full.trained, atMost: 0.05 },
        { name: "largest difference that merging makes", value: mergedDifference, atMost: 1e-5 },
        { name: "numbers of the model that LoRA changed", value: changedNumbers, atMost: 0 },
      ],
      losses,
    };
  },
};

await runProgram(lora);
