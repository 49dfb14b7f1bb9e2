// Trains the unguided Transformer of its page from several seeds, with dropout and without, and prints how each holds the
// pronoun: dev/log.md has the table. node --import tsx --conditions=@saccade/source scripts/transformer-seeds.ts 5
import { wasmBackend } from "@saccade/kernels-wasm";
import { setBackend } from "@saccade/tensor";
import { Inspector } from "../src/pages/transformer/inspector.ts";
import { firstSentence } from "../src/pages/transformer/settings.ts";
import { accuracyOf, fewestOf, heldOutPairs, plans, train } from "./train/transformer.ts";

setBackend(await wasmBackend({ threads: 1 }));
const seeds = Number(process.argv[2] ?? 3);
for (const dropout of [0, 0.1]) {
  for (let seed = 0; seed < seeds; seed++) {
    const net = train({ ...plans.free, dropout, seed, report: () => {} });
    console.log(`dropout ${dropout}, seed ${seed}:`, accuracyOf(net, heldOutPairs(300)));
    console.log("  fewest heads that flip the pronoun:", JSON.stringify(fewestOf(net)));
    const inspector = new Inspector(net.stateDict());
    const { rows } = inspector.patches({ sentence: firstSentence, positions: "on" });
    const { leads } = rows.find(({ site }) => site === "e2")!;
    const named = leads.map((lead, i) => `${firstSentence[i] ?? "<eos>"} ${lead.toFixed(1)}`);
    console.log("  the lead with one vector of the encoder's output patched:", named.join(", "));
  }
}
