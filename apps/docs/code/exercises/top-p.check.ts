import { manualSeed, randn, tensor } from "@saccade/tensor";
import { topP } from "./top-p.ts";

const write = (ids: readonly number[]): string =>
  ids.join(" ") || "nothing";

const sharp = topP(tensor([0.125, 0.75, 0.125]), 0.5);
if (sharp.join() !== "1")
  throw new Error(
    `Of 0.125, 0.75 and 0.125 with p = 0.5, topP keeps ${write(sharp)}; it must keep 1. ` +
      "The token with which the sum reaches p is kept, too, so there is always one.",
  );
const exact = topP(tensor([0.5, 0.125, 0.25, 0.125]), 0.75);
if (exact.join(" ") !== "0 2")
  throw new Error(
    `Of 0.5, 0.125, 0.25 and 0.125 with p = 0.75, topP keeps ${write(exact)}; it must keep 0 2, which add up to 0.75 exactly.`,
  );

manualSeed(9);
for (let run = 0; run < 20; run++) {
  const size = 3 + (run % 6);
  const p = 0.15 + 0.04 * run;
  const probabilities = randn([size]).mul(2).softmax(-1);
  const all = Array.from(probabilities.dataSync(), Number);
  const kept = topP(probabilities, p);
  const sum = (ids: readonly number[]): number =>
    ids.reduce((total, id) => total + all[id]!, 0);
  const shown = `Of ${all.map((value) => value.toFixed(2)).join(", ")} with p = ${p.toFixed(2)}, topP keeps ${write(kept)}`;
  if (new Set(kept).size !== kept.length)
    throw new Error(`${shown}: a token is kept twice.`);
  if (sum(kept) < p - 1e-6)
    throw new Error(
      `${shown}, ${sum(kept).toFixed(2)} together; they must reach p.`,
    );
  if (kept.some((id, i) => i > 0 && all[id]! > all[kept[i - 1]!]!))
    throw new Error(`${shown}; the most probable must come first.`);
  if (sum(kept.slice(0, -1)) >= p)
    throw new Error(
      `${shown}; without the last they reach p already, so it must go.`,
    );
  const least = Math.min(...kept.map((id) => all[id]!));
  if (all.some((value, id) => value > least && !kept.includes(id)))
    throw new Error(
      `${shown}, and leaves out one that is more probable.`,
    );
}
console.log("Right: the fewest tokens that reach p, and at least one.");
