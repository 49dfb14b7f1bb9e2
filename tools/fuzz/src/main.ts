import { parseArgs } from "node:util";
import { parts } from "./parts.ts";
import { Tally } from "./tally.ts";
import { watched } from "./watch.ts";

const usage = `pnpm fuzz [--seed 0] [--cases 2000] [--only ${Object.keys(parts).join("|")}]… [--case NUMBER]
  --seed   which cases are drawn; the same seed draws the same
  --cases  how many of each part
  --only   this part alone
  --case   this one alone, as a fault's number names it`;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "0" },
    cases: { type: "string", default: "2000" },
    only: { type: "string", multiple: true, default: Object.keys(parts) },
    case: { type: "string" },
    help: { type: "boolean", default: false },
  },
});

function wholeNumber(name: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`fuzz: --${name} is ${text}; write a whole number\n${usage}`);
  return Number(text);
}

async function run(): Promise<void> {
  const odd = values.only.find((part) => !(part in parts));
  if (odd !== undefined) throw new Error(`fuzz: there is no part ${odd}\n${usage}`);
  const [seed, cases] = [wholeNumber("seed", values.seed), wholeNumber("cases", values.cases)];
  const from = values.case === undefined ? 0 : wholeNumber("case", values.case);
  const to = values.case === undefined ? cases : from + 1;
  const tally = new Tally();
  for (const part of values.only)
    await watched(part, { seed, from, to }, (news) => {
      if (tally.count(part, news)) console.log(tally.line(part, seed, news));
    });
  console.log(tally.table(seed));
  process.exitCode = tally.faults > 0 ? 1 : 0;
}

if (values.help) console.log(usage);
else
  await run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
