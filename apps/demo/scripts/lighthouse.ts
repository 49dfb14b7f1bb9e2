// Lighthouse's marks for every page of the built demo, as on a phone: pnpm demo:lighthouse [page …] [--runs N]
// Medians of five runs. Build first (pnpm demo), and run nothing beside it.
import { parseArgs } from "node:util";
import { findChromium, serveOn } from "@saccade/e2e/host";

process.env["CHROMIUM"] = findChromium();
const { scores } = await import("@saccade/e2e/lighthouse");
const { everyPage: pages } = await import("../src/pages/table.ts");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "5" } },
});
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1)
  throw new Error(`--runs takes a whole number from 1, not "${values.runs}".`);
const names = positionals.length > 0 ? positionals : pages.map(({ name }) => name);
const unknown = names.filter((name) => !pages.some((page) => page.name === name));
if (unknown.length > 0)
  throw new Error(`There is no page "${unknown[0]}": ${pages.map(({ name }) => name).join(", ")}.`);

const { root, end } = await serveOn(new URL("./serve.mjs", import.meta.url));
const goals = { performance: 95, accessibility: 100 } as const;
let missed = 0;
try {
  for (const name of names) {
    const rounds = [];
    for (let run = 0; run < runs; run++) {
      rounds.push(await scores(`${root}/#/${name}`, ["performance", "accessibility"], "mobile"));
    }
    for (const category of ["performance", "accessibility"] as const) {
      const found = rounds.map((round) => round.find((one) => one.category === category)!);
      const sorted = found.toSorted((a, b) => a.score - b.score);
      const median = sorted[Math.floor(runs / 2)]!;
      const met = median.score >= goals[category];
      if (!met) missed++;
      console.log(
        `${name}: ${category} ${median.score} of ${sorted.map(({ score }) => score).join(" ")}${met ? "" : `, goal ${goals[category]}`}`,
      );
      if (!met) console.log(`  ${median.lost.join("; ")}`);
    }
  }
} finally {
  end();
}
console.log(missed === 0 ? "all goals met" : `${missed} goals missed`);
process.exitCode = missed === 0 ? 0 : 1;
