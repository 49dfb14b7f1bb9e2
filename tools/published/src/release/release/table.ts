import type { Candidate } from "../candidate.ts";
import { kB } from "../checks/size.ts";

/** Name, version, number of files and packed size of each package. */
export function candidateTable(candidates: readonly Candidate[]): string {
  const rows = candidates.map(({ name, manifest, files, bytes }) => [
    name,
    manifest.version,
    String(files.length),
    kB(bytes),
  ]);
  const all = [["name", "version", "files", "packed kB"], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const cell = (text: string, column: number): string =>
    column < 2 ? text.padEnd(widths[column]!) : text.padStart(widths[column]!);
  return all.map((row) => row.map(cell).join("  ").trimEnd()).join("\n");
}
