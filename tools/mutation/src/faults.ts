import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Change, Level } from "./trial.ts";

export const kinds = ["label", "state", "key", "number", "link", "translation"] as const;

/** A mistake in an app that a visitor would notice: one place of a file, changed. */
export interface Fault {
  readonly id: string;
  readonly kind: (typeof kinds)[number];
  readonly page: string;
  readonly file: string;
  /** The text to replace, which the file has once. */
  readonly find: string;
  readonly replace: string;
  /** What the visitor notices. */
  readonly notices: string;
}

/** A level of the apps' tests. In `run`, `{file}` and `{app}` stand for those of the fault. */
export interface AppLevel extends Level {
  /** The folders whose faults it can catch; all if there are none. */
  readonly of?: readonly string[];
}

export function readFaults(file: string): readonly Fault[] {
  return JSON.parse(readFileSync(file, "utf8"));
}

export function readLevels(file: string): readonly AppLevel[] {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** @throws Error where the file does not have the text exactly once: the fault is to be written anew. */
export function changeOf(folder: string, { id, file, find, replace }: Fault): Change {
  const path = join(folder, file);
  const anew = `change faults.json: ${id}`;
  if (!existsSync(path)) throw new Error(`mutation: there is no ${file}; ${anew}`);
  const before = readFileSync(path, "utf8");
  const found = before.split(find).length - 1;
  if (found !== 1) throw new Error(`mutation: ${file} has the text to replace ${found} times; ${anew}`);
  return { path, before, after: before.replace(find, () => replace) };
}

export function levelsOf({ file }: Fault, levels: readonly AppLevel[]): Level[] {
  const app = file.split("/").slice(0, 2).join("/");
  return levels
    .filter(({ of }) => of === undefined || of.some((folder) => file.startsWith(`${folder}/`)))
    .map(({ name, run }) => ({ name, run: run.replaceAll("{file}", file).replaceAll("{app}", app) }));
}
