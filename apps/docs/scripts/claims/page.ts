import type { Claim, Lang, Test, Topic } from "./claim.ts";
import { type ProgramRecord, valuesOf } from "./records.ts";
import { type Claimed, type Interval, intervalOf, type Verdict, verdictOf } from "./statistics.ts";
import { words } from "./words.ts";

/** A test with its outcome. */
export interface Judged extends Test {
  readonly interval: Interval;
  readonly verdict: Verdict;
}

export type Records = ReadonlyMap<string, ProgramRecord>;

export function judge(test: Test, records: Records): Judged {
  const record = records.get(test.program);
  if (record === undefined)
    throw new Error(`no records/claims/${test.program}.json; run pnpm docs:claims --record ${test.program}`);
  const interval = intervalOf(valuesOf(record, test.value));
  return { ...test, interval, verdict: verdictOf(interval, test.claimed) };
}

/** The page of all claims in one language. */
export function claimsPage(topics: readonly Topic[], records: Records, lang: Lang): string {
  const say = words[lang];
  const judged = topics.flatMap(({ claims }) => claims.flatMap(({ tests }) => tests));
  const verdicts = judged.map((test) => judge(test, records).verdict);
  const count = (verdict: Verdict): number => verdicts.filter((one) => one === verdict).length;
  const claims = topics.reduce((sum, one) => sum + one.claims.length, 0);
  const parts = topics.flatMap(({ title, claims, remark }) => [
    `## ${title[lang]}`,
    tableOf(claims, records, lang),
    ...(remark === undefined ? [] : [remark[lang]]),
  ]);
  const counts = { confirmed: count("confirmed"), refuted: count("refuted"), undecided: count("undecided") };
  return `${["---\nsearch: false\n---", say.note, `# ${say.title}`, ...say.intro(claims, counts), ...parts, ...say.end].join("\n\n")}\n`;
}

/** The verdict stands beside the claim: a phone shows two columns. */
function tableOf(claims: readonly Claim[], records: Records, lang: Lang): string {
  const say = words[lang];
  const judged = claims.flatMap(({ says, tests }) =>
    tests.map((test, i) => ({ says: i === 0 ? says[lang] : "", ...judge(test, records) })),
  );
  const seeds = [...new Set(judged.map(({ interval }) => interval.count))];
  const rows = judged.map(({ says, interval, verdict, program, shows, claimed }) => [
    says,
    `**${say.verdicts[verdict]}**`,
    `${shows[lang]}${say.colon}${rangeOf(claimed)}`,
    seeds.length === 1 ? numberOf(interval) : `${numberOf(interval)} (${say.seeds(interval.count)})`,
    `\`${program}\``,
  ]);
  const head = say.columns(seeds.length === 1 ? ` (${say.seeds(seeds[0]!)})` : "");
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

/** The claimed range, such as "> 0.5". */
export function rangeOf({ above, below }: Claimed): string {
  if (above !== undefined && below !== undefined) return `${short(above)} … ${short(below)}`;
  return above !== undefined ? `> ${short(above)}` : `< ${short(below ?? Number.POSITIVE_INFINITY)}`;
}

/** The mean and half of its interval, to two digits of the latter. */
export function numberOf({ mean, half }: Interval): string {
  const size = Math.max(Math.abs(mean), half);
  if (size > 0 && (size < 1e-3 || size >= 1e5)) return `${power(mean)} ± ${power(half)}`;
  const digits = half === 0 ? 3 : Math.min(4, Math.max(0, 1 - Math.floor(Math.log10(half))));
  return `${minus(mean.toFixed(digits))} ± ${half.toFixed(digits)}`;
}

function power(value: number): string {
  return value === 0 ? "0" : minus(value.toExponential(1));
}

function short(value: number): string {
  return minus(Math.abs(value) < 1e-3 && value !== 0 ? value.toExponential() : String(value));
}

function minus(text: string): string {
  return text.replace(/-/g, "−");
}
