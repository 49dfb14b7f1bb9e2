import { readFileSync } from "node:fs";

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
  /** The visible effect. */
  readonly notices: string;
}

/** A level of the apps' tests; the cheaper ones come first. */
export interface AppLevel {
  readonly name: string;
  /** A command that fails when it catches a fault. `{files}` is replaced by the files with faults, `{app}` by their app. */
  readonly run: string;
  /** The folders whose faults it can catch; all if there are none. */
  readonly of?: readonly string[];
}

export function readFaults(file: string): readonly Fault[] {
  return JSON.parse(readFileSync(file, "utf8"));
}

export function readLevels(file: string): readonly AppLevel[] {
  return JSON.parse(readFileSync(file, "utf8"));
}

/**
 * A source with faults, which are all of its file.
 *
 * @throws Error where it does not have the text to replace exactly once: the fault must be rewritten
 */
export function withFaults(source: string, faults: readonly Fault[]): string {
  return faults.reduce((text, { id, file, find, replace }) => {
    const found = text.split(find).length - 1;
    if (found !== 1)
      throw new Error(
        `mutation: the text of the fault ${id} occurs in ${file} ${found} times; change faults.json`,
      );
    return text.replace(find, () => replace);
  }, source);
}

/** "apps/demo". */
export function appOf({ file }: Fault): string {
  return file.split("/").slice(0, 2).join("/");
}

export function reaches({ of }: AppLevel, fault: Fault): boolean {
  return of?.includes(appOf(fault)) ?? true;
}
