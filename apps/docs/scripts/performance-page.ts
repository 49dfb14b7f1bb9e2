import { readFileSync } from "node:fs";
import { fill, translated } from "@saccade/figures/messages";
import type { Lang } from "../.vitepress/languages.ts";
import en from "./performance.en.json" with { type: "json" };
import zh from "./performance.zh.json" with { type: "json" };
import { type CaseResult, losses, players, type Results } from "./performance-results.ts";

type Words = typeof en;
const texts = { en, zh: translated(en, zh) };

/** The performance page, from the results of `pnpm bench --json --out apps/docs/performance.json`. */
export function performancePage(lang: Lang): string {
  const words = texts[lang];
  const { machine, settings, cases }: Results = JSON.parse(
    readFileSync(new URL("../performance.json", import.meta.url), "utf8"),
  );
  const { versions } = machine;
  const names = Object.keys(versions).map((name) => `${name} ${versions[name]}`);
  const { cpu, cores, memoryGiB: memory, system } = machine;
  const facts = { date: machine.date.slice(0, 10), cpu, cores, memory, system };
  return `${[
    `---\ndescription: "${words.about}"\nkeywords: "${words.keywords}"\n---`,
    "<!-- Written by pnpm docs:pages from performance.json. -->",
    `# ${words.title}`,
    words.intro,
    `| | |\n|---|---|\n${[
      ...words.machine.map((row) => row.map((text) => fill(text, facts))),
      [words.versions, names.join(", ")],
    ]
      .map(([name, value]) => `| ${name} | ${value} |`)
      .join("\n")}`,
    fill(words.how, { rounds: Number(settings["rounds"]) }),
    `## ${words.lose}`,
    lossTable(cases, words),
    `## ${words.all}`,
    words.columns,
    ...Object.entries(byWorkload(cases)).map(
      ([workload, some]) => `### ${nameOf(words.workloads, workload)}\n\n${caseTable(some, words)}`,
    ),
    words.repeat,
  ].join("\n\n")}\n`;
}

function byWorkload(cases: readonly CaseResult[]): Record<string, CaseResult[]> {
  const names = [...new Set(cases.map(({ workload }) => workload))];
  return Object.fromEntries(names.map((name) => [name, cases.filter(({ workload }) => workload === name)]));
}

function lossTable(cases: readonly CaseResult[], words: Words): string {
  const rows = losses(cases).map(
    ({ workload, case: name, player, times }) =>
      `| ${nameOf(words.workloads, workload)}, ${name} | ${nameOf(words.players, player)} | ${times.toFixed(2)}× |`,
  );
  return rows.length === 0
    ? words.noLosses
    : `| ${words.lossColumns.join(" | ")} |\n|---|---|---|\n${rows.join("\n")}`;
}

function caseTable(cases: readonly CaseResult[], words: Words): string {
  const measured = new Set(cases.flatMap((one) => one.players.map(({ player }) => player)));
  const shown = players.filter((name) => measured.has(name));
  const head = ["", ...shown.map((name) => nameOf(words.players, name))];
  const rows = cases.map((one) => [
    one.case,
    ...shown.map((name) => {
      const result = one.players.find(({ player }) => player === name);
      return result === undefined ? "" : timeOf(result.best);
    }),
  ]);
  return [head, head.map((_, i) => (i === 0 ? "---" : "---:")), ...rows]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
}

const nameOf = (names: Readonly<Record<string, string>>, key: string): string => names[key] ?? key;

/** Three digits and a unit. */
export function timeOf(seconds: number): string {
  const [scale, unit] = seconds < 1e-3 ? [1e6, "µs"] : seconds < 1 ? [1e3, "ms"] : [1, "s"];
  return `${Number((seconds * scale).toPrecision(3))} ${unit}`;
}
