import { writeFileSync } from "node:fs";
import type { Catch } from "./trial.ts";

export interface Result {
  /** The fault, or where a token was changed. */
  readonly id: string;
  readonly kind: string;
  readonly change: string;
  /** undefined for what nothing caught. */
  readonly caught: Catch | undefined;
}

/** How many were caught, by kind and by level, and a row for each. */
export function toMarkdown(results: readonly Result[]): string {
  const levels = [...new Set(results.map(({ caught }) => caught?.level ?? "none"))];
  const kinds = [...new Set(results.map(({ kind }) => kind))];
  const count = (kind: string | undefined, level: string): string =>
    String(
      results.filter((one) => (kind ?? one.kind) === one.kind && (one.caught?.level ?? "none") === level)
        .length,
    );
  const summary = [...kinds, undefined].map((kind) => [
    kind ?? "all",
    ...levels.map((level) => count(kind, level)),
  ]);
  const rows = results.map(({ id, kind, change, caught }) => [
    id,
    kind,
    change,
    caught?.level ?? "none",
    caught?.test ?? "",
  ]);
  return `${tableOf(["", ...levels], summary)}\n${tableOf(["fault", "kind", "change", "caught by", "test"], rows)}`;
}

function tableOf(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |\n`;
  return [heads, heads.map(() => "---"), ...rows].map(line).join("");
}

/** Writes a table, or the results as they are where the file ends with .json. */
export function writeResults(file: string, results: readonly Result[]): void {
  writeFileSync(file, file.endsWith(".json") ? `${JSON.stringify(results, null, 2)}\n` : toMarkdown(results));
}
