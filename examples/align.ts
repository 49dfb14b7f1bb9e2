// `pnpm align`: trains translators with several seeds and prints how well the attention of each aligns words.

import { parseOptions } from "./align/options.ts";
import { recipes } from "./align/recipes.ts";
import { type Row, tableOf, verdictOf } from "./align/table.ts";
import { run } from "./align/train.ts";
import { useBackend } from "./backend.ts";
import { runMain } from "./usage.ts";

await runMain("align", async () => {
  const options = parseOptions(process.argv.slice(2));
  if (options === null) return 0;
  const { models, seeds, grammar, backend, json } = options;
  const print = (line: string): void => {
    (json ? process.stderr : process.stdout).write(`${line}\n`);
  };
  // One thread: steps of 32 short sentences are too little work to be split.
  print(`${grammar}, backend ${await useBackend(backend, { threads: 1 })}`);
  const rows: Row[] = [];
  for (const model of models) {
    for (const seed of seeds) {
      const { aer, contentWeight, bleu, seconds } = run(recipes[model], grammar, seed);
      rows.push({ model, seed, aer, contentWeight, bleu, seconds });
      const figures = `AER ${aer.toFixed(3)}, content weight ${contentWeight.toFixed(3)}, BLEU ${bleu.toFixed(3)}`;
      print(`${model}, seed ${seed}: ${figures}, ${seconds.toFixed(0)} s`);
      if (json) {
        const line = { model, grammar, seed, aer, content_weight: contentWeight, bleu, seconds };
        process.stdout.write(`${JSON.stringify(line)}\n`);
      }
    }
  }
  print(`\n${tableOf(rows)}`);
  // The goals are for English and French.
  if (grammar === "en-fr") print(`\n${verdictOf(rows)}`);
  return 0;
});
