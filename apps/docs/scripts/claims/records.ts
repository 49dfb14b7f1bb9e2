// The records that the page of claims is made of: what examples measured, with several seeds.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Quantity } from "./claim.ts";

/** One run, by the names of its figures. */
export interface Run {
  readonly seed: number;
  readonly figures: Readonly<Record<string, number>>;
}

export interface ProgramRecord {
  readonly program: string;
  readonly date: string;
  readonly node: string;
  readonly runs: readonly Run[];
}

/** The last line of an example with --json. */
export interface Printed {
  readonly program: string;
  readonly seed: number;
  readonly quick: boolean;
  readonly figures: readonly { readonly name: string; readonly value: number }[];
  readonly faults: readonly string[];
  readonly skipped: string | null;
}

const folder = fileURLToPath(new URL("../../records/claims/", import.meta.url));

/** All records, by program. */
export function readRecords(): ReadonlyMap<string, ProgramRecord> {
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  const records = files.map((file): ProgramRecord => JSON.parse(readFileSync(folder + file, "utf8")));
  return new Map(records.map((record) => [record.program, record]));
}

/** Writes what runs of one program printed. */
export function writeRecord(program: string, printed: readonly Printed[]): void {
  const quick = printed.find((one) => one.quick || one.skipped !== null || one.program !== program);
  if (quick !== undefined)
    throw new Error(`the run of ${quick.program} with seed ${quick.seed} was not a whole one.`);
  const runs = printed.map(({ seed, figures }) => ({
    seed,
    figures: Object.fromEntries(figures.map(({ name, value }) => [name, Number(value.toPrecision(6))])),
  }));
  const date = new Date().toISOString().slice(0, 10);
  const record: ProgramRecord = { program, date, node: process.versions.node, runs };
  writeFileSync(`${folder}${program}.json`, `${JSON.stringify(record, null, 2)}\n`);
}

/** The value of each seed. */
export function valuesOf({ program, runs }: ProgramRecord, quantity: Quantity): number[] {
  return runs.map(({ seed, figures }) => {
    const at = (name: string): number => {
      const value = figures[name];
      if (value === undefined)
        throw new Error(
          `records/claims/${program}.json has no figure "${name}" for seed ${seed}; run pnpm docs:claims --record ${program}`,
        );
      return value;
    };
    if ("figure" in quantity) return at(quantity.figure);
    if ("ratio" in quantity) return at(quantity.ratio[0]) / at(quantity.ratio[1]);
    return at(quantity.difference[0]) - at(quantity.difference[1]);
  });
}
