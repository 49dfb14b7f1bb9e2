// Self-attention beside convolution on sentences: a cue of two adjacent words, and one of two words far apart.

import { agreementSentences, cueWords, negatedSentences } from "@saccade/datasets/tasks";
import { accuracy, type Claim, fit, type Labelled, verdict } from "./attention-or-convolution/compare.ts";
import { TextAttention, TextConvolution } from "./attention-or-convolution/text-models.ts";
import { type Figure, type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";
import { ints } from "./tensors.ts";

const few = 100;
const many = 4000;
const tasks = { local: negatedSentences, far: agreementSentences } as const;
const models = { convolution: TextConvolution, attention: TextAttention } as const;

type TaskName = keyof typeof tasks;
type ModelName = keyof typeof models;
type Of = (task: TaskName, count: number, model: ModelName) => number;

const attentionOrConvolutionText: Program = {
  name: "attention-or-convolution-text",
  about:
    "Compares self-attention with convolution on sentences: a cue of two adjacent words, and a far-apart one.",
  run: (options: RunOptions): Outcome => {
    const { quick, random, print } = options;
    const losses: Record<string, readonly number[]> = {};
    const scores = new Map<string, number>();
    for (const task of ["local", "far"] as const) {
      const [example] = tasks[task]({ count: 1, random });
      print(`${task} cue, such as (class ${example!.label}): ${example!.words.join(" ")}`);
      const held = draw(task, quick ? 100 : 2000, random);
      for (const count of [few, many]) {
        const data = draw(task, count, random);
        for (const model of ["convolution", "attention"] as const) {
          const net = new models[model]();
          const curve = fit(net, data, { steps: quick ? 16 : count === few ? 250 : 600, random });
          if (task === "local" && count === many) losses[model] = curve;
          const score = accuracy(net, held);
          scores.set(`${task}, ${count}, ${model}`, score);
          print(`  ${count} sentences, ${model}: ${score.toFixed(3)}`);
        }
      }
    }
    const of: Of = (task, count, model) => scores.get(`${task}, ${count}, ${model}`)!;
    if (!quick) {
      print("\nWhat is said of self-attention beside convolution, and what came out:");
      for (const claim of claims(of)) print(`  ${verdict(claim)}`);
    }
    return { figures: figures(of), losses };
  },
};

const ids = new Map(cueWords.map((word, i) => [word, i]));

function draw(task: TaskName, count: number, random: () => number): Labelled {
  const sentences = tasks[task]({ count, random });
  return {
    x: ints(sentences.map(({ words }) => words.map((word) => ids.get(word)!))),
    y: ints(sentences.map(({ label }) => label)),
  };
}

function claims(of: Of): Claim[] {
  const pair = (task: TaskName, count: number, larger: ModelName, says: string): Claim => {
    const smaller = larger === "attention" ? "convolution" : "attention";
    return {
      says,
      larger: [larger, of(task, count, larger)],
      smaller: [smaller, of(task, count, smaller)],
    };
  };
  return [
    pair("far", many, "attention", "it relates words at any distance, and convolution does not"),
    pair("local", few, "convolution", "it is worse than convolution on few sentences, local cue"),
    pair("far", few, "convolution", "it is worse than convolution on few sentences, far-apart cue"),
    pair("local", many, "convolution", "it stays worse at the local cue with many sentences"),
  ];
}

function figures(of: Of): Figure[] {
  return [
    { name: "local cue, few, convolution", value: of("local", few, "convolution") },
    { name: "local cue, few, attention", value: of("local", few, "attention") },
    { name: "local cue, many, convolution", value: of("local", many, "convolution"), atLeast: 0.95 },
    { name: "local cue, many, attention", value: of("local", many, "attention"), atLeast: 0.95 },
    { name: "far cue, few, attention", value: of("far", few, "attention") },
    { name: "far cue, many, convolution", value: of("far", many, "convolution"), atMost: 0.65 },
    { name: "far cue, many, attention", value: of("far", many, "attention"), atLeast: 0.9 },
  ];
}

await runProgram(attentionOrConvolutionText);
