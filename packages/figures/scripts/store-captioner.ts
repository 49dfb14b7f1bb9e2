// Trains the network of the figure "images" and writes src/images/trained.json, in less than a minute:
//   node --import tsx --conditions=@saccade/source packages/figures/scripts/store-captioner.ts
import { measure, trainCaptioner } from "@saccade/examples/caption";
import { wasmBackend } from "@saccade/kernels-wasm";
import { setBackend } from "@saccade/tensor";
import { makeCaptioner } from "../src/images/net.ts";
import { seededRandom } from "../src/ui/seeded-random.ts";
import { restore, store } from "../src/ui/stored.ts";
import { writeTrained } from "./write-trained.ts";

setBackend(await wasmBackend({ threads: 1 }));
const seed = Number(process.argv[2] ?? 0);
const { net } = trainCaptioner({ seed, steps: 2400, penalty: 0 });
const parameters = store(net);
const rounded = makeCaptioner();
restore(rounded, parameters);
for (const [name, one] of [
  ["trained", net],
  ["rounded to bytes", rounded],
] as const) {
  const { captions, first, second } = measure(one, seededRandom(1_000_000));
  const shares = (list: readonly number[]): string => list.map((share) => share.toFixed(3)).join(" ");
  console.log(
    `${name}: captions right ${captions.toFixed(3)}; on thing 1 ${shares(first)}, on thing 2 ${shares(second)}`,
  );
}
writeTrained("images", parameters);
