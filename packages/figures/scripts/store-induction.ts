// Trains the network of the figure "induction-heads" and writes src/induction-heads/trained.json, in about a minute:
//   node --import tsx --conditions=@saccade/source packages/figures/scripts/store-induction.ts
import { compile, noGrad } from "@saccade/autograd";
import { wasmBackend } from "@saccade/kernels-wasm";
import { AdamW, crossEntropy } from "@saccade/nn";
import { manualSeed, setBackend, tensor } from "@saccade/tensor";
import {
  half,
  length,
  letters,
  look,
  makeNet,
  meanWeight,
  twice,
  withoutEach,
} from "../src/induction-heads/net.ts";
import { seededRandom } from "../src/ui/seeded-random.ts";
import { restore, store } from "../src/ui/stored.ts";
import { writeTrained } from "./write-trained.ts";

const steps = 1500;
const batch = 32;
const seed = Number(process.argv[2] ?? 0);

setBackend(await wasmBackend());
manualSeed(seed);
const random = seededRandom(seed);
const net = makeNet();
const optimizer = new AdamW(net, { lr: 0.004 });

// Letters repeat after 4 to 12: the distance differs, so that no position says where to look.
function lesson() {
  const rows = Array.from({ length: batch }, () => {
    const period = 4 + Math.floor(random() * 9);
    const segment = Array.from({ length: period }, () => Math.floor(random() * letters.length));
    return { period, ids: Array.from({ length: length + 1 }, (_, i) => segment[i % period]!) };
  });
  return {
    ids: tensor(
      rows.map(({ ids }) => ids),
      { dtype: "int32" },
    ),
    known: tensor(rows.map(({ period }) => Array.from({ length }, (_, i) => (i >= period ? 1 : 0)))),
  };
}

const step = compile(({ ids, known }: ReturnType<typeof lesson>) =>
  optimizer.step(() => {
    const logits = net.forward(ids.narrow(1, 0, length));
    const each = crossEntropy(logits.flatten(0, 1), ids.narrow(1, 1, length).flatten(), {
      reduction: "none",
    });
    return each.mul(known.flatten()).sum().div(known.sum());
  }),
);
for (let i = 1; i <= steps; i++) {
  const loss = step(lesson());
  if (i % 100 === 0) console.log(`step ${i}: loss ${loss.item().toFixed(3)}`);
}

const trained = store(net);
const rounded = makeNet();
restore(rounded, trained);
const exam = twice(200, seededRandom(1_000_000));
for (const [name, one] of [
  ["trained", net],
  ["rounded to bytes", rounded],
] as const) {
  const { accuracy } = noGrad(() => look(one, exam, []));
  console.log(`${name}: accuracy ${accuracy.toFixed(3)}, without each head`);
  for (const layer of await withoutEach(one, exam))
    console.log(`  ${layer.map((x) => x.toFixed(3)).join("  ")}`);
}
const means = look(rounded, exam.slice(0, 1), []).patterns.map((layer) =>
  layer.map((x) => `${meanWeight(x, 1).toFixed(2)} ${meanWeight(x, half - 1).toFixed(2)}`).join("  "),
);
console.log(`mean weight one back, and of the letter after the first occurrence\n  ${means.join("\n  ")}`);

writeTrained("induction-heads", trained);
